package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ9: in which order two forked tasks are joined. */
class WrongJoinOrderTest {
    private static final String HEAD =
            """
            class Fib extends java.util.concurrent.RecursiveTask<Integer> {
                final int n;
                Fib(int n) { this.n = n; }
                int n() { return n; }
                protected Integer compute() {
                    if (n < 100) return n;
                    Fib a = new Fib(n - 1), b = new Fib(n - 2), c = new Fib(n - 3);
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // oldest first, with work between
                "a.fork(); b.fork(); int x = c.compute(); return x + a.join() + b.join(); | 8",
                "a.fork(); b.fork(); int x = c.compute(); int y = a.join(); return x + y + b.join(); | 8",
                "a.fork(); b.fork(); return c.compute() + a.join() + b.join(); | 8",
                "var x = new Fib(n - 4).fork(); var y = b.fork(); int z = c.compute(); return z + x.join() + y.join(); | 8",
                "Fib[] t = {a, b}; t[0].fork(); t[1].fork(); return c.compute() + t[0].join() + t[1].join(); | 8",
                "a.fork(); b.fork(); c.fork(); int x = c.compute(); return x + a.join() + b.join(); | 8",
                // youngest first
                "Fib[] t = {a, b}; t[0].fork(); t[1].fork(); return c.compute() + t[1].join() + t[0].join(); | ",
                "a.fork(); b.fork(); int x = c.compute(); return x + b.join() + a.join(); | ",
                // the younger one is not joined, or both are done
                "a.fork(); b.fork(); int x = b.compute(); return x + a.join(); | ",
                "a.fork(); b.fork(); while (!a.isDone() || !b.isDone()) Thread.onSpinWait(); return a.join() + b.join(); | ",
                "a.fork(); b.fork(); do c.n(); while (!(a.isDone() && b.isDone())); return a.join() + b.join(); | ",
                // one fork
                "a.fork(); int x = b.compute(); return x + a.join(); | ",
                // no work between: another check's
                "a.fork(); b.fork(); return a.join() + b.join(); | ",
                "invokeAll(a, b, c); return a.join() + b.join() + c.join(); | ",
            })
    void theYoungestIsJoinedFirst(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + code + "\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ9"));
    }
}
