package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.manager.Children.Child;
import dev.cleave.manager.SteppingProgram.Step;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table or the folder is not what it should be; managers and programs say so and live. */
class FolderDamageTest {
    /** Somebody else's user number. */
    private static final int STRANGER = 65534;

    /** The status of a command that cannot start another, at least. */
    private static final int NOT_EXECUTED = 126;

    @TempDir Path parent;

    /** What happens to the table under everybody, and what the manager says of it. */
    private enum Damage {
        MAGIC(" has magic 0, "),
        VERSION(" has version 0, "),
        ANOTHER_MANAGERS(" has table 0, "),
        HALF(" has bytes " + ManagerTable.BYTES / 2 + ", "),
        EMPTY(" has bytes 0, "),
        REPLACED(" was replaced by another file"),
        GONE(" is gone");

        final String said;

        Damage(String said) {
            this.said = said;
        }

        void to(Path table) throws IOException {
            switch (this) {
                case MAGIC -> erase(table, 0, Long.BYTES);
                case VERSION -> erase(table, 8, Integer.BYTES);
                case ANOTHER_MANAGERS -> erase(table, 24, Long.BYTES);
                case HALF -> truncate(table, ManagerTable.BYTES / 2);
                case EMPTY -> truncate(table, 0);
                case REPLACED -> {
                    Path copy = Files.copy(table, table.resolveSibling("copy"));
                    Files.move(copy, table, StandardCopyOption.ATOMIC_MOVE);
                }
                case GONE -> Files.delete(table);
            }
        }
    }

    private static void erase(Path table, int at, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(bytes), at);
        }
    }

    private static void truncate(Path table, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    @Test
    void aTableDamagedUnderEverybodyIsMadeAnew() throws Exception {
        try (Children children = new Children(parent)) {
            Child manager = children.startManager();
            Child child = children.start(ChildProgram.class);
            Await.equal("current 4", child::current);
            for (Damage damage : Damage.values()) {
                int free = child.count("current no limit");
                damage.to(ManagerFolder.table(children.folder));
                manager.awaiting(damage.said);
                String said = manager.last("starts anew: ");
                assertTrue(said.contains(damage.said), damage.said);
                assertFalse(said.contains("restart"), said); // it has been done
                Await.equal(free + 1, () -> child.count("current no limit"));
                Await.equal("current 4", child::current);
                assertEquals(1, RunningManager.stateIn(children.folder).programs().size());
            }
            assertTrue(manager.process().isAlive());
            assertTrue(child.process().isAlive());
        }
    }

    @Test
    void aManagerThatEndsWhileItsTableIsTruncatedLeavesTheFolder() throws Exception {
        Path folder = parent.resolve("m");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                SteppingProgram program =
                        new SteppingProgram(folder, ProcessHandle.current().pid())) {
            program.takeUntil(Step.GRANTED);
            truncate(ManagerFolder.table(folder), 0);
            manager.stop();
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(List.of(ManagerFolder.lock(folder)), left.toList());
            }
        }
    }

    @Test
    void aSocketThatIsRemovedIsMadeAgain() throws Exception {
        Path folder = parent.resolve("m");
        Path socket = ManagerFolder.socket(folder);
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Files.delete(socket); // while nobody is connected
            Await.equal(true, () -> Files.exists(socket));
            try (ManagedProcessors first = manager.program("first", 4)) {
                Await.equal(4, first::current);
                Files.delete(socket);
                try (ManagedProcessors second = manager.program("second", 4)) {
                    Await.equal(2, second::current);
                    Await.equal(2, first::current);
                }
            }
            assertEquals(2, manager.log.stream().filter(l -> l.contains(" is gone")).count());
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void aTableThatIsRemovedWhileNobodyIsConnectedIsMadeAgain() throws Exception {
        Path folder = parent.resolve("m");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Files.delete(ManagerFolder.table(folder));
            Await.equal(true, () -> manager.logged(" is gone"));
            try (ManagedProcessors program = manager.program("program", 4)) {
                Await.equal(4, program::current);
            }
        }
    }

    @Test
    void aLockThatIsRemovedIsTakenAgain() throws Exception {
        Path folder = parent.resolve("m");
        Path lock = ManagerFolder.lock(folder);
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Files.delete(lock);
            Await.equal(true, () -> lock.toFile().length() > 0); // with the number of its process
            IOException refused =
                    assertThrows(
                            IOException.class,
                            () -> new RunningManager(folder, Policy.EQUIPARTITION));
            String process = "process " + ProcessHandle.current().pid();
            assertTrue(refused.getMessage().contains(process), refused.getMessage());
            assertTrue(manager.logged("locks anew"), manager.log.toString());
        }
    }

    @Test
    void whoseLockAnotherManagerTookLeavesTheFolderToIt() throws Exception {
        Path folder = parent.resolve("m");
        try (RunningManager first = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors program = first.program("program", 4)) {
            Await.equal(4, program::current);
            try (RunningManager second = startedWithoutLock(folder)) {
                Await.equal(true, () -> first.logged("a manager is at work in " + folder));
                first.stop();
                Await.equal(1, () -> second.state().programs().size());
                Await.equal(4, program::current);
                assertFalse(second.logged("anew"), second.log.toString());
            }
        }
    }

    /** One that starts before the other has taken its lock again. */
    private static RunningManager startedWithoutLock(Path folder) throws IOException {
        for (; ; ) {
            Files.deleteIfExists(ManagerFolder.lock(folder));
            try {
                return new RunningManager(folder, Policy.EQUIPARTITION);
            } catch (IOException tooLate) {
                assertTrue(tooLate.getMessage().contains("is at work"), tooLate.getMessage());
            }
        }
    }

    @Test
    void aFolderThatIsRemovedEndsTheManager() throws Exception {
        Path folder = parent.resolve("m");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Files.move(folder, parent.resolve("elsewhere")); // in one step
            Await.equal(true, () -> manager.logged("start another manager"));
        }
    }

    @Test
    void aFolderTooDeepForASocketIsNotMade() {
        Path top = parent.resolve("d".repeat(60));
        Path folder = top.resolve("d".repeat(60));
        IOException refused =
                assertThrows(
                        IOException.class, () -> new RunningManager(folder, Policy.EQUIPARTITION));
        assertTrue(refused.getMessage().contains("is too long a path for a socket"));
        assertFalse(Files.exists(top));
        String toWhoAsks =
                assertThrows(IOException.class, () -> ManagerQuery.ask(folder)).getMessage();
        assertEquals(refused.getMessage(), toWhoAsks);
    }

    @Test
    void whatCannotBeWrittenIsNamedWithWhyAndWhatToDo() throws Exception {
        for (String file : List.of("manager.lock", "manager.table", "manager.socket")) {
            Path folder = parent.resolve(file);
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
            Files.createDirectories(folder.resolve(file).resolve("something"));
            IOException refused =
                    assertThrows(
                            IOException.class, () -> new RunningManager(folder, Policy.DYNAMIC));
            assertTrue(
                    refused.getMessage().startsWith("cannot write " + folder.resolve(file) + " ("),
                    refused::getMessage);
            assertTrue(
                    refused.getMessage()
                            .endsWith(
                                    "): remove that folder, or set CLEAVE_MANAGER to another folder"),
                    refused::getMessage);
        }
    }

    @Test
    void whoCannotListenKeepsNothingOpen() throws Exception {
        Path folder = parent.resolve("m");
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
        Files.createDirectories(ManagerFolder.socket(folder).resolve("something"));
        int times = 50;
        long before = openFiles();
        for (int i = 0; i < times; i++) {
            assertThrows(IOException.class, () -> new RunningManager(folder, Policy.DYNAMIC));
        }
        long more = openFiles() - before; // a few, of classes that were loaded
        assertTrue(more < times, more + " more files are open");
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    @Test
    void roomHelpsWhereThereIsNoneOnly() {
        Path file = parent.resolve("manager.lock");
        assertEquals(
                "cannot write "
                        + file
                        + " (Read-only file system): set CLEAVE_MANAGER to another folder",
                FolderLock.unwritable(
                                file,
                                new FileSystemException(
                                        file.toString(), null, "Read-only file system"))
                        .getMessage());
        assertTrue(
                FolderLock.unwritable(file, new SocketException("No space left on device"))
                        .getMessage()
                        .contains(" (No space left on device): make room for "));
        assertTrue(
                FolderLock.unwritable(file, new IOException("Disk quota exceeded"))
                        .getMessage()
                        .contains(" (Disk quota exceeded): make room for "));
    }

    @Test
    void aFolderOpenToOthersIsUsedByNobody() throws Exception {
        Path folder = parent.resolve("m");
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        isUsedByNobodyUntil(
                folder,
                "is open to others (mode rwxrwxrwx",
                () -> Files.setPosixFilePermissions(folder, ManagerFolder.MODE));
    }

    @Test
    void aFolderOfAnotherUserIsUsedByNobody() throws Exception {
        assumeRoot();
        Path folder = parent.resolve("m");
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
        Files.setAttribute(folder, "unix:uid", STRANGER);
        isUsedByNobodyUntil(
                folder,
                "belongs to user " + STRANGER + ", this process to user 0",
                () -> Files.setAttribute(folder, "unix:uid", 0));
    }

    /** As when somebody opens the folder later. */
    @Test
    void whoIsAnotherUserAndGetsInIsRefused() throws Exception {
        assumeRoot();
        String name = Stranger.class.getName().replace('.', '/') + ".class";
        Path copy = parent.resolve(name); // one that may be read
        Files.createDirectories(copy.getParent());
        try (InputStream compiled = Stranger.class.getResourceAsStream("/" + name)) {
            Files.copy(compiled, copy);
        }
        Path folder = parent.resolve("m");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = manager.program("here", 4)) {
            Await.equal(4, here::current);
            Path socket = ManagerFolder.socket(folder);
            for (Path open : List.of(parent, folder, socket)) {
                Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            assertEquals("ended", strangersAnswer(socket));
            Files.setPosixFilePermissions(folder, ManagerFolder.MODE);
            Await.equal(true, () -> manager.logged("refused user "));
            assertEquals(1, manager.state().programs().size());
            assertEquals(4, here.current());
        }
    }

    private String strangersAnswer(Path socket) throws Exception {
        String user = Integer.toString(STRANGER);
        Process stranger;
        try {
            stranger =
                    new ProcessBuilder(
                                    "setpriv",
                                    "--reuid=" + user,
                                    "--regid=" + user,
                                    "--clear-groups",
                                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-cp",
                                    parent.toString(),
                                    Stranger.class.getName(),
                                    socket.toString())
                            .redirectErrorStream(true)
                            .directory(parent.toFile())
                            .start();
        } catch (IOException notThere) {
            return Assumptions.abort("setpriv (util-linux) is needed: " + notThere.getMessage());
        }
        String said = new String(stranger.getInputStream().readAllBytes()).strip();
        int status = stranger.waitFor();
        assumeTrue(status < NOT_EXECUTED, "other users may not use this JDK: " + said);
        return said;
    }

    private interface Remedy {
        void take() throws IOException;
    }

    private void isUsedByNobodyUntil(Path folder, String complaint, Remedy remedy)
            throws Exception {
        Files.createFile(ManagerFolder.socket(folder)); // or a program would not go and look
        try (Children children = new Children(parent)) {
            Child refused = children.start(ChildManager.class);
            Child program = children.start(ChildProgram.class);
            assertEquals(2, refused.process().waitFor());
            assertTrue(refused.last("cannot: ").contains(complaint), refused.last("cannot: "));
            program.awaiting(complaint);
            Await.equal("current no limit", program::current); // which another thread says
            remedy.take();
            children.startManager();
            Await.equal("current 4", program::current);
            assertEquals(1, program.count(complaint));
        }
    }

    @Test
    void aFullDiskIsSaidAndHurtsNobody() throws Exception {
        assumeRoot();
        Path folder = parent.resolve("m");
        Files.createDirectory(folder);
        Process mount =
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "mode=0700,size=64k", "none", "m")
                        .directory(parent.toFile())
                        .start();
        assumeTrue(mount.waitFor() == 0, "no file system can be mounted here");
        try (Children children = new Children(parent)) {
            saysThatTheDiskIsFull(children.start(ChildManager.class));
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(List.of(ManagerFolder.lock(folder)), left.toList());
            }

            resize(folder, "400k"); // not enough for a second table beside the first
            Child manager = children.startManager();
            Child program = children.start(ChildProgram.class);
            Await.equal("current 4", program::current);
            Damage.MAGIC.to(ManagerFolder.table(folder));
            saysThatTheDiskIsFull(manager);
            Await.equal("current no limit", program::current);

            resize(folder, "2m");
            children.startManager();
            Await.equal("current 4", program::current);
        } finally {
            Children.run("umount", "-l", folder.toString());
        }
    }

    private static void saysThatTheDiskIsFull(Child manager) throws InterruptedException {
        assertEquals(2, manager.process().waitFor());
        String said = manager.last("cannot: ");
        assertTrue(said.contains("(No space left on device)"), said);
        assertTrue(said.contains("make room for " + ManagerTable.BYTES + " bytes"), said);
    }

    private static void resize(Path folder, String size) throws Exception {
        Children.run("mount", "-o", "remount,size=" + size, folder.toString());
    }

    private static void assumeRoot() throws IOException {
        Path self = Path.of("/proc/self");
        assumeTrue(
                Files.exists(self) && Files.getAttribute(self, "unix:uid").equals(0),
                "only root can do this");
    }
}
