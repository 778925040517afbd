package dev.cleave.pekko.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** The example of docs/pekko.md does what the page says. */
class ExampleTest {
    @Test
    void theExampleComputesPi() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            Trapezoids.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertEquals(
                "pi is 3.141592654, by actors on CleaveDispatcher[pekko.actor.default-dispatcher]",
                printed.toString().strip());
    }
}
