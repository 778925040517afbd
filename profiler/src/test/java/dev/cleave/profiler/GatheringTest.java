package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept has a fixed size, and sums stay right. */
class GatheringTest {
    private static final long MILLI = 1_000_000;
    private static final double EXACT = 1e-9;

    private final Bins bins = new Bins(1000 * MILLI, 10 * MILLI, 10);

    @Test
    void binsCoverTheTimeAndAreFew() {
        for (long length : new long[] {0, 1, MILLI, 239 * MILLI, 241 * MILLI, 1L << 60}) {
            Bins some = Bins.between(5, 5 + length);
            assertTrue(some.count() >= 1 && some.count() <= 240, some.toString());
            assertTrue(some.width() >= MILLI, some.toString());
            assertTrue(some.width() * some.count() >= length, some.toString());
            assertTrue(some.width() * (some.count() - 1) < Math.max(1, length), some.toString());
        }
    }

    @Test
    void anAmountIsSpreadOverTheTimeInWhichItCame() {
        double[] into = new double[10];
        bins.spread(into, 1005 * MILLI, 1030 * MILLI, 25);
        assertArrayEquals(new double[] {5, 10, 10, 0, 0, 0, 0, 0, 0, 0}, into, EXACT);
    }

    @Test
    void whatIsOutsideCountsForTheEnds() {
        assertEquals(0, bins.indexOf(0));
        assertEquals(9, bins.indexOf(Long.MAX_VALUE / 2));
    }

    @Test
    void countersMayComeInAnyOrder() {
        CounterSeries series = new CounterSeries();
        for (int at : new int[] {1030, 1010, 1040, 1020, 1000}) {
            series.add(at * MILLI, counters(at - 1000, 0));
        }
        assertEquals(40, series.total(Counter.FORKS));
        assertArrayEquals(
                new double[] {10, 10, 10, 10, 0, 0, 0, 0, 0, 0},
                series.binned(Counter.FORKS, bins),
                EXACT);
    }

    @Test
    void manyMomentsAreThinnedAndTheSumStays() {
        CounterSeries series = new CounterSeries();
        int moments = 100_000;
        for (int i = 0; i <= moments; i++) {
            series.add(1000 * MILLI + i * 1000L, counters(7 + i, 0));
        }
        assertEquals(moments, series.total(Counter.FORKS));
        double[] binned = series.binned(Counter.FORKS, bins);
        assertEquals(moments, Arrays.stream(binned).sum(), 1e-3);
        assertEquals(moments / 10.0, binned[4], moments / 100.0);
    }

    @Test
    void aWorkerThatBeganMeanwhileCountsFromZero() {
        CounterSeries series = new CounterSeries();
        series.add(1030 * MILLI, counters(3, 20 * MILLI));
        series.begin(bins, false);
        assertEquals(20 * MILLI, series.total(Counter.COMPUTE));
        assertArrayEquals(
                new double[] {0, 10 * MILLI, 10 * MILLI, 0, 0, 0, 0, 0, 0, 0},
                series.binned(Counter.COMPUTE, bins),
                1);
    }

    @Test
    void whatWasBeforeTheRecordingIsLeftOut() {
        CounterSeries series = new CounterSeries();
        series.add(1010 * MILLI, counters(1000, 9000 * MILLI));
        series.add(1020 * MILLI, counters(1005, 9010 * MILLI));
        series.begin(bins, false);
        assertEquals(5, series.total(Counter.FORKS));
        assertEquals(10 * MILLI, series.total(Counter.COMPUTE));
    }

    @Test
    void theFrequentAreFoundAmongMany() {
        Frequent<String> frequent = new Frequent<>(50);
        for (int i = 0; i < 10_000; i++) {
            frequent.add("often", 1);
            frequent.add("rare " + i, 1);
        }
        List<Profile.Count> most = frequent.most(2);
        assertEquals("often", most.get(0).what());
        assertTrue(most.get(0).count() >= 10_000, most.toString());
        assertTrue(most.get(0).count() <= 10_000 + 20_000 / 50, most.toString());
    }

    @Test
    void theMedianIsRightToAFactorOfTwo() {
        Durations durations = new Durations();
        for (int i = 1; i <= 1001; i++) {
            durations.add(i * 1000L);
        }
        Profile.TaskClass task = durations.of("task");
        assertEquals(1001, task.count());
        assertEquals(1001e-6, task.longest(), EXACT);
        assertEquals(501.501e-3, task.total(), EXACT);
        assertTrue(task.median() > 250e-6 && task.median() < 1000e-6, task.toString());
        Durations one = new Durations();
        one.add(0);
        assertEquals(0, one.of("nothing").median(), EXACT);
    }

    /** A thread that slept for a second and computes again has not computed all the time. */
    @Test
    void whatAThreadUsedItUsedSinceTheLookBefore() {
        Looks looks = new Looks(1000);
        assertEquals(1000, looks.since(1100, 100));
        assertEquals(1100, looks.since(1200, 100));
        assertEquals(1100, looks.since(1203, 100)); // another thread, in the same look
        assertEquals(1200, looks.since(1340, 100)); // a late one
        assertEquals(1800, looks.since(2000, 100)); // nobody has computed meanwhile
    }

    @Test
    void aWovenMethodIsNamedAsInTheSource() {
        assertEquals("Fib.java:7 (some.Fib.fib)", Site.describe(null, "some.Fib", "fib$middle", 7));
        assertEquals(
                "Fib.java (Fib$Inner.fib)", Site.describe(null, "Fib$Inner", "fib$cleave$2", -1));
        assertEquals("Fib.java:1 (Fib.a$b)", Site.describe(null, "Fib", "a$b", 1));
        assertEquals("Sums.kt:1 (Fib.a)", Site.describe("Sums.kt", "Fib", "a", 1));
    }

    /** A class that the agent changes while it is loaded is loaded by a line of the program. */
    @Test
    void noLineOfTheRuntimeOrTheAgentIsTheProgramsOwn() {
        assertTrue(Site.isOfRuntime("dev.cleave.ForkJoinPool$Builder"));
        assertTrue(Site.isOfRuntime("dev.cleave.lazy.FutureStack"));
        assertTrue(Site.isOfRuntime("dev.cleave.agent.retarget.ClassRetargeter"));
        assertTrue(Site.isOfRuntime("dev.cleave.agent.asm.ClassReader"));
        assertFalse(Site.isOfRuntime("dev.cleave.benchmarks.Fib"));
        assertFalse(Site.isOfRuntime("dev.cleave.agents.Main"));
    }

    @Test
    void aLambdasClassHasNoAddress() {
        assertEquals("Main$$Lambda$98", Site.named("Main$$Lambda$98+0x00007f883401a3a8.17335"));
        assertEquals("Main$$Lambda", Site.named("Main$$Lambda/0x00007f883401a3a8"));
        assertEquals("Main$$Lambda (parts)", Site.named("Main$$Lambda/0x00007f883401a3a8 (parts)"));
        assertEquals("Main", Site.named("Main"));
    }

    private static long[] counters(long forks, long computeNanos) {
        long[] counters = new long[Counter.COUNT];
        counters[Counter.FORKS.ordinal()] = forks;
        counters[Counter.COMPUTE.ordinal()] = computeNanos;
        return counters;
    }
}
