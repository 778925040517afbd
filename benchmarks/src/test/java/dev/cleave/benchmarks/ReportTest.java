package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.peers.Peer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom the others are compared with. */
class ReportTest {
    private static final Event.Facts FACTS = new Event.Facts(10, 1, 0);

    @Test
    void tasksWithABottleneckAreWhatTheOthersAreComparedWith() {
        String said = report(row(Peer.WRONG, 200), row(Peer.RIGHT, 50));
        assertTrue(said.contains("x wrong"), said);
        assertTrue(said.contains("against wrong in the same run"), said);
        assertTrue(said.contains("best 0.25 (program)"), said);
        assertFalse(said.contains("juc"), said);
    }

    @Test
    void elseItIsJavaUtilConcurrent() {
        String said = report(row(Peer.JUC, 100), row(Peer.CLEAVE, 50));
        assertTrue(said.contains("x juc"), said);
        assertTrue(said.contains("against juc in the same run"), said);
        assertTrue(said.contains("best 0.50 (program)"), said);
        assertTrue(said.contains("cleave, 1 worker "), said);
        assertTrue(said.contains(" over 1 program;"), said);
    }

    private static String report(Row... rows) {
        StringWriter out = new StringWriter();
        Report report = new Report(new PrintWriter(out));
        report.rows(Arrays.asList(rows), null, FACTS);
        report.summary(Arrays.asList(rows));
        return out.toString();
    }

    private static Row row(Peer peer, long nanos) {
        Samples samples = new Samples(peer, 1);
        samples.add(
                List.of(
                        Event.start("17", "-"),
                        Event.run(1, nanos, 0, null, 0, List.of(), "answer")));
        return Row.of("suite", "program", samples, null, FACTS);
    }
}
