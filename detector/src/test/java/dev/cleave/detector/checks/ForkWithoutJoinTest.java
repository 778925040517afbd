package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ11: forked tasks that nobody joins, and joined ones that nobody forks. */
class ForkWithoutJoinTest {
    private static final String HEAD =
            """
            import java.util.*;
            import java.util.concurrent.*;
            class Walk extends RecursiveAction { Walk next; Walk next() { return next; } List<Walk> made() { List<Walk> all = new ArrayList<>(); all.add(new Walk()); return all; }
                private final List<Walk> known = new ArrayList<>(); static final Phaser PHASER = new Phaser(1); static final CountDownLatch LATCH = new CountDownLatch(9);
                protected void compute() {
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // dropped
                "new Walk().fork(); | 6",
                "Walk w = new Walk(); w.fork(); | 6",
                "if (known.isEmpty()) new Walk().fork(); | 6",
                "Walk w = new Walk(); w.fork(); w.compute(); | 6",
                "List<Walk> all = new ArrayList<>(); all.add(new Walk()); for (Walk w : all) w.fork(); | 6",
                "Set<Walk> all = new HashSet<>(parts()); all.forEach(ForkJoinTask::fork); | 6",
                "parts().forEach(w -> w.fork()); | ",
                "Walk w = new Walk(); Walk v = w; v.fork(); | 6",
                "Walk w = new Walk(); Walk v = w; w.fork(); | 6",
                "List<Walk> all = made(); for (Walk w : all) w.fork(); | 6",
                "List<Walk> all = new ArrayList<>(); all.addAll(made()); for (Walk w : all) w.fork(); | 6",
                "List<Walk> all = List.of(new Walk()); all.forEach(Walk::fork); | 6",
                "int n = 0; n++; List<Walk> all = new LinkedList<>(); Walk w = new Walk(); all.add(n, w); w.fork(); | 6",
                // joined
                "Walk w = new Walk(); w.fork(); w.join(); | ",
                "Walk w = new Walk(); Walk v = w; v.fork(); w.join(); | ",
                "Walk w = new Walk(); Walk v = w; w.fork(); v.join(); | ",
                "Walk w = new Walk(); ForkJoinTask<Void> v = (ForkJoinTask<Void>) w; v.fork(); w.join(); | ",
                "Walk a = new Walk(), b = new Walk(); Walk v = known.isEmpty() ? a : b; v.fork(); a.join(); | ",
                "Walk v; v = next = new Walk(); v.fork(); next.join(); | ",
                "Walk v = known.get(0); v.fork(); known.get(0).join(); | ",
                "Walk v = next(); v.fork(); next.join(); | ",
                "Walk[] all = {new Walk()}; Walk v = all[0]; v.fork(); all[0].join(); | ",
                "Deque<Walk> all = new ArrayDeque<>(); all.push(new Walk()); Walk v = all.peek(); v.fork(); all.pop().join(); | ",
                "List<Walk> all = new ArrayList<>(known); for (Walk w : all) w.fork(); for (Walk w : known) w.join(); | ",
                "List<Walk> all = new ArrayList<>(); all.addAll(known); for (Walk w : all) w.fork(); for (Walk w : known) w.join(); | ",
                "List<Walk> all = new ArrayList<>(); Walk a = new Walk(); all.add(a); for (Walk w : all) w.fork(); a.join(); | ",
                "List<Walk> all = new ArrayList<>(); all.add(new Walk()); for (Walk w : all) w.fork(); for (Walk w : all) w.join(); | ",
                "List<Walk> all = parts(); all.forEach(ForkJoinTask::fork); all.forEach(ForkJoinTask::join); | ",
                "List<Walk> all = parts(); for (Walk w : all) w.fork(); invokeAll(all); | ",
                // somebody else may join
                "Walk w = new Walk(); w.fork(); known.add(w); | ",
                "new Walk().fork(); helpQuiesce(); | ",
                "PHASER.register(); new Walk().fork(); PHASER.arriveAndDeregister(); | ",
                "new Walk().fork(); LATCH.countDown(); | ",
                "new Walk().fork(); done(); } void done() { LATCH.countDown(); | ",
                "new Walk().fork(); } static void main(ExecutorService other) throws Exception { other.awaitTermination(1, TimeUnit.DAYS); | 6",
                "Walk w = new Walk(); w.fork(); while (!w.isDone()) Thread.onSpinWait(); | ",
            })
    void somebodyJoins(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        HEAD + code + "\n    }\n    List<Walk> parts() { return List.of(); }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ11"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Walk l = new Walk(), r = new Walk(); l.fork(); r.compute(); l.join(); r.join(); | 6",
                "Walk w = new Walk(); w.join(); | 6",
                "Walk w; w = new Walk(); w.quietlyJoin(); | 6",
                "new Walk().join(); | 6",
                "ForkJoinTask.adapt(() -> {}).join(); | 6",
                "ForkJoinTask<?> t = new RecursiveAction() { protected void compute() {} }; t.join(); | 6",
                "List<Walk> all = new ArrayList<>(); all.add(new Walk()); for (Walk w : all) w.join(); | 6",
                "List<Walk> all = new ArrayList<>(); Walk v = new Walk(); all.add(v); all.get(0).join(); | 6",
                "} static void main(String[] args) { new Walk().join(); | 6",
                // somebody forks it, or may
                "Walk w = new Walk(); w.invoke(); w.join(); | ",
                "Walk w = new Walk(); invokeAll(w, new Walk()); w.join(); | ",
                "Walk w = new Walk(); known.add(w); w.join(); | ",
                "Walk w = new Walk(); Walk v = w; v.fork(); w.join(); v.join(); | ",
                "new Walk().fork().join(); | ",
                "for (Walk w : parts()) w.join(); | ",
                "List<Walk> all = new ArrayList<>(); all.add(new Walk()); all.get(0).fork(); all.get(0).join(); | ",
                "List<Walk> all = new ArrayList<>(); all.add(new Walk()); invokeAll(all); for (Walk w : all) w.join(); | ",
                "List<Walk> all = new ArrayList<>(); Walk v = new Walk(); all.add(v); v.fork(); for (Walk w : all) w.join(); | ",
                "Own w = new Own(); w.join(); } static class Own extends RecursiveAction { Own() { fork(); } protected void compute() {} } void m() { | ",
                "Own w = new Own(); w.join(); } class Own extends RecursiveAction { Own() { known.add(this); } protected void compute() {} } void m() { | ",
                "Own w = new Own(); w.compute(); w.join(); } class Own extends RecursiveAction { protected void compute() { complete(null); } } void m() { | ",
                "Own w = new Own(); w.join(); } class Own extends other.BaseAction { protected void compute() {} } void m() { | ",
                "Thread t = new Thread(); t.join(); | ",
            })
    void nobodyForks(String code, String expected) throws Exception {
        somebodyJoins(code, expected);
    }
}
