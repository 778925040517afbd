package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How often a virtual machine that measures is heard. */
class EventSenderTest {
    private static final int RUNS = 10_000;

    private final List<String> heard = new ArrayList<>();
    private final PrintStream listener =
            new PrintStream(
                    new OutputStream() {
                        @Override
                        public void write(int b) {
                            throw new AssertionError("a byte at a time");
                        }

                        @Override
                        public void write(byte[] bytes, int from, int length) {
                            heard.add(new String(bytes, from, length, StandardCharsets.UTF_8));
                        }
                    });

    @Test
    void theFirstIsHeardAtOnce() {
        new EventSender(listener).accept(Event.start("17", "SPLIT"));
        assertEquals(List.of(Event.start("17", "SPLIT").line() + "\n"), heard);
    }

    @Test
    void shortRunsAreHeardTogetherEachOnceAndInOrder() {
        List<String> said = new ArrayList<>();
        try (EventSender sender = new EventSender(listener)) {
            for (int run = 0; run < RUNS; run++) {
                Event event = Event.warm(run);
                said.add(event.line());
                sender.accept(event);
            }
        }
        assertEquals(said, Stream.of(String.join("", heard).split("\n")).toList());
        // Each of a run would be 10,000; one every 100 ms is two, or some more where this waits.
        assertTrue(heard.size() < RUNS / 10, heard.size() + " times");
    }
}
