package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Histogram;
import dev.cleave.benchmarks.programs.MagicSquares;
import dev.cleave.benchmarks.programs.Mandelbrot;
import dev.cleave.benchmarks.programs.Pauses;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Users;
import dev.cleave.benchmarks.programs.Versions;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** Finds the task objects without a bottleneck for a problem. */
public final class RightPrograms {
    private static final Versions VERSIONS =
            new Versions()
                    .with(Fib.class, FibTasks::in)
                    .with(Filter.class, FilterTasks::in)
                    .with(Histogram.class, HistogramTasks::in)
                    .with(MagicSquares.class, MagicSquaresTasks::in)
                    .with(Mandelbrot.class, MandelbrotTasks::in)
                    .with(Pauses.class, PausesTasks::in)
                    .with(Servers.class, ServersTasks::in)
                    .with(Users.class, UsersTasks::in);

    private RightPrograms() {}

    /** The version of a problem, if there is one; each call of it is one run. */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        return VERSIONS.in(pool, problem);
    }
}
