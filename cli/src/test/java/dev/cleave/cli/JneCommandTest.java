package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cleave bench jne}, with the managers that only the command line has. */
class JneCommandTest {
    /** Virtual machines that are there once programs run: the manager's, and programs'. */
    private static final int SEVERAL = 3;

    @TempDir private Path folder;

    private List<String> command(Object... arguments) {
        List<String> command = CommandRun.childCommand(arguments);
        command.add(1, "-Djava.io.tmpdir=" + temporary());
        return command;
    }

    private Path temporary() {
        return folder.resolve("t");
    }

    /** Names in it; the virtual machines' own files of their measurements stay a while. */
    private List<String> leftBehind() throws Exception {
        try (Stream<Path> files = Files.list(temporary())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("hsperfdata"))
                    .toList();
        }
    }

    @Test
    void aWorkloadUnderAManagerIsMeasuredDrawnAndCleanedUp() throws Exception {
        Files.createDirectory(temporary());
        Path json = folder.resolve("rows.json");
        Path plot = folder.resolve("plot.svg");
        CommandRun run =
                CommandRun.process(
                        command(
                                "bench",
                                "jne",
                                "--quick",
                                "--programs",
                                "workload-2-fine",
                                "--peers",
                                "juc,performance",
                                "--json",
                                json,
                                "--plot",
                                plot),
                        Map.of(),
                        "");
        assertAll(
                () -> assertEquals(0, run.status(), run.err()),
                () -> assertEquals("", run.err()),
                () -> assertTrue(run.out().contains("\n  performance "), run.out()),
                () -> assertTrue(run.out().contains("not measured"), run.out()),
                () -> assertTrue(Files.readString(json).contains("\"peer\": \"performance\"")),
                () -> assertTrue(Files.readString(plot).startsWith("<svg ")),
                () -> assertEquals(List.of(), leftBehind()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endingItEndsAllVirtualMachinesAndTakesItsFoldersAlong(boolean forcibly) throws Exception {
        Files.createDirectory(temporary());
        Process bench =
                new ProcessBuilder(
                                command(
                                        "bench",
                                        "jne",
                                        "--full",
                                        "--programs",
                                        "workload-2",
                                        "--peers",
                                        "dynamic"))
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        List<ProcessHandle> children = List.of();
        try {
            while (children.size() < SEVERAL) {
                assertTrue(bench.isAlive(), Files.readString(folder.resolve("err")));
                bench.waitFor(10, TimeUnit.MILLISECONDS);
                children = bench.descendants().toList();
            }
            children = bench.descendants().toList();
            if (forcibly) {
                bench.destroyForcibly();
            } else {
                bench.destroy();
            }
            for (ProcessHandle child : children) {
                child.onExit().get(60, TimeUnit.SECONDS);
                assertFalse(child.isAlive());
            }
            assertTrue(bench.waitFor(60, TimeUnit.SECONDS), "it does not end");
            if (!forcibly) {
                assertEquals(List.of(), leftBehind());
            }
        } finally {
            bench.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void rowsAndPlotAreTwoFiles() {
        Path both = folder.resolve("both");
        CommandRun run = CommandRun.inProcess("bench", "jne", "--json", both, "--plot", both);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("--plot=" + both + " is the same file"), run.err());
    }

    @Test
    void optionsOfOtherSuitesAreRefused() {
        CommandRun workers = CommandRun.inProcess("bench", "jne", "--workers", "2");
        assertEquals(2, workers.status());
        assertTrue(
                workers.err().contains("leave --workers, --scheduling and --busy out"),
                workers.err());
        CommandRun full = CommandRun.inProcess("bench", "fjtask", "--full");
        assertEquals(2, full.status());
        assertTrue(full.err().contains("--full and --plot are for suite jne only"), full.err());
    }
}
