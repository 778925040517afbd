package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Virtual machines of a test, which meet in one folder; closing it kills them. */
final class Children implements AutoCloseable {
    private final Path parent;
    final Path folder;
    private final List<Child> started = new ArrayList<>();

    /** Children whose output goes to files in {@code parent}. */
    Children(Path parent) {
        this.parent = parent;
        folder = parent.resolve("m");
    }

    /** A virtual machine, and the file with what it said. */
    record Child(Process process, Path out) {
        List<String> lines() {
            try {
                return Files.readAllLines(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean said(String part) {
            return count(part) > 0;
        }

        /** In how many lines it said something. */
        int count(String part) {
            return (int) lines().stream().filter(line -> line.contains(part)).count();
        }

        /** The last line that begins with something; empty if there is none. */
        String last(String beginning) {
            return lines().stream()
                    .filter(line -> line.startsWith(beginning))
                    .reduce("", (before, line) -> line);
        }

        /** What {@link ChildProgram} said last of its processors. */
        String current() {
            return last("current ");
        }

        /** Waits until it has said something. */
        Child awaiting(String part) {
            Await.equal(true, () -> said(part) || !process.isAlive());
            assertEquals(true, said(part), () -> lines().toString());
            return this;
        }

        /** Ends it by SIGKILL. */
        void kill() {
            process.destroyForcibly().onExit().join();
        }

        /** Has it go on, if it waits for a line. */
        void tell() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }

        void signal(String name) throws IOException, InterruptedException {
            run("kill", "-" + name, Long.toString(process.pid()));
        }
    }

    /** Runs a command of the system, which must succeed. */
    static void run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C"); // kill knows no CONT in Turkish
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + said);
    }

    /** Starts a class; its first argument is the folder. */
    Child start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    Child start(List<String> options, Class<?> main, String... arguments) throws IOException {
        return start("", options, main, arguments);
    }

    /** Starts it in a shell, after a command of the shell. */
    Child start(String limit, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        if (!limit.isEmpty()) {
            command.addAll(List.of("sh", "-c", limit + " && exec \"$0\" \"$@\""));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        // Nothing here could bind them, which they would say.
        command.add("-Ddev.cleave.manager.bind=false");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(main.getName(), folder.toString()));
        command.addAll(List.of(arguments));
        Path out = parent.resolve(started.size() + ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put(ManagerFolder.VARIABLE, folder.toString());
        Child child = new Child(builder.start(), out);
        started.add(child);
        return child;
    }

    /** A manager of processors 0 to 3, or of those in the argument, that is ready. */
    Child startManager(String... processors) throws IOException {
        return start(ChildManager.class, processors).awaiting("divides");
    }

    @Override
    public void close() {
        started.forEach(Child::kill);
    }
}
