package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Primes;

/** {@link Primes}: a map by halves. */
final class PrimesTasks {
    private PrimesTasks() {}

    static Runnable in(ForkJoinPool pool, Primes problem) {
        return () -> pool.invoke(new Range(problem, 0, problem.size()));
    }

    private static void test(Primes problem, int from, int to) {
        if (to - from <= problem.threshold()) {
            problem.test(from, to);
            return;
        }
        int middle = from + (to - from) / 2;
        Range lower = new Range(problem, from, middle);
        lower.fork();
        test(problem, middle, to);
        lower.join();
    }

    private static final class Range extends RecursiveAction {
        private final Primes problem;
        private final int from;
        private final int to;

        private Range(Primes problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            test(problem, from, to);
        }
    }
}
