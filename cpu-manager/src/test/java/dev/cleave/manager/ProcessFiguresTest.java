package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Linux counts for a process, below a root directory of our own. */
class ProcessFiguresTest {
    @TempDir Path root;

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    @Test
    void migrationsAreThoseOfAllThreads() throws IOException {
        write("proc/42/task/42/sched", "se.nr_migrations    :      3\nnr_switches :  9\n");
        write("proc/42/task/43/sched", "se.nr_migrations    :     40\n");
        assertEquals(new ProcessFigures(43L, null), ProcessFigures.of(root, 42));
    }

    /** A container's: the kernel shows the host's path, and the group at the mount point. */
    @Test
    void theGroupIsWhereItIsMounted() throws IOException {
        write(
                "proc/self/mountinfo",
                "36 35 0:30 /docker/x /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
                        + "37 35 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        write("proc/42/cgroup", "4:cpu,cpuacct:/docker/x/y\n0::/z\n");
        write("sys/fs/cgroup/unified/z/cpu.stat", "usage_usec 5\n");
        write("sys/fs/cgroup/cpu,cpuacct/y/cpu.stat", "nr_periods 9\nnr_throttled 7\n");
        assertEquals(new ProcessFigures(null, 7L), ProcessFigures.of(root, 42));
        write("sys/fs/cgroup/unified/z/cpu.stat", "nr_throttled 6\n");
        assertEquals(new ProcessFigures(null, 6L), ProcessFigures.of(root, 42));
    }

    @Test
    void aProcessThatIsGoneHasNone() {
        assertEquals(new ProcessFigures(null, null), ProcessFigures.of(root, 42));
    }
}
