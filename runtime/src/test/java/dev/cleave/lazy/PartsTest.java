package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is not woven, called in a stretch whose bodies are as written, by a thread of its own. */
@Timeout(60)
class PartsTest {
    /** Not a lambda of the class that is initialised, for which other threads would wait. */
    private static final class Part implements Runnable {
        private final List<Thread> ranBy = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void run() {
            ranBy.add(Thread.currentThread());
        }
    }

    private static final class Failing implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("as it should");
        }
    }

    private static void submerged(Runnable body) {
        FutureStack stack = FutureStack.always();
        int start = stack.enterCall(false);
        stack.submerge(stack.top(), FutureStack.SERIAL);
        try {
            body.run();
        } finally {
            stack.emerge();
            stack.exitCall(start);
        }
    }

    @Test
    void belowAnInitialiserTheThreadRunsThemItself() {
        assertEquals(5, Initialised.PART.ranBy.size());
        assertEquals(Set.of(Thread.currentThread()), Set.copyOf(Initialised.PART.ranBy));
    }

    private static final class Initialised {
        static final Part PART = new Part();

        static {
            submerged(
                    () -> {
                        Cleave.join(PART, PART);
                        Cleave.invokeAll(PART, PART, PART);
                        assertThrows(
                                IllegalStateException.class,
                                () -> Cleave.join(new Failing(), PART));
                    });
        }
    }

    @Test
    void elsewhereWorkersRunThem() {
        Part part = new Part();
        submerged(() -> Cleave.join(part, part));
        assertEquals(2, part.ranBy.size());
        assertTrue(!part.ranBy.contains(Thread.currentThread()), part.ranBy::toString);
    }
}
