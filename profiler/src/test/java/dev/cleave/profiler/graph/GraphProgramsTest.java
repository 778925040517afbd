package dev.cleave.profiler.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphProgramsTest {
    @ParameterizedTest
    @CsvSource({
        "fob:3, 'no program \"fob\"; there are [fib, '",
        "fib, 'write fib:N[:THRESHOLD]'",
        "fib:, is no whole number from 0 to 85",
        "fib:86, is no whole number from 0 to 85",
        "fib:x, '\"x\" is no whole number from'",
        "fib:1.5, '\"1.5\" is no whole number from 0 to 85, as in fib:N[:THRESHOLD]'",
        "fib:3:0, '\"0\" is no whole number from 1'",
        "fib:3:1.5, '\"1.5\" is no whole number from 1'",
        "fib:3:1:1, 'write fib:N[:THRESHOLD]'",
        "loop:NaN, is no whole number from 1",
        "integrate:0, '\"0\" is no number from 1.0E-7'",
        "chain:1e9, is no whole number from 1 to 20000000"
    })
    void whatIsNoProgramIsRefusedWithWhatWouldDo(String word, String said) {
        Exception refusal =
                assertThrows(IllegalArgumentException.class, () -> GraphPrograms.graph(word, 1));
        assertTrue(refusal.getMessage().contains(said), refusal.getMessage());
    }

    @Test
    void aProgramThatWouldTakeMonthsIsRefused() {
        Exception refusal =
                assertThrows(
                        IllegalArgumentException.class, () -> GraphPrograms.graph("fib:85", 1_000));
        assertTrue(refusal.getMessage().contains("2^62 ps"), refusal.getMessage());
    }

    @Test
    void equalBodiesAreKeptOnce() {
        assertEquals(31, GraphPrograms.graph("fib:31", 1).bodies());
        assertEquals(21, GraphPrograms.graph("loop:1048576", 1).bodies());
    }

    @Test
    void everyProgramHasALineAndAGraph() {
        for (String line : GraphPrograms.descriptions()) {
            String name = line.substring(0, line.indexOf(':'));
            assertTrue(GraphPrograms.isProgram(name), line);
            assertTrue(GraphPrograms.graph(name + ":64", 0).bodies() > 0, line);
        }
    }
}
