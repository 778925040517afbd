package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {
    @TempDir private Path folder;
    private Path input;

    @BeforeEach
    void write() throws IOException {
        input = Files.writeString(folder.resolve("Input.java"), "class Input {}");
    }

    @Test
    void anInputIsNotOverwrittenWhateverItIsCalled() throws IOException {
        Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic"), input);
        Path hard = Files.createLink(folder.resolve("hard"), input);
        Path roundabout = folder.resolve("../" + folder.getFileName() + "/Input.java");
        for (Path same : new Path[] {input, symbolic, hard, roundabout}) {
            assertRefused(
                    new OutputFiles().reads(input),
                    same,
                    "--json=" + same + " would overwrite what is read from " + input);
        }
    }

    @Test
    void aSourceInAFolderThatIsReadIsNotOverwritten() throws IOException {
        OutputFiles files = new OutputFiles().reads(folder);
        assertRefused(files, input, "would overwrite what is read from " + folder);
        files.writes("--json", folder.resolve("New.java"));
        files.writes("--graph", Files.writeString(folder.resolve("out.json"), "{}"));
    }

    @Test
    void twoOutputsAreTwoFiles() throws IOException {
        Path target = folder.resolve("not-yet");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target.getFileName());
        OutputFiles files = new OutputFiles().writes("--graph", link);
        assertRefused(files, target, "--json=" + target + " is the same file as --graph=" + link);
        assertDoesNotThrow(() -> files.writes("--json", folder.resolve("another")));
    }

    @Test
    void aDashIsNoFile() {
        assertRefused(
                new OutputFiles(),
                Path.of("-"),
                "--json=- is not printed; name a file, as ./- if that is its name");
        assertDoesNotThrow(() -> new OutputFiles().writes("--json", Path.of("./-")));
    }

    @Test
    void aDeviceMayBeWrittenTwice() {
        Path device = Path.of("/dev/null");
        assertDoesNotThrow(
                () -> new OutputFiles().writes("--json", device).writes("--graph", device));
    }

    @Test
    void whereNoFileCanBeWrittenIsSaidWithWhy() throws IOException {
        OutputFiles files = new OutputFiles();
        assertRefused(
                files, folder, "--json=" + folder + ": no file can be written there: it is a");
        assertRefused(files, folder.resolve("none/out"), "there: its folder does not exist; name");
        assertRefused(files, input.resolve("out"), "there: its folder does not exist; name");
        Path round = folder.resolve("round");
        Files.createSymbolicLink(round, round);
        assertRefused(files, round, "no file can be written there");
        assertDoesNotThrow(() -> files.writes("--json", null).reads(null));
    }

    private static void assertRefused(OutputFiles files, Path output, String said) {
        CommandFailure refused =
                assertThrows(CommandFailure.class, () -> files.writes("--json", output));
        assertEquals(2, refused.status());
        assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }
}
