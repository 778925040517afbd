package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What a terminal gets, character by character. */
class ProgressTest {
    private final StringWriter written = new StringWriter();

    @Test
    void eachLineIsWrittenOverTheOneBefore() {
        Progress progress = Progress.always(new PrintWriter(written));
        progress.clear();
        progress.show("compiling");
        progress.show("weaving");
        progress.clear();
        progress.clear();
        assertEquals("\rcompiling\rweaving  \r       \r", written.toString());
    }

    @Test
    void aLineIsNoLongerThanATerminalIsWide() {
        Progress.always(new PrintWriter(written)).show("x".repeat(500));
        assertEquals("\r" + "x".repeat(79), written.toString());
    }

    /** As of this test: its streams are pipes or files. */
    @Test
    void thereIsNoneWithoutATerminal() {
        Progress.on(new PrintWriter(written)).show("measuring");
        assertEquals("", written.toString());
    }
}
