package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers go where the fewest are. */
class ProcessorLoadTest {
    private static final int NONE = -1;

    private final ProcessorLoad load = new ProcessorLoad();
    private final BitSet set = new BitSet();

    @BeforeEach
    void threeProcessors() {
        set.set(2, 5);
    }

    @Test
    void theFewestRunningWorkersCountFirst() {
        load.add(2, true);
        load.add(3, false);
        load.add(3, false);
        load.add(4, true);
        assertEquals(3, load.least(set, NONE));
    }

    @Test
    void thenTheFewestAtAll() {
        load.add(2, false);
        load.add(3, false);
        assertEquals(4, load.least(set, 2));
    }

    @Test
    void thenTheOneThatIsPreferred() {
        assertEquals(2, load.least(set, NONE));
        assertEquals(4, load.least(set, 4));
        assertEquals(2, load.least(set, 7)); // not in the set
    }

    @Test
    void whoHasLeftDoesNotCount() {
        load.add(2, true);
        load.add(2, false);
        load.remove(2, true);
        load.remove(2, false);
        assertEquals(2, load.least(set, NONE));
    }

    @Test
    void aProcessorIsCrowdedIfAMoveMakesThingsMoreEven() {
        load.add(2, true);
        assertFalse(load.isCrowded(2, 3));
        load.add(2, false);
        assertFalse(load.isCrowded(2, 3));
        load.add(2, true);
        assertTrue(load.isCrowded(2, 3));
    }
}
