package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.processors.Follower.Computation;
import dev.cleave.processors.SpeedupMeter.Look;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The speedup that a meter makes of sums, by a clock of the test's. */
class SpeedupMeterTest {
    private static final long LOOK = SpeedupMeter.WINDOW_NANOS / 20;
    private static final double ABOUT = 1e-6;
    private static final long UNKNOWN = -1;

    private final SpeedupMeter meter = new SpeedupMeter();
    private List<?> pools = List.of("a pool");
    private int processors = 4;
    private long now = Long.MAX_VALUE - 5 * LOOK; // the clock may wrap round
    private double compute = 1e15;
    private double seek = 1e12;
    private double run = 1e14;
    private boolean runIsKnown = true;

    /** A window in which so many workers do this, in parts of the time; what is told at its end. */
    private double window(double computing, double seeking, double running, int guests) {
        double told = 0;
        for (int i = 0; i < 21 && told == 0; i++) {
            told = look(LOOK, computing, seeking, running, guests);
        }
        return told;
    }

    private double look(long nanos, double computing, double seeking, double running, int guests) {
        now += nanos;
        compute += computing * nanos;
        seek += seeking * nanos;
        run += running * nanos;
        return meter.look(
                new Look(
                        now,
                        processors,
                        pools,
                        new Computation((long) compute, (long) seek, guests),
                        computing + seeking + guests > 0),
                () -> runIsKnown ? (long) run : UNKNOWN);
    }

    @Test
    void workersThatComputeAllTheTime() {
        assertEquals(4, window(4, 0, 4, 0), ABOUT);
        assertEquals(4, window(4, 0, 4, 0), ABOUT);
    }

    @Test
    void oneWorkerOfFourHasWork() {
        assertEquals(1, window(1, 0, 1, 0), ABOUT);
    }

    @Test
    void whatWorkersSpendSeekingIsNoSpeedup() {
        assertEquals(3, window(3, 1, 4, 0), ABOUT);
    }

    @Test
    void norIsTheTimeForWhichTheSystemKeptThemOffTheProcessor() {
        assertEquals(2, window(4, 0, 2, 0), ABOUT);
    }

    @Test
    void norTheTimeForWhichATaskSlept() {
        assertEquals(0.5, window(4, 0, 0.5, 0), ABOUT);
    }

    @Test
    void withoutTheKernelsCountTheWorkersCountStands() {
        runIsKnown = false;
        assertEquals(4, window(4, 0, 2, 0), ABOUT);
    }

    @Test
    void guestsComputeAsWell() {
        assertEquals(3, window(1, 0, 1, 2), ABOUT);
    }

    @Test
    void whileNoPoolComputesTheProgramGoesOnSerially() {
        look(LOOK, 4, 0, 4, 0);
        for (int i = 0; i < 10; i++) {
            assertEquals(0, look(LOOK, 4, 0, 4, 0), ABOUT);
        }
        double told = 0;
        for (int i = 0; i < 10; i++) {
            assertEquals(0, told, ABOUT);
            told = look(LOOK, 0, 0, 0, 0);
        }
        assertEquals(2.5, told, ABOUT); // half of the time 4, half of it 1
    }

    @Test
    void itIsAtMostTheNumberOfProcessorsAndMoreThanNone() {
        assertEquals(4, window(6, 0, 6, 0), ABOUT);
        assertEquals(0.001, window(4, 0, 0, 0), ABOUT);
    }

    @Test
    void anotherNumberOfProcessorsBeginsAnew() {
        look(LOOK, 4, 0, 4, 0);
        for (int i = 0; i < 15; i++) {
            assertEquals(0, look(LOOK, 4, 0, 4, 0), ABOUT);
        }
        processors = 2;
        assertEquals(2, window(2, 0, 2, 0), ABOUT);
    }

    @Test
    void otherPoolsBeginAnew() {
        look(LOOK, 1, 0, 1, 0);
        pools = List.of("a pool", "another");
        compute += 1e15; // of the other
        assertEquals(1, window(1, 0, 1, 0), ABOUT);
    }

    @Test
    void afterALongTimeWithoutALookItBeginsAnew() {
        look(LOOK, 4, 0, 4, 0);
        assertEquals(0, look(3 * SpeedupMeter.WINDOW_NANOS, 0, 0, 0, 0), ABOUT);
        assertEquals(4, window(4, 0, 4, 0), ABOUT);
    }

    @Test
    void aWorkerThatHasEndedTakesItsTimeWithIt() {
        look(LOOK, 4, 0, 4, 0);
        run = 0;
        assertEquals(4, window(4, 0, 0, 0), ABOUT); // by the workers' count
        assertEquals(2, window(4, 0, 2, 0), ABOUT);
    }
}
