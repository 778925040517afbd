package dev.cleave.cli;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.manager.ManagerFolder;
import java.io.BufferedReader;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code cleave manager} and {@code cleave top}. */
class ManagerCommandTest {
    @TempDir Path parent;

    @Test
    void topShowsWhatTheManagerDividesAndATerminatedManagerLeavesNothing() throws Exception {
        Path folder = parent.resolve("m");
        Map<String, String> environment = Map.of("CLEAVE_MANAGER", folder.toString());
        Path log = parent.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(
                                CommandRun.childCommand(
                                        "manager",
                                        "--policy",
                                        "equipartition",
                                        "--processors",
                                        "0-3"))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process manager = builder.start();
        try {
            while (!Files.readString(log).contains("divides processors 0-3, equipartition")) {
                assertTrue(manager.isAlive(), Files.readString(log));
                manager.waitFor(10, TimeUnit.MILLISECONDS);
            }
            CommandRun top = top(environment, "top", "--interval", "0.1", "--count", "2");
            assertEquals(0, top.status(), top.err());
            assertTrue(top.out().contains(", processors 0-3: 0 programs want 0"), top.out());
            assertEquals(4, top.out().lines().count(), top.out());
            CommandRun json = top(environment, "top", "--json", "--interval", "0.1");
            assertTrue(json.out().contains("\"policy\": \"equipartition\""), json.out());
            topEndsWithItsReader(environment);
            topClearsTheScreenOfATerminalThatCan(environment);
            manager.destroy();
            assertTrue(manager.waitFor(60, TimeUnit.SECONDS), "it does not end");
            assertTrue(!Files.exists(ManagerFolder.socket(folder)));
            ServiceUnitTest.knowsAsSuccess(manager.exitValue());
        } finally {
            manager.destroyForcibly();
        }
    }

    /** As behind {@code | head -1}. */
    private static void topEndsWithItsReader(Map<String, String> environment) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(
                        CommandRun.childCommand(
                                "top", "--interval", "0.1", "--count", Integer.MAX_VALUE));
        builder.environment().putAll(environment);
        Process top = builder.start();
        try {
            try (BufferedReader reader = top.inputReader()) {
                assertTrue(reader.readLine().startsWith("manager "));
            }
            assertTrue(top.waitFor(60, TimeUnit.SECONDS), "it does not end");
        } finally {
            top.destroyForcibly();
        }
    }

    /** Where there is {@code script}, which gives it a terminal. */
    private static void topClearsTheScreenOfATerminalThatCan(Map<String, String> environment)
            throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/script"))) {
            return;
        }
        for (String terminal : new String[] {"xterm", "dumb"}) {
            List<String> quoted = new ArrayList<>();
            CommandRun.childCommand("top", "--interval", "0.1")
                    .forEach(word -> quoted.add("'" + word + "'"));
            ProcessBuilder builder =
                    new ProcessBuilder("script", "-qec", String.join(" ", quoted), "/dev/null");
            builder.environment().putAll(environment);
            builder.environment().put("TERM", terminal);
            Process script = builder.start();
            try (BufferedReader reader = script.inputReader()) {
                String line = reader.readLine();
                assertTrue(line.endsWith("want 0, have 0"), line);
                assertEquals(terminal.equals("xterm"), line.startsWith("\033[H\033[2J"), line);
            } finally {
                script.descendants().forEach(ProcessHandle::destroyForcibly);
                script.destroyForcibly();
            }
        }
    }

    private static CommandRun top(Map<String, String> environment, Object... arguments)
            throws Exception {
        List<String> command = CommandRun.childCommand(arguments);
        return CommandRun.process(command, environment, "");
    }

    @Test
    void eachLineOfTheLogHasItsSeconds() {
        assertEquals(
                "2026-11-26T21:00:00",
                ManagerCommand.stamp(LocalDateTime.of(2026, 11, 26, 21, 0, 0, 999_999_999)));
    }

    @Test
    void aFolderThatWillNotDoIsSaidWithWhyAndWhatWould() throws Exception {
        Path real = Files.createDirectory(parent.resolve("real"));
        Files.setPosixFilePermissions(real, ManagerFolder.MODE);
        Path link = Files.createSymbolicLink(parent.resolve("link"), real);
        Path dangling = Files.createSymbolicLink(parent.resolve("dangling"), parent.resolve("no"));
        Path file = Files.createFile(parent.resolve("file"));
        refused(link, link + " is a symbolic link, which could be made to lead");
        refused(dangling, dangling + " is a symbolic link, which could be made to lead");
        refused(file.resolve("m"), "cannot make the folder " + file.resolve("m") + " (");
        Path lock = Files.createDirectory(ManagerFolder.lock(real));
        String why =
                assertThrows(FileSystemException.class, () -> Files.newByteChannel(lock, WRITE))
                        .getReason();
        refused(real, "cannot write " + lock + " (" + why + "): remove that folder, or set");
        Files.delete(lock);
        Path table = Files.createDirectories(ManagerFolder.table(real).resolve("in it"));
        refused(real, table.getParent() + " (", "): remove that folder, or set");
    }

    private static void refused(Path folder, String... said) throws Exception {
        CommandRun run = top(Map.of("CLEAVE_MANAGER", folder.toString()), "manager");
        assertEquals(2, run.status(), run.err());
        for (String words : said) {
            assertTrue(run.err().contains(words), run.err());
        }
        assertTrue(run.err().contains("CLEAVE_MANAGER to "), run.err());
    }

    @Test
    void topWithoutAManagerSaysHowToStartOne() throws Exception {
        CommandRun top = top(Map.of("CLEAVE_MANAGER", parent.resolve("none").toString()), "top");
        assertEquals(2, top.status());
        assertTrue(top.err().contains("start one (./cleave manager)"), top.err());
    }

    @ParameterizedTest
    @CsvSource({
        "manager, --policy, fair, 'choose one of [fcfs, round-robin, equipartition, dynamic, performance]'",
        "manager, --processors, 0-4000, 0 to 1023",
        "manager, --turn, 0, at least 1",
        "top, --interval, 0, from 0.1 to 3600",
        "top, --count, 0, --count 0 must be at least 1",
        "top, --interval, 0, --interval 0.0 must be from 0.1",
        "top, --count, x, 'x'' is not a whole number\n'",
        "top, --count, \u0663, '\u0663'' is not a whole number\n'",
        "manager, --turn, x, 'x'' is not a whole number\n'",
        "top, --count, 99999999999, is not a whole number from -2147483648"
    })
    void aBadOptionIsRefusedWithWhatWouldDo(
            String command, String option, String value, String said) {
        CommandRun run = CommandRun.inProcess(command, option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(said), run.err());
    }
}
