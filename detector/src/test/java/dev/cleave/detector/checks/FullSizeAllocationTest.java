package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ13: arrays as large as everything, in each task. */
class FullSizeAllocationTest {
    private static final String HEAD =
            """
            import java.util.*;
            class Sum extends java.util.concurrent.RecursiveTask<int[]> {
                final int[] data; final List<String> names; final int from, to; final int[] own;
                Sum(int[] data, List<String> names, int from, int to, int[] own) {
                    this.data = data; this.names = names; this.from = from; this.to = to; this.own = own;
                }
                protected int[] compute() {
                    if (to - from > 100) {
                        int m = (from + to) >>> 1;
                        invokeAll(new Sum(data, names, from, m, new int[1]), new Sum(data, names, m, to, new int[1]));
                    }
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // everything
                "int[] copy = new int[data.length]; return copy; | 12",
                "List<String> copy = new ArrayList<>(names.size()); return null; | 12",
                "return new int[this.data.length]; | 12",
                // its share
                "return new int[to - from]; | ",
                "return new int[own.length]; | ",
                "return new int[16]; | ",
                "List<String> some = new ArrayList<>(); return null; | ",
                // it works on all of it
                "int[] sums = new int[data.length]; for (int c = 0; c < data.length; c++) sums[c] += data[c]; return sums; | ",
                "List<Integer> lengths = new ArrayList<>(names.size()); for (String name : names) lengths.add(name.length()); return null; | ",
                // it does not
                "int[] copy = new int[data.length]; for (int c = from; c < to; c++) copy[c] = data[c]; for (int c = 0; c < data.length; c++) copy[c] += data[c]; return copy; | 12",
            })
    void aTaskAllocatesItsShare(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + code + "\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ13"));
    }
}
