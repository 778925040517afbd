package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ16: parallel streams where tasks run already. */
class ParallelStreamInTaskTest {
    private static final String HEAD =
            """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            class Work {
                static final List<Integer> LIST = List.of(1, 2);
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // inside
                "static class T extends RecursiveAction { protected void compute() { LIST.parallelStream().forEach(x -> {}); } } | 6",
                "static class T extends RecursiveAction { protected void compute() { IntStream.range(0, 9).parallel().sum(); } } | 6",
                "static class T extends RecursiveAction { protected void compute() { Arrays.parallelSort(new int[9]); } } | 6",
                "static class T extends RecursiveAction { protected void compute() { help(); } void help() { LIST.parallelStream().count(); } } | 6",
                // not inside
                "static long sum() { return LIST.parallelStream().count(); } | ",
                "static class T extends RecursiveAction { protected void compute() { LIST.stream().forEach(x -> {}); } } | ",
                // the known way to choose the pool
                "long all(ForkJoinPool pool) throws Exception { return pool.submit(() -> LIST.parallelStream().count()).get(); } | ",
                "long all(ForkJoinPool pool) throws Exception { return pool.submit(() -> count()).get(); } static long count() { return LIST.parallelStream().count(); } | ",
                "long all(ForkJoinPool pool) throws Exception { return pool.submit(Work::count).get(); } static long count() { return LIST.parallelStream().count(); } | ",
                "static class C implements Callable<Long> { public Long call() { return LIST.parallelStream().count(); } } long all(ForkJoinPool pool) throws Exception { return pool.submit(new C()).get(); } | ",
                // the same method in a task, too
                "static class T extends RecursiveAction { protected void compute() { help(); } } static long help() { return LIST.parallelStream().count(); } void all(ForkJoinPool pool) { pool.submit(() -> help()); } | 6",
            })
    void tasksAreParallelAlready(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + code + "\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ16"));
    }
}
