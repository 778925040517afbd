package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Fft;

/** {@link Fft}: both halves in parallel, down to single numbers. */
final class FftTasks {
    private FftTasks() {}

    static Runnable in(ForkJoinPool pool, Fft problem) {
        return () -> pool.invoke(new Part(problem, 0, problem.size()));
    }

    private static void transform(Fft problem, int from, int count) {
        if (count == 1) {
            return;
        }
        int half = count / 2;
        problem.separate(from, half);
        Part first = new Part(problem, from, half);
        first.fork();
        transform(problem, from + half, half);
        first.join();
        problem.combine(from, half);
    }

    private static final class Part extends RecursiveAction {
        private final Fft problem;
        private final int from;
        private final int count;

        private Part(Fft problem, int from, int count) {
            this.problem = problem;
            this.from = from;
            this.count = count;
        }

        @Override
        protected void compute() {
            transform(problem, from, count);
        }
    }
}
