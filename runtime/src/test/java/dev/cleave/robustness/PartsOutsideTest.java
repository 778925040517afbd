package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code join} and {@code invokeAll} in a thread that is no worker. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartsOutsideTest {
    /** To hand short parts over would take many times as long as they do. */
    @Test
    void theCallerRunsPartsItself() {
        Cleave.Pair<Thread, Thread> both =
                Cleave.<Thread, Thread>join(Thread::currentThread, Thread::currentThread);
        assertSame(Thread.currentThread(), both.first());
        assertNotNull(both.second());
    }

    @Test
    void partsThatWaitForEachOtherAreUnderWayAtOnce() {
        CountDownLatch underWay = new CountDownLatch(2);
        Runnable part = () -> meet(underWay);
        Cleave.join(part, part);
    }

    /** The caller, and every worker there is. */
    @Test
    void asManyAsThereAreThreadsAreUnderWayAtOnce() {
        int threads = Math.min(2, ForkJoinPool.getCommonPoolParallelism()) + 1;
        CountDownLatch underWay = new CountDownLatch(threads);
        Runnable[] parts = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            parts[i] = () -> meet(underWay);
        }
        Cleave.invokeAll(parts);
    }

    /** Needs five threads, and has begun before there is a pool. */
    static final class First {
        private First() {}

        public static void main(String[] arguments) {
            CountDownLatch underWay = new CountDownLatch(5);
            Runnable part = () -> meet(underWay);
            Cleave.invokeAll(part, part, part, part, part);
        }
    }

    @Test
    void theSameGoesForTheFirstOfAProgram() throws Exception {
        for (int i = 0; i < 5; i++) {
            ChildJvm.run(First.class, "-Ddev.cleave.ForkJoinPool.common.parallelism=4");
        }
    }

    /** Its parts begin deeper than a stack trace reaches, and whoever asks for them takes them. */
    static final class FirstDeepBelow {
        private FirstDeepBelow() {}

        public static void main(String[] arguments) throws InterruptedException {
            Thread thread = new Thread(null, () -> descend(10_000), "deep", 64 << 20);
            thread.start();
            thread.join();
        }

        private static void descend(int frames) {
            if (frames > 0) {
                descend(frames - 1);
            } else {
                First.main(new String[0]);
            }
        }
    }

    @Test
    void theSameGoesForADeepStack() throws Exception {
        ChildJvm.run(
                FirstDeepBelow.class,
                "-Ddev.cleave.ForkJoinPool.common.parallelism=4",
                "-Ddev.cleave.lazy.patience=1000000000"); // so its owner does not answer
    }

    /** The last time it is known how long they took: next to nothing. */
    @Test
    void partsAreLongAfterShortOnes() {
        for (int i = 0; i <= 10_000; i++) {
            CountDownLatch underWay = new CountDownLatch(i < 10_000 ? 0 : 2);
            Runnable part = () -> meet(underWay);
            Cleave.join(part, part);
        }
    }

    private static void meet(CountDownLatch underWay) {
        underWay.countDown();
        Waiting.await(underWay);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 1_000, 100_000})
    void resultsAreInOrder(int count) {
        List<Supplier<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            parts.add(() -> number);
        }
        List<Integer> results = Cleave.invokeAll(parts);
        assertEquals(count, results.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, results.get(i));
        }
    }

    @Test
    void partsHaveParts() {
        assertEquals(6_765, fibonacci(20));
    }

    private static int fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        Cleave.Pair<Integer, Integer> both =
                Cleave.<Integer, Integer>join(() -> fibonacci(n - 1), () -> fibonacci(n - 2));
        return both.first() + both.second();
    }

    @Test
    void afterAFailureASecondPartThatHasNotBegunDoesNot() {
        AtomicBoolean ran = new AtomicBoolean();
        IllegalStateException failure = new IllegalStateException();
        Runnable fails =
                () -> {
                    throw failure;
                };
        whileNoWorkerIsIdle(
                () ->
                        assertSame(
                                failure,
                                assertThrows(
                                        IllegalStateException.class,
                                        () -> Cleave.join(fails, () -> ran.set(true)))));
        assertFalse(ran.get());
    }

    private static void whileNoWorkerIsIdle(Runnable action) {
        int workers = ForkJoinPool.getCommonPoolParallelism();
        CountDownLatch begun = new CountDownLatch(workers);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < workers; i++) {
            ForkJoinPool.commonPool()
                    .execute(
                            () -> {
                                begun.countDown();
                                Waiting.await(end);
                            });
        }
        Waiting.await(begun);
        try {
            action.run();
        } finally {
            end.countDown();
        }
    }

    @Test
    void aFailureWaitsForAPartThatHasBegun() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        IllegalStateException failure = new IllegalStateException();
        IllegalArgumentException another = new IllegalArgumentException();
        Runnable first =
                () -> {
                    Waiting.await(begun);
                    throw failure;
                };
        Runnable second =
                () -> {
                    begun.countDown();
                    ended.set(true);
                    throw another;
                };
        assertSame(
                failure,
                assertThrows(IllegalStateException.class, () -> Cleave.join(first, second)));
        assertTrue(ended.get());
        assertArrayEquals(new Throwable[] {another}, failure.getSuppressed());
    }

    @Test
    void whatAPartThrowsInAnotherThreadArrivesItself() {
        CountDownLatch begun = new CountDownLatch(1);
        IllegalStateException failure = new IllegalStateException();
        Runnable second =
                () -> {
                    begun.countDown();
                    throw failure;
                };
        assertSame(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> Cleave.join(() -> Waiting.await(begun), second)));
    }

    @Test
    void allPartsRunWhateverAnotherThrows() {
        AtomicInteger ran = new AtomicInteger();
        Runnable fails =
                () -> {
                    throw new IllegalStateException("part " + ran.getAndIncrement());
                };
        IllegalStateException first =
                assertThrows(
                        IllegalStateException.class,
                        () -> Cleave.invokeAll(fails, ran::incrementAndGet, fails));
        assertEquals(3, ran.get());
        assertEquals(1, first.getSuppressed().length);
    }

    /** Wherever the stack ends: with many threads, sometimes where parts have just overflowed. */
    @Test
    void partsThatRecurForEverOverflowAndLeaveTheThreadUsable() throws Exception {
        for (int i = 0; i < 100; i++) {
            FutureTask<Void> task =
                    new FutureTask<>(
                            () -> {
                                assertThrows(StackOverflowError.class, PartsOutsideTest::recurs);
                                partsThatWaitForEachOtherAreUnderWayAtOnce();
                                return null;
                            });
            new Thread(null, task, "", (512L + 64 * (i % 7)) << 10).start();
            task.get();
        }
    }

    private static void recurs() {
        Cleave.join(PartsOutsideTest::recurs, () -> {});
    }

    /** Its initialiser has parts, for which a worker would have to wait until it has ended. */
    private static final class Initialised {
        static final int SUM;

        static {
            Cleave.Pair<Integer, Integer> both =
                    Cleave.<Integer, Integer>join(Initialised::one, Initialised::one);
            SUM = both.first() + both.second();
        }

        private static int one() {
            return 1;
        }
    }

    @Test
    void aClassInitialiserMayHaveParts() {
        assertEquals(2, Initialised.SUM);
    }
}
