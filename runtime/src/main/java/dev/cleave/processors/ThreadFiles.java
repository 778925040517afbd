package dev.cleave.processors;

import dev.cleave.processors.linux.ProcessorSets;
import dev.cleave.processors.linux.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** What the kernel shows of this process's threads. Any thread; some ten microseconds a call. */
final class ThreadFiles {
    /** What is no thread's number. */
    static final int UNKNOWN = -1;

    private final Path proc;
    private final long process;

    /**
     * Of this process.
     *
     * @param proc the directory {@code /proc}
     * @param process the number that this process has for itself
     */
    ThreadFiles(Path proc, long process) {
        this.proc = proc;
        this.process = process;
    }

    /**
     * The calling thread's number. {@link #UNKNOWN} where the kernel does not show it, or shows
     * those of another process namespace: they would be strangers' here.
     */
    int caller() {
        try {
            // PROCESS/task/THREAD
            Path self = Files.readSymbolicLink(proc.resolve("thread-self"));
            if (SmallFile.number(self.getName(0).toString()) == process) {
                return (int) SmallFile.number(self.getFileName().toString());
            }
        } catch (IOException | UnsupportedOperationException notShown) {
            // Not Linux, or before 3.17.
        }
        return UNKNOWN;
    }

    /** The processors that the main thread may use, which stand for the program's. */
    BitSet allowed() {
        return allowed(proc.resolve("self/status"));
    }

    /** The processors that a thread may use; none if it has ended. */
    BitSet allowed(int thread) {
        return allowed(task(thread, "status"));
    }

    private static BitSet allowed(Path status) {
        return ProcessorSets.affinity(SmallFile.read(status));
    }

    /**
     * Nanoseconds for which a thread was on a processor; {@link #UNKNOWN} where the kernel does not
     * count them.
     */
    long runNanos(int thread) {
        String text = SmallFile.read(task(thread, "schedstat"));
        return text == null ? UNKNOWN : SmallFile.number(text.split(" ", 2)[0]);
    }

    /** The numbers of all threads. */
    Set<Integer> all() {
        Set<Integer> numbers = new HashSet<>();
        String[] names = proc.resolve("self/task").toFile().list();
        for (String name : names == null ? new String[0] : names) {
            numbers.add((int) SmallFile.number(name));
        }
        return numbers;
    }

    private Path task(int thread, String file) {
        return proc.resolve("self/task/" + thread + "/" + file);
    }
}
