package dev.cleave.benchmarks.programs.future;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.benchmarks.programs.Arguments;
import dev.cleave.benchmarks.programs.Barrier;
import dev.cleave.benchmarks.programs.Change;
import dev.cleave.benchmarks.programs.Checksums;
import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.Fft;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Histogram;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Jacobi;
import dev.cleave.benchmarks.programs.Knapsack;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.LuDecomposition;
import dev.cleave.benchmarks.programs.MagicSquares;
import dev.cleave.benchmarks.programs.Mandelbrot;
import dev.cleave.benchmarks.programs.MatrixMultiply;
import dev.cleave.benchmarks.programs.Micro;
import dev.cleave.benchmarks.programs.MonteCarlo;
import dev.cleave.benchmarks.programs.NQueens;
import dev.cleave.benchmarks.programs.Pauses;
import dev.cleave.benchmarks.programs.Primes;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.QuickSort;
import dev.cleave.benchmarks.programs.RayTracer;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Sor;
import dev.cleave.benchmarks.programs.Sort;
import dev.cleave.benchmarks.programs.SparseMultiply;
import dev.cleave.benchmarks.programs.SphereGrid;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Tree;
import dev.cleave.benchmarks.programs.TreeSearch;
import dev.cleave.benchmarks.programs.Users;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Finds the version of a problem that has futures. */
public final class FuturePrograms {
    private static final Map<Class<?>, Version> VERSIONS = new LinkedHashMap<>();

    static {
        add(Arguments.class, 2, ArgumentsFutures::run);
        add(Barrier.class, 1, BarrierFutures::run);
        add(Change.class, 1, ChangeFutures::run);
        add(Checksums.class, 9, ChecksumsFutures::run);
        add(Crypt.class, 1, CryptFutures::run);
        add(FewLarge.class, 1, FewLargeFutures::run);
        add(Fft.class, 2, FftFutures::run);
        add(Fib.class, 1, FibFutures::run);
        add(Filter.class, 4, FilterFutures::run);
        add(Histogram.class, 8, HistogramFutures::run);
        add(Integrate.class, 1, IntegrateFutures::run);
        add(Jacobi.class, 4, JacobiFutures::run);
        add(Knapsack.class, 1, KnapsackFutures::run);
        add(Linpack.class, 1, LinpackFutures::run);
        add(LuDecomposition.class, 10, LuDecompositionFutures::run);
        add(MagicSquares.class, 2, MagicSquaresFutures::run);
        add(Mandelbrot.class, 1, MandelbrotFutures::run);
        add(MatrixMultiply.class, 4, MatrixMultiplyFutures::run);
        add(Micro.class, 16, MicroFutures::run);
        add(MonteCarlo.class, 1, MonteCarloFutures::run);
        add(NQueens.class, 8, NQueensFutures::run);
        add(Pauses.class, 1, PausesFutures::run);
        add(Primes.class, 1, PrimesFutures::run);
        add(QuickSort.class, 1, QuickSortFutures::run);
        add(RayTracer.class, 4, RayTracerFutures::run);
        add(Series.class, 1, SeriesFutures::run);
        add(Servers.class, 1, ServersFutures::run);
        add(Sor.class, 1, SorFutures::run);
        add(Sort.class, 3, SortFutures::run);
        add(SparseMultiply.class, 1, SparseMultiplyFutures::run);
        add(SphereGrid.class, 2, SphereGridFutures::run);
        add(SquareRoots.class, 2, SquareRootsFutures::run);
        add(Tree.class, 1, TreeFutures::run);
        add(TreeSearch.class, 8, TreeSearchFutures::run);
        add(Users.class, 1, UsersFutures::run);
    }

    private FuturePrograms() {}

    /**
     * A version with futures.
     *
     * @param changedLines in how many lines, one a statement, it differs from the serial version,
     *     apart from how it gets at the problem
     */
    private record Version(int changedLines, Consumer<Problem> program) {}

    private static <P extends Problem> void add(
            Class<P> type, int changedLines, Consumer<P> program) {
        VERSIONS.put(
                type, new Version(changedLines, problem -> program.accept(type.cast(problem))));
    }

    /**
     * The version of a problem with futures, if there is one; each call of it is one run, which is
     * handed to the pool as a whole.
     */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        return version(problem)
                .map(
                        version ->
                                () ->
                                        pool.invoke(
                                                ForkJoinTask.adapt(
                                                        () -> version.program.accept(problem))));
    }

    /**
     * In how many lines the version of a problem with futures differs from its serial version, if
     * there is such a version.
     */
    public static OptionalInt changedLines(Problem problem) {
        return version(problem).stream().mapToInt(Version::changedLines).findFirst();
    }

    private static Optional<Version> version(Problem problem) {
        return VERSIONS.entrySet().stream()
                .filter(entry -> entry.getKey().isInstance(problem))
                .findFirst()
                .map(Map.Entry::getValue);
    }
}
