package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Change;

/** {@link Change}: with one coin more of a kind and without in parallel, for every coin. */
final class ChangeTasks {
    private ChangeTasks() {}

    static Runnable in(ForkJoinPool pool, Change problem) {
        return () -> problem.ways(pool.invoke(new Ways(problem.kinds(), 0, problem.sum())));
    }

    private static final class Ways extends RecursiveTask<Integer> {
        private final int[] kinds;
        private final int kind;
        private final int sum;

        private Ways(int[] kinds, int kind, int sum) {
            this.kinds = kinds;
            this.kind = kind;
            this.sum = sum;
        }

        @Override
        protected Integer compute() {
            if (sum == 0) {
                return 1;
            }
            if (sum < 0 || kind == kinds.length) {
                return 0;
            }
            Ways with = new Ways(kinds, kind, sum - kinds[kind]);
            with.fork();
            int without = new Ways(kinds, kind + 1, sum).compute();
            return with.join() + without;
        }
    }
}
