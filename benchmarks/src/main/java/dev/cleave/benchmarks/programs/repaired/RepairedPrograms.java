package dev.cleave.benchmarks.programs.repaired;

import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Histogram;
import dev.cleave.benchmarks.programs.MagicSquares;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Users;
import dev.cleave.benchmarks.programs.Versions;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** Finds what the repair of a problem's task objects has made. */
public final class RepairedPrograms {
    private static final Versions VERSIONS =
            new Versions()
                    .with(Fib.class, FibTasks::in)
                    .with(Filter.class, FilterTasks::in)
                    .with(Histogram.class, HistogramTasks::in)
                    .with(MagicSquares.class, MagicSquaresTasks::in)
                    .with(Servers.class, ServersTasks::in)
                    .with(Users.class, UsersTasks::in);

    private RepairedPrograms() {}

    /** The version of a problem, if there is one; each call of it is one run. */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        return VERSIONS.in(pool, problem);
    }
}
