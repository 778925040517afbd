package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        ProfileFolder killed = ProfileFolder.prepare(folder);
        for (Path file : List.of(killed.recording(), killed.html(), killed.json())) {
            Files.createFile(file);
        }
        ProfileFolder.prepare(folder).clear();
        assertEquals(List.of(), names());
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
