package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.peers.Peer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Aims beside made-up rows: what is reached, what is missed, and what was not measured. */
class AimsTest {

    @Test
    void figuresOnTheirLimitsAreReached() {
        List<Row> rows =
                List.of(
                        row("fib", Peer.FUTURE, 1, 1.05, null, null, 0),
                        row("fib", Peer.FUTURE_FORKING, 1, 1.05, 0.1, 0.0, 1),
                        row("fib", Peer.FUTURE, 2, 1 / 2.0, null, null, 999),
                        row("arguments", Peer.FUTURE_FORKING, 1, 2.0, 4.0, 0.1, 1),
                        row("allocation", Peer.FUTURE_FORKING, 1, 9.0, 70.0, 0.0, 0),
                        row("tiny", Peer.FUTURE, 2, 1.3, null, null, 0));
        assertLine(rows, "fib", "T1/Ts", "1.050 <= 1.05 reached 25%");
        assertLine(rows, "fib", "T1/Ts, forking", "1.050 <= 1.05 reached 25%");
        assertLine(rows, "fib", "Ts/T2", "2.000 >= 1.85 reached 25%");
        assertLine(rows, "fib", "promotions, two workers", "999 < 1000 reached 25%");
        assertLine(rows, "arguments", "ns per unpromoted future", "4.000 <= 4 reached 25%");
        assertLine(rows, "allocation", "bytes per unpromoted future", "0.000000 = 0 reached 25%");
        assertLine(rows, "tiny", "T2/Ts", "1.300 <= 1.3 reached 25%");
    }

    @Test
    void figuresJustBeyondTheirLimitsAreMissed() {
        List<Row> rows =
                List.of(
                        row("fib", Peer.FUTURE, 1, 1.050001, null, null, 0),
                        row("fib", Peer.FUTURE, 2, 1 / 1.849, null, null, 1_000),
                        row("arguments", Peer.FUTURE_FORKING, 1, 2.0, 4.001, 0.1, 1),
                        row("allocation", Peer.FUTURE_FORKING, 1, 9.0, 70.0, 1e-6, 0));
        assertLine(rows, "fib", "T1/Ts", "1.050 <= 1.05 missed 25%");
        assertLine(rows, "fib", "Ts/T2", "1.849 >= 1.85 missed 25%");
        assertLine(rows, "fib", "promotions, two workers", "1000 < 1000 missed 25%");
        assertLine(rows, "arguments", "ns per unpromoted future", "4.001 <= 4 missed 25%");
        assertLine(rows, "allocation", "bytes per unpromoted future", "0.000001 = 0 missed 25%");
    }

    @Test
    void rowsOfAnotherPeerOrSizeDoNotStandIn() {
        List<Row> rows =
                List.of(
                        row("fib", Peer.JUC, 1, 1.0, 1.0, 1.0, 9),
                        row("fib", Peer.FUTURE, 4, 0.3, null, null, 9),
                        row("arguments", Peer.FUTURE_FORKING, 1, 1.0, null, null, 1));
        for (String figure : List.of("T1/Ts", "T1/Ts, forking", "Ts/T2")) {
            assertTrue(line(rows, "fib", figure).contains(" - "), figure);
            assertTrue(line(rows, "fib", figure).endsWith("not measured"), figure);
        }
        assertTrue(
                line(rows, "arguments", "ns per unpromoted future").endsWith("not measured"),
                "a row without the figure");
    }

    @Test
    void nothingMeasuredLeavesNoAimOut() {
        List<String> all =
                print(PaperCatalogue.FUTURES, List.of())
                        .lines()
                        .filter(line -> line.contains("not measured"))
                        .toList();
        assertEquals(26, all.size());
    }

    @Test
    void aGeometricMeanIsOfAllProgramsOrOfNone() {
        List<Row> rows = new ArrayList<>();
        for (String program : List.of("fft", "raytracer", "adapint", "quicksort", "knapsack")) {
            rows.add(row(program, Peer.FUTURE, 2, 0.5, null, null, 1));
        }
        assertTrue(print(PaperCatalogue.DBLFUTURES, rows).contains("not measured"));
        rows.add(row("fib", Peer.FUTURE, 2, 0.5, null, null, 1));
        assertMean(rows, "2.000 >= 1.85 reached");
        rows.set(0, row("fft", Peer.FUTURE, 2, 2.0, null, null, 1)); // 2^(4/6)
        assertMean(rows, "1.587 >= 1.85 missed");
    }

    private static void assertMean(List<Row> rows, String words) {
        String text = print(PaperCatalogue.DBLFUTURES, rows).replaceAll(" +", " ");
        assertTrue(text.contains("geometric mean of 6 Ts/T2 " + words), text);
    }

    @Test
    void everyAimIsOfAProgramThatItsSuiteHas() {
        for (Catalogue.Suite suite : new PaperCatalogue().suites()) {
            String text = print(suite.name(), List.of());
            assertEquals(Aims.areFor(suite.name()), !text.isEmpty(), suite.name());
            List<String> programs = suite.programs().stream().map(Catalogue.Program::name).toList();
            text.lines()
                    .filter(line -> line.contains("not measured"))
                    .map(line -> line.strip().split(" ")[0])
                    .filter(word -> !word.equals("geometric"))
                    .forEach(program -> assertTrue(programs.contains(program), program));
        }
        assertFalse(Aims.areFor("overhead"));
    }

    private static void assertLine(List<Row> rows, String program, String figure, String words) {
        assertEquals(
                program + " " + figure + " " + words,
                line(rows, program, figure).replaceAll(" +", " ").strip());
    }

    private static String line(List<Row> rows, String program, String figure) {
        return print(PaperCatalogue.FUTURES, rows)
                .lines()
                .filter(line -> line.matches(" +" + program + " +" + figure + "  .*"))
                .findFirst()
                .orElseThrow()
                .stripTrailing();
    }

    private static String print(String suite, List<Row> rows) {
        StringWriter text = new StringWriter();
        Aims.print(suite, rows, new PrintWriter(text));
        return text.toString();
    }

    private static Row row(
            String program,
            Peer peer,
            int workers,
            double ratio,
            Double nanos,
            Double bytes,
            long tasks) {
        return new Row(
                "suite",
                program,
                peer.label(),
                "-",
                "17",
                workers,
                1.0,
                ratio,
                ratio,
                0.25,
                ratio,
                nanos,
                bytes,
                tasks,
                0);
    }
}
