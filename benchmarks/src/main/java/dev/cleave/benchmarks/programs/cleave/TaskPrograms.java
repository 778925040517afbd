package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.benchmarks.programs.Arguments;
import dev.cleave.benchmarks.programs.Barrier;
import dev.cleave.benchmarks.programs.Burst;
import dev.cleave.benchmarks.programs.Change;
import dev.cleave.benchmarks.programs.Checksums;
import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.Fft;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.FutureTree;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Jacobi;
import dev.cleave.benchmarks.programs.Knapsack;
import dev.cleave.benchmarks.programs.Latency;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.Lists;
import dev.cleave.benchmarks.programs.LuDecomposition;
import dev.cleave.benchmarks.programs.MatrixMultiply;
import dev.cleave.benchmarks.programs.Micro;
import dev.cleave.benchmarks.programs.MonteCarlo;
import dev.cleave.benchmarks.programs.NQueens;
import dev.cleave.benchmarks.programs.Primes;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.QuickSort;
import dev.cleave.benchmarks.programs.RayTracer;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Sor;
import dev.cleave.benchmarks.programs.Sort;
import dev.cleave.benchmarks.programs.SparseMultiply;
import dev.cleave.benchmarks.programs.SphereGrid;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Startup;
import dev.cleave.benchmarks.programs.Tree;
import dev.cleave.benchmarks.programs.TreeSearch;
import dev.cleave.benchmarks.programs.TwoPools;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Finds the task objects for a problem. */
public final class TaskPrograms {
    private static final Map<Class<?>, BiFunction<ForkJoinPool, Problem, Runnable>> PROGRAMS =
            new LinkedHashMap<>();

    static {
        add(Arguments.class, ArgumentsTasks::in);
        add(Barrier.class, BarrierTasks::in);
        add(Burst.class, BurstTasks::in);
        add(Change.class, ChangeTasks::in);
        add(Checksums.class, ChecksumsTasks::in);
        add(Crypt.class, LoopTasks::in);
        add(FewLarge.class, FewLargeTasks::in);
        add(Fft.class, FftTasks::in);
        add(Fib.class, FibTasks::in);
        add(FutureTree.class, FutureTreeTasks::in);
        add(Integrate.class, IntegrateTasks::in);
        add(Jacobi.class, JacobiTasks::in);
        add(Latency.class, LatencyTasks::in);
        add(Knapsack.class, KnapsackTasks::in);
        add(Linpack.class, LoopTasks::in);
        add(Lists.class, ListsTasks::in);
        add(LuDecomposition.class, LuTasks::in);
        add(MatrixMultiply.class, MatrixMultiplyTasks::in);
        add(Micro.class, MicroTasks::in);
        add(MonteCarlo.class, LoopTasks::in);
        add(NQueens.class, NQueensTasks::in);
        add(Primes.class, LoopTasks::in);
        add(QuickSort.class, QuickSortTasks::in);
        add(RayTracer.class, RayTracerTasks::in);
        add(Series.class, LoopTasks::in);
        add(Sor.class, LoopTasks::in);
        add(Sort.class, SortTasks::in);
        add(SparseMultiply.class, LoopTasks::in);
        add(SphereGrid.class, LoopTasks::in);
        add(SquareRoots.class, SquareRootsTasks::in);
        add(Startup.class, StartupTasks::in);
        add(Tree.class, TreeTasks::in);
        add(TreeSearch.class, TreeSearchTasks::in);
        add(TwoPools.class, TwoPoolsTasks::in);
    }

    private TaskPrograms() {}

    private static <P extends Problem> void add(
            Class<P> type, BiFunction<ForkJoinPool, P, Runnable> program) {
        PROGRAMS.put(type, (pool, problem) -> program.apply(pool, type.cast(problem)));
    }

    /**
     * The parallel version of a problem; each call of it is one run.
     *
     * @throws IllegalArgumentException if there is none for this kind of problem
     */
    public static Runnable in(ForkJoinPool pool, Problem problem) {
        return PROGRAMS.entrySet().stream()
                .filter(entry -> entry.getKey().isInstance(problem))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no tasks for " + problem.getClass().getName()))
                .getValue()
                .apply(pool, problem);
    }
}
