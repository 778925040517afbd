package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.conformance.Waiting;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Regions and loops follow the number of processors that the pool has. */
class ParallelRegionMalleableTest {
    private static final int THREADS = 4;
    private static final int TAKEN_AWAY = THREADS;
    private static final int GIVEN_BACK = 500;
    private static final int END = 1000;

    @Test
    void whoLosesItsProcessorLeavesAfterItsChunkAndComesBack() throws Exception {
        Set<Integer> shrunk = ConcurrentHashMap.newKeySet();
        AtomicInteger others = new AtomicInteger();
        CountDownLatch inside = new CountDownLatch(THREADS);
        CountDownLatch fewer = new CountDownLatch(1);
        Regions.run(
                THREADS,
                region -> {
                    ForkJoinPool pool = ForkJoinTask.getPool();
                    region.forEach(
                            0,
                            END,
                            LoopSchedule.dynamic(1),
                            i -> {
                                int me = region.threadNumber();
                                if (i < TAKEN_AWAY) { // one each, as nobody ends before all have
                                    // one
                                    inside.countDown();
                                    Waiting.await(inside);
                                    if (i == 0) {
                                        pool.setParallelism(1);
                                        fewer.countDown();
                                    }
                                    Waiting.await(fewer);
                                } else if (i < GIVEN_BACK) {
                                    shrunk.add(me);
                                } else if (i == GIVEN_BACK) {
                                    pool.setParallelism(THREADS);
                                } else if (shrunk.contains(me)) {
                                    // There is no end before somebody has come back.
                                    Waiting.until(() -> others.get() > 0, "another comes back");
                                } else {
                                    others.incrementAndGet();
                                }
                            });
                });
        assertEquals(1, shrunk.size(), "threads on one processor: " + shrunk);
    }

    /** Threads come and go at every chunk, and nothing is lost. */
    @Test
    void aGuidedLoopUnderConstantChange() throws Exception {
        AtomicInteger iterations = new AtomicInteger();
        Regions.run(
                THREADS,
                region -> {
                    ForkJoinPool pool = ForkJoinTask.getPool();
                    region.forEach(
                            0,
                            END,
                            LoopSchedule.guided(1),
                            i -> {
                                iterations.incrementAndGet();
                                pool.setParallelism(i % 2 == 0 ? 1 : THREADS);
                            });
                });
        assertEquals(END, iterations.get());
    }

    @Test
    void aStaticLoopKeepsItsThreads() throws Exception {
        Set<Integer> used = ConcurrentHashMap.newKeySet();
        Regions.run(
                THREADS,
                region -> {
                    region.single(() -> ForkJoinTask.getPool().setParallelism(1));
                    region.forEach(0, THREADS, i -> used.add(region.threadNumber()));
                });
        assertEquals(THREADS, used.size());
    }

    @Test
    void eachRegionAsksAgain() throws Exception {
        Regions.inPool(
                THREADS,
                () -> {
                    Regions.again(THREADS, region -> {});
                    ForkJoinTask.getPool().setParallelism(1);
                    ParallelRegion.run(
                            THREADS, region -> assertEquals(1, region.numberOfThreads()));
                    ForkJoinTask.getPool().setParallelism(THREADS);
                    Regions.again(THREADS, region -> {});
                });
    }

    @Test
    void setNumThreadsIsForTheRegionsAfterIt() throws Exception {
        Regions.inPool(
                THREADS,
                () -> {
                    ParallelRegion.setNumThreads(1);
                    for (int i = 0; i < 50; i++) {
                        ParallelRegion.run(region -> assertEquals(1, region.numberOfThreads()));
                    }
                    Regions.again(THREADS, region -> {}); // says itself how many
                    ParallelRegion.setNumThreads(THREADS);
                    AtomicInteger most = new AtomicInteger();
                    Waiting.until(
                            () -> {
                                ParallelRegion.run(region -> most.set(region.numberOfThreads()));
                                return most.get() == THREADS;
                            },
                            "all have come in time");
                });
    }
}
