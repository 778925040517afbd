package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ3: how lists of children get into one. */
class CopyOnJoinTest {
    private static final String HEAD =
            """
            import java.util.*;
            class Part extends java.util.concurrent.RecursiveTask<List<Double>> {
                final int n;
                Part(int n) { this.n = n; }
                protected List<Double> compute() {
                    if (n < 100) return new ArrayList<>();
                    Part one = new Part(n / 2);
                    one.fork();
                    List<Double> b = new Part(n - n / 2).compute(), a = one.join(), all = new ArrayList<>(n);
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // computed of elements, as in a transform
                "for (int i = 0; i < a.size(); i++) all.set(i, a.get(i) + 2 * b.get(i)); | 10",
                "for (int i = 0; i < a.size(); i++) { double w = 2 * b.get(i); all.set(i, a.get(i) - w); } | 10",
                "for (int i = 0; i < 8; i++) all.set(i, a.get(i) + b.get(i)); | ",
                "final int k = 2 * (3 + 1); for (int i = 0; i < k; i++) all.set(i, a.get(i) + b.get(i)); | ",
                "for (int i = 0; i < K; i++) all.set(i, a.get(i) + b.get(i)); | ",
                "for (int i = 0; i < Part.K; i++) all.set(i, a.get(i) + b.get(i)); | ",
                "int k = 8; for (int i = 0; i < k; i++) all.set(i, a.get(i) + b.get(i)); | 10",
                "final int k = a.size(); for (int i = 0; i < k; i++) all.set(i, a.get(i) + b.get(i)); | 10",
                "for (int i = 0; i < n; i++) all.set(0, all.get(0) + b.get(i)); | ",
                "for (int i = 0; i < n; i++) a.set(i, a.get(i) * 2); | ",
                "for (int i = 0; i < n; i++) all.set(i, all.get(i) + n()); | ",
                // by a method that takes the next one
                "var it = a.iterator(); for (Double x = next(it); x != null; x = next(it)) all.add(x); | 10",
                "while (n() > 0) all.add(next(b.iterator())); | 10",
                "while (n() > 0) all.add(taken(new ArrayDeque<>(b))); | 10",
                "while (n() > 0) all.add(next(new ArrayList<Double>().iterator())); | ",
                "while (n() > 0) all.add(counted(b.iterator())); | ",
            })
    void elementsAreCopied(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        HEAD
                                + code
                                + """

                                        return all;
                                    }
                                    static final int K = 8;
                                    int n() { return n; }
                                    static Double next(Iterator<Double> it) { return it.hasNext() ? it.next() : null; }
                                    static Double taken(Deque<Double> all) { return all.poll(); }
                                    static Double counted(Iterator<Double> it) { it.next(); return 1.0; }
                                }
                                """);
        assertEquals(
                expected == null ? List.of() : List.of(expected),
                Snippet.found(report, "FJ3").stream().distinct().toList());
    }
}
