package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Arguments;

/** {@link Arguments}: one task runs the loop; of two calls, the first is forked. */
final class ArgumentsTasks {
    private ArgumentsTasks() {}

    static Runnable in(ForkJoinPool pool, Arguments problem) {
        return () -> problem.sum(pool.invoke(new All(problem)));
    }

    private static final class All extends RecursiveTask<Long> {
        private final Arguments problem;

        private All(Arguments problem) {
            this.problem = problem;
        }

        @Override
        protected Long compute() {
            long all = 0;
            for (int i = 0; i < problem.times(); i++) {
                Mix first = new Mix(problem.levels(), i, 1, 2, 3);
                first.fork();
                long second = new Mix(problem.levels(), 3, 2, 1, i).compute();
                all += first.join() + second;
            }
            return all;
        }
    }

    private static final class Mix extends RecursiveTask<Long> {
        private final long level;
        private final long a;
        private final long b;
        private final long c;
        private final long d;

        private Mix(long level, long a, long b, long c, long d) {
            this.level = level;
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
        }

        @Override
        protected Long compute() {
            if (level == 0) {
                return Arguments.leaf(a, b, c, d);
            }
            Mix first = new Mix(level - 1, b, c, d, a + 1);
            first.fork();
            long second = new Mix(level - 1, c, d, a, b ^ level).compute();
            return first.join() + second;
        }
    }
}
