package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ParallelRegion;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import dev.cleave.lazy.FutureStack;
import dev.cleave.processors.manager.ManagerFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dialogue with the system, in programs of their own: what they are told is read once. */
class CpuManagerTest {
    private static final String PREFIX = "-Ddev.cleave.processors.";

    @TempDir Path directory;

    /** In a program that was told so: with four processors. */
    private static FakeRoot inPlaceOfTheRoot() {
        return new FakeRoot(Path.of(System.getProperty("dev.cleave.processors.root")), 4);
    }

    @Test
    void aRequestForNothingIsRefused() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> CpuManager.cpusRequest(0))
                        .getMessage();
        assertTrue(message.startsWith("0 processors: at least 1"), message);
    }

    /** Asks, is told, and requests, with a pool of no fixed size beside. */
    public static final class Dialogue {
        private Dialogue() {}

        public static void main(String[] args) {
            FakeRoot root = inPlaceOfTheRoot();
            System.out.println("first " + CpuManager.cpusCurrent());
            root.affinity(3);
            Waiting.until(() -> CpuManager.cpusCurrent() == 3, "the new mask is told");
            ForkJoinPool pool = new ForkJoinPool();
            System.out.println(
                    "pools "
                            + pool.getParallelism()
                            + " "
                            + ForkJoinPool.getCommonPoolParallelism());
            Gate gate = Gate.occupy(pool, 1).get(0);
            Gate common = Gate.occupy(ForkJoinPool.commonPool(), 1).get(0);
            CpuManager.cpusRequest(2);
            System.out.println("requested " + CpuManager.cpusCurrent());
            untilBothHave(2, pool);
            CpuManager.cpusRequest(100);
            System.out.println("granted " + CpuManager.cpusCurrent());
            untilBothHave(3, pool);
            root.affinity(1);
            untilBothHave(1, pool);
            gate.open();
            common.open();
            System.out.println("works " + pool.invoke(new Fib(10)));
        }

        private static void untilBothHave(int n, ForkJoinPool pool) {
            Waiting.until(() -> pool.getParallelism() == n, "the pool has " + n);
            Waiting.until(
                    () -> ForkJoinPool.commonPool().getParallelism() == n,
                    "the common pool has " + n);
        }
    }

    @Test
    void aProgramAsksAndIsTold() throws Exception {
        new FakeRoot(directory, 4);
        assertEquals(
                List.of("first 4", "pools 3 3", "requested 2", "granted 3", "works 55"),
                ChildJvm.run(Dialogue.class, PREFIX + "root=" + directory));
    }

    /**
     * Has nothing but a region, or woven code, in its main thread, on one processor; then on more.
     */
    public static final class Alone {
        private Alone() {}

        public static void main(String[] args) {
            FakeRoot root = inPlaceOfTheRoot().affinity(1);
            ForkJoinPool pool = ForkJoinPool.commonPool();
            System.out.println("first " + pool.getParallelism() + " " + tries());
            root.affinity(4);
            Waiting.until(() -> tries() && pool.getParallelism() == 4, "the others are used");
            System.out.println("then " + pool.getParallelism());
        }

        /** Whether it is, or would be, shared with others. */
        private static boolean tries() {
            if (Boolean.getBoolean("woven")) {
                FutureStack stack = FutureStack.current();
                return stack != null;
            }
            boolean[] shared = {false};
            ParallelRegion.run(
                    region -> {
                        if (region.threadNumber() == 0) {
                            shared[0] = region.numberOfThreads() > 1;
                        }
                    });
            return shared[0];
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPoolOfOneProcessorThatOnlyItsCallerUsesLearnsOfMore(boolean woven) throws Exception {
        new FakeRoot(directory, 1);
        assertEquals(
                List.of("first 1 false", "then 4"),
                ChildJvm.run(Alone.class, PREFIX + "root=" + directory, "-Dwoven=" + woven));
    }

    /** Prints what it has, and who watches. */
    public static final class Describe {
        private Describe() {}

        public static void main(String[] args) {
            describe(new ForkJoinPool());
            System.out.println("current " + CpuManager.cpusCurrent());
        }

        static void describe(ForkJoinPool pool) {
            System.out.println("pool " + pool.getParallelism());
            pool.invoke(new Fib(10));
            System.out.println(
                    "watched "
                            + Thread.getAllStackTraces().keySet().stream()
                                    .anyMatch(t -> t.getName().equals("cleave-processor-watch")));
        }
    }

    @Test
    void quotasAreRoundedAsTheUserSays() throws Exception {
        new FakeRoot(directory, 4).inV2("/a").quotaV2("/a", 250);
        String root = PREFIX + "root=" + directory;
        List<String> up = List.of("pool 3", "watched true", "current 3");
        assertEquals(up, ChildJvm.run(Describe.class, root));
        assertEquals(
                List.of("pool 2", "watched true", "current 2"),
                ChildJvm.run(Describe.class, root, PREFIX + "rounding=floor"));
        List<String> lines = ChildJvm.run(Describe.class, root, PREFIX + "rounding=up");
        assertTrue(lines.containsAll(up), lines::toString);
        assertTrue(
                lines.stream().anyMatch(l -> l.contains("rounding=up is ignored: floor, round or")),
                lines::toString);
    }

    @Test
    void nothingIsWatchedIfTheUserSaysSo() throws Exception {
        new FakeRoot(directory, 4).inV2("/a").quotaV2("/a", 250);
        int all = Runtime.getRuntime().availableProcessors();
        assertEquals(
                List.of("pool " + all, "watched false", "current " + all),
                ChildJvm.run(Describe.class, PREFIX + "root=" + directory, PREFIX + "watch=false"));
    }

    @Test
    void aPoolOfFixedSizeIsWatchedForWorkersThatWaitSilently() throws Exception {
        assertEquals(List.of("pool 2", "watched true"), ChildJvm.run(Fixed.class));
        assertEquals(
                List.of("pool 2", "watched false"),
                ChildJvm.run(Fixed.class, PREFIX + "watch=false"));
    }

    @Test
    void aSourceThatAPoolIsGivenIsFollowedAllTheSame() throws Exception {
        assertEquals(
                List.of("pool 3", "follows 1"),
                ChildJvm.run(OwnSource.class, PREFIX + "watch=false"));
    }

    /** A pool with a source of its own, which grants less while the pool computes. */
    public static final class OwnSource {
        private static volatile int granted = 3;

        private OwnSource() {}

        public static void main(String[] args) {
            ForkJoinPool pool = ForkJoinPool.builder().workers(3).processors(() -> granted).build();
            System.out.println("pool " + pool.getParallelism());
            Gate gate = Gate.occupy(pool, 1).get(0);
            granted = 1;
            Waiting.until(() -> pool.getParallelism() == 1, "the pool follows");
            System.out.println("follows " + pool.getParallelism());
            gate.open();
        }
    }

    /** A pool of two. */
    public static final class Fixed {
        private Fixed() {}

        public static void main(String[] args) {
            Describe.describe(new ForkJoinPool(2));
        }
    }

    @Test
    void whatTheVirtualMachineIsToldCounts() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        assertEquals(
                List.of("pool " + (all + 5), "watched true", "current " + (all + 5)),
                ChildJvm.run(Describe.class, "-XX:ActiveProcessorCount=" + (all + 5)));
        assertEquals(
                List.of("pool 1", "watched true", "current 1"),
                ChildJvm.run(Describe.class, "-XX:ActiveProcessorCount=1"));
    }

    /** Under a manager, may use more processors than when it started, then fewer. */
    public static final class Managed {
        private Managed() {}

        public static void main(String[] args) throws Exception {
            FakeRoot root = inPlaceOfTheRoot().affinity(1);
            Path folder = ManagerFolder.path();
            try (ScriptedManager manager = new ScriptedManager(folder)) {
                CpuManager.cpusCurrent();
                manager.awaitOwner();
                root.affinity(3);
                untilRequested(3, manager);
                root.affinity(2);
                untilRequested(2, manager);
                CpuManager.cpusRequest(1);
                untilRequested(1, manager);
                CpuManager.cpusRequest(9);
                untilRequested(2, manager);
            } finally {
                Files.delete(ManagerFolder.table(folder));
                Files.delete(ManagerFolder.socket(folder));
                Files.delete(folder);
            }
            System.out.println("asked");
        }

        private static void untilRequested(int n, ScriptedManager manager) {
            Waiting.until(
                    () -> CpuManager.cpusCurrent() > 0 && manager.requested() == n,
                    "the manager is asked for " + n);
        }
    }

    @Test
    void aManagerIsAskedForWhatTheProgramMayUseNow() throws Exception {
        new FakeRoot(directory, 4);
        assertEquals(List.of("asked"), ChildJvm.run(Managed.class, PREFIX + "root=" + directory));
    }

    // ---- java.util.concurrent's common pool

    /** Lets the other common pool follow. */
    public static final class Steer {
        private Steer() {}

        public static void main(String[] args) {
            FakeRoot root = inPlaceOfTheRoot();
            boolean steered = CpuManager.steerCommonPool();
            System.out.println("steered " + steered + " " + CpuManager.steerCommonPool());
            if (steered) {
                System.out.println(
                        "at first " + java.util.concurrent.ForkJoinPool.getCommonPoolParallelism());
                root.affinity(8);
                Waiting.until(
                        () -> java.util.concurrent.ForkJoinPool.getCommonPoolParallelism() == 7,
                        "the common pool has grown");
                root.affinity(1);
                Waiting.until(
                        () -> java.util.concurrent.ForkJoinPool.getCommonPoolParallelism() == 1,
                        "the common pool has shrunk");
                System.out.println(
                        "sum " + java.util.stream.IntStream.range(0, 100).parallel().sum());
            }
        }
    }

    @Test
    void parallelStreamsFollowWhereTheJdkCan() throws Exception {
        new FakeRoot(directory, 4);
        List<String> lines = ChildJvm.run(Steer.class, PREFIX + "root=" + directory);
        if (Runtime.version().feature() >= 19) {
            assertEquals(List.of("steered true true", "at first 3", "sum 4950"), lines);
        } else {
            assertTrue(lines.contains("steered false false"), lines::toString);
            assertEquals(1, warnings(lines, "JDK 19 or later is needed"), lines::toString);
        }
    }

    @Test
    void aCommonPoolWhoseSizeIsSetIsLeftAlone() throws Exception {
        new FakeRoot(directory, 4);
        List<String> lines =
                ChildJvm.run(
                        Steer.class,
                        PREFIX + "root=" + directory,
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");
        assertTrue(lines.contains("steered false false"), lines::toString);
        assertEquals(1, warnings(lines, "common pool does not follow"), lines::toString);
    }

    private static long warnings(List<String> lines, String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }
}
