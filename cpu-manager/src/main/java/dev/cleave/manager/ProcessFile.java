package dev.cleave.manager;

import dev.cleave.processors.linux.ProcessStat;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What the system says of one process, looked at again and again. Its file stays open: a look is
 * one call of the system, and the file never becomes that of another process with the same number.
 */
final class ProcessFile implements Closeable {
    /** More than Linux writes into {@code stat}. */
    private static final int BYTES = 2048;

    /** More than stands before the state: a number of ten digits, a name of 64 characters. */
    private static final int BYTES_TO_STATE = 128;

    private final long process;
    private final RandomAccessFile stat; // null without /proc
    private final byte[] beginning = new byte[BYTES_TO_STATE];
    private final long start;
    private final Freezer freezer;

    private ProcessFile(Path root, long process, RandomAccessFile stat) throws IOException {
        this.process = process;
        this.stat = stat;
        start = stat == null ? startOfHandle() : startIn(read(new byte[BYTES]));
        freezer = new Freezer(root, process);
    }

    /**
     * Opens the file of a process: that of its first thread, for which the kernel need not visit
     * all the others. State and start are those of the process.
     *
     * @throws NoSuchFileException if there is no such process
     * @throws IOException if its file cannot be opened for another reason
     */
    static ProcessFile open(long process) throws IOException {
        return open(Path.of("/"), process);
    }

    /** The same, below another root directory. */
    static ProcessFile open(Path root, long process) throws IOException {
        Path proc = root.resolve("proc");
        if (!Files.exists(proc.resolve("self/stat"))) {
            return new ProcessFile(root, process, null);
        }
        String number = Long.toString(process);
        Path file = proc.resolve(Path.of(number, "task", number, "stat"));
        RandomAccessFile stat;
        try {
            stat = new RandomAccessFile(file.toFile(), "r");
        } catch (FileNotFoundException unreadable) { // for whatever reason
            throw Files.exists(file) ? unreadable : new NoSuchFileException(file.toString());
        }
        try {
            return new ProcessFile(root, process, stat);
        } catch (IOException gone) {
            stat.close();
            throw gone;
        }
    }

    /** When the process started, in units of the system's own. */
    long start() {
        return start;
    }

    /** Finds the process's control group again, if it has been moved to another. */
    void follow() {
        freezer.follow();
    }

    /** Looks at the process. */
    Liveness look() {
        if (stat == null) {
            return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isPresent()
                            && startOfHandle() == start
                    ? Liveness.RUNNING
                    : Liveness.GONE;
        }
        try {
            Liveness liveness = Liveness.of(read(beginning));
            return liveness == Liveness.RUNNING && freezer.isFrozen() ? Liveness.STOPPED : liveness;
        } catch (IOException gone) {
            return Liveness.GONE;
        }
    }

    /** Of what reads a file, this is the least for a virtual machine that interprets it. */
    private String read(byte[] bytes) throws IOException {
        stat.seek(0);
        int length = Math.max(0, stat.read(bytes));
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static long startIn(String stat) throws IOException {
        long start = ProcessStat.start(stat);
        if (start < 0) {
            throw new IOException("its stat file breaks off: " + stat);
        }
        return start;
    }

    private long startOfHandle() {
        return ProcessHandle.of(process)
                .flatMap(it -> it.info().startInstant())
                .map(Instant::toEpochMilli)
                .orElse(0L);
    }

    @Override
    public void close() throws IOException {
        freezer.close();
        if (stat != null) {
            stat.close();
        }
    }
}
