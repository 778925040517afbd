package dev.cleave.benchmarks.actors;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.MeasurementException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A virtual machine that runs a program on a dispatcher, warms up, and then measures when told. */
final class ActorProcess implements AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final String title;
    private final Path jdk;
    private final int timeoutSeconds;
    private final ChildProcess child;
    private int runs;

    /**
     * Starts it, and waits until it has warmed up.
     *
     * @param title what it is called in messages
     * @param timeoutSeconds how long a run may take
     */
    ActorProcess(String title, List<String> command, Path jdk, int timeoutSeconds)
            throws MeasurementException, IOException, InterruptedException {
        this.title = title;
        this.jdk = jdk;
        this.timeoutSeconds = timeoutSeconds;
        child = new ChildProcess(command, Map.of(), lines::add);
        try {
            listen("READY");
        } catch (MeasurementException | IOException | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    /** Measures for a while; the other virtual machines wait meanwhile. Nanoseconds of each run. */
    List<Long> measure(int millis) throws MeasurementException, IOException, InterruptedException {
        child.send(Integer.toString(millis));
        return listen("DONE");
    }

    private List<Long> listen(String end)
            throws MeasurementException, IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        while (true) {
            String line = lines.poll(timeoutSeconds, TimeUnit.SECONDS);
            if (line == null) {
                throw new MeasurementException(
                        String.format(
                                "%s: no run ended within %d s after %d runs; killed"
                                        + " (--timeout changes the limit)%n%s",
                                title, timeoutSeconds, runs, child.stacks(jdk)));
            }
            if (line.equals(end)) {
                return nanos;
            }
            if (line == ChildProcess.END) {
                throw new MeasurementException(
                        String.format(
                                "%s: the virtual machine ended with status %d after %d runs%s",
                                title, child.waitFor(), runs, child.errors()));
            }
            nanos.add(Long.parseLong(line));
            runs++;
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
