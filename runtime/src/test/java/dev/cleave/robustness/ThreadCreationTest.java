package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** A pool whose factory makes no threads says so, loses no task, and works with those it has. */
class ThreadCreationTest {

    /** Makes workers, until told to do something else instead. */
    private static final class Factory implements ForkJoinWorkerThreadFactory {
        private volatile Supplier<ForkJoinWorkerThread> instead;

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            Supplier<ForkJoinWorkerThread> failing = instead;
            return failing == null ? new ForkJoinWorkerThread(pool) {} : failing.get();
        }
    }

    private static ForkJoinWorkerThread outOfThreads() {
        throw new OutOfMemoryError("unable to create native thread, as it were");
    }

    private static ForkJoinWorkerThread broken() {
        throw new IllegalStateException("a broken factory");
    }

    private static void using(
            Scheduling scheduling, Factory factory, ThrowingConsumer<ForkJoinPool> body)
            throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(4)
                        .threadFactory(factory)
                        // An idle worker that is not told of the end does not end by itself.
                        .keepAlive(1, TimeUnit.DAYS)
                        .build(),
                body);
    }

    /** A factory that fails from the start: the submitter is told; later it works. */
    private static void refusesThenRecovers(
            Scheduling scheduling,
            Supplier<ForkJoinWorkerThread> instead,
            Class<? extends Throwable> told)
            throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    factory.instead = instead;
                    Counted refused = new Counted();
                    assertThrows(told, () -> pool.submit(refused));
                    assertEquals(0, pool.getQueuedSubmissionCount());
                    assertEquals(0, pool.getPoolSize());
                    factory.instead = null;
                    Pools.assertUsable(pool);
                    assertEquals(0, refused.executions());
                });
    }

    @OnEveryScheduling
    void aSubmitterIsToldThatTheFactoryMadeNoThread(Scheduling scheduling) throws Exception {
        refusesThenRecovers(scheduling, () -> null, RejectedExecutionException.class);
    }

    @OnEveryScheduling
    void aSubmitterIsToldThatThereAreNoThreads(Scheduling scheduling) throws Exception {
        refusesThenRecovers(scheduling, ThreadCreationTest::outOfThreads, OutOfMemoryError.class);
    }

    @OnEveryScheduling
    void aSubmitterIsToldThatTheFactoryIsBroken(Scheduling scheduling) throws Exception {
        refusesThenRecovers(scheduling, ThreadCreationTest::broken, IllegalStateException.class);
    }

    @OnEveryScheduling
    void whoWaitsForADelayedTaskIsToldWhyItCouldNotBegin(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    factory.instead = ThreadCreationTest::broken;
                    Future<?> task = pool.schedule(() -> {}, 1, TimeUnit.NANOSECONDS);
                    Throwable told = assertThrows(ExecutionException.class, task::get);
                    assertInstanceOf(IllegalStateException.class, told.getCause());
                    factory.instead = () -> null;
                    Future<?> refused = pool.schedule(() -> {}, 1, TimeUnit.NANOSECONDS);
                    told = assertThrows(ExecutionException.class, refused::get);
                    assertInstanceOf(RejectedExecutionException.class, told.getCause());
                    factory.instead = null;
                    Pools.assertUsable(pool);
                });
    }

    /** Its constructor throws, after that of its superclass has entered it among the workers. */
    private static final class Stillborn extends ForkJoinWorkerThread {
        Stillborn(ForkJoinPool pool) {
            super(pool);
            throw new IllegalStateException("no licence");
        }
    }

    /** More often than there are numbers to tell the workers of a process apart by. */
    private static void assertRefusedForLong(ForkJoinPool pool, String told) {
        for (int i = 0; i < 300; i++) {
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> pool.submit(new Counted()));
            assertTrue(refused.getMessage().contains(told), refused.getMessage());
        }
    }

    @OnEveryScheduling
    void aWorkerWhoseConstructorThrowsIsForgotten(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    factory.instead = () -> new Stillborn(pool);
                    assertRefusedForLong(pool, "no licence");
                    factory.instead = null;
                    int[] index = {-1};
                    PoolShape.runIn(
                            pool,
                            () ->
                                    index[0] =
                                            ((ForkJoinWorkerThread) Thread.currentThread())
                                                    .getPoolIndex());
                    assertTrue(index[0] >= 0 && index[0] < 4, () -> "place " + index[0]);
                    Pools.assertUsable(pool);
                });
    }

    @OnEveryScheduling
    void aWorkerOfAnotherPoolIsRefused(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool ->
                        using(
                                scheduling,
                                new Factory(),
                                other -> {
                                    factory.instead = () -> new ForkJoinWorkerThread(other) {};
                                    assertRefusedForLong(pool, "a worker of Cleave-");
                                    factory.instead = null;
                                    assertEquals(0, other.getPoolSize());
                                    Pools.assertUsable(pool);
                                    Pools.assertUsable(other);
                                }));
    }

    /** It has made one, which this returns, says that it has none, and gives it away next time. */
    private static Thread keepsTheFirstBack(ForkJoinPool pool, Factory factory) {
        AtomicReference<ForkJoinWorkerThread> kept = new AtomicReference<>();
        factory.instead =
                () -> {
                    kept.compareAndSet(null, new ForkJoinWorkerThread(pool) {});
                    return null;
                };
        assertThrows(RejectedExecutionException.class, () -> pool.submit(new Counted()));
        AtomicBoolean isGiven = new AtomicBoolean();
        factory.instead =
                () -> isGiven.getAndSet(true) ? new ForkJoinWorkerThread(pool) {} : kept.get();
        return kept.get();
    }

    @OnEveryScheduling
    void aWorkerThatWasKeptBackWorksLater(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    Thread kept = keepsTheFirstBack(pool, factory);
                    Pools.assertUsable(pool);
                    assertNotEquals(Thread.State.NEW, kept.getState());
                });
    }

    /** It is told of the pool's end, too, after another worker has ended. */
    @OnEveryScheduling
    void aWorkerThatWasKeptBackStaysKnown(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    keepsTheFirstBack(pool, factory);
                    PoolShape.runIn(pool, () -> {});
                    CountDownLatch ended = new CountDownLatch(1);
                    factory.instead =
                            () -> {
                                factory.instead = null;
                                return new Ending(pool, ended);
                            };
                    PoolShape.runIn(pool, () -> forkUntil(ended));
                    Waiting.until(() -> pool.getRunningThreadCount() == 0, "all sleep");
                });
    }

    /** Forks as many as it takes to have another worker start and end. */
    private static void forkUntil(CountDownLatch ended) {
        List<Counted> tasks = new ArrayList<>();
        Waiting.until(
                () -> {
                    tasks.add(new Counted());
                    tasks.get(tasks.size() - 1).fork();
                    return ended.getCount() == 0;
                },
                "another worker has ended");
        joinAll(tasks);
    }

    /** It ends as soon as it is begun. */
    private static final class Ending extends ForkJoinWorkerThread {
        Ending(ForkJoinPool pool, CountDownLatch ended) {
            super(pool);
            setUncaughtExceptionHandler((thread, failure) -> ended.countDown());
        }

        @Override
        protected void onStart() {
            throw new IllegalStateException("over, as it were");
        }
    }

    /** Whoever runs it says so; it ends when its joiner sleeps, or has given up. */
    private static final class Joined extends RecursiveAction {
        private final Thread joiner = Thread.currentThread();
        private volatile boolean isBegun;
        private volatile boolean isJoined;
        private volatile boolean isOver;

        @Override
        protected void compute() {
            isBegun = true;
            Waiting.until(
                    () -> isOver || isJoined && joiner.getState() == Thread.State.WAITING,
                    "the joiner waits");
        }

        void joinOnceBegun() {
            Waiting.until(() -> isBegun, "another worker has it");
            isJoined = true;
            try {
                join();
            } finally {
                isOver = true;
            }
        }
    }

    /** Its number is another's by then: a third would be taken for that one. */
    @OnEveryScheduling
    void aWorkerThatWasKeptBackMayEndBeforeItIsKnownAgain(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    pool.setParallelism(2);
                    CountDownLatch ended = new CountDownLatch(1);
                    AtomicReference<ForkJoinWorkerThread> kept = new AtomicReference<>();
                    factory.instead =
                            () -> {
                                kept.compareAndSet(null, new Ending(pool, ended));
                                return null;
                            };
                    assertThrows(
                            RejectedExecutionException.class, () -> pool.submit(new Counted()));
                    AtomicInteger made = new AtomicInteger();
                    factory.instead =
                            () ->
                                    made.incrementAndGet() == 2
                                            ? kept.get()
                                            : new ForkJoinWorkerThread(pool) {};
                    PoolShape.runIn(
                            pool,
                            () -> {
                                forkUntil(ended);
                                Joined task = new Joined();
                                task.fork();
                                task.joinOnceBegun();
                            });
                });
    }

    @OnEveryScheduling
    void aWorkerThatItsFactoryHasStartedWorks(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    List<Thread> made = Collections.synchronizedList(new ArrayList<>());
                    factory.instead =
                            () -> {
                                ForkJoinWorkerThread worker = new ForkJoinWorkerThread(pool) {};
                                made.add(worker);
                                worker.start();
                                return worker;
                            };
                    Pools.assertUsable(pool);
                    Waiting.until(
                            () ->
                                    pool.getPoolSize()
                                            == made.stream().filter(Thread::isAlive).count(),
                            "each thread is one worker");
                    assertFalse(made.isEmpty());
                });
    }

    @OnEveryScheduling
    void aThreadThatIsGivenTwiceStaysOneWorker(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    ForkJoinWorkerThread worker =
                                            (ForkJoinWorkerThread) Thread.currentThread();
                                    factory.instead = () -> worker;
                                    IllegalThreadStateException told =
                                            assertThrows(
                                                    IllegalThreadStateException.class,
                                                    () -> Cleave.blocking(() -> 0));
                                    assertTrue(
                                            told.getMessage().contains("the same thread twice"),
                                            told.getMessage());
                                    assertEquals(1, pool.getPoolSize());
                                    factory.instead = null;
                                    CountDownLatch stolen = new CountDownLatch(1);
                                    ForkJoinTask.adapt(stolen::countDown).fork();
                                    Waiting.await(stolen);
                                }));
    }

    @OnEveryScheduling
    void oneWorkerDoesItAllIfTheFactoryMakesNoMore(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    PoolShape.runIn(
                            pool,
                            () -> {
                                factory.instead = () -> null;
                                assertEveryForkRuns();
                            });
                    assertTrue(pool.getPoolSize() <= 1, pool::toString);
                });
    }

    /** It takes the oldest first, of what its task has forked and not joined. */
    @OnEveryScheduling
    void oneWorkerDoesItAllIfTheFactoryBreaks(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(2)
                        .asyncMode(true)
                        .threadFactory(factory)
                        .build(),
                pool -> {
                    List<Counted> tasks = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        tasks.add(new Counted());
                    }
                    pool.execute(
                            () -> {
                                factory.instead = ThreadCreationTest::broken;
                                for (Counted task : tasks) {
                                    try {
                                        task.fork();
                                    } catch (IllegalStateException notWoken) {
                                        // It is queued.
                                    }
                                }
                            });
                    for (Counted task : tasks) {
                        task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                    }
                });
    }

    @OnEveryScheduling
    void whoCannotBeReplacedIsToldThatTheFactoryMadeNoThread(Scheduling scheduling)
            throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    factory.instead = () -> null;
                                    RejectedExecutionException told =
                                            assertThrows(
                                                    RejectedExecutionException.class,
                                                    () -> Cleave.blocking(() -> 0));
                                    assertEquals(
                                            "cannot replace a blocked worker: the pool has 1"
                                                    + " thread, and its thread factory made no more",
                                            told.getMessage());
                                }));
    }

    /**
     * A fork that finds no thread for the task may throw, but the task is queued or refused, never
     * lost: each one that was forked can be joined.
     */
    private static void forksOrThrows(Scheduling scheduling, Supplier<ForkJoinWorkerThread> instead)
            throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    PoolShape.runIn(
                            pool,
                            () -> {
                                factory.instead = instead;
                                List<Counted> tasks = new ArrayList<>();
                                for (int i = 0; i < 1_000; i++) {
                                    Counted task = new Counted();
                                    try {
                                        task.fork();
                                    } catch (OutOfMemoryError | IllegalStateException told) {
                                        // The task may be queued all the same.
                                    }
                                    tasks.add(task);
                                }
                                joinAll(tasks);
                                for (Counted task : tasks) assertEquals(1, task.executions());
                            });
                    factory.instead = null;
                    Pools.assertUsable(pool);
                });
    }

    private static void joinAll(List<Counted> tasks) {
        for (int i = tasks.size() - 1; i >= 0; i -= 2) joinStubbornly(tasks.get(i));
        for (int i = 0; i < tasks.size(); i++) joinStubbornly(tasks.get(i));
    }

    private static void joinStubbornly(Counted task) {
        for (; ; ) {
            try {
                task.join();
                return;
            } catch (OutOfMemoryError | IllegalStateException told) {
                // Once more: the task is somewhere.
            }
        }
    }

    @OnEveryScheduling
    void noTaskIsLostWhenThereAreNoMoreThreads(Scheduling scheduling) throws Exception {
        forksOrThrows(scheduling, ThreadCreationTest::outOfThreads);
    }

    @OnEveryScheduling
    void noTaskIsLostWhenTheFactoryBreaks(Scheduling scheduling) throws Exception {
        forksOrThrows(scheduling, ThreadCreationTest::broken);
    }

    @OnEveryScheduling
    void aFactoryThatFailsAndRecoversLosesNothing(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    for (int i = 0; i < 20; i++) {
                        boolean fail = i % 2 == 0;
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    factory.instead = fail ? () -> null : null;
                                    assertEveryForkRuns();
                                });
                    }
                });
    }

    /** The number is set all the same, and the factory is asked again later. */
    @OnEveryScheduling
    void aPoolGrowsThoughItsFactoryIsBrokenJustThen(Scheduling scheduling) throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool -> {
                    pool.setParallelism(1);
                    CountDownLatch queued = new CountDownLatch(1);
                    Future<?> first =
                            pool.submit(
                                    () -> {
                                        queued.await();
                                        return null;
                                    });
                    pool.execute(queued::countDown);
                    factory.instead = ThreadCreationTest::broken;
                    assertEquals(1, pool.setParallelism(2));
                    assertEquals(2, pool.getParallelism());
                    factory.instead = null;
                    first.get();
                });
    }

    /** Its forker waits in a way that the pool does not know of, and nobody forks or submits. */
    private static void isAskedAgain(Scheduling scheduling, Supplier<ForkJoinWorkerThread> instead)
            throws Exception {
        Factory factory = new Factory();
        using(
                scheduling,
                factory,
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    AtomicInteger failures = new AtomicInteger();
                                    factory.instead =
                                            () -> {
                                                if (failures.incrementAndGet() == 3) {
                                                    factory.instead = null;
                                                }
                                                return instead.get();
                                            };
                                    CountDownLatch ran = new CountDownLatch(1);
                                    try {
                                        ForkJoinTask.adapt(ran::countDown).fork();
                                    } catch (OutOfMemoryError | IllegalStateException told) {
                                        // The task is queued all the same.
                                    }
                                    Waiting.await(ran);
                                    assertEquals(3, failures.get());
                                }));
    }

    @OnEveryScheduling
    void aFactoryThatMadeNoThreadIsAskedAgain(Scheduling scheduling) throws Exception {
        isAskedAgain(scheduling, () -> null);
    }

    @OnEveryScheduling
    void aFactoryThatBrokeIsAskedAgain(Scheduling scheduling) throws Exception {
        isAskedAgain(scheduling, ThreadCreationTest::broken);
    }

    @OnEveryScheduling
    void aFactoryThatHadNoThreadsIsAskedAgain(Scheduling scheduling) throws Exception {
        isAskedAgain(scheduling, ThreadCreationTest::outOfThreads);
    }

    private static void assertEveryForkRuns() {
        List<Counted> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Counted task = new Counted();
            task.fork();
            tasks.add(task);
        }
        for (Counted task : tasks) task.join();
        for (Counted task : tasks) assertEquals(1, task.executions());
    }

    @OnEveryScheduling
    void anErrorOfATaskThatStartsAThreadReachesTheJoiner(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    ForkJoinTask<Void> task =
                            new RecursiveAction() {
                                @Override
                                protected void compute() {
                                    throw new OutOfMemoryError("unable to create native thread");
                                }
                            };
                    assertThrows(OutOfMemoryError.class, () -> pool.invoke(task));
                });
    }
}
