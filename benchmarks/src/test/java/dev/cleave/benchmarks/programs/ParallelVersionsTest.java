package dev.cleave.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.benchmarks.programs.caller.CallerPrograms;
import dev.cleave.benchmarks.programs.executor.ExecutorPrograms;
import dev.cleave.benchmarks.programs.executor.Spawner;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import dev.cleave.benchmarks.programs.lambda.LambdaPrograms;
import dev.cleave.benchmarks.programs.region.MalleablePrograms;
import dev.cleave.benchmarks.programs.region.PhaserPrograms;
import dev.cleave.benchmarks.programs.region.RegionPrograms;
import dev.cleave.benchmarks.programs.stream.StreamPrograms;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every parallel version, on every discipline, finds what the serial one finds. */
class ParallelVersionsTest {

    /** A problem small enough for a test, which is made anew each time, and what it is called. */
    record Named(String name, Supplier<Problem> make) {
        Problem problem() {
            return make.get();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Named> problems() {
        return Stream.of(
                new Named("fib, threshold", () -> Fib.withThreshold(20, 7)),
                new Named("fib, boxed", () -> Fib.everyCall(16)),
                new Named("fib, lean", () -> Fib.lean(16)),
                new Named(
                        "integrate",
                        () -> new Integrate(Integrate.Integrand.ODD_POWERS, -47, 48, 1e9)),
                new Named(
                        "integrate, cubic",
                        () -> new Integrate(Integrate.Integrand.CUBIC, 0, 100, 1e-1)),
                new Named("micro", () -> new Micro(10, 3)),
                new Named("micro, nearly over", () -> new Micro(60, 4)),
                new Named("sort, bytes", () -> new SortBytes(20_000, 256)),
                new Named("sort, shorts", () -> new SortShorts(20_001, 256)),
                new Named("sort, ints", () -> new SortInts(20_002, 0)),
                new Named("sort, longs", () -> new SortLongs(20_003, 0)),
                new Named("mm", () -> new MatrixMultiply(64, 16)),
                new Named("lu", () -> new LuDecomposition(64, 16)),
                new Named("lu, small blocks", () -> new LuDecomposition(32, 4)),
                new Named("jacobi", () -> new Jacobi(50, 4, 1, 64)),
                new Named("jacobi, barrier every two", () -> new Jacobi(50, 4, 2, 64)),
                new Named("primes", () -> new Primes(5_000, 64)),
                new Named("quicksort", () -> new QuickSort(20_000, 100)),
                new Named("tree", () -> new Tree(8, 1)),
                new Named("tiny", () -> new Tree(5, 10)),
                new Named("nqueens", () -> new NQueens(6)),
                new Named("few-large", () -> new FewLarge(8, 1_000)),
                new Named("burst", () -> new Burst(3, 100)),
                new Named("burst, executed", () -> new Burst(3, 100, Burst.Kind.EXECUTED)),
                new Named("round-trips", () -> new Burst(100, 1)),
                new Named("blockers", () -> new Burst(2, 10, Burst.Kind.BLOCKING)),
                new Named("two pools", () -> new TwoPools(3, 7)),
                new Named("future-tree", () -> new FutureTree(2, 7)),
                new Named("lists", () -> new Lists(4, 3, 2)),
                new Named("long-lists", () -> new Lists(1, 1_000, 2)),
                new Named("uts, geometric", () -> TreeSearch.geometric(3, 4, 19)),
                new Named("uts, binomial", () -> TreeSearch.binomial(40, 4, 0.2, 7)),
                new Named("fft", () -> new Fft(64)),
                new Named("raytracer", () -> new RayTracer(8, 2)),
                new Named("adapint", () -> new Integrate(Integrate.Integrand.WAVE, 0, 100, 1e-1)),
                new Named("quicksort, no threshold", () -> new QuickSort(2_000, 2)),
                new Named("arguments", () -> new Arguments(3, 5)),
                new Named("eight", () -> Checksums.eightCalls(2)),
                new Named("leaf", () -> Checksums.besideLeaf(2)),
                new Named("sqrt", () -> new SquareRoots(100_001, 1_000)),
                new Named("knapsack", () -> new Knapsack(9)),
                new Named("change", () -> new Change(60)),
                new Named("sor", () -> new Sor(40, 10, 4)),
                new Named("barrier", () -> new Barrier(20, 8)),
                new Named("series", () -> new Series(20)),
                new Named("crypt", () -> new Crypt(40_000)),
                new Named("lufact", () -> new Linpack(60)),
                new Named("sparse", () -> new SparseMultiply(9_000, 4, 3)),
                new Named("montecarlo", () -> new MonteCarlo(50)),
                new Named("sphere grid", () -> new SphereGrid(17)));
    }

    static Stream<Named> callers() {
        return Stream.of(
                new Named("sum", () -> new Sums(10_001, 3)),
                new Named("sqrt", () -> new SquareRoots(100_001, 1_000)),
                new Named("few-large", () -> new FewLarge(8, 1_000)),
                new Named("two", () -> new Requests(20, 2, 100)),
                new Named("eight", () -> new Requests(20, 8, 100)));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void inTheCallingThread(Named named) {
        Problem problem = named.problem();
        assertSameAsSerial(named, problem, new CallerPrograms().version(problem).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("callers")
    void asStreams(Named named) {
        Problem problem = named.problem();
        assertSameAsSerial(named, problem, new StreamPrograms().version(problem).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void onJavaUtilConcurrent(Named named) {
        Problem problem = named.problem();
        java.util.concurrent.ForkJoinPool pool = new java.util.concurrent.ForkJoinPool(2);
        try {
            assertSameAsSerial(
                    named,
                    problem,
                    dev.cleave.benchmarks.programs.juc.TaskPrograms.in(pool, problem));
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withoutAPool(Named named) {
        Problem problem = named.problem();
        assertSameAsSerial(
                named,
                problem,
                dev.cleave.benchmarks.programs.elided.TaskPrograms.in(
                        new dev.cleave.benchmarks.elision.ForkJoinPool(), problem));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void onEveryDiscipline(Named named) {
        for (Scheduling scheduling : Scheduling.values()) {
            try (ForkJoinPool pool =
                    ForkJoinPool.builder().workers(2).scheduling(scheduling).build()) {
                Problem problem = named.problem();
                assertSameAsSerial(
                        named,
                        problem,
                        dev.cleave.benchmarks.programs.cleave.TaskPrograms.in(pool, problem));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withLambdasWhereThereIsSuchAVersion(Named named) {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Problem problem = named.problem();
            Optional<Runnable> program = LambdaPrograms.in(pool, problem);
            program.ifPresent(runnable -> assertSameAsSerial(named, problem, runnable));
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withFuturesWhereThereIsSuchAVersion(Named named) {
        for (int workers = 1; workers <= 2; workers++) {
            try (ForkJoinPool pool = ForkJoinPool.builder().workers(workers).build()) {
                Problem problem = named.problem();
                Optional<Runnable> program = FuturePrograms.in(pool, problem);
                program.ifPresent(runnable -> assertSameAsSerial(named, problem, runnable));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withRegionsAndPhasersWhereThereIsSuchAVersion(Named named) {
        for (int threads = 1; threads <= 3; threads++) {
            ExecutorService helpers = Executors.newCachedThreadPool();
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                Problem problem = named.problem();
                RegionPrograms.in(pool, problem)
                        .ifPresent(program -> assertSameAsSerial(named, problem, program));
                MalleablePrograms.in(pool, problem)
                        .ifPresent(program -> assertSameAsSerial(named, problem, program));
                PhaserPrograms.in(helpers, threads, problem)
                        .ifPresent(program -> assertSameAsSerial(named, problem, program));
            } finally {
                helpers.shutdownNow();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withExecutorsWhereThereIsSuchAVersion(Named named) {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            for (Spawner spawner : new Spawner[] {new Spawner(pool), new Spawner(null)}) {
                Problem problem = named.problem();
                ExecutorPrograms.in(spawner, problem)
                        .ifPresent(program -> assertSameAsSerial(named, problem, program));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("problems")
    void theForksSaidAreTheForksMade(Named named) {
        Problem problem = named.problem();
        problem.prepare();
        problem.serial();
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(1).build()) {
            problem.prepare();
            dev.cleave.benchmarks.programs.cleave.TaskPrograms.in(pool, problem).run();
            assertEquals(problem.forks(), pool.stats().forks());
        }
    }

    @Test
    void everySubmissionIsTimed() {
        java.util.concurrent.ForkJoinPool pool = new java.util.concurrent.ForkJoinPool(1);
        try {
            Latency problem = new Latency(20);
            problem.prepare();
            dev.cleave.benchmarks.programs.juc.TaskPrograms.in(pool, problem).run();
            assertEquals("20 submissions", problem.answer());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aFaultOfAParallelVersionShowsInItsAnswer() {
        Named named = new Named("wrong", () -> new FaultySort(FaultySort.Fault.WRONG));
        Problem problem = named.problem();
        java.util.concurrent.ForkJoinPool pool = new java.util.concurrent.ForkJoinPool(1);
        try {
            Runnable program = dev.cleave.benchmarks.programs.juc.TaskPrograms.in(pool, problem);
            assertThrows(AssertionError.class, () -> assertSameAsSerial(named, problem, program));
        } finally {
            pool.shutdownNow();
        }
    }

    /** The serial version has a problem of its own, so that none of its results are left over. */
    static void assertSameAsSerial(Named named, Problem problem, Runnable parallel) {
        Problem serial = named.problem();
        serial.prepare();
        serial.serial();
        for (int run = 0; run < 3; run++) {
            problem.prepare();
            parallel.run();
            assertEquals(serial.answer(), problem.answer());
        }
    }
}
