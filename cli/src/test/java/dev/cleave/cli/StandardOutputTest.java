package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What commands print arrives as it is, or they say that it has not. */
@EnabledOnOs(OS.LINUX)
class StandardOutputTest {
    private static final String FORKS =
            """
            import java.util.concurrent.RecursiveAction;

            /* gr\u00f6\u00dfe */ class Both extends RecursiveAction {
                protected void compute() {
                    Both one = new Both(); /* gr\u00f6\u00dfe */
                    Both other = new Both();
                    one.fork(); /* gr\u00f6\u00dfe */
                    other.fork(); /* gr\u00f6\u00dfe */
                    one.join();
                    other.join();
                }
            }
            """;

    @TempDir private Path folder;

    @Test
    void aPatchIsInUtf8WhateverTheLocale() throws Exception {
        Files.writeString(folder.resolve("Both.java"), FORKS);
        CommandRun run =
                CommandRun.process(
                        CommandRun.childCommand("fix", "--dry-run", folder),
                        Map.of("LC_ALL", "C"),
                        "");
        assertTrue(run.out().contains("\n-"), run.out() + run.err());
        assertTrue(run.out().contains("gr\u00f6\u00dfe"), run.out());
        assertTrue(!run.out().contains("?"), run.out());
    }

    @Test
    void aFullDiskIsNoSuccess() throws Exception {
        Process process =
                new ProcessBuilder(CommandRun.childCommand("completion", "bash"))
                        .redirectOutput(new File("/dev/full"))
                        .start();
        String error;
        try (InputStream err = process.getErrorStream()) {
            error = new String(err.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertEquals(1, process.waitFor());
        assertTrue(error.contains("not all of the output could be written"), error);
        assertTrue(error.contains("No space left"), error);
    }

    /** As with {@code | head}: nobody is left to be told. */
    @Test
    void aReaderThatHasEnoughIsNotTold() throws Exception {
        List<String> child = CommandRun.childCommand("completion", "bash");
        StringBuilder words = new StringBuilder();
        child.forEach(word -> words.append('\'').append(word).append("' "));
        CommandRun run =
                CommandRun.process(List.of("sh", "-c", words + "| head -n 1"), Map.of(), "");
        assertEquals(1, run.out().lines().count(), run.out());
        assertEquals("", run.err());
    }
}
