package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each second that was not used has one cause, by the definition in {@link Losses}. */
class LossesTest {
    private static final double EXACT = 1e-9;

    @Test
    void aBinInWhichOneComputesIsSerialWhateverTheOthersDo() {
        Losses losses = of(4, 1, 3);
        assertEquals(new Losses(4, 1, 0, 0, 3), losses);
    }

    @Test
    void seekingBesideSeveralIsSchedulingAndTheRestIsImbalance() {
        Losses losses = of(4, 2, 0.5);
        assertEquals(new Losses(4, 2, 1.5, 0.5, 0), losses);
    }

    @Test
    void aFullPoolLosesNothingEvenWithMoreWorkersThanProcessors() {
        assertEquals(new Losses(4, 4, 0, 0, 0), of(4, 5.5, 1));
    }

    @Test
    void aPoolThatNeverComputedHasNoEfficiency() {
        Losses none =
                Losses.of(1, 0, 0, new double[0], new double[0], new double[0], new double[0]);
        assertEquals(0, none.efficiency(), EXACT);
    }

    @Test
    void thePartsAddUp() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            double[][] courses = new double[4][20];
            for (double[] course : courses) {
                Arrays.setAll(course, bin -> 8 * random.nextDouble());
            }
            Losses l = Losses.of(0.1, 3, 17, courses[0], courses[1], courses[2], courses[3]);
            assertEquals(
                    l.capacity(),
                    l.used() + l.imbalance() + l.scheduling() + l.serialisation(),
                    EXACT);
            assertTrue(l.imbalance() >= 0 && l.scheduling() >= 0 && l.serialisation() >= 0);
        }
    }

    private static Losses of(double available, double computing, double seeking) {
        return Losses.of(
                1,
                0,
                1,
                new double[] {available},
                new double[] {computing},
                new double[] {seeking},
                new double[] {0});
    }

    @Test
    void aPoolIsSummedFromItsFirstToItsLastComputing() {
        long milli = 1_000_000;
        Bins bins = new Bins(0, 100 * milli, 10);
        PoolData data = new PoolData("some", bins);
        data.available(0, 2);
        data.gauges("LAZY", 2, 0, 17);
        // From 0.2 to 0.8 s the first computes; the second beside it until 0.4 s.
        add(data, 0, 200 * milli, 0);
        add(data, 0, 800 * milli, 600 * milli);
        add(data, 1, 200 * milli, 0);
        add(data, 1, 400 * milli, 200 * milli);
        List<Profile.Count> ran = List.of(new Profile.Count("Main.java:1 (Main.main)", 9));
        Profile.Pool pool = data.summed(false, 0, new double[10], (from, to) -> ran);
        assertEquals(0.2, pool.from(), EXACT);
        assertEquals(0.8, pool.to(), EXACT);
        assertEquals(1.2, pool.losses().capacity(), EXACT);
        assertEquals(0.8, pool.losses().used(), EXACT);
        assertEquals(0.4, pool.losses().serialisation(), EXACT);
        assertEquals(0.8, pool.totals().compute(), EXACT);
        assertEquals(1, pool.serialStretches().size());
        Profile.Stretch stretch = pool.serialStretches().get(0);
        assertEquals(0.4, stretch.from(), EXACT);
        assertEquals(0.8, stretch.to(), EXACT);
        assertEquals(0.4, stretch.lost(), EXACT);
        assertEquals(ran, stretch.running());
        assertEquals(17, pool.tasksRun());
    }

    @Test
    void aPoolsSizeBeforeItsFirstChangeIsKnown() {
        PoolData data = new PoolData("some", new Bins(0, 100_000_000, 4));
        data.changed(250_000_000, 3, 1);
        add(data, 0, 0, 0);
        add(data, 0, 400_000_000, 400_000_000);
        Profile.Pool pool = data.summed(false, 0, new double[4], (from, to) -> List.of());
        assertArrayEquals(new double[] {3, 3, 1, 1}, pool.overTime().available(), EXACT);
        assertEquals(3, pool.parallelism());
    }

    @Test
    void aGuestsTimeIsThatOfSamplesWithinTheProcessorsLeft() {
        Bins bins = new Bins(0, 100_000_000, 2);
        PoolData data = new PoolData("some", bins);
        data.available(0, 2);
        add(data, 0, 0, 0);
        add(data, 0, 100_000_000, 100_000_000);
        add(data, -1, 0, 0);
        Profile.Pool pool = data.summed(false, 0, new double[] {3, 0.5}, (from, to) -> List.of());
        assertTrue(pool.guests());
        assertEquals(1, pool.workersInAll());
        assertEquals(1, pool.overTime().outside()[0], EXACT);
        assertEquals(0.2, pool.to(), EXACT);
        assertEquals(0.25, pool.losses().used(), EXACT);
    }

    private static void add(PoolData data, int worker, long moment, long computeNanos) {
        long[] counters = new long[Counter.COUNT];
        counters[Counter.COMPUTE.ordinal()] = computeNanos;
        data.workers.computeIfAbsent(worker, any -> new WorkerData()).series.add(moment, counters);
    }
}
