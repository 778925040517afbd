package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool has as many workers computing as its source grants, while it runs. */
class PoolFollowsTest {
    /** What the test says. */
    private static final class Told implements ProcessorSource {
        private volatile int processors;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile int requested;

        Told(int processors) {
            this.processors = processors;
        }

        @Override
        public int current() {
            asked.incrementAndGet();
            return processors;
        }

        @Override
        public void request(int wanted) {
            requested = wanted;
        }
    }

    private static ForkJoinPool following(ProcessorSource source) {
        return ForkJoinPool.builder().processors(source).build();
    }

    /** Not by asking current(), which makes it follow. */
    private static void untilParallelismIs(ForkJoinPool pool, int n) {
        Waiting.until(() -> pool.getParallelism() == n, "parallelism " + n);
    }

    /** Six looks' time long. */
    private static void untilNobodyAsks(Told source) {
        Waiting.until(
                () -> {
                    int asked = source.asked.get();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                    return asked == source.asked.get();
                },
                "nobody asks for an idle pool");
    }

    @Test
    void aPoolStartsWithWhatThereIs() throws Exception {
        PoolShape.using(
                following(new Told(3)),
                pool -> {
                    assertEquals(3, pool.getParallelism());
                    assertEquals(3, pool.current());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @Test
    void aBusyPoolGrows() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    List<Gate> gates = new ArrayList<>(Gate.occupy(pool, 1));
                    Gate second = new Gate();
                    pool.execute(second);
                    source.processors = 3;
                    second.awaitStart();
                    gates.add(second);
                    gates.addAll(Gate.occupy(pool, 1));
                    assertEquals(3, pool.getParallelism());
                    gates.forEach(Gate::open);
                });
    }

    /** Forks after the pool has grown: nobody sought work when it did, and none was visible. */
    @Test
    void workThatIsForkedAfterTheGrowthIsShared() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    Gate grown = new Gate();
                    Gate stolen = new Gate();
                    Background<Void> outside =
                            Background.run(
                                    () ->
                                            pool.invoke(
                                                    new RecursiveAction() {
                                                        @Override
                                                        protected void compute() {
                                                            // A request from who cannot be had.
                                                            new Counted().fork().join();
                                                            grown.invoke();
                                                            stolen.fork();
                                                            stolen.awaitStart();
                                                            stolen.open();
                                                            stolen.join();
                                                        }
                                                    }));
                    grown.awaitStart();
                    source.processors = 2;
                    untilParallelismIs(pool, 2);
                    grown.open();
                    outside.await();
                });
    }

    @Test
    void aBusyPoolShrinks() throws Exception {
        Told source = new Told(3);
        PoolShape.using(
                following(source),
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, 3);
                    source.processors = 1;
                    untilParallelismIs(pool, 1);
                    AtomicInteger computing = new AtomicInteger();
                    List<RecursiveAction> tasks = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        RecursiveAction task =
                                new RecursiveAction() {
                                    @Override
                                    protected void compute() {
                                        assertEquals(1, computing.incrementAndGet());
                                        Thread.yield();
                                        computing.decrementAndGet();
                                    }
                                };
                        tasks.add(task);
                        pool.execute(task);
                    }
                    gates.forEach(Gate::open);
                    for (RecursiveAction task : tasks) task.join();
                });
    }

    @Test
    void aPoolThatWasIdleFollowsWhenItIsUsed() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    pool.invoke(new Fib(5));
                    Waiting.until(pool::isQuiescent, "the pool is idle");
                    untilNobodyAsks(source);
                    source.processors = 2;
                    List<Gate> gates = Gate.occupy(pool, 2);
                    assertEquals(2, pool.getParallelism());
                    gates.forEach(Gate::open);
                });
    }

    @Test
    void aPoolWhoseWorkerWasBlockedFollowsWhenThatGoesOn() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    CountDownLatch blocked = new CountDownLatch(1);
                    CountDownLatch released = new CountDownLatch(1);
                    Gate computing = new Gate();
                    pool.execute(
                            () -> {
                                try {
                                    Cleave.blocking(
                                            () -> {
                                                blocked.countDown();
                                                Waiting.await(released);
                                                return null;
                                            });
                                } catch (Exception e) {
                                    throw new AssertionError(e);
                                }
                                computing.invoke();
                            });
                    Waiting.await(blocked);
                    untilNobodyAsks(source);
                    source.processors = 2;
                    released.countDown();
                    computing.awaitStart();
                    untilParallelismIs(pool, 2);
                    computing.open();
                });
    }

    @Test
    void whoAsksHearsTheNewNumberAtOnce() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    source.processors = 4;
                    assertEquals(4, pool.current());
                    assertEquals(4, pool.getParallelism());
                    source.processors = 0; // no source should
                    assertEquals(1, pool.current());
                    source.processors = Integer.MAX_VALUE;
                    assertEquals(32767, pool.current());
                });
    }

    @Test
    void aRequestIsAnUpperLimitAndIsPassedOn() throws Exception {
        Told source = new Told(4);
        PoolShape.using(
                following(source),
                pool -> {
                    pool.request(2);
                    assertEquals(2, source.requested);
                    assertEquals(2, pool.current());
                    assertEquals(2, pool.getParallelism());
                    source.processors = 1;
                    assertEquals(1, pool.current());
                    source.processors = 4;
                    pool.request(9);
                    assertEquals(4, pool.current());
                    String message =
                            assertThrows(IllegalArgumentException.class, () -> pool.request(0))
                                    .getMessage();
                    assertTrue(message.startsWith("0 processors: at least 1"), message);
                });
    }

    @Test
    void anExplicitSizeEndsFollowing() throws Exception {
        Told source = new Told(2);
        PoolShape.using(
                following(source),
                pool -> {
                    assertEquals(2, pool.setParallelism(3));
                    source.processors = 1;
                    int asked = source.asked.get();
                    List<Gate> gates = Gate.occupy(pool, 3);
                    assertEquals(3, pool.current());
                    assertEquals(asked, source.asked.get());
                    gates.forEach(Gate::open);
                });
    }

    @Test
    void workersAndASourceTogetherAreALimit() throws Exception {
        Told source = new Told(4);
        PoolShape.using(
                ForkJoinPool.builder().workers(2).processors(source).build(),
                pool -> {
                    assertEquals(2, pool.getParallelism());
                    source.processors = 1;
                    assertEquals(1, pool.current());
                    source.processors = 5;
                    assertEquals(2, pool.current());
                });
    }

    @Test
    void aMaximumOfThreadsLimitsGrowth() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                ForkJoinPool.builder().maximumPoolSize(2).processors(source).build(),
                pool -> {
                    source.processors = 5;
                    assertEquals(2, pool.current());
                });
    }

    @Test
    void aMaximumOfThreadsLimitsWhatAPoolStartsWith() throws Exception {
        Told source = new Told(5);
        PoolShape.using(
                ForkJoinPool.builder().maximumPoolSize(2).processors(source).build(),
                pool -> {
                    assertEquals(2, pool.getParallelism());
                    source.processors = 1;
                    assertEquals(1, pool.current());
                    source.processors = 3;
                    assertEquals(2, pool.current());
                });
    }

    @Test
    void aPoolMayGrowFarBeyondWhatItStartedWith() throws Exception {
        Told source = new Told(1);
        PoolShape.using(
                following(source),
                pool -> {
                    source.processors = 300; // with the spares of a pool of one there are 257
                    assertEquals(300, pool.current());
                    List<Gate> gates = Gate.occupy(pool, 300);
                    gates.forEach(Gate::open);
                });
    }

    @Test
    void aPoolOfFixedSizeTakesARequestForFewer() throws Exception {
        PoolShape.using(
                new ForkJoinPool(3),
                pool -> {
                    pool.request(2);
                    assertEquals(2, pool.current());
                    assertEquals(2, pool.getParallelism());
                    pool.request(10);
                    assertEquals(3, pool.current());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @Test
    void aSourceThatFailsLeavesThePoolAsItIs() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ProcessorSource failing =
                () -> {
                    if (asked.incrementAndGet() > 1) {
                        throw new IllegalStateException("as the test wants");
                    }
                    return 2;
                };
        PoolShape.using(
                following(failing),
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, 2);
                    Waiting.until(() -> asked.get() > 3, "the source fails more than once");
                    assertEquals(2, pool.getParallelism());
                    gates.forEach(Gate::open);
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    /** In a virtual machine of its own, as there is one warning for all pools. */
    public static final class SourceFails {
        public static void main(String... args) {
            AtomicInteger asked = new AtomicInteger();
            ForkJoinPool pool =
                    ForkJoinPool.builder()
                            .name("unlucky")
                            .processors(
                                    () -> {
                                        if (asked.incrementAndGet() > 1) {
                                            throw new IllegalStateException("as the test wants");
                                        }
                                        return 2;
                                    })
                            .build();
            List<Gate> gates = Gate.occupy(pool, 2);
            Waiting.until(() -> asked.get() > 3, "the source fails more than once");
            gates.forEach(Gate::open);
        }
    }

    @Test
    void theWarningOfASourceThatFailsNamesThePool() throws Exception {
        String warning = "the pool unlucky cannot follow the number of processors now";
        assertEquals(
                1,
                ChildJvm.run(SourceFails.class).stream().filter(s -> s.contains(warning)).count());
    }

    @Test
    void aPoolWhoseSourceFailsEndsWhileItIsRecorded() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        ProcessorSource source =
                () -> {
                    if (fails.get()) {
                        throw new IllegalStateException("as the test wants");
                    }
                    return 2;
                };
        try (Recording recording = new Recording()) {
            recording.start();
            ForkJoinPool pool = following(source);
            assertEquals(55, pool.invoke(new Fib(10)));
            fails.set(true);
            pool.shutdown();
            assertTrue(pool.awaitTermination(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void changesDuringAComputationDoNotDisturbIt() throws Exception {
        Told source = new Told(2);
        PoolShape.using(
                following(source),
                pool -> {
                    for (int i = 0; i < 300; i++) {
                        Fib fib = new Fib(14);
                        pool.execute(fib);
                        source.processors = 1 + i % 4;
                        if (i % 3 == 0) pool.current();
                        assertEquals(377, fib.join());
                    }
                });
    }

    @Test
    void aPoolFollowsAQuotaThatChanges(@TempDir Path directory) throws Exception {
        FakeRoot root = new FakeRoot(directory, 4).inV2("/a/b").quotaV2("/a", 200);
        PoolShape.using(
                following(new ContainerSource(directory, Rounding.CEIL, false)),
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, 2);
                    root.quotaV2("/a", 50);
                    untilParallelismIs(pool, 1);
                    root.quotaV2("/a", 300);
                    untilParallelismIs(pool, 3);
                    root.affinity(2);
                    untilParallelismIs(pool, 2);
                    gates.forEach(Gate::open);
                });
    }

    @Test
    void aPoolThatIsForgottenCanBeCollected() {
        WeakReference<ForkJoinPool> forgotten = usedOnce();
        Waiting.until(
                () -> {
                    System.gc();
                    return forgotten.get() == null;
                },
                "the pool is collected");
    }

    private static WeakReference<ForkJoinPool> usedOnce() {
        ForkJoinPool pool =
                ForkJoinPool.builder()
                        .processors(new Told(2))
                        .keepAlive(20, TimeUnit.MILLISECONDS)
                        .build();
        pool.invoke(new Fib(10));
        return new WeakReference<>(pool);
    }
}
