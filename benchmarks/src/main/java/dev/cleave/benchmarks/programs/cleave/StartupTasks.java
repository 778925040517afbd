package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.benchmarks.programs.Startup;

/** {@link Startup}: a program whose first pool is the common one. */
final class StartupTasks {
    private StartupTasks() {}

    static Runnable in(ForkJoinPool pool, Startup startup) {
        return () -> startup.start(StartupTasks.class, ForkJoinPool.class, pool.getParallelism());
    }

    /** The program. */
    public static void main(String[] arguments) {
        System.out.println(ForkJoinPool.commonPool().invoke(new FibTasks.Boxed(15)));
    }
}
