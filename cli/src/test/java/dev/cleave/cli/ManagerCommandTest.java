package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.manager.ManagerFolder;
import java.nio.file.Files;
import java.nio.file.Path;
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
            while (!Files.readString(log).contains("divides processors 0-3, EQUIPARTITION")) {
                assertTrue(manager.isAlive(), Files.readString(log));
                manager.waitFor(10, TimeUnit.MILLISECONDS);
            }
            CommandRun top = top(environment, "top", "--interval", "0.1", "--count", "2");
            assertEquals(0, top.status(), top.err());
            assertTrue(top.out().contains(", processors 0-3: 0 programs want 0"), top.out());
            assertEquals(4, top.out().lines().count(), top.out());
            CommandRun json = top(environment, "top", "--json", "--interval", "0.1");
            assertTrue(json.out().contains("\"policy\": \"EQUIPARTITION\""), json.out());
            manager.destroy();
            assertTrue(manager.waitFor(60, TimeUnit.SECONDS), "it does not end");
            assertTrue(!Files.exists(ManagerFolder.socket(folder)));
        } finally {
            manager.destroyForcibly();
        }
    }

    private static CommandRun top(Map<String, String> environment, Object... arguments)
            throws Exception {
        List<String> command = CommandRun.childCommand(arguments);
        return CommandRun.process(command, environment, "");
    }

    @Test
    void topWithoutAManagerSaysHowToStartOne() throws Exception {
        CommandRun top = top(Map.of("CLEAVE_MANAGER", parent.resolve("none").toString()), "top");
        assertEquals(1, top.status());
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
        "top, --count, 99999999999, is not a whole number from -2147483648"
    })
    void aBadOptionIsRefusedWithWhatWouldDo(
            String command, String option, String value, String said) {
        CommandRun run = CommandRun.inProcess(command, option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(said), run.err());
    }
}
