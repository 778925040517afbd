package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"completion bash", "simulate fib:10", "--help", "check ."})
    void aFullDiskIsNoSuccess(String arguments) throws Exception {
        Files.writeString(folder.resolve("Both.java"), FORKS);
        CommandRun run = run("exec \"$@\" >/dev/full", arguments);
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("not all of the output could be written (No s"), run.err());
    }

    /** As with {@code | head}: nobody is left to be told; the status tells it. */
    @ParameterizedTest
    @ValueSource(strings = {"completion bash", "simulate fib:10"})
    void aReaderThatHasEnoughIsNotTold(String arguments) throws Exception {
        CommandRun run = run("{ \"$@\"; echo $? >&2; } | :", arguments);
        assertEquals("141", run.err().strip());
    }

    private CommandRun run(String script, String arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && " + script, folder.toString()));
        command.addAll(CommandRun.childCommand((Object[]) arguments.split(" ")));
        return CommandRun.process(command, Map.of("LC_ALL", "C"), "");
    }
}
