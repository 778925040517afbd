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
                String.format(
                        "pi is %.9f, by actors on CleaveDispatcher[pekko.actor.default-dispatcher]",
                        Math.PI),
                printed.toString().strip());
    }
}
