package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A task without stack or heap fails; its joiner is told, and the pool goes on. */
class ResourceErrorsTest {

    /**
     * Forks and joins itself until the stack is full, in whatever frame that is. If that is between
     * the fork and the join, the forked task goes on, on a fresh stack: until it is told to end.
     */
    private static final class Forks extends RecursiveTask<Integer> {
        private final AtomicBoolean ended;

        Forks(AtomicBoolean ended) {
            this.ended = ended;
        }

        @Override
        protected Integer compute() {
            if (ended.get()) return 0;
            Forks next = new Forks(ended);
            next.fork();
            return next.join() + 1;
        }
    }

    private static final class Invokes extends RecursiveAction {
        private final AtomicBoolean ended;

        Invokes(AtomicBoolean ended) {
            this.ended = ended;
        }

        @Override
        protected void compute() {
            if (!ended.get()) invokeAll(new Invokes(ended), new Invokes(ended));
        }
    }

    private static final class Spawns extends SyncTask {
        private final AtomicBoolean ended;

        Spawns(AtomicBoolean ended) {
            this.ended = ended;
        }

        @Override
        protected void compute() {
            if (ended.get()) return;
            spawn(new Spawns(ended));
            sync();
        }
    }

    private static final class Completes extends CountedCompleter<Void> {
        private final AtomicBoolean ended;

        Completes(CountedCompleter<?> completer, AtomicBoolean ended) {
            super(completer, 1);
            this.ended = ended;
        }

        @Override
        public void compute() {
            if (!ended.get()) new Completes(this, ended).fork().quietlyJoin();
            quietlyComplete(); // in vain if the other has failed
        }
    }

    private static final class Recursion extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return descend(0);
        }

        private static int descend(int depth) {
            return descend(depth + 1) + depth;
        }
    }

    private static final class Greed extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return new long[Integer.MAX_VALUE].length + new long[Integer.MAX_VALUE].length;
        }
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideForksAndJoinsIsReported(Scheduling scheduling) throws Exception {
        assertOverflowIsReported(scheduling, 2, 3, Forks::new);
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideInvokeAllIsReported(Scheduling scheduling) throws Exception {
        assertOverflowIsReported(scheduling, 1, 3, Invokes::new);
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideSyncIsReported(Scheduling scheduling) throws Exception {
        assertOverflowIsReported(scheduling, 1, 3, Spawns::new);
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideCompletersIsReported(Scheduling scheduling) throws Exception {
        // One in forty overflows on its way to the root, when it has told some completers.
        assertOverflowIsReported(scheduling, 1, 40, ended -> new Completes(null, ended));
    }

    private static void assertOverflowIsReported(
            Scheduling scheduling,
            int workers,
            int times,
            Function<AtomicBoolean, ForkJoinTask<?>> endless)
            throws Exception {
        Pools.outside(
                scheduling,
                workers,
                pool -> {
                    for (int i = 0; i < times; i++) {
                        AtomicBoolean ended = new AtomicBoolean();
                        assertThrows(
                                StackOverflowError.class,
                                () -> pool.invoke(endless.apply(ended)),
                                scheduling + ", run " + i);
                        ended.set(true);
                        Pools.assertUsable(pool);
                    }
                });
    }

    /** An initializer that overflows leaves its class unusable: none may be left for then. */
    public static final class FirstFailureIsAnOverflow {
        public static void main(String... args) {
            ForkJoinPool overflown = new ForkJoinPool(1);
            Spawns endless = new Spawns(new AtomicBoolean());
            assertThrows(StackOverflowError.class, () -> overflown.invoke(endless));
            overflown.shutdownNow();
            try (ForkJoinPool pool = new ForkJoinPool(2)) {
                assertThrows(OutOfMemoryError.class, () -> pool.invoke(new Greed()));
                Pools.assertUsable(pool);
            }
            System.out.println("usable");
        }
    }

    @Test
    void theFirstFailureOfAProgramMayBeAnOverflow() throws Exception {
        for (String mode : List.of("-Xmixed", "-Xint")) {
            assertEquals(
                    List.of("usable"), ChildJvm.run(FirstFailureIsAnOverflow.class, mode), mode);
        }
    }

    /**
     * Forks until the heap is full, and fails. Nothing of what it forks is done before that, or a
     * thief would make room for ever.
     */
    private static final class FillsTheHeap extends RecursiveAction {
        static final AtomicInteger RUN = new AtomicInteger();
        static volatile int forked;
        static volatile boolean hasFailed;

        @Override
        protected void compute() {
            try {
                for (int n = 1; ; n++) {
                    new RecursiveAction() {
                        @Override
                        protected void compute() {
                            while (!hasFailed) Thread.onSpinWait();
                            RUN.incrementAndGet();
                        }
                    }.fork();
                    forked = n;
                }
            } finally {
                hasFailed = true;
            }
        }
    }

    /** Ends when all has been run that was forked. */
    public static final class LeavesAFullHeap {
        public static void main(String... args) throws InterruptedException {
            ForkJoinPool pool =
                    ForkJoinPool.builder()
                            .workers(Integer.getInteger("workers"))
                            .scheduling(Scheduling.valueOf(System.getProperty("scheduling")))
                            .build();
            Pools.assertUsable(pool);
            FillsTheHeap task = new FillsTheHeap();
            pool.execute(task);
            for (boolean told = false; !told; ) {
                try {
                    Thread.sleep(10);
                    if (task.isDone() && FillsTheHeap.RUN.get() >= FillsTheHeap.forked) {
                        Pools.assertUsable(pool);
                        System.out.println("usable");
                        told = true;
                    }
                } catch (OutOfMemoryError full) {
                    // Others have the heap; they are about to run what it is full of.
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void aFullHeapLosesNoTask(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= 2; workers++) {
            List<String> printed =
                    ChildJvm.run(
                            LeavesAFullHeap.class,
                            "-Xmx16m",
                            "-XX:+UseSerialGC",
                            "-Dworkers=" + workers,
                            "-Dscheduling=" + scheduling);
            assertTrue(printed.contains("usable"), () -> String.join("\n", printed));
        }
    }

    /** A task that fails when there is no heap left to say so, and those that wait for it. */
    public static final class FailsInAFullHeap {
        private static volatile Object heap;

        private static void fill() {
            for (int size = 1 << 20; ; size /= 2) {
                try {
                    while (true) heap = new Object[] {heap, new byte[size]};
                } catch (OutOfMemoryError full) {
                    if (size == 0) throw full;
                }
            }
        }

        private static final class Filling extends RecursiveAction {
            @Override
            protected void compute() {
                fill();
            }
        }

        private static final class Forking extends RecursiveAction {
            @Override
            protected void compute() {
                Filling child = new Filling();
                child.fork();
                child.join();
            }
        }

        private static final class Spawning extends SyncTask {
            private final boolean isParent;

            Spawning(boolean isParent) {
                this.isParent = isParent;
            }

            @Override
            protected void compute() {
                if (!isParent) fill();
                spawn(new Spawning(false));
                sync();
            }
        }

        private static final class Completing extends CountedCompleter<Void> {
            Completing(CountedCompleter<?> completer) {
                super(completer, 1);
            }

            @Override
            public void compute() {
                if (getCompleter() != null) fill();
                new Completing(this).fork();
                tryComplete();
            }
        }

        public static void main(String... args) {
            ForkJoinPool pool = new ForkJoinPool(2);
            Pools.assertUsable(pool);
            List<ForkJoinTask<?>> tasks =
                    List.of(new Forking(), new Spawning(true), new Completing(null));
            for (ForkJoinTask<?> task : tasks) {
                pool.execute(task);
                while (!task.isDone()) Thread.onSpinWait();
                heap = null;
                Pools.assertUsable(pool);
                System.out.println(task.isCompletedAbnormally());
            }
        }
    }

    @Test
    void whoWaitsForATaskThatFailsInAFullHeapIsTold() throws Exception {
        assertEquals(
                List.of("true", "true", "true"),
                ChildJvm.run(FailsInAFullHeap.class, "-Xmx16m", "-XX:+UseSerialGC"));
    }

    @OnEveryScheduling
    void whoeverWaitsForATaskThatOverflowedDeepDownIsWoken(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    AtomicReference<Background<?>> waiter = new AtomicReference<>();
                    pool.invoke(
                            new RecursiveAction() {
                                @Override
                                protected void compute() {
                                    Recursion child = new Recursion();
                                    waiter.set(Background.run(child::quietlyJoin));
                                    child.fork();
                                    // This task survives: it is not what ends that wakes the
                                    // waiter.
                                    assertThrows(StackOverflowError.class, child::join);
                                }
                            });
                    waiter.get().await();
                });
    }

    /** Completes one task in each of the frames that an overflow leaves first. */
    private static final class CompletesOnTheLastFrames extends RecursiveAction {
        private static final int FRAMES = 100;

        private final List<ForkJoinTask<Void>> tasks = new ArrayList<>();
        private final CompletableFuture<Void> seen = new CompletableFuture<>();
        private final ForkJoinTask<Void> end = new Failing();
        private int frames;

        CompletesOnTheLastFrames() {
            for (int i = 0; i < FRAMES; i++) tasks.add(new Failing());
        }

        @Override
        protected void compute() {
            assertThrows(StackOverflowError.class, this::descend);
            seen.complete(null);
            end.quietlyJoin();
        }

        private void descend() {
            try {
                descend();
            } catch (StackOverflowError full) {
                if (frames < FRAMES) {
                    ForkJoinTask<Void> task = tasks.get(frames++);
                    if (frames % 2 == 0) task.complete(null);
                    else task.quietlyInvoke();
                }
                throw full;
            }
        }
    }

    private static final class Failing extends RecursiveAction {
        @Override
        protected void compute() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Without the stack for the wake-up, the completer makes up for it before it waits itself. */
    @OnEveryScheduling
    void whoeverWaitsForATaskThatCompletedOnTheLastFrameIsWoken(Scheduling scheduling)
            throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    CompletesOnTheLastFrames completer = new CompletesOnTheLastFrames();
                    List<Background<?>> waiters = new ArrayList<>();
                    for (ForkJoinTask<Void> task : completer.tasks) {
                        waiters.add(Background.run(task::quietlyJoin));
                    }
                    for (Background<?> waiter : waiters) Waiting.untilBlocked(waiter.thread());
                    pool.execute(completer);
                    completer.seen.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                    for (int i = 0; i < waiters.size(); i++) {
                        if (completer.tasks.get(i).isDone()) waiters.get(i).await();
                        else completer.tasks.get(i).cancel(false);
                    }
                    assertTrue(completer.tasks.get(waiters.size() - 1).isDone());
                    completer.end.complete(null);
                    completer.join();
                    for (Background<?> waiter : waiters) waiter.await();
                });
    }

    @OnEveryScheduling
    void aTaskThatAsksForTooMuchMemoryFails(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    assertThrows(OutOfMemoryError.class, () -> pool.invoke(new Greed()));
                    Throwable seenByParent =
                            pool.invoke(
                                    new RecursiveTask<Throwable>() {
                                        @Override
                                        protected Throwable compute() {
                                            Greed child = new Greed();
                                            child.fork();
                                            return assertThrows(
                                                    OutOfMemoryError.class, child::join);
                                        }
                                    });
                    assertEquals(OutOfMemoryError.class, seenByParent.getClass());
                });
    }

    @OnEveryScheduling
    void whenBothBranchesFailTheFirstIsThrownWithTheOtherSuppressed(Scheduling scheduling)
            throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    IllegalStateException first = new IllegalStateException("first");
                    IllegalArgumentException second = new IllegalArgumentException("second");
                    // The second may not begin any more; if it did, what it threw is not lost.
                    for (int i = 0; i < 100; i++) {
                        Throwable thrown =
                                assertThrows(
                                        IllegalStateException.class,
                                        () ->
                                                Cleave.join(
                                                        () ->
                                                                fail(
                                                                        new IllegalStateException(
                                                                                first)),
                                                        () -> fail(second)));
                        for (Throwable other : thrown.getSuppressed()) {
                            assertTrue(
                                    other == second || other.getCause() == second,
                                    () -> "suppressed: " + other);
                        }
                    }
                    Throwable thrown =
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> Cleave.invokeAll(() -> fail(first), () -> fail(second)));
                    assertEquals(1, thrown.getSuppressed().length);
                });
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }
}
