package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Fixed sources, and several at once. */
class SourcesTest {
    /** What the test says; remembers requests. */
    private static final class Told implements ProcessorSource {
        private final List<Integer> requests = new ArrayList<>();
        private int current;

        @Override
        public int current() {
            return current;
        }

        @Override
        public void request(int wanted) {
            requests.add(wanted);
        }
    }

    @Test
    void aFixedSourceIgnoresRequests() {
        ProcessorSource fixed = new FixedSource(3);
        fixed.request(7);
        assertEquals(3, fixed.current());
    }

    @Test
    void aFixedSourceHasAProcessor() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> new FixedSource(0)).getMessage();
        assertTrue(message.startsWith("0 processors: at least 1"), message);
    }

    @Test
    void theStrictestOfSeveralCounts() {
        Told first = new Told();
        Told second = new Told();
        ProcessorSource both = MinimumSource.of(first, second, new FixedSource(4));
        first.current = 3;
        second.current = 5;
        assertEquals(3, both.current());
        second.current = 2;
        assertEquals(2, both.current());
        first.current = second.current = 9;
        assertEquals(4, both.current());
    }

    @Test
    void requestsGoToAll() {
        Told first = new Told();
        Told second = new Told();
        MinimumSource.of(first, second).request(6);
        assertEquals(List.of(6), first.requests);
        assertEquals(List.of(6), second.requests);
    }

    @Test
    void noSourcesAreRefused() {
        assertThrows(IllegalArgumentException.class, MinimumSource::of);
        assertSaysNull("a source is null", () -> MinimumSource.of((ProcessorSource) null));
        assertSaysNull("the sources are null", () -> MinimumSource.of((ProcessorSource[]) null));
        assertSaysNull("the sources are null", () -> new MinimumSource(null));
    }

    @Test
    void aContainerIsRefusedWithoutRootDirectoryOrRounding() {
        assertSaysNull(
                "the root directory is null",
                () -> new ContainerSource(null, Rounding.CEIL, false));
        assertSaysNull(
                "the rounding is null", () -> new ContainerSource(Path.of("/"), null, false));
    }

    private static void assertSaysNull(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }
}
