package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manager's unit for systemd, which people copy. */
class ServiceUnitTest {
    private static final Path ROOT = Path.of(System.getProperty("cleave.root"));
    private static final String CHECKOUT = "%h/cleave/";
    private static final String START = "ExecStart=" + CHECKOUT + "cleave ";

    private static List<String> lines() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/cleave-manager.service"));
    }

    @Test
    void whatItStartsIsACommand() throws Exception {
        String[] arguments =
                lines().stream()
                        .filter(line -> line.startsWith(START))
                        .map(line -> line.substring(START.length()).split(" "))
                        .findFirst()
                        .orElseThrow();
        assertEquals("manager", arguments[0]);
        assertTrue(
                Main.commandLine(arguments).parseArgs(arguments).hasSubcommand(),
                Arrays.toString(arguments));
    }

    /** Else stopping the unit would leave it failed. */
    static void knowsAsSuccess(int status) throws IOException {
        assertTrue(lines().contains("SuccessExitStatus=" + status), "status " + status);
    }

    @Test
    void systemdKnowsWhatItSays(@TempDir Path folder) throws Exception {
        Path unit = folder.resolve("cleave-manager.service");
        Files.write(unit, lines().stream().map(ServiceUnitTest::here).toList());
        CommandRun verified;
        try {
            verified =
                    CommandRun.process(
                            List.of("systemd-analyze", "--user", "verify", unit.toString()),
                            Map.of("XDG_RUNTIME_DIR", folder.toString()),
                            "");
        } catch (IOException notThere) {
            Assumptions.abort("systemd-analyze is needed: " + notThere.getMessage());
            return;
        }
        Assumptions.assumeFalse(verified.err().contains("Failed to init"), verified.err());
        assertFalse(verified.err().contains(unit.getFileName().toString()), verified.err());
    }

    private static String here(String line) {
        return line.replace(START, "ExecStart=\"" + ROOT + "/cleave\" ")
                .replace(CHECKOUT, ROOT + "/");
    }
}
