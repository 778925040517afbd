package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is being done is shown on a terminal, and nowhere else. */
class ProgressTest {
    private static final String SHOWN = "\rweaving ";

    @TempDir private Path folder;
    private List<String> run;

    @BeforeEach
    void program() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("Hello.java"),
                        """
                        public class Hello {
                            public static void main(String[] args) {
                                System.out.println("hello");
                            }
                        }
                        """);
        run = CommandRun.childCommand("run", program);
    }

    @Test
    void aTerminalShowsItAndIsLeftClean() throws Exception {
        CommandRun seen = onTerminal("");
        assertTrue(seen.out().contains(SHOWN), seen.out());
        assertTrue(seen.out().endsWith(" \rhello\r\n"), seen.out());
        assertFalse(seen.out().contains("\033"), seen.out());
    }

    @Test
    void aPipeForErrorsGetsNothing() throws Exception {
        Path errors = folder.resolve("errors");
        CommandRun seen = onTerminal(" 2> " + errors);
        assertEquals("hello\r\n", seen.out());
        assertEquals("", Files.readString(errors));
    }

    @Test
    void withoutATerminalThereIsNone() throws Exception {
        CommandRun piped = CommandRun.process(run, Map.of("TERM", "xterm"), "");
        assertEquals("hello\n", piped.out());
        assertEquals("", piped.err());
    }

    private CommandRun onTerminal(String redirected) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/script")),
                "there is no /usr/bin/script to make a terminal");
        String command = "'" + String.join("' '", run) + "'" + redirected;
        return CommandRun.process(
                List.of("/usr/bin/script", "-qec", command, "/dev/null"),
                Map.of("TERM", "xterm", "NO_COLOR", "1"),
                "");
    }
}
