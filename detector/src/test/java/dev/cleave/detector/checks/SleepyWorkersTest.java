package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FJ6: who waits, and whose worker the pool replaces meanwhile. */
class SleepyWorkersTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "collect(Collectors.toMap(s -> s, s -> slow(s))) | FJ6",
                "collect(Collectors.groupingBy(Streams::slow)) | FJ6",
                "collect(groupingBy(s -> s, Collectors.mapping(s -> slow(s), Collectors.toList()))) | FJ6",
                "sorted(Comparator.comparing(s -> slow(s))).toList() | FJ6",
                "mapToInt(new ToIntFunction<>() { public int applyAsInt(String s) { return slow(s); } }).sum() | FJ6",
                "filter(new Streams()).toList() | FJ6",
                // once, in the caller
                "collect(Collectors.collectingAndThen(Collectors.toList(), all -> slow(\"\"))) | ",
                "sequential().collect(Collectors.toMap(s -> s, s -> slow(s))) | ",
            })
    void workersRunWhatCollectorsAndComparatorsAreMadeOf(String code, String expected)
            throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        import java.util.function.*;
                        import java.util.stream.*;
                        import static java.util.stream.Collectors.groupingBy;
                        class Streams implements Predicate<String> {
                            static int slow(String s) {
                                try { Thread.sleep(1); } catch (InterruptedException e) { }
                                return 0;
                            }
                            public boolean test(String s) { return slow(s) > 0; }
                            Object all(List<String> in) { return in.parallelStream().%s; }
                        }
                        """
                                .formatted(code));
        assertEquals(
                expected == null ? List.of() : List.of(expected),
                report.findings().stream().map(Finding::check).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"supplyAsync(slow)", "runAsync(Later::slow)", "supplyAsync(() -> slow())"})
    void aStageMayBeImported(String stage) throws Exception {
        for (String imported : List.of("*", stage.substring(0, stage.indexOf('(')))) {
            Report report =
                    Snippet.check(
                            folder,
                            """
                            import static java.util.concurrent.CompletableFuture.%s;
                            class Later {
                                static int slow() {
                                    try { Thread.sleep(1); } catch (InterruptedException e) { }
                                    return 0;
                                }
                                Object begin() {
                                    java.util.function.Supplier<Integer> slow = () -> slow();
                                    return %s;
                                }
                            }
                            """
                                    .formatted(imported, stage));
            assertEquals(
                    List.of("FJ6"),
                    report.findings().stream().map(Finding::check).toList(),
                    imported);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other.get(); | FJ6",
                "other.listen(() -> other.get()); | ",
                "other.addListener(() -> { try { other.get(); } catch (Exception e) { } }, run); | ",
                "other.addListener(() -> run.execute(() -> other.get()), run); | ",
                "other.addListener(() -> next.get(), run); | FJ6",
                "client.sendTimeout(1); | ",
                "client.connectTimeout(1).fetchSize(1).executeInterval(1); | ",
                "client.sendMessage(1); | FJ6",
            })
    void whoIsCalledWhenItIsDoneDoesNotWait(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.concurrent.*;
                        class Waits extends RecursiveAction {
                            other.PendingFuture<String> other, next; Executor run; KafkaClient client;
                            protected void compute() { try { %s } catch (Exception e) { } }
                        }
                        """
                                .formatted(code));
        assertEquals(
                expected == null ? List.of() : List.of(expected),
                report.findings().stream().map(Finding::check).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "future.join(); | MEDIUM",
                "future.get(); | MEDIUM",
                "future.get(1, TimeUnit.SECONDS); | MEDIUM",
                "Stream.of(future).map(CompletableFuture::join).count(); | MEDIUM",
                "condition.await(); | MEDIUM",
                "condition.awaitUninterruptibly(); | MEDIUM",
                "queue.take(); | MEDIUM",
                "queue.put(1); | MEDIUM",
                "completion.take(); | MEDIUM",
                "files.take(); | MEDIUM",
                "new SynchronousQueue<Integer>().take(); | MEDIUM",
                "new LinkedTransferQueue<Integer>().transfer(1); | MEDIUM",
                // nobody is told
                "other.get(); | HIGH",
                "condition.await(1, TimeUnit.SECONDS); | HIGH",
                "condition.awaitNanos(1); | HIGH",
                "queue.poll(1, TimeUnit.SECONDS); | HIGH",
                "queue.offer(1, 1, TimeUnit.SECONDS); | HIGH",
                "files.poll(1, TimeUnit.SECONDS); | HIGH",
                "executor.invokeAll(List.of()); | HIGH",
                "Thread.sleep(1); | HIGH",
                "wait(); | HIGH",
                "new Thread(this).join(); | HIGH",
            })
    void whoIsReplacedCostsLess(String wait, Severity severity) throws Exception {
        List<Finding> found =
                Snippet.check(
                                folder,
                                """
                                import java.nio.file.*;
                                import java.util.*;
                                import java.util.concurrent.*;
                                import java.util.concurrent.locks.*;
                                import java.util.stream.*;
                                class Waits extends RecursiveTask<Object> implements Runnable {
                                    CompletableFuture<Integer> future; Future<Integer> other; Condition condition;
                                    BlockingQueue<Integer> queue; CompletionService<Integer> completion;
                                    WatchService files; ExecutorService executor;
                                    protected Object compute() {
                                        try { %s } catch (Exception e) { }
                                        return null;
                                    }
                                    public void run() { }
                                }
                                """
                                        .formatted(wait))
                        .findings()
                        .stream()
                        .filter(it -> it.check().equals("FJ6"))
                        .toList();
        assertEquals(List.of(severity), found.stream().map(Finding::severity).toList());
        Finding finding = found.get(0);
        boolean replaced = severity == Severity.MEDIUM;
        assertEquals(replaced, finding.message().endsWith(", while another worker takes over"));
        assertEquals(replaced, !finding.why().contains("none takes the place of this one"));
        assertEquals(replaced, finding.cost() == null);
        assertTrue(!replaced || !finding.remedy().contains("managedBlock"), finding.remedy());
    }
}
