package dev.cleave.processors.manager;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a manager is looked for, and which folders are not trusted. */
class ManagerFolderTest {
    @TempDir Path folder;

    @Test
    void theVariableGoesFirstThenTheRuntimeFolder() {
        Map<String, String> both =
                Map.of("CLEAVE_MANAGER", "/some/where", "XDG_RUNTIME_DIR", "/run/user/7");
        assertEquals(Path.of("/some/where"), ManagerFolder.path(both));
        assertEquals(
                Path.of("/run/user/7/cleave"),
                ManagerFolder.path(Map.of("CLEAVE_MANAGER", "", "XDG_RUNTIME_DIR", "/run/user/7")));
        String last = "cleave-" + System.getProperty("user.name");
        assertTrue(ManagerFolder.path(Map.of()).endsWith(last));
        // A relative one would be another folder for each directory where a program is started.
        assertTrue(ManagerFolder.path(Map.of("XDG_RUNTIME_DIR", "run")).endsWith(last));
    }

    @Test
    void aFolderOfOnesOwnThatIsClosedWillDo() throws IOException {
        Path own = Files.createDirectory(folder.resolve("own"));
        mode(own, "rwx------");
        assertDoesNotThrow(() -> ManagerFolder.check(own));
    }

    @Test
    void aFolderThatOthersMayEnterIsRefused() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        mode(open, "rwxr-x---");
        refused(open, "mode rwxr-x---");
    }

    /** What is in it cannot be seen: it would seem to have no manager. */
    @Test
    void aFolderThatItsOwnerMayNotEnterIsRefused() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        mode(closed, "rw-------");
        refused(closed, "is closed to its owner, too (mode rw-------");
        mode(closed, "rwx------");
    }

    @Test
    void aFileALinkAndNothingAreRefused() throws IOException {
        refused(Files.createFile(folder.resolve("file")), "is not a folder");
        Path target = Files.createDirectory(folder.resolve("target"));
        mode(target, "rwx------");
        refused(Files.createSymbolicLink(folder.resolve("link"), target), "is a symbolic link");
        refused(folder.resolve("nothing"), "is not a folder");
    }

    /** As on Windows. */
    @Test
    void aFolderThatDoesNotTellWhoMayEnterIsRefused() throws IOException {
        Map<String, String> create = Map.of("create", "true");
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("zip"), create)) {
            refused(Files.createDirectory(zip.getPath("/m")), "does not tell who may enter it");
        }
    }

    @Test
    void aFolderOfSomebodyElseIsRefused() throws IOException {
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        mode(foreign, "rwx------");
        try {
            Files.setAttribute(foreign, "unix:uid", 12345);
        } catch (IOException e) {
            Assumptions.abort("only root can give a folder away");
        }
        refused(foreign, "belongs to user 12345");
    }

    @Test
    void aPathTooLongForASocketIsRefused() throws IOException {
        Path deep = Files.createDirectory(folder.resolve("d".repeat(100)));
        mode(deep, "rwx------");
        refused(deep, "at most 103");
    }

    private static void refused(Path folder, String said) {
        IOException refused = assertThrows(IOException.class, () -> ManagerFolder.check(folder));
        assertTrue(refused.getMessage().contains(said), refused.getMessage());
        assertTrue(refused.getMessage().contains("CLEAVE_MANAGER"), refused.getMessage());
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
}
