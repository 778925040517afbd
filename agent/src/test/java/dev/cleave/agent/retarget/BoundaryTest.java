package dev.cleave.agent.retarget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names by which retargeted classes look classes up. */
class BoundaryTest {
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.ForkJoinPool, dev.cleave.ForkJoinPool",
        "java.util.concurrent.ForkJoinPool$ManagedBlocker, dev.cleave.ForkJoinPool$ManagedBlocker",
        "[Ljava.util.concurrent.ForkJoinTask;, [Ldev.cleave.ForkJoinTask;",
        "[[[Ljava.util.concurrent.RecursiveTask;, [[[Ldev.cleave.RecursiveTask;"
    })
    void theNamesOfMovedTypesAndOfTheirArraysMove(String name, String moved) {
        assertEquals(moved, Boundary.className(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "[L",
                "[L;",
                "[I",
                "[[J",
                "java.util.concurrent.Phaser",
                "[Ljava.util.concurrent.Phaser;",
                "[java.util.concurrent.ForkJoinTask",
                "Ljava.util.concurrent.ForkJoinTask;",
                "[Ljava.util.concurrent.ForkJoinTask",
                "java.util.concurrent.ForkJoinTask;"
            })
    void otherNamesStay(String name) {
        assertEquals(name, Boundary.className(name));
    }

    @Test
    void noNameStaysNone() {
        assertNull(Boundary.className(null));
    }
}
