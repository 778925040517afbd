package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.TwoPools;

/** {@link TwoPools}: the second pool is like the first, and lives for a run. */
final class TwoPoolsTasks {
    private TwoPoolsTasks() {}

    static Runnable in(ForkJoinPool pool, TwoPools problem) {
        return () -> {
            ForkJoinPool other = new ForkJoinPool(pool.getParallelism());
            try {
                for (int chain = 0; chain < problem.chains(); chain++) {
                    problem.add(pool.invoke(new Call(problem, problem.length() - 1, pool, other)));
                }
            } finally {
                other.shutdown();
            }
        };
    }

    private static final class Call extends RecursiveTask<Long> {
        private final TwoPools problem;
        private final int left;
        private final ForkJoinPool mine;
        private final ForkJoinPool other;

        Call(TwoPools problem, int left, ForkJoinPool mine, ForkJoinPool other) {
            this.problem = problem;
            this.left = left;
            this.mine = mine;
            this.other = other;
        }

        @Override
        protected Long compute() {
            long within =
                    left == 0 ? 1 : other.submit(new Call(problem, left - 1, other, mine)).join();
            return problem.next(left + 1, within);
        }
    }
}
