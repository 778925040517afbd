package dev.cleave.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Runs a virtual machine as if it had been started in our place: it reads our input, writes to our
 * output, gets the signals that end us, and its exit status becomes ours.
 */
final class ChildJvm {
    /** The status of a program that ended because it was told to, by {@link Process#destroy}. */
    private static final int STOPPED = 143;

    private ChildJvm() {}

    /** The {@code java} of the JDK that runs this command. */
    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /**
     * Starts the command and waits for its end. If this virtual machine is told to stop meanwhile,
     * it passes that on, waits for the child and clears up; it leaves with the child's status if
     * that is one of the child's own, else with that of the signal.
     *
     * @return the exit status; 128 and the signal's number for a child that a signal ended
     */
    static int run(List<String> command, ScratchFolder scratch)
            throws IOException, InterruptedException {
        return run(command, scratch, status -> {}, false);
    }

    /**
     * The same, with something to do once when the child has ended, however it did, and for a
     * program whose output may not be mixed with ours.
     *
     * @param afterwards gets the status; may run in another thread than the caller's, while this
     *     virtual machine stops
     * @param toErrorStream whether what it prints goes to our error stream
     */
    static int run(
            List<String> command,
            ScratchFolder scratch,
            IntConsumer afterwards,
            boolean toErrorStream)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (toErrorStream) {
            builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        Process child;
        Thread onStop;
        // Until there is somebody to stop the child, this virtual machine does not end.
        synchronized (scratch) {
            if (scratch.isClosed()) {
                return STOPPED;
            }
            child = builder.start();
            onStop = new Thread(() -> stop(child, scratch, afterwards), "stop the program");
            try {
                Runtime.getRuntime().addShutdownHook(onStop);
            } catch (IllegalStateException stopping) {
                child.destroy();
                return STOPPED;
            }
            scratch.use(true);
        }
        if (toErrorStream) {
            child.getInputStream().transferTo(System.err);
        }
        int status = child.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(onStop);
        } catch (IllegalStateException stopping) {
            // The hook is running, and ends this virtual machine with the same status.
            onStop.join();
            return status;
        }
        synchronized (scratch) {
            scratch.use(false);
        }
        afterwards.accept(status);
        return status;
    }

    private static void stop(Process child, ScratchFolder scratch, IntConsumer afterwards) {
        // Process.destroy would also close what the child still prints to.
        child.toHandle().destroy();
        try {
            int status = child.waitFor();
            afterwards.accept(status);
            scratch.close();
            if (status != STOPPED) {
                Runtime.getRuntime().halt(status);
            }
            // It did only what we told it to: what we were told may have been an interrupt.
        } catch (InterruptedException | IOException ignored) {
            // Nothing is left to do but leave, with the status of the signal that stopped us.
        }
    }
}
