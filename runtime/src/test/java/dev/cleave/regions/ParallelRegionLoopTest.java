package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.regions.Regions.OnEverySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loops under every schedule, against what a serial loop does. */
class ParallelRegionLoopTest {
    private static final List<LoopSchedule> SCHEDULES =
            List.of(
                    LoopSchedule.STATIC,
                    LoopSchedule.staticChunks(1),
                    LoopSchedule.staticChunks(7),
                    LoopSchedule.staticChunks(Long.MAX_VALUE),
                    LoopSchedule.dynamic(1),
                    LoopSchedule.dynamic(7),
                    LoopSchedule.dynamic(Long.MAX_VALUE),
                    LoopSchedule.guided(1),
                    LoopSchedule.guided(7),
                    LoopSchedule.guided(Long.MAX_VALUE));

    private static final int[][] RANGES = {
        {0, 0},
        {5, -5},
        {0, 1},
        {0, 3},
        {-5, 5},
        {0, 1000},
        {Integer.MIN_VALUE, Integer.MIN_VALUE + 9},
        {Integer.MAX_VALUE - 9, Integer.MAX_VALUE}
    };

    @OnEverySize
    void eachNumberOnceUnderEverySchedule(int threads) throws Exception {
        Regions.run(
                threads,
                region -> {
                    for (LoopSchedule schedule : SCHEDULES) {
                        for (int[] range : RANGES) {
                            checkOnce(region, range[0], range[1], schedule);
                        }
                    }
                });
    }

    private static void checkOnce(ParallelRegion region, int from, int to, LoopSchedule schedule) {
        int n = Math.max(0, to - from);
        // One array for all threads: what thread 0 brings to the reduction.
        AtomicIntegerArray seen = region.reduce(new AtomicIntegerArray(n), (a, b) -> a);
        region.forEach(from, to, schedule, i -> seen.incrementAndGet(i - from));
        for (int i = 0; i < n; i++) {
            assertEquals(1, seen.get(i), "number " + (from + i) + " with " + schedule);
        }
        region.barrier();
        region.forEachChunk(
                from,
                to,
                schedule,
                (first, end) -> {
                    assertTrue(first < end, () -> first + " to " + end);
                    for (int i = first; i < end; i++) {
                        seen.incrementAndGet(i - from);
                    }
                });
        for (int i = 0; i < n; i++) {
            assertEquals(2, seen.get(i), "number " + (from + i) + " in chunks of " + schedule);
        }
    }

    @OnEverySize
    void chunksAreThoseOfTheSchedule(int threads) throws Exception {
        Set<Integer> firsts = ConcurrentHashMap.newKeySet();
        Regions.run(
                threads,
                region ->
                        region.forEachChunk(
                                0,
                                100,
                                LoopSchedule.dynamic(7),
                                (first, end) -> {
                                    assertEquals(Math.min(100, first + 7), end);
                                    assertTrue(firsts.add(first), () -> first + " twice");
                                }));
        assertEquals(15, firsts.size());
    }

    @OnEverySize
    void longsToTheirLimits(int threads) throws Exception {
        long[][] ranges = {
            {Long.MIN_VALUE, Long.MIN_VALUE + 20}, {Long.MAX_VALUE - 20, Long.MAX_VALUE}
        };
        Regions.run(
                threads,
                region -> {
                    for (LoopSchedule schedule : SCHEDULES) {
                        for (long[] range : ranges) {
                            AtomicIntegerArray seen =
                                    region.reduce(new AtomicIntegerArray(20), (a, b) -> a);
                            region.forEachLong(
                                    range[0],
                                    range[1],
                                    schedule,
                                    i -> seen.incrementAndGet((int) (i - range[0])));
                            for (int i = 0; i < 20; i++) {
                                assertEquals(1, seen.get(i), schedule + ", " + i);
                            }
                        }
                    }
                });
    }

    @OnEverySize
    void aRangeThatEndsFarBelowItsBeginningIsEmpty(int threads) throws Exception {
        Regions.run(
                threads,
                region -> {
                    for (LoopSchedule schedule : SCHEDULES) {
                        for (long[] range :
                                new long[][] {{Long.MAX_VALUE, -2}, {5, Long.MIN_VALUE}}) {
                            region.forEachLong(
                                    range[0],
                                    range[1],
                                    schedule,
                                    i -> {
                                        throw new AssertionError(schedule + " gave " + i);
                                    });
                        }
                    }
                });
    }

    @Test
    void aRangeOfMoreNumbersThanALongCountsIsRefused() throws Exception {
        Regions.run(
                1,
                region -> {
                    Exception e =
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () -> region.forEachLong(-2, Long.MAX_VALUE, i -> {}));
                    assertTrue(e.getMessage().contains("split it"), e.getMessage());
                });
    }

    @OnEverySize
    void staticBlocksAreContiguousEqualAndInTheOrderOfThreads(int threads) throws Exception {
        int[] owner = new int[103];
        Regions.run(
                threads,
                region -> region.forEach(0, owner.length, i -> owner[i] = region.threadNumber()));
        for (int i = 1; i < owner.length; i++) {
            assertTrue(owner[i] >= owner[i - 1], "number " + i);
        }
        for (int t = 0; t < threads; t++) {
            int thread = t;
            long size = IntStream.of(owner).filter(each -> each == thread).count();
            assertTrue(Math.abs(size - owner.length / threads) <= 1, thread + " has " + size);
        }
    }

    @OnEverySize
    void staticChunksAreDealtOutInTurn(int threads) throws Exception {
        int[] owner = new int[50];
        Regions.run(
                threads,
                region ->
                        region.forEach(
                                0,
                                owner.length,
                                LoopSchedule.staticChunks(3),
                                i -> owner[i] = region.threadNumber()));
        for (int i = 0; i < owner.length; i++) {
            assertEquals(i / 3 % threads, owner[i], "number " + i);
        }
    }

    @OnEverySize
    void theEndOfALoopIsABarrier(int threads) throws Exception {
        int[] square = new int[400];
        int[] copy = new int[400];
        for (LoopSchedule schedule : SCHEDULES) {
            Regions.run(
                    threads,
                    region -> {
                        region.forEach(0, 400, schedule, i -> square[i] = i * i);
                        region.forEach(0, 400, schedule, i -> copy[i] = square[399 - i]);
                    });
            for (int i = 0; i < 400; i++) {
                assertEquals((399 - i) * (399 - i), copy[i], schedule.toString());
                square[i] = -1;
            }
        }
    }

    @OnEverySize
    void threadsMayBeInSeveralLoopsAtOnceWithNowait(int threads) throws Exception {
        AtomicIntegerArray seen = new AtomicIntegerArray(60);
        Regions.run(
                threads,
                region -> {
                    for (int round = 0; round < 60; round++) {
                        int now = round;
                        LoopSchedule schedule = SCHEDULES.get(round % SCHEDULES.size()).nowait();
                        region.forEach(0, 20, schedule, i -> seen.incrementAndGet(now));
                    }
                });
        for (int i = 0; i < 60; i++) {
            assertEquals(20, seen.get(i), "loop " + i);
        }
    }

    @OnEverySize
    void orderedPartsRunInOrderUnderEverySchedule(int threads) throws Exception {
        for (LoopSchedule schedule : SCHEDULES) {
            List<Integer> plain = new ArrayList<>();
            Regions.run(
                    threads,
                    region ->
                            region.forEach(
                                    0,
                                    200,
                                    schedule.ordered(),
                                    i -> {
                                        if (i % 3 != 0) { // not every iteration has one
                                            region.ordered(() -> plain.add(i));
                                        }
                                    }));
            assertEquals(
                    IntStream.range(0, 200).filter(i -> i % 3 != 0).boxed().toList(),
                    plain,
                    schedule.toString());
        }
    }

    @OnEverySize
    void aReductionOverALoop(int threads) throws Exception {
        AtomicInteger wrong = new AtomicInteger();
        String expected = IntStream.range(0, 90).mapToObj(i -> i + " ").reduce("", String::concat);
        Regions.run(
                threads,
                region -> {
                    for (LoopSchedule schedule : SCHEDULES) {
                        int sum = region.reduce(0, 1000, schedule, 0, i -> i, Integer::sum);
                        wrong.addAndGet(sum == 499_500 ? 0 : 1);
                    }
                    String text =
                            region.reduce(
                                    0, 90, LoopSchedule.STATIC, "", i -> i + " ", String::concat);
                    wrong.addAndGet(text.equals(expected) ? 0 : 1);
                    int none =
                            region.reduce(3, 3, LoopSchedule.dynamic(1), 0, i -> i, Integer::sum);
                    wrong.addAndGet(none == 0 ? 0 : 1);
                });
        assertEquals(0, wrong.get());
    }

    /** The number of chunks is near the end of long, too; the first that runs ends it all. */
    @OnEverySize
    void nearlyAsManyNumbersAsThereAre(int threads) {
        for (LoopSchedule schedule : SCHEDULES) {
            assertThrows(
                    ArithmeticException.class,
                    () ->
                            Regions.run(
                                    threads,
                                    region ->
                                            region.forEachLong(
                                                    0,
                                                    Long.MAX_VALUE,
                                                    schedule,
                                                    i -> {
                                                        throw new ArithmeticException("ran " + i);
                                                    })));
        }
    }

    @Test
    void schedulesAreWrittenAsInOpenMp() {
        assertEquals("schedule(static)", LoopSchedule.STATIC.toString());
        assertEquals(
                "schedule(static,4) ordered", LoopSchedule.staticChunks(4).ordered().toString());
        assertEquals("schedule(dynamic,1) nowait", LoopSchedule.dynamic(1).nowait().toString());
        assertEquals("schedule(guided,2)", LoopSchedule.guided(2).toString());
    }
}
