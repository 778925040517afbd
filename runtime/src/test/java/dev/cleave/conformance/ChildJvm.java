package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program of the tests in a JVM of its own, for what is settled once in the life of a JVM:
 * system properties read by the common pool, the classes that are initialized, and the end of the
 * program.
 */
public final class ChildJvm {
    private ChildJvm() {}

    /** Runs the main class with these JVM options, expects success, and returns what it printed. */
    public static List<String> run(Class<?> main, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        File output = File.createTempFile("child", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
            // Whoever tests may have a CPU manager, or its folder: the program is to find none.
            builder.environment().put("CLEAVE_MANAGER", output + ".none");
            Process process = builder.start();
            try {
                if (!process.waitFor(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    printThreads(process);
                    fail("the program does not end: " + command + "\n" + text(output));
                }
            } finally {
                process.destroyForcibly();
            }
            List<String> lines = text(output).lines().toList();
            assertEquals(0, process.exitValue(), () -> String.join("\n", lines));
            return lines;
        } finally {
            Files.delete(output.toPath());
        }
    }

    /** Where a signal does that; it needs no heap of the program's. */
    private static void printThreads(Process process) throws Exception {
        try {
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (IOException noSuchCommand) {
            // Then without.
        }
    }

    private static String text(File output) throws IOException {
        return Files.readString(output.toPath());
    }
}
