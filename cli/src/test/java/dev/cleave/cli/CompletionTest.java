package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion script does complete, in a real shell. */
class CompletionTest {
    @ParameterizedTest
    @CsvSource({
        "'cleave ru', run",
        "'cleave run --wor', --workers",
        "'cleave run --scheduling CHA', CHASE_LEV",
        "'cleave completion z', zsh",
    })
    void bashCompletes(String typed, String completed, @TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(hasBash(), "bash is not installed");
        Path script =
                Files.writeString(
                        folder.resolve("completion"),
                        CommandRun.inProcess("completion", "bash").out());
        String ask =
                """
                compopt() { :; }  # works only while the shell completes
                . "$1"
                read -ra COMP_WORDS <<<"$2"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE=$2
                COMP_POINT=${#2}
                _complete_cleave
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        CommandRun run =
                CommandRun.process(
                        List.of("bash", "-c", ask, "bash", script.toString(), typed), Map.of(), "");
        assertEquals("", run.err());
        assertTrue(run.out().lines().anyMatch(completed::equals), run.out());
    }

    @Test
    void zshGetsTheScriptThatSetsUpItsBashCompletion() {
        String script = CommandRun.inProcess("completion", "zsh").out();
        assertTrue(script.contains("bashcompinit"), script);
    }

    @Test
    void anotherShellIsRefusedWithTheOnesWeKnow() {
        CommandRun run = CommandRun.inProcess("completion", "fish");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("'fish'"), run.err());
        assertTrue(run.err().contains("[bash, zsh]"), run.err());
    }

    private static boolean hasBash() throws InterruptedException {
        try {
            return CommandRun.process(List.of("bash", "-c", ":"), Map.of(), "").status() == 0;
        } catch (java.io.IOException notThere) {
            return false;
        }
    }
}
