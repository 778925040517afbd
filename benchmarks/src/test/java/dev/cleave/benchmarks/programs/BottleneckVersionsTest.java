package dev.cleave.benchmarks.programs;

import dev.cleave.ForkJoinPool;
import dev.cleave.benchmarks.programs.ParallelVersionsTest.Named;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import dev.cleave.benchmarks.programs.repaired.RepairedPrograms;
import dev.cleave.benchmarks.programs.right.RightPrograms;
import dev.cleave.benchmarks.programs.wrong.WrongPrograms;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With a bottleneck, without it, repaired and with futures, a program finds the same. */
class BottleneckVersionsTest {

    static Stream<Named> problems() {
        return Stream.of(
                new Named("pooling", () -> Fib.withThreshold(16, 5)),
                new Named("users", () -> new Users(1_001, 10)),
                new Named("magic-squares", () -> new MagicSquares(3, 1, 2)),
                new Named("filter", () -> new Filter(1_001, 10)),
                new Named("histogram", () -> new Histogram(37, 100)),
                new Named("mandelbrot", () -> new Mandelbrot(20, 33, 2)),
                new Named("ctask", () -> new Pauses(5, 1)),
                new Named("servers", () -> new Servers(1_003, 10)),
                new Named("servers, one at a time", () -> new Servers(103, 1)));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void wrong(Named named) {
        assertSameAsSerial(named, named.problem(), WrongPrograms::in);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void right(Named named) {
        assertSameAsSerial(named, named.problem(), RightPrograms::in);
    }

    static Stream<Named> repairable() {
        return problems()
                .filter(
                        named ->
                                RepairedPrograms.in(
                                                java.util.concurrent.ForkJoinPool.commonPool(),
                                                named.problem())
                                        .isPresent());
    }

    @ParameterizedTest
    @MethodSource("repairable")
    void repaired(Named named) {
        assertSameAsSerial(named, named.problem(), RepairedPrograms::in);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withFutures(Named named) {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Problem problem = named.problem();
            ParallelVersionsTest.assertSameAsSerial(
                    named, problem, FuturePrograms.in(pool, problem).orElseThrow());
        }
    }

    private static void assertSameAsSerial(
            Named named,
            Problem problem,
            BiFunction<java.util.concurrent.ForkJoinPool, Problem, Optional<Runnable>> versions) {
        java.util.concurrent.ForkJoinPool pool = new java.util.concurrent.ForkJoinPool(2);
        try {
            ParallelVersionsTest.assertSameAsSerial(
                    named, problem, versions.apply(pool, problem).orElseThrow());
        } finally {
            pool.shutdownNow();
        }
    }
}
