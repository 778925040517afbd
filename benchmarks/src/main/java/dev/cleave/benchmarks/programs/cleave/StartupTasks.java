package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Startup;

/** {@link Startup}: a program whose first pool is the common one. */
final class StartupTasks {
    private StartupTasks() {}

    static Runnable in(ForkJoinPool pool, Startup startup) {
        return () -> startup.start(First.class, ForkJoinPool.class, pool.getParallelism());
    }

    static final class First extends RecursiveTask<Long> {
        private final int n;

        private First(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n <= 1) {
                return (long) n;
            }
            First left = new First(n - 1);
            left.fork();
            long right = new First(n - 2).compute();
            return left.join() + right;
        }

        public static void main(String[] arguments) {
            System.out.println(ForkJoinPool.commonPool().invoke(new First(15)));
        }
    }
}
