package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Waiting;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first parallel calls of a program, which find no common pool. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommonPoolStartTest {
    private static final String COMMON = "-Ddev.cleave.ForkJoinPool.common.";

    @TempDir private Path folder;

    private static List<String> run(Class<?> main, Class<?> factory) throws Exception {
        return ChildJvm.run(
                main, COMMON + "parallelism=2", COMMON + "threadFactory=" + factory.getName());
    }

    /** Makes workers. */
    abstract static class Factory implements ForkJoinWorkerThreadFactory {
        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        }
    }

    /** Runs so many iterations, as a woven loop would; the threads that have. */
    private static Set<Thread> loop(long iterations, Runnable body) {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try {
            ParallelLoop.run(
                    iterations,
                    (from, to, partial) -> {
                        threads.add(Thread.currentThread());
                        for (long i = from; i < to; i++) {
                            body.run();
                        }
                    },
                    ParallelLoop.stack(),
                    new LoopSite(new Reduction[0], "here"));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return threads;
    }

    /** Is not made, and so the pool is not, before the program allows it. */
    public static final class Late extends Factory {
        private static final CountDownLatch MAY = new CountDownLatch(1);

        /** As the pool is made. */
        public Late() {
            Waiting.await(MAY);
        }
    }

    /** A call that is over before there is a pool, and one that is under way as it comes. */
    static final class Early {
        private Early() {}

        public static void main(String[] arguments) {
            assertEquals(Set.of(Thread.currentThread()), loop(1000, () -> {}));
            System.out.println("over");
            Thread main = Thread.currentThread();
            AtomicBoolean stolen = new AtomicBoolean();
            loop(
                    1L << 40,
                    () -> {
                        Late.MAY.countDown();
                        if (Thread.currentThread() != main) {
                            stolen.set(true);
                        }
                        if (stolen.get()) {
                            System.out.println("stolen");
                            System.exit(0);
                        }
                    });
        }
    }

    @Test
    void theFirstCallDoesNotWaitForThePoolAndIsSharedOnceItIsThere() throws Exception {
        List<String> lines = run(Early.class, Late.class);
        assertEquals("over", lines.get(0));
        assertEquals("stolen", lines.get(1));
    }

    /** Initialises a class that the program may be just about to initialise. */
    public static final class Demanding extends Factory {
        /** As the pool is made. */
        public Demanding() {
            System.out.println(Initialised.SUM);
        }
    }

    /** Needs a pool to be initialised. */
    static final class Initialised {
        static final int SUM = loop(1000, () -> {}).size();

        static {
            System.out.println(ForkJoinPool.commonPool().getParallelism());
        }

        private Initialised() {}
    }

    /** Initialises that class. */
    static final class Initialising {
        private Initialising() {}

        public static void main(String[] arguments) {
            System.out.println(Initialised.SUM);
        }
    }

    @Test
    void aClassInitialiserMakesThePoolItself() throws Exception {
        assertEquals(List.of("0", "2", "1"), run(Initialising.class, Demanding.class));
    }

    /** Makes one call. */
    static final class Short {
        private Short() {}

        public static void main(String[] arguments) {
            loop(1, () -> {});
        }
    }

    /** Two parts that wait for each other, on one processor; the pool comes meanwhile. */
    static final class Meeting {
        private Meeting() {}

        public static void main(String[] arguments) throws Throwable {
            CountDownLatch underWay = new CountDownLatch(2);
            Parts.run(
                    2,
                    i -> {
                        Late.MAY.countDown();
                        underWay.countDown();
                        Waiting.await(underWay);
                        return null;
                    },
                    underWay);
        }
    }

    @Test
    void partsThatWaitForEachOtherAreSeenByThePoolOfOneThatComesLater() throws Exception {
        ChildJvm.run(
                Meeting.class,
                COMMON + "parallelism=1",
                COMMON + "threadFactory=" + Late.class.getName());
    }

    @Test
    void whoRecordsGetsAPool() throws Exception {
        Path recording = folder.resolve("short.jfr");
        ChildJvm.run(
                Short.class,
                COMMON + "parallelism=2",
                "-XX:StartFlightRecording:filename=" + recording);
        assertTrue(
                RecordingFile.readAllEvents(recording).stream()
                        .anyMatch(
                                e ->
                                        e.getEventType()
                                                .getName()
                                                .equals("dev.cleave.PoolStatistics")));
    }

    @Test
    void whoAsksWhatThePoolDidGetsOne() throws Exception {
        List<String> lines =
                ChildJvm.run(Short.class, COMMON + "parallelism=2", "-Ddev.cleave.stats=true");
        assertTrue(lines.toString().contains("Cleave-common"), lines.toString());
    }
}
