package dev.cleave.manager;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.FrameChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A manager of four processors in a thread of this virtual machine. Takes programs to be free to
 * use them all, whatever the machine.
 */
final class RunningManager implements AutoCloseable {
    private static final long TURN_MILLIS = 20;

    final Queue<String> log = new ConcurrentLinkedQueue<>();
    final Path folder;

    /** What programs may use, from when the manager looks next; empty for everything. */
    volatile BitSet mask = new BitSet();

    private final Manager manager;
    private final Thread thread;

    RunningManager(Path folder, Policy policy) throws IOException {
        this(folder, policy, TURN_MILLIS);
    }

    RunningManager(Path folder, Policy policy, long turnMillis) throws IOException {
        this(folder, policy, "0-3", turnMillis, FrameChannel.PATIENCE_MILLIS);
    }

    private RunningManager(
            Path folder, Policy policy, String processors, long turnMillis, long patienceMillis)
            throws IOException {
        this.folder = folder;
        manager =
                new Manager(
                        folder,
                        policy,
                        ProcessorList.parse(processors),
                        turnMillis,
                        patienceMillis,
                        process -> mask,
                        log::add);
        thread =
                new Thread(
                        () -> {
                            try {
                                manager.run();
                            } catch (IOException e) {
                                log.add("failed: " + e);
                            }
                        });
        thread.start();
    }

    /** One that does not wait for long for what programs owe it. */
    static RunningManager impatient(Path folder, Policy policy) throws IOException {
        return new RunningManager(folder, policy, "0-3", TURN_MILLIS, 100);
    }

    /** One of a single processor. */
    static RunningManager ofProcessor(int processor, Path folder) throws IOException {
        return new RunningManager(
                folder,
                Policy.DYNAMIC,
                Integer.toString(processor),
                TURN_MILLIS,
                FrameChannel.PATIENCE_MILLIS);
    }

    ManagedProcessors program(String name, int wanted) throws IOException {
        return new ManagedProcessors(folder, name, wanted, 1, 1);
    }

    ManagerState state() {
        return stateIn(folder);
    }

    ManagerState.ProgramState state(String name) {
        return state().programs().stream()
                .filter(program -> program.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    static ManagerState stateIn(Path folder) {
        try {
            return ManagerQuery.ask(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean logged(String part) {
        return log.stream().anyMatch(line -> line.contains(part));
    }

    /** As {@link #close}, before its time. */
    void stop() {
        manager.close();
        Await.equal(false, thread::isAlive);
    }

    @Override
    public void close() {
        stop();
    }
}
