package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder may be any of the user's: only what a profile is made of is touched there. */
class ProfileFolderTest {
    @TempDir private Path folder;

    @Test
    void whatElseIsThereStays() throws IOException {
        Path kept = Files.createDirectories(folder.resolve("repository")).resolve("kept");
        Files.writeString(kept, "the user's");
        Files.writeString(folder.resolve("profile.jfc"), "the user's");
        ProfileFolder.prepare(folder).clear();
        assertEquals("the user's", Files.readString(kept));
        assertEquals("the user's", Files.readString(folder.resolve("profile.jfc")));
    }

    @Test
    void anEarlierRunsFilesAreReplaced() throws IOException {
        ProfileFolder earlier = ProfileFolder.prepare(folder);
        earlier.clear();
        Path ofOneThatWasKilled = folder.resolve("recording.jfr.unfinished");
        Path chunk = ofOneThatWasKilled.resolve("repository/of a process/chunk.jfr");
        Files.createDirectories(chunk.getParent());
        for (Path file :
                List.of(
                        earlier.recording(),
                        earlier.html(),
                        earlier.json(),
                        ofOneThatWasKilled.resolve("lock"),
                        ofOneThatWasKilled.resolve("profile.jfc"),
                        chunk)) {
            Files.createFile(file);
        }
        ProfileFolder next = ProfileFolder.prepare(folder);
        assertFalse(Files.exists(chunk));
        next.clear();
        assertEquals(List.of(), names());
    }

    /** Each would take the other's recording for what an earlier run has left. */
    @Test
    void whereOneRecordsAnotherIsRefused() throws IOException {
        ProfileFolder one = ProfileFolder.prepare(folder);
        assertRefused();
        Files.writeString(one.recording(), "no recording");
        assertThrows(RecordingException.class, one::open);
        assertRefused(); // the report is still to come
        one.clear();
        ProfileFolder.prepare(folder).clear();
    }

    private void assertRefused() {
        IOException refusal = assertThrows(IOException.class, () -> ProfileFolder.prepare(folder));
        assertEquals("another run records into it", refusal.getMessage());
    }

    @Test
    void whereNothingWasWrittenNothingIsLeft() throws IOException {
        ProfileFolder made = ProfileFolder.prepare(folder);
        Files.createFile(made.recording());
        RecordingException nothing = assertThrows(RecordingException.class, made::open);
        assertTrue(nothing.getMessage().contains("recorded nothing"), nothing.getMessage());
        assertTrue(nothing.getMessage().contains("-XX:-FlightRecorder"), nothing.getMessage());
        assertEquals(List.of(), names());
    }

    /** As of a program that halts at once: its chunk has a header, as long as nothing. */
    @Test
    void whereTheRecorderHasWrittenNothingYetItSaysWhy() throws IOException {
        ProfileFolder made = ProfileFolder.prepare(folder);
        Path chunk = folder.resolve("recording.jfr.unfinished/repository/chunk.jfr");
        Files.write(chunk, Arrays.copyOf(new byte[] {'F', 'L', 'R', 0, 0, 2}, 68));
        RecordingException nothing = assertThrows(RecordingException.class, made::open);
        assertTrue(
                nothing.getMessage().startsWith("the virtual machine was killed, or halted,"),
                nothing.getMessage());
        assertEquals(List.of(), names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a \"quoted\" name", "%p", "runs/100%t"})
    void whatTheVirtualMachineWouldReadOtherwiseIsRefused(String name) throws IOException {
        IOException refusal =
                assertThrows(IOException.class, () -> ProfileFolder.prepare(folder.resolve(name)));
        assertTrue(refusal.getMessage().contains("in its path as it is"), refusal.getMessage());
        assertEquals(List.of(), names());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
