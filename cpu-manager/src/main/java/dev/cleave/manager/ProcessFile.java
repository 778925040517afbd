package dev.cleave.manager;

import dev.cleave.manager.Liveness.State;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What the system says of one process, looked at again and again. Its file stays open: a look is
 * one call of the system, and the file never becomes that of another process with the same number.
 */
final class ProcessFile implements Closeable {
    /** More than Linux writes into {@code /proc/PID/stat}. */
    private static final int BYTES = 2048;

    private final long process;
    private final FileChannel stat; // null without /proc
    private final ByteBuffer read = ByteBuffer.allocateDirect(BYTES);

    private ProcessFile(long process, FileChannel stat) {
        this.process = process;
        this.stat = stat;
    }

    /**
     * Opens the file of a process.
     *
     * @throws IOException if there is no such process
     */
    static ProcessFile open(long process) throws IOException {
        return new ProcessFile(
                process,
                Files.exists(Path.of("/proc/self/stat"))
                        ? FileChannel.open(Path.of("/proc", Long.toString(process), "stat"))
                        : null);
    }

    /** Looks at the process. */
    Liveness look() {
        if (stat == null) {
            return ProcessHandle.of(process)
                    .filter(ProcessHandle::isAlive)
                    .map(it -> new Liveness(State.RUNNING, start(it)))
                    .orElse(Liveness.DEAD);
        }
        try {
            read.clear();
            stat.read(read, 0);
            return Liveness.parse(StandardCharsets.ISO_8859_1.decode(read.flip()).toString());
        } catch (IOException gone) {
            return Liveness.DEAD;
        }
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    @Override
    public void close() throws IOException {
        if (stat != null) {
            stat.close();
        }
    }
}
