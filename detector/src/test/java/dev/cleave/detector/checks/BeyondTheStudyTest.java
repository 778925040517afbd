package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ7 and FJ8: the order in which a task forks, computes and joins two children. */
class BeyondTheStudyTest {
    private static final String HEAD =
            """
            class Fib extends java.util.concurrent.RecursiveTask<Integer> {
                final int n;
                Fib(int n) { this.n = n; }
                protected Integer compute() {
                    if (n < 2) return n;
                    Fib a = new Fib(n - 1), b = new Fib(n - 2);
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // joined at once
                "a.fork(); return a.join() + b.compute(); | FJ7:7",
                "a.fork(); int x = a.join(); return x + b.invoke(); | FJ7:7",
                "return a.fork().join() + b.compute(); | FJ7:7",
                "a.fork(); Fib c = new Fib(n - 3); return a.join() + c.compute(); | FJ7:7",
                "a.fork(); int m = n - 3; Fib c = new Fib(m); int x = a.join(); return x + c.compute(); | FJ7:7",
                "a.fork(); Fib c = new Fib(n() - 3); return a.join() + c.compute(); } int n() { return this.n; | FJ7:7",
                "a.fork(); int m = b.n(); return a.join() + b.compute(); } int n() { return n; | FJ7:7",
                "a.fork(); Fib c = new Fib(n()); return a.join() + c.compute(); } int n() { return n * n; | ''",
                "var t = a.fork(); return t.join() + b.compute(); | FJ7:7",
                "a.fork(); try { return a.get(); } catch (Exception e) { return 0; } | FJ7:7",
                "a.fork(); try { try { return a.join(); } finally { b.compute(); } } finally { n(); } | FJ7:7",
                // made by a method that does nothing else
                "a.fork(); Fib c = Fib.of(n - 3); return a.join() + c.compute(); } static Fib of(int n) { return new Fib(n); | FJ7:7",
                "a.fork(); Fib c = of(3); c.fork(); return a.join() + c.join(); } static Fib of(int n) { return new Fib(n); | FJ8:7",
                "a.fork(); Fib c = of(3); return a.join() + c.compute(); } static Fib of(int n) { return new Fib(other(n)); } static int other(int n) { return n; | ''",
                "a.fork(); Fib c = of(3); return a.join() + c.compute(); } Fib of(int n) { b(); return new Fib(n); } void b() { | ''",
                // after an assignment
                "Fib c; a.fork(); c = new Fib(n - 3); return a.join() + c.compute(); | FJ7:7",
                "a.fork(); this.m = n; m = 4; int x; x = a.join(); return x + b.compute(); } int m; { | FJ7:7",
                "a.fork(); m = n(); return a.join() + b.compute(); } int m; { | ''",
                "a.fork(); a = new Fib(n - 3); return a.join() + b.compute(); | ''",
                "a.fork(); new Fib[2][0] = a; return a.join() + b.compute(); | ''",
                // in a switch
                "switch (n) { case 3: a.fork(); return a.join() + b.compute(); default: return 1; } | FJ7:7",
                "switch (n) { case 3: a.fork(); break; default: return a.join(); } return 1; | ''",
                "a.fork(); return switch (n) { case 3 -> a.join() + b.compute(); default -> a.join(); }; | FJ7:7 FJ7:7",
                "a.fork(); return switch (n) { case 3 -> b.compute() + a.join(); default -> 1; }; | ''",
                "a.fork(); return switch (b.compute()) { case 3 -> a.join(); default -> 1; }; | ''",
                "a.fork(); return switch (n) { case 3 -> { n(); yield a.join(); } default -> 1; }; | ''",
                "return switch (n) { case 3 -> { a.fork(); yield a.join() + b.compute(); } default -> 1; }; | FJ7:7",
                "a.fork(); b.fork(); return b.join(); | FJ8:7",
                "invokeAll(a); return a.join() + b.compute(); | FJ7:7",
                "if (n > 9) invokeAll(a); else invokeAll(b); return 1; | FJ7:7 FJ7:7",
                "return java.util.stream.Stream.of(a, b).map(t -> t.fork()).mapToInt(t -> t.join()).sum(); | FJ7:7",
                "java.util.List.of(a, b).stream().map(Fib::fork).forEach(Fib::join); return 1; | FJ7:7",
                "java.util.List<Fib> all = java.util.List.of(a, b); all.forEach(Fib::fork); all.forEach(Fib::join); return 1; | ''",
                // nobody computes
                "a.fork(); b.fork(); return a.join() + b.join(); | FJ8:7",
                "a.fork(); b.fork(); int x = b.join(); return x + a.join(); | FJ8:7",
                "Fib l, r; (l = a).fork(); (r = b).fork(); return l.join() + r.join(); | FJ8:7",
                "Fib l, r; (l = a).fork(); return (r = b).compute() + l.join(); | ''",
                "Fib l; (l = a).fork(); return l.join() + b.compute(); | FJ7:7",
                "a.fork(); b.fork(); a.join(); b.join(); Fib c = new Fib(3), d = new Fib(4); c.fork(); d.fork(); c.join(); d.join(); return 1; | FJ8:7 FJ8:7",
                "b(); b(); return 1; } void b() { Fib a = new Fib(1), b = new Fib(2); a.fork(); b.fork(); a.join(); b.join(); | FJ8:7",
                "a.fork(); Fib c = new Fib(3); c.fork(); return Math.max(a.join(), c.join());| FJ8:7",
                "a.fork(); Fib c = new Fib(3); c.fork(); return c.join() + a.join(); | FJ8:7",
                "var s = a.fork(); var t = new Fib(3).fork(); return s.join() + t.join(); | FJ8:7",
                // halves in fields, forked or joined in a method of the same task
                "l = a; r = b; l.fork(); r.fork(); return both(); } Fib l, r; int both() { return l.join() + r.join(); | FJ8:7",
                "l = a; r = b; l.fork(); r.fork(); this.both(); return l.n; } Fib l, r; void both() { l.join(); r.join(); | FJ8:7",
                "start(); return l.join() + r.join(); } Fib l, r; void start() { l = new Fib(1); r = new Fib(2); l.fork(); r.fork(); | FJ8:7",
                "start(); return both(); } Fib l, r; void start() { l = new Fib(1); r = new Fib(2); l.fork(); r.fork(); } int both() { return l.join() + r.join(); | FJ8:7",
                "l = a; r = b; l.fork(); r.fork(); return both(n()); } Fib l, r; int both(int m) { return l.join() + r.join(); | ''",
                "l = a; r = b; l.fork(); r.fork(); return both(); } Fib l, r; int both() { n(); return l.join() + r.join(); | ''",
                "start(); n(); return l.join() + r.join(); } Fib l, r; void start() { l = new Fib(1); r = new Fib(2); l.fork(); r.fork(); | ''",
                "l = a; r = b; l.fork(); return both(); } Fib l, r; int both() { return r.compute() + l.join(); | ''",
                // an empty collection is no work
                "a.fork(); var all = new java.util.ArrayList<Integer>(); all.add(a.join()); all.add(b.compute()); return 1; | FJ7:7",
                "a.fork(); var all = new java.util.ArrayList<>(n()); all.add(a.join()); all.add(b.compute()); return 1; | ''",
                // a method of the program's own that is called like the library's
                "invokeAll(a); return 1; } static void invokeAll(Fib one) { one.n(); | ''",
                "new Fib(3).invokeAll(a, 1); return 1; } void invokeAll(Fib one, int n) { | ''",
                // in elements of an array
                "Fib[] t = {a, b}; t[0].fork(); t[1].fork(); return t[0].join() + t[1].join(); | FJ8:7",
                "Fib[] t = {a, b}; (t[0]).fork(); t[1].fork(); int x = t[1].join(); return x; | FJ8:7",
                "Fib[] t = {a, b}; t[0].fork(); return t[0].join() + t[1].compute(); | FJ7:7",
                "Fib[] t = {a, b}; t[0].fork(); return t[1].compute() + t[0].join(); | ''",
                "Fib[] t = {a, b}; t[0].fork(); t[1].fork(); int c = new Fib(1).compute(); return t[1].join() + c; | ''",
                "Fib[] t = {a, b}; int i = 0; t[i].fork(); i++; t[i].fork(); return t[0].join() + t[1].join(); | ''",
                // right
                "var t = a.fork(); return b.compute() + t.join(); | ''",
                "a.fork(); try { b.compute(); return a.join(); } finally { n(); } | ''",
                "a.fork(); try (var r = open()) { return a.join(); } | ''",
                "try { a.fork(); } finally { a.join(); } return 1; | ''",
                "a.fork(); return b.compute() + a.join(); | ''",
                "a.fork(); Fib c = new Fib(n()); return a.join() + c.compute(); | ''",
                "a.fork(); int[] all = new int[n]; return a.join() + all[0]; | ''",
                "a.fork(); Fib c = new Fib(n - 3); return c.compute() + a.join(); | ''",
                "a.fork(); int x = b.compute(); return x + a.join(); | ''",
                "invokeAll(a, b); return a.join() + b.join(); | ''",
                // one part is empty
                "if (n > 9) invokeAll(a, b); else if (n > 5) invokeAll(a); else { invokeAll(b); } return 1; | ''",
                "if (n > 9) { invokeAll(a); } else { invokeAll(a, b); } return 1; | ''",
                "a.fork(); b.fork(); int c = new Fib(1).compute(); return a.join() + b.join() + c; | ''",
                "a.fork(); System.gc(); return a.join(); | ''",
            })
    void theOrderDecides(String body, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + body + "\n    }\n}\n");
        assertEquals(
                expected.isEmpty() ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report).stream()
                        .filter(it -> it.matches("FJ[78]:.*"))
                        .sorted()
                        .toList());
    }

    /** What a stream forks and joins at once is not forked one by one, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Stream.of(a, b).map(ForkJoinTask::fork).mapToInt(ForkJoinTask::join) | FJ7:8",
                "Stream.of(a, b).map(t -> t.fork()).mapToInt(t -> t.join())           | FJ7:8",
                "Stream.of(a, b).map(ForkJoinTask::fork).toList().stream().mapToInt(ForkJoinTask::join)"
                        + " | FJ4:8",
            })
    void oneCauseIsOneFinding(String stream, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        "import java.util.concurrent.*; import java.util.stream.*;\n"
                                + HEAD
                                + "return "
                                + stream
                                + ".sum();\n    }\n}\n");
        assertEquals(
                List.of(expected),
                Snippet.found(report).stream().filter(it -> it.matches("FJ[478]:.*")).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).map(CompletableFuture::join).toList() | FJ7:5",
                "in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).mapToInt(f -> f.join()).sum() | FJ7:5",
                "in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).filter(f -> f != null).map(f -> f.join()).toList() | FJ7:5",
                "in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).toList().stream().map(CompletableFuture::join).toList() | ''",
                "in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).toList() | ''",
                "in.parallelStream().map(x -> CompletableFuture.supplyAsync(() -> x)).map(CompletableFuture::join).toList() | FJ6:5",
                "in.stream().map(x -> \"\" + x).map(x -> String.join(x)).toList() | ''",
            })
    void aLazyStreamTakesOneStageAfterTheOther(String stream, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        import java.util.concurrent.*;
                        class All {
                            Object all(List<Integer> in) {
                                return %s;
                            }
                        }
                        """
                                .formatted(stream));
        assertEquals(expected, String.join(" ", Snippet.found(report)));
    }
}
