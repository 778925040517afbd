package dev.cleave.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.spark.Numbers.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Solving on one machine, and what is said of a Divisible that does not divide. */
class LocalSolverTest {
    private static <P, R> R solve(Divisible<P, R> how, P problem) {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            return LocalSolver.solve(pool, how, problem);
        }
    }

    @Test
    void resultsKeepTheirOrder() {
        assertEquals(
                IntStream.range(0, 1000).mapToObj(Integer::toString).toList(),
                solve(new Numbers(), new Range(0, 1000)));
    }

    @Test
    void partsAreSolvedByTheWorkersOfThePool() {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            Numbers checked =
                    new Numbers() {
                        @Override
                        String one(int number) {
                            return Boolean.toString(ForkJoinTask.getPool() == pool);
                        }
                    };
            assertEquals(
                    Collections.nCopies(10, "true"),
                    LocalSolver.solve(pool, checked, new Range(0, 10)));
        }
    }

    @Test
    void aSplitIntoOnePartIsFineAsLongAsItGetsSmall() {
        Numbers oneLess =
                new Numbers() {
                    @Override
                    public List<Range> split(Range range) {
                        return List.of(new Range(range.from() + 1, range.to()));
                    }
                };
        assertEquals(List.of("199"), solve(oneLess, new Range(0, 200)));
        IllegalStateException deeper =
                assertThrows(IllegalStateException.class, () -> solve(oneLess, new Range(0, 202)));
        assertTrue(deeper.getMessage().contains("has split 200 times in a row"), deeper::toString);
    }

    @Test
    void aSplitForEverIsRefused() {
        for (int parts : new int[] {1, 2}) {
            Numbers same =
                    new Numbers() {
                        @Override
                        public List<Range> split(Range range) {
                            // The other is small at once, or there would be 2^200.
                            return List.of(range, new Range(0, 1)).subList(0, parts);
                        }
                    };
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> solve(same, new Range(7, 9)));
            assertTrue(
                    refused.getMessage().contains("still has Range[from=7, to=9]"),
                    refused::toString);
            assertTrue(refused.getMessage().contains(same.getClass().getName()), refused::toString);
        }
    }

    @Test
    void aSplitWithoutPartsIsRefused() {
        assertRefused("split returned null for Range[from=7, to=9]", null);
        assertRefused("split returned no parts for Range[from=7, to=9]", List.of());
        assertRefused(
                "split returned null as part 1 of 2 for Range[from=7, to=9]",
                Arrays.asList(new Range(0, 1), null));
    }

    private static void assertRefused(String expected, List<Range> parts) {
        Numbers bad =
                new Numbers() {
                    @Override
                    public List<Range> split(Range range) {
                        return parts;
                    }
                };
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> solve(bad, new Range(7, 9)));
        assertTrue(
                refused.getMessage().startsWith(bad.getClass().getName() + "." + expected),
                refused::toString);
    }

    @Test
    void theFirstExceptionInOrderIsThrown() throws Exception {
        CountDownLatch secondHasThrown = new CountDownLatch(1);
        Numbers failing =
                new Numbers() {
                    @Override
                    String one(int number) {
                        if (number == 0) {
                            try {
                                secondHasThrown.await();
                            } catch (InterruptedException interrupted) {
                                throw new IllegalStateException(interrupted);
                            }
                        } else {
                            secondHasThrown.countDown();
                        }
                        throw new ArithmeticException("number " + number);
                    }
                };
        assertEquals(
                "number 0",
                assertThrows(ArithmeticException.class, () -> solve(failing, new Range(0, 2)))
                        .getMessage());
    }

    @Test
    void whatIsCancelledIsInterruptedAndTheWorkerIsNotLeftSo() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        List<Integer> begun = new ArrayList<>();
        Numbers waiting =
                new Numbers() {
                    @Override
                    String one(int number) {
                        begun.add(number);
                        running.countDown();
                        while (!Thread.currentThread().isInterrupted()) {
                            Thread.onSpinWait();
                        }
                        return "interrupted";
                    }
                };
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            Solving<Range, List<String>> solving = new Solving<>(waiting, new Range(0, 100));
            var task = solving.submitTo(pool);
            running.await();
            solving.cancel();
            assertThrows(CancellationException.class, () -> task.join().get());
            assertEquals(1, begun.size(), begun::toString);
            assertFalse(
                    pool.submit(() -> Thread.currentThread().isInterrupted()).get(),
                    "the next task is interrupted");
        }
    }

    @Test
    void nullsAreRefused() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            Range range = new Range(0, 2);
            assertEquals(
                    "the pool is null",
                    message(() -> LocalSolver.solve(null, new Numbers(), range)));
            assertEquals(
                    "the Divisible is null", message(() -> LocalSolver.solve(pool, null, range)));
            assertEquals(
                    "the problem is null",
                    message(() -> LocalSolver.solve(pool, new Numbers(), null)));
        }
    }

    private static String message(Executable call) {
        return assertThrows(NullPointerException.class, call).getMessage();
    }
}
