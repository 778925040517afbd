package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.SquareRoots;

/** {@link SquareRoots}: ranges are halved down to the threshold. */
final class SquareRootsTasks {
    private SquareRootsTasks() {}

    static Runnable in(ForkJoinPool pool, SquareRoots problem) {
        return () -> problem.sum(pool.invoke(new Sum(problem, 0, problem.numbers().length)));
    }

    private static final class Sum extends RecursiveTask<Double> {
        private final SquareRoots problem;
        private final int from;
        private final int to;

        private Sum(SquareRoots problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Double compute() {
            if (to - from > problem.threshold()) {
                int middle = from + (to - from) / 2;
                Sum first = new Sum(problem, from, middle);
                first.fork();
                double second = new Sum(problem, middle, to).compute();
                return first.join() + second;
            }
            double[] numbers = problem.numbers();
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += Math.sqrt(numbers[i]);
            }
            return sum;
        }
    }
}
