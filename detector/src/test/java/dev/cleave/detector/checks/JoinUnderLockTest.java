package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ15: joins while something is locked. */
class JoinUnderLockTest {
    private static final String HEAD =
            """
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;
            class Fib extends RecursiveTask<Integer> {
                private static final Lock LOCK = new ReentrantLock();
                private final ReadWriteLock both = new ReentrantReadWriteLock();
                private int sum;
                protected Integer compute() {
                    Fib a = new Fib(), b = new Fib(); a.fork();
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // held
                "synchronized (this) { sum += a.join(); } | 9",
                "LOCK.lock(); try { sum += a.join(); } finally { LOCK.unlock(); } | 9",
                "both.writeLock().lock(); try { sum = a.join(); } finally { both.writeLock().unlock(); } | 9",
                "synchronized (LOCK) { invokeAll(a, b); } | 9",
                // not held
                "int x = a.join(); synchronized (this) { sum += x; } | ",
                "LOCK.lock(); try { sum++; } finally { LOCK.unlock(); } sum += a.join(); | ",
                "LOCK.lock(); sum++; LOCK.unlock(); sum += a.join(); | ",
                "synchronized (this) { sum++; } sum += a.join(); | ",
                "synchronized (this) { b.fork(); } a.join(); b.join(); | ",
            })
    void noLockIsHeld(String code, String expected) throws Exception {
        Report report = Snippet.check(folder, HEAD + code + "\n    return sum;\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ15"));
    }
}
