package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a loop over elements takes from what it goes over; what it does, FormsTest tests. */
class ElementsTest {
    @Test
    void nullIsToldInTheLoopsTerms() {
        NullPointerException thrown =
                assertThrows(NullPointerException.class, () -> Elements.of(null));
        assertEquals("what a parallel loop goes over is null", thrown.getMessage());
    }

    /** As an IDE writes it for who implements the interface. */
    @Test
    void whatACollectionOfTheProgramsMakesOfToArrayDoesNotMatter() {
        AbstractCollection<Integer> all =
                new AbstractCollection<>() {
                    @Override
                    public Iterator<Integer> iterator() {
                        return List.of(1, 2).iterator();
                    }

                    @Override
                    public int size() {
                        return 2;
                    }

                    @Override
                    public Object[] toArray() {
                        return new Object[0];
                    }
                };
        Elements elements = Elements.of(all);
        assertEquals(2, elements.size());
        assertEquals(2, elements.get(1));
    }
}
