package dev.cleave.manager;

import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The lock on a file of the manager's folder: whoever has it is the one manager there, and the file
 * names its process. The system lets go of it when the process ends, in whichever way. For one
 * thread.
 */
final class FolderLock implements Closeable {
    private final Path file;
    private FileLock lock;

    /** Which file is locked; null where the system does not tell. */
    private Object locked;

    private boolean takenByAnother;

    private FolderLock(Path file) throws IOException {
        this.file = file;
        lock();
    }

    /**
     * Takes the lock. Does not wait.
     *
     * @throws IOException if another manager has it, or the file cannot be written; the message
     *     says what to do
     */
    static FolderLock take(Path folder) throws IOException {
        return new FolderLock(ManagerFolder.lock(folder));
    }

    private void lock() throws IOException {
        FileLock taken = lock(file);
        try {
            locked = key(file);
        } catch (IOException e) {
            taken.acquiredBy().close();
            throw e;
        }
        lock = taken;
    }

    private static FileLock lock(Path file) throws IOException {
        FileChannel channel;
        try {
            channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException inThisVirtualMachine) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            String process = Files.readString(file).strip();
            throw new IOException(
                    String.format(
                            "a manager is at work in %s already (%s): stop that one, or set"
                                    + " %s to another folder",
                            file.getParent(),
                            process.isEmpty() ? "it has just started" : "process " + process,
                            ManagerFolder.VARIABLE));
        }
        byte[] own = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        try {
            channel.truncate(0).write(ByteBuffer.wrap(own));
        } catch (IOException e) {
            channel.close();
            throw unwritable(file, e);
        }
        return lock;
    }

    /** What tells a file from one that replaces it; null if there is none. */
    private static Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    /** Whether the file that is locked is no longer there: another manager could lock a new one. */
    boolean isLost() throws IOException {
        return locked != null && !locked.equals(key(file));
    }

    /**
     * Takes the lock on the file that is there now, which is made if there is none.
     *
     * @throws IOException if another manager has it, as {@link #isTakenByAnother} says from then
     *     on, or the file cannot be written
     */
    void retake() throws IOException {
        FileLock lost = lock;
        try {
            lock();
        } catch (IOException e) {
            takenByAnother = true;
            throw new IOException(file + " was removed: " + e.getMessage(), e);
        }
        lost.acquiredBy().close();
    }

    /** Whether another manager has taken the folder: what stands in it is that one's. */
    boolean isTakenByAnother() {
        return takenByAnother;
    }

    /** Lets go of the lock: a successor may take the folder from here on. */
    @Override
    public void close() throws IOException {
        lock.acquiredBy().close();
    }

    /** Why a file of the folder cannot be written, and what to do. */
    static IOException unwritable(Path file, IOException why) {
        String reason = reason(why);
        String remedy = "";
        if (Files.isDirectory(file)) {
            remedy = "remove that folder, or ";
        } else if (why instanceof AccessDeniedException) {
            remedy = "let yourself write there, or ";
        } else if (reason.contains("space") || reason.contains("quota")) {
            remedy = "make room for " + ManagerTable.BYTES + " bytes there, or ";
        }
        return new IOException(
                String.format(
                        "cannot write %s (%s): %sset %s to another folder",
                        file, reason, remedy, ManagerFolder.VARIABLE),
                why);
    }

    /** Without the file, which many an exception names alone. */
    static String reason(IOException why) {
        if (why instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (why instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (why instanceof DirectoryNotEmptyException) {
            return "a folder stands there";
        }
        if (why instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        boolean says = why.getClass() == IOException.class || why instanceof SocketException;
        return says && why.getMessage() != null ? why.getMessage() : why.toString();
    }
}
