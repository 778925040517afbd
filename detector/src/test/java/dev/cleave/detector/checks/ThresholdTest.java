package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ10: the condition under which a task divides. */
class ThresholdTest {
    private static final String HEAD =
            """
            class Sum extends java.util.concurrent.RecursiveAction {
                static final int LIMIT = 1000; static final int ONE = 1;
                final int[] a; final int lo, hi;
                Sum(int[] a, int lo, int hi) { this.a = a; this.lo = lo; this.hi = hi; }
                void divide() { int m = (lo + hi) >>> 1; invokeAll(new Sum(a, lo, m), new Sum(a, m, hi)); }
                void leaf() { for (int i = lo; i < hi; i++) a[i]++; }
                protected void compute() {
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // missing
                "divide(); | 5",
                "leaf(); divide(); | 5",
                // single elements
                "if (hi - lo <= 1) leaf(); else divide(); | 8",
                "if (hi - lo < 2) { leaf(); return; } divide(); | 8",
                "if (lo < hi) divide(); | 8",
                "if (hi - lo <= ONE) leaf(); else divide(); | 8",
                "if (a != null && hi - lo > 1) divide(); | ",
                // only small work
                "if (hi - lo < LIMIT) divide(); else leaf(); | 8",
                "if (hi - lo > LIMIT) leaf(); else divide(); | 8",
                "int size = hi - lo; if (size <= LIMIT) { divide(); return; } leaf(); | 8",
                // end and start confused
                "if (lo - hi > LIMIT) divide(); else leaf(); | 8",
                "if (lo - hi <= LIMIT) { leaf(); return; } divide(); | 8",
                // right
                "if (hi - lo < LIMIT) leaf(); else divide(); | ",
                "if (hi - lo > LIMIT) divide(); else leaf(); | ",
                "if (LIMIT > hi - lo) { leaf(); return; } divide(); | ",
                "if (hi - lo <= 1 || getSurplusQueuedTaskCount() > 3) { leaf(); return; } divide(); | ",
                "int size = hi - lo; if (size <= LIMIT) { leaf(); return; } divide(); | ",
                "if (a.length < 10) { leaf(); return; } divide(); | ",
                "for (int i = lo; i < hi; i++) invokeAll(new Sum(a, i, i + 1)); | ",
                // in lambdas that the pool is given
                "Runnable all = () -> divide(); getPool().submit(all); | 5",
                "getPool().submit(() -> new Sum(a, lo, hi).invoke()); | 8",
                "if (hi - lo < LIMIT) return; getPool().submit(() -> new Sum(a, lo, lo + 1).invoke()); | ",
                "leaf(); } void main() { getPool().submit(() -> new Sum(a, lo, hi).invoke()); | ",
                // a bound that is not of what is divided
                "if (a.length > LIMIT) return; divide(); | ",
            })
    void tasksDivideLargeWork(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + code + "\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ10"));
    }

    private static final String SEARCH =
            """
            import java.util.*;
            class Search extends java.util.concurrent.RecursiveAction {
                static final int MOST = 10;
                final String path; final Set<String> seen; final List<String> names;
                Search(String path, Set<String> seen, List<String> names) {
                    this.path = path; this.seen = seen; this.names = names;
                }
                protected void compute() {
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what grows, or is only bounded
                "if (path.length() < MOST) invokeAll(new Search(path + 1, seen, names)); | ",
                "if (path.length() >= MOST) return; invokeAll(new Search(path + 1, seen, names)); | ",
                "if (seen.size() > MOST) return; for (String n : names) new Search(n, seen, names).invoke(); | ",
                "List<Search> open = new ArrayList<>(); if (open.size() < MOST) open.add(new Search(\"\", seen, names)); | ",
                // what is divided
                "if (names.size() < MOST) new Search(path, seen, names.subList(1, names.size())).invoke(); | 9",
                "if (path.length() > MOST) return; new Search(path.substring(1), seen, names).invoke(); | 9",
                "List<String> rest = new ArrayList<>(names.subList(0, 1)); if (names.size() > MOST) return; new Search(path, seen, rest).invoke(); | 9",
            })
    void onlyWhatIsDividedIsWork(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, SEARCH + code + "\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ10"));
    }
}
