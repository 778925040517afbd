package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ParallelRegion;
import dev.cleave.conformance.Waiting;
import dev.cleave.regions.Regions.OnEverySize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each construct does, with each number of threads. */
class ParallelRegionTest {
    private static final int ROUNDS = 200;

    @OnEverySize
    void threadsAreNumberedAndTheCallerIsTheFirst(int threads) throws Exception {
        Set<Integer> numbers = new ConcurrentSkipListSet<>();
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        Regions.inPool(
                threads,
                () -> {
                    Thread caller = Thread.currentThread();
                    Regions.again(
                            threads,
                            region -> {
                                numbers.add(region.threadNumber());
                                used.add(Thread.currentThread());
                                if (region.threadNumber() == 0) {
                                    assertSame(caller, Thread.currentThread());
                                }
                            });
                });
        assertEquals(
                IntStream.range(0, threads).boxed().collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<>(numbers));
        assertEquals(threads, used.size());
    }

    @OnEverySize
    void afterABarrierEachSeesWhatAllDidBefore(int threads) throws Exception {
        int[] written = new int[threads];
        AtomicInteger wrong = new AtomicInteger();
        Regions.run(
                threads,
                region -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                        written[region.threadNumber()] = round;
                        region.barrier();
                        for (int each : written) {
                            wrong.addAndGet(each == round ? 0 : 1);
                        }
                        region.barrier();
                    }
                });
        assertEquals(0, wrong.get());
    }

    @OnEverySize
    void aSingleRunsOnceAndAllWaitForIt(int threads) throws Exception {
        int[] runs = {0};
        AtomicInteger wrong = new AtomicInteger();
        Regions.run(
                threads,
                region -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                        region.single(() -> runs[0]++);
                        wrong.addAndGet(runs[0] == round ? 0 : 1);
                        region.barrier();
                    }
                });
        assertEquals(0, wrong.get());
        assertEquals(ROUNDS, runs[0]);
    }

    @OnEverySize
    void singlesThatNobodyWaitsForRunOnceEach(int threads) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Regions.run(
                threads,
                region -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        region.singleNowait(runs::incrementAndGet);
                    }
                });
        assertEquals(ROUNDS, runs.get());
    }

    @Test
    void nobodyWaitsForASingleWithNowait() throws Exception {
        CountDownLatch passed = new CountDownLatch(1);
        Regions.run(
                2,
                region -> {
                    region.singleNowait(() -> Waiting.await(passed));
                    region.singleNowait(passed::countDown);
                });
        assertEquals(0, passed.getCount());
    }

    @OnEverySize
    void theMasterIsThreadZero(int threads) throws Exception {
        List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
        Regions.run(threads, region -> region.master(() -> numbers.add(region.threadNumber())));
        assertEquals(List.of(0), numbers);
    }

    @OnEverySize
    void criticalsRunOneAtATime(int threads) throws Exception {
        int[] plain = {0, 0};
        Regions.run(
                threads,
                region -> {
                    for (int round = 0; round < 10 * ROUNDS; round++) {
                        region.critical(() -> plain[0]++);
                        region.critical("other", () -> plain[1]++);
                    }
                });
        assertEquals(10 * ROUNDS * threads, plain[0]);
        assertEquals(10 * ROUNDS * threads, plain[1]);
    }

    @Test
    void criticalsOfDifferentNamesRunAtTheSameTime() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Regions.run(
                2,
                region ->
                        region.critical(
                                "of " + region.threadNumber(),
                                () -> {
                                    both.countDown();
                                    Waiting.await(both);
                                }));
    }

    @OnEverySize
    void aReductionKeepsTheOrderOfThreadsAndGivesAllTheSame(int threads) throws Exception {
        String expected =
                IntStream.range(0, threads).mapToObj(i -> "" + i).collect(Collectors.joining());
        AtomicInteger wrong = new AtomicInteger();
        Regions.run(
                threads,
                region -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        String all = region.reduce("" + region.threadNumber(), String::concat);
                        wrong.addAndGet(all.equals(expected) ? 0 : 1);
                    }
                });
        assertEquals(0, wrong.get());
    }

    @OnEverySize
    void aNestedRegionHasThreadsOfItsOwn(int threads) throws Exception {
        AtomicInteger inner = new AtomicInteger();
        Regions.run(
                threads,
                outer -> {
                    int number = outer.threadNumber();
                    ParallelRegion.run(
                            nested -> {
                                nested.barrier();
                                nested.single(inner::incrementAndGet);
                            });
                    assertEquals(number, outer.threadNumber());
                    outer.barrier();
                });
        assertEquals(threads, inner.get());
    }

    @Test
    void aNestedRegionGetsTheProcessorsThatAreLeft() throws Exception {
        AtomicInteger most = new AtomicInteger();
        Regions.inPool(
                4,
                () -> {
                    Waiting.until(
                            () -> {
                                ParallelRegion.run(
                                        1,
                                        outer ->
                                                ParallelRegion.run(
                                                        nested ->
                                                                most.set(
                                                                        nested.numberOfThreads())));
                                return most.get() == 4;
                            },
                            "all four have come in time");
                });
    }

    @Test
    void regionsTogetherHaveNoMoreThreadsThanThePoolHasProcessors() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Regions.run(
                2,
                outer -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        ParallelRegion.run(
                                8,
                                nested -> {
                                    int n = now.incrementAndGet();
                                    most.accumulateAndGet(n, Math::max);
                                    nested.barrier();
                                    now.decrementAndGet();
                                });
                    }
                });
        assertTrue(most.get() <= 2, () -> most + " threads on two processors");
    }

    @Test
    void criticalsOfNestedRegionsExcludeEachOther() throws Exception {
        int[] plain = {0};
        Regions.run(
                2,
                outer ->
                        ParallelRegion.run(
                                nested -> {
                                    for (int i = 0; i < 10_000; i++) {
                                        nested.critical(() -> plain[0]++);
                                    }
                                }));
        assertEquals(20_000, plain[0]);
    }
}
