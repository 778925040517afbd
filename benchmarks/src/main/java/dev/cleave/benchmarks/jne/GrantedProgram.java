package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.MeasurementException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/** A {@link GrantJvm}, seen from the virtual machine that started it. Closing it kills it. */
final class GrantedProgram implements AutoCloseable {
    /** Small, and without threads of its own that compute; it has no worker to bind. */
    private static final List<String> OPTIONS =
            List.of(
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "-Ddev.cleave.manager.bind=false");

    private static final int NOTHING_HEARD = 0;

    private final ChildProcess process;
    private final int timeoutSeconds;

    // what was heard last, and when; under the lock
    private int processors = NOTHING_HEARD;
    private long heardNanos;
    private String unexpected;

    /** Starts one under the manager in a folder. */
    GrantedProgram(JnePlan plan, Path folder) throws IOException {
        timeoutSeconds = plan.timeoutSeconds();
        List<String> command = plan.program(OPTIONS, GrantJvm.class);
        command.add(folder.toString());
        process = new ChildProcess(command, Map.of(), this::hear);
    }

    private synchronized void hear(String line) {
        try {
            processors = Integer.parseInt(line);
            heardNanos = System.nanoTime();
        } catch (NumberFormatException notANumber) {
            unexpected = line; // the end, or what a virtual machine complains about
        }
        notifyAll();
    }

    /** The number of its process. */
    long pid() {
        return process.pid();
    }

    /**
     * Waits until the number of its processors is as expected.
     *
     * @param what is expected, in words
     * @return when that was heard, by {@link System#nanoTime}; before the call if it is so already
     * @throws MeasurementException if it never is
     */
    synchronized long await(String what, IntPredicate expected)
            throws IOException, InterruptedException, MeasurementException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (processors == NOTHING_HEARD || !expected.test(processors)) {
            if (unexpected != null) {
                throw new MeasurementException(
                        unexpected == ChildProcess.END
                                ? String.format(
                                        "failures: a program's virtual machine ended with status"
                                                + " %d%s",
                                        process.waitFor(), process.errors())
                                : "failures: expected a number, but a program printed: "
                                        + unexpected);
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new MeasurementException(
                        String.format(
                                "failures: a program has waited for %d s until %s, and has %s"
                                        + " (--timeout changes the limit)%s",
                                timeoutSeconds,
                                what,
                                processors == NOTHING_HEARD ? "said nothing" : processors,
                                process.errors()));
            }
            wait(left);
        }
        return heardNanos;
    }

    /** The number that was heard last. */
    synchronized int processors() {
        return processors;
    }

    /** Ends it by SIGKILL, and waits until it is gone. */
    void kill() {
        process.close();
    }

    @Override
    public void close() {
        kill();
    }
}
