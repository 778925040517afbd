package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What control groups say of being frozen, below a root directory of our own. */
class FreezerTest {
    private static final String VERSION_1 = "sys/fs/cgroup/freezer/a/freezer.state";
    private static final String VERSION_2 = "sys/fs/cgroup/unified/b/cgroup.events";

    @TempDir Path root;

    @BeforeEach
    void aProcessIsInGroupsOfBothVersions() throws IOException {
        write(
                "proc/self/mountinfo",
                "36 35 0:30 / /sys/fs/cgroup/freezer rw - cgroup cgroup rw,freezer\n"
                        + "37 35 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        write("proc/42/cgroup", "4:freezer:/a\n0::/b\n");
        write(VERSION_1, "THAWED\n");
        write(VERSION_2, "populated 1\nfrozen 0\n");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    @Test
    void eitherVersionFreezes() throws IOException {
        try (Freezer freezer = new Freezer(root, 42)) {
            assertFalse(freezer.isFrozen());
            write(VERSION_1, "FREEZING\n");
            assertTrue(freezer.isFrozen());
            write(VERSION_1, "FROZEN\n");
            assertTrue(freezer.isFrozen());
            write(VERSION_1, "THAWED\n");
            assertFalse(freezer.isFrozen());
            write(VERSION_2, "populated 1\nfrozen 1\n");
            assertTrue(freezer.isFrozen());
        }
    }

    @Test
    void aProcessThatIsMovedFreezesWithItsNewGroup() throws IOException {
        try (Freezer freezer = new Freezer(root, 42)) {
            write("sys/fs/cgroup/freezer/c/freezer.state", "FROZEN\n");
            write("proc/42/cgroup", "4:freezer:/c\n0::/b\n");
            freezer.follow();
            assertTrue(freezer.isFrozen());
            write("proc/42/cgroup", "4:freezer:/\n0::/\n");
            freezer.follow();
            assertFalse(freezer.isFrozen());
        }
    }

    @Test
    void whatIsNotThereFreezesNothing() {
        try (Freezer freezer = new Freezer(root, 43)) {
            assertFalse(freezer.isFrozen());
        }
    }

    @Test
    void aFrozenProcessIsStopped() throws IOException {
        write("proc/self/stat", "");
        write("proc/42/task/42/stat", "42 (java) S" + " 1".repeat(50));
        try (ProcessFile file = ProcessFile.open(root, 42)) {
            assertEquals(Liveness.RUNNING, file.look());
            write(VERSION_1, "FROZEN\n");
            assertEquals(Liveness.STOPPED, file.look());
            write("proc/42/task/42/stat", "42 (java) Z" + " 1".repeat(50));
            assertEquals(Liveness.GONE, file.look());
        }
    }
}
