package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which monitors can simply go, and which protect something. */
class TaskSynchronizationTest {
    private static final String HEAD =
            """
            class Work extends java.util.concurrent.RecursiveAction {
                static final java.util.Vector<Integer> SHARED = new java.util.Vector<>();
                static int total;
                final int[] out; final int lo, hi; final Object lock;
                Work(int[] out, int lo, int hi, Object lock) {
                    this.out = out; this.lo = lo; this.hi = hi; this.lock = lock;
                }
                protected void compute() {
            """;

    @TempDir Path folder;

    @Test
    void aLatchByAMethodReferenceIsOne() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.concurrent.*;
                        class Source {
                            void run() throws Exception {
                                CountDownLatch done = new CountDownLatch(1);
                                CompletableFuture.runAsync(done::countDown);
                                done.await();
                                new Thread(done::countDown).start();
                            }
                        }
                        """);
        assertEquals(List.of("5"), Snippet.found(report, "FJ5"));
    }

    /** What an element of an array is, is told by what is put into the array anywhere. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all[i % 2] = Collections.synchronizedList(new ArrayList<>()) | 7",
                "all = new List[] {new ArrayList<>(), new Vector<>()}         | 7",
                "all[i % 2] = new ArrayList<>()                               | ",
                "all[i % 2] = all[0]                                          | ",
            })
    void collectionsMayBeInArrays(String made, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        class Fill extends java.util.concurrent.RecursiveAction {
                            final List<Integer>[] lists; final int i;
                            Fill(List<Integer>[] lists, int i) { this.lists = lists; this.i = i; }
                            protected void compute() {
                                for (int at = i; at < 99; at++)
                                    lists[at % 2].add(at);
                            }
                            static void start(int i) {
                                List<Integer>[] all = new List[2];
                                MADE;
                                new Fill(all, i).invoke();
                            }
                        }
                        """
                                .replace("MADE", made));
        assertEquals(
                expected == null ? List.of() : List.of(expected), Snippet.found(report, "FJ5"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Object own = new Object(); synchronized (own) { total++; }             | true",
                "for (int i = lo; i < hi; i++) synchronized (out) { out[i] = i; }       | true",
                "synchronized (SHARED) { SHARED.add(1); }                               | true",
                "synchronized (lock) { total++; }                                       | false",
                "for (int i = 0; i < hi; i++) synchronized (out) { out[i] = i; }        | false",
                "synchronized (SHARED) { if (SHARED.isEmpty()) SHARED.add(1); }         | false",
                "Object o = new Object(); new Work(out, lo, hi, o).fork(); "
                        + "synchronized (o) { total++; }                                | false",
                "Object o = new Object(), p = o; new Work(out, lo, hi, p).fork(); "
                        + "synchronized (o) { total++; }                                | false",
                "Object o = new Object(); for (int i = lo; i < hi; i++) getPool().submit("
                        + "() -> { synchronized (o) { total++; } });                    | false",
                "getPool().submit(() -> { Object o = new Object(); "
                        + "synchronized (o) { total++; } });                            | true",
            })
    void needlessIsToldFromNeeded(String body, boolean needless) throws Exception {
        Report report = Snippet.check(folder, HEAD + body + "\n    }\n}\n");
        List<Boolean> told =
                report.findings().stream()
                        .filter(it -> it.check().equals("FJ5"))
                        .filter(it -> it.message().contains("monitor"))
                        .map(it -> it.message().contains("can go"))
                        .toList();
        assertEquals(List.of(needless), told);
    }
}
