package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.Fft;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Knapsack;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.QuickSort;
import dev.cleave.benchmarks.programs.RayTracer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Finds the version of a problem with calls for an executor. */
public final class ExecutorPrograms {
    private static final Map<Class<?>, BiConsumer<Spawner, Problem>> PROGRAMS =
            new LinkedHashMap<>();

    static {
        add(Fft.class, FftCalls::run);
        add(Fib.class, FibCalls::run);
        add(Integrate.class, IntegrateCalls::run);
        add(Knapsack.class, KnapsackCalls::run);
        add(QuickSort.class, QuickSortCalls::run);
        add(RayTracer.class, RayTracerCalls::run);
    }

    private ExecutorPrograms() {}

    private static <P extends Problem> void add(Class<P> type, BiConsumer<Spawner, P> program) {
        PROGRAMS.put(type, (spawner, problem) -> program.accept(spawner, type.cast(problem)));
    }

    /**
     * The version of a problem with calls for an executor, if there is one; each call of it is one
     * run, begun by the calling thread.
     */
    public static Optional<Runnable> in(Spawner spawner, Problem problem) {
        return Optional.ofNullable(PROGRAMS.get(problem.getClass()))
                .map(program -> () -> program.accept(spawner, problem));
    }
}
