package dev.cleave.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that is listened to, line by line, and killed when this is closed or this virtual
 * machine ends. What it prints as errors is kept for the message about its end.
 */
public final class ChildProcess implements AutoCloseable {
    /** Stands for the end of the output, which is no line: to be compared by identity. */
    public static final String END = new String("end of output");

    private static final int LINES_OF_ERRORS = 15;
    private static final int STACKS_SECONDS = 10;

    private final Thread onExit = new Thread(this::kill, "end a child");
    private Path errors;
    private Process process;
    private BufferedWriter input;
    private boolean killed;

    /**
     * Starts a process.
     *
     * @param environment what differs from the environment of this process
     * @param lines takes each line that it prints, then {@link #END}, unless this virtual machine
     *     ends; called by a thread of its own
     * @throws IOException if it cannot be started
     * @throws IllegalStateException if this virtual machine ends
     */
    public ChildProcess(
            List<String> command, Map<String, String> environment, Consumer<String> lines)
            throws IOException {
        Runtime.getRuntime().addShutdownHook(onExit);
        try {
            start(command, environment);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        Thread reader = new Thread(() -> read(process.inputReader(), lines), "read a child");
        reader.setDaemon(true);
        reader.start();
    }

    /** One that is killed first is not started: a hook that has run would not come again. */
    private synchronized void start(List<String> command, Map<String, String> environment)
            throws IOException {
        if (killed) {
            throw new IllegalStateException("ending");
        }
        errors = Files.createTempFile("cleave-bench", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        process = builder.start();
        input = process.outputWriter();
    }

    private synchronized void kill() {
        killed = true;
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
        if (errors != null) {
            errors.toFile().delete();
        }
    }

    private static void read(BufferedReader output, Consumer<String> lines) {
        try (output) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(line);
            }
        } catch (IOException closed) {
            // The same as its end: how the process ended says whether that was right.
        }
        if (!isVirtualMachineEnding()) {
            lines.accept(END);
        }
    }

    /** Whether this virtual machine has been told to end: what fails then is nobody's concern. */
    public static boolean isVirtualMachineEnding() {
        Thread nothing = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(nothing);
            Runtime.getRuntime().removeShutdownHook(nothing);
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    /** The class path of this virtual machine, for another one. */
    public static String classPath() {
        String modules = System.getProperty("jdk.module.path");
        String classes = System.getProperty("java.class.path");
        return modules == null ? classes : modules + File.pathSeparator + classes;
    }

    /**
     * Writes a line to its input.
     *
     * @throws IOException if it has ended
     */
    public void send(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** Its number. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Tells it to end, and waits until it has, up to a limit. */
    public void terminate(long seconds) throws InterruptedException {
        process.destroy();
        process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** Waits for its end, and returns its exit status. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** The last lines that it printed as errors, from a new line on; empty if there are none. */
    public String errors() throws IOException {
        if (!Files.exists(errors)) {
            return ""; // This virtual machine ends, and took the file along.
        }
        List<String> lines = Files.readAllLines(errors);
        int from = Math.max(0, lines.size() - LINES_OF_ERRORS);
        return lines.isEmpty()
                ? ""
                : System.lineSeparator()
                        + String.join(System.lineSeparator(), lines.subList(from, lines.size()));
    }

    /**
     * Where its threads are: what one wants to know of a pool that hangs.
     *
     * @param jdk the home of the JDK that it runs on
     */
    public String stacks(Path jdk) throws IOException, InterruptedException {
        Path jcmd = jdk.resolve("bin").resolve("jcmd");
        if (!Files.isExecutable(jcmd)) {
            return "(there is no " + jcmd + " to show where its threads are)";
        }
        Path dump = Files.createTempFile("cleave-bench", ".stacks");
        try {
            Process asking =
                    new ProcessBuilder(jcmd.toString(), Long.toString(pid()), "Thread.print")
                            .redirectErrorStream(true)
                            .redirectOutput(dump.toFile())
                            .start();
            if (!asking.waitFor(STACKS_SECONDS, TimeUnit.SECONDS)) {
                asking.destroyForcibly().waitFor();
            }
            return Files.readString(dump);
        } finally {
            Files.deleteIfExists(dump);
        }
    }

    /** Kills it and waits for its end, also in an interrupted thread. */
    @Override
    public void close() {
        kill();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException exiting) {
            // The hook is running, and finds nothing left to do.
        }
    }
}
