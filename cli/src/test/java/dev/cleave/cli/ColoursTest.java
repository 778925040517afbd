package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Colours are for who looks at a terminal that has them, and wants them. */
class ColoursTest {
    private static final String ESCAPE = "\033";

    @TempDir private Path folder;

    @Test
    void helpHasThemWhereTheTerminalHas() throws Exception {
        assertTrue(help(Map.of("TERM", "xterm")).contains(ESCAPE));
        assertFalse(help(Map.of("TERM", "dumb")).contains(ESCAPE));
        assertFalse(help(Map.of("TERM", "xterm", "NO_COLOR", "1")).contains(ESCAPE));
    }

    @Test
    void theSummaryOfAProfileHasThemWhereErrorsAreSeen() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("Uses.java"),
                        """
                        import dev.cleave.ForkJoinPool;

                        public class Uses {
                            public static void main(String[] args) {
                                ForkJoinPool.commonPool().submit(() -> {}).join();
                            }
                        }
                        """);
        Path profile = folder.resolve("profile");
        List<String> run = CommandRun.childCommand("run", "--profile=" + profile, program);
        Map<String, String> terminal = Map.of("TERM", "xterm");
        String seen = onTerminal(run, "", terminal);
        assertTrue(seen.contains(ESCAPE + "[1mused"), seen);
        Path errors = folder.resolve("errors");
        onTerminal(run, " 2> " + errors, terminal);
        String written = Files.readString(errors);
        assertTrue(written.contains("\nused"), written);
        assertFalse(written.contains(ESCAPE), written);
    }

    private static String help(Map<String, String> environment) throws Exception {
        return onTerminal(CommandRun.childCommand("--help"), "", environment);
    }

    private static String onTerminal(
            List<String> command, String redirected, Map<String, String> environment)
            throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")),
                "there is no /usr/bin/script to make a terminal");
        // Who runs these tests may want none.
        String unset = environment.containsKey("NO_COLOR") ? "" : "unset NO_COLOR; ";
        String line = unset + "'" + String.join("' '", command) + "'" + redirected;
        CommandRun run =
                CommandRun.process(
                        List.of("/usr/bin/script", "-qec", line, "/dev/null"), environment, "");
        assertEquals(0, run.status(), run.out());
        return run.out();
    }
}
