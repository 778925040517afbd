package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ11: forked tasks that nobody joins. */
class ForkWithoutJoinTest {
    private static final String HEAD =
            """
            import java.util.*;
            import java.util.concurrent.*;
            class Walk extends RecursiveAction {
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
                // joined
                "Walk w = new Walk(); w.fork(); w.join(); | ",
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
}
