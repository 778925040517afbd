package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What a loop over elements says that has none to go over; what it does, FormsTest tests. */
class ElementsTest {
    @Test
    void nullIsToldInTheLoopsTerms() {
        NullPointerException thrown =
                assertThrows(NullPointerException.class, () -> Elements.of(null));
        assertEquals("what a parallel loop goes over is null", thrown.getMessage());
    }
}
