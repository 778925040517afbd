package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import dev.cleave.processors.linux.ProcessorSets;
import dev.cleave.processors.linux.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Programs whose limits this machine's kernel really changes; where it cannot, nothing is shown.
 */
class RealLimitsTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CPU = Path.of("/sys/fs/cgroup/cpu");

    private static int all() {
        return ProcessorSets.affinity(SmallFile.read(STATUS)).cardinality();
    }

    private static void assumeSeveralProcessors() {
        assumeTrue(
                all() > 1 && Runtime.getRuntime().availableProcessors() == all(),
                "two processors in this process's affinity mask are needed, and no quota");
    }

    /** A busy pool of no fixed size, whose parallelism is never asked to follow. */
    private static ForkJoinPool busyPool() {
        ForkJoinPool pool = new ForkJoinPool();
        Gate.occupy(pool, 1);
        Waiting.until(() -> pool.getParallelism() == all(), "all processors");
        return pool;
    }

    private static void untilParallelismIs(int n, ForkJoinPool pool) {
        Waiting.until(() -> pool.getParallelism() == n, "parallelism " + n);
    }

    /** Takes itself all processors but one, and gives them back. */
    public static final class Bind {
        private Bind() {}

        public static void main(String[] args) throws Exception {
            String key = "Cpus_allowed_list:\t";
            String status = SmallFile.read(STATUS);
            String list = status.substring(status.indexOf(key) + key.length()).split("\n")[0];
            int all = all();
            ForkJoinPool pool = busyPool();
            bind(list.split("[-,]")[0]);
            untilParallelismIs(1, pool);
            bind(list);
            untilParallelismIs(all, pool);
            System.out.println("followed");
            System.exit(0);
        }

        private static void bind(String processors) throws Exception {
            Process taskset =
                    new ProcessBuilder(
                                    "taskset",
                                    "-p",
                                    "-c",
                                    processors,
                                    Long.toString(ProcessHandle.current().pid()))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assertTrue(
                    taskset.waitFor(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS),
                    "taskset does not end");
            assertEquals(0, taskset.exitValue(), "taskset");
        }
    }

    @Test
    void aRunningPoolFollowsTaskset() throws Exception {
        assumeSeveralProcessors();
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/taskset"))
                        || Files.isExecutable(Path.of("/bin/taskset")),
                "taskset (util-linux) is needed");
        assertEquals(List.of("followed"), ChildJvm.run(Bind.class));
    }

    private static boolean isGone(Path group) {
        group.toFile().delete();
        return !Files.exists(group);
    }

    /** Goes into a group below one whose quota it then changes. */
    public static final class Limit {
        private Limit() {}

        public static void main(String[] args) throws Exception {
            Path parent = Path.of(System.getProperty("cleave.test.group"));
            int all = all();
            ForkJoinPool pool = busyPool();
            Files.writeString(parent.resolve("child/cgroup.procs"), "0");
            Files.writeString(parent.resolve("cpu.cfs_quota_us"), "50000");
            untilParallelismIs(1, pool);
            Files.writeString(parent.resolve("cpu.cfs_quota_us"), "-1");
            untilParallelismIs(all, pool);
            System.out.println("followed");
            System.exit(0);
        }
    }

    @Test
    void aRunningPoolFollowsAQuotaOfItsGroupsParent() throws Exception {
        assumeSeveralProcessors();
        Path parent = CPU.resolve("cleave-test-" + ProcessHandle.current().pid());
        Path child = parent.resolve("child");
        boolean may = false;
        try {
            Files.createDirectory(parent);
            Files.createDirectory(child);
            Files.writeString(parent.resolve("cpu.cfs_period_us"), "100000");
            may = Files.exists(parent.resolve("cpu.cfs_quota_us"));
        } catch (IOException refused) {
            // Not version 1, or not root: below.
        }
        try {
            assumeTrue(may, "a user who may make groups in " + CPU + " (version 1) is needed");
            assertEquals(
                    List.of("followed"),
                    ChildJvm.run(Limit.class, "-Dcleave.test.group=" + parent));
        } finally {
            // A program that was killed leaves its group a moment later.
            Waiting.until(() -> isGone(child) && isGone(parent), "the groups are removed");
        }
    }
}
