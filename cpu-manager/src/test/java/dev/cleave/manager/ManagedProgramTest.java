package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.manager.Speedup;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Which of a program's speedups counts. */
class ManagedProgramTest {
    private static final long START = Long.MAX_VALUE - 5; // the clock may wrap round
    private static final long LATER = START + ManagedProgram.TRIAL_NANOS;

    private final ManagedProgram program =
            new ManagedProgram(
                    0, 1, null, new BitSet(), new Registration((byte) 1, 1, 1, 1, 1, "test"));

    @Test
    void theLastOneCounts() {
        assertTrue(program.measure(new Speedup(4, 3.8), START));
        assertFalse(program.measure(new Speedup(4, 3.8), START + 1));
        assertTrue(program.measure(new Speedup(6, 3.0), START + 2));
        assertTrue(program.measure(new Speedup(6, 5.0), START + 3));
        assertTrue(program.measure(null, START + 4));
    }

    @Test
    void whoUsedManyBadlyIsNotGivenThemBackForDoingWellWithFewer() {
        program.measure(new Speedup(2, 1.0), START);
        assertFalse(program.measure(new Speedup(1, 1.0), START + 1));
        assertEquals(new Speedup(2, 1.0), program.speedup);
        assertFalse(program.measure(new Speedup(1, 0.999), LATER - 1));
        assertTrue(program.measure(new Speedup(1, 1.0), LATER), "the program may have changed");
    }

    @Test
    void whoDoesBadlyWithFewerTooGetsStillFewer() {
        program.measure(new Speedup(8, 4.0), START);
        assertTrue(program.measure(new Speedup(5, 1.5), START + 1));
    }

    @Test
    void whoHasFewerBecauseOthersCameIsTakenAtItsWord() {
        program.measure(new Speedup(4, 3.9), START);
        assertTrue(program.measure(new Speedup(2, 1.9), START + 1));
    }
}
