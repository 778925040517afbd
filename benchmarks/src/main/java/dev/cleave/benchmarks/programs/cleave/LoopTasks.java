package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.MonteCarlo;
import dev.cleave.benchmarks.programs.Primes;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Sor;
import dev.cleave.benchmarks.programs.SparseMultiply;
import dev.cleave.benchmarks.programs.SphereGrid;

/** The programs that are loops: a tree of ranges for each loop, down to a threshold. */
final class LoopTasks {
    private LoopTasks() {}

    static Runnable in(ForkJoinPool pool, Primes problem) {
        return loop(
                pool,
                problem.size(),
                problem.threshold(),
                (from, to) -> {
                    for (int i = from; i < to; i++) {
                        problem.test(i);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, Series problem) {
        return loop(
                pool,
                problem.pairs(),
                problem.threshold(),
                (from, to) -> {
                    for (int n = from; n < to; n++) {
                        problem.pair(n);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, MonteCarlo problem) {
        Runnable walks =
                loop(
                        pool,
                        problem.paths(),
                        problem.threshold(),
                        (from, to) -> {
                            for (int path = from; path < to; path++) {
                                problem.walk(path);
                            }
                        });
        return () -> {
            walks.run();
            problem.average();
        };
    }

    static Runnable in(ForkJoinPool pool, Crypt problem) {
        return task(
                pool,
                () -> {
                    cipher(problem, problem.plain(), problem.secret(), problem.encryptionKey());
                    cipher(problem, problem.secret(), problem.restored(), problem.decryptionKey());
                });
    }

    private static void cipher(Crypt problem, byte[] bytes, byte[] enciphered, int[] key) {
        divide(
                0,
                problem.blocks(),
                problem.threshold(),
                (from, to) -> {
                    for (int block = from; block < to; block++) {
                        Crypt.cipherBlock(bytes, enciphered, key, block);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, Linpack problem) {
        return task(
                pool,
                () -> {
                    for (int k = 0; k < problem.size(); k++) {
                        problem.pivot(k);
                        eliminate(problem, k);
                    }
                    problem.solve();
                });
    }

    private static void eliminate(Linpack problem, int k) {
        divide(
                k + 1,
                problem.size(),
                problem.threshold(),
                (from, to) -> {
                    for (int j = from; j < to; j++) {
                        problem.eliminate(k, j);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, SparseMultiply problem) {
        Body rows =
                (from, to) -> {
                    for (int row = from; row < to; row++) {
                        problem.multiply(row);
                    }
                };
        return task(
                pool,
                () -> {
                    for (int i = 0; i < problem.iterations(); i++) {
                        divide(0, problem.rows(), problem.threshold(), rows);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, Sor problem) {
        return task(
                pool,
                () -> {
                    for (int i = 0; i < problem.iterations(); i++) {
                        sweep(problem, 0);
                        sweep(problem, 1);
                    }
                });
    }

    private static void sweep(Sor problem, int colour) {
        divide(
                1,
                problem.endRow(),
                problem.leafRows(),
                (from, to) -> {
                    for (int row = from; row < to; row++) {
                        problem.relax(colour, row);
                    }
                });
    }

    static Runnable in(ForkJoinPool pool, SphereGrid problem) {
        return () -> {
            Rows picture = new Rows(problem, 0, problem.side());
            pool.invoke(picture);
            problem.checksum(picture.sum);
        };
    }

    private static Runnable loop(ForkJoinPool pool, int size, int threshold, Body body) {
        return () -> pool.invoke(new Range(0, size, threshold, body));
    }

    private static Runnable task(ForkJoinPool pool, Runnable body) {
        return () -> pool.invoke(ForkJoinTask.adapt(body));
    }

    /** Iterations from the first (inclusive) to the last (exclusive). */
    @FunctionalInterface
    private interface Body {
        void run(int from, int to);
    }

    private static void divide(int from, int to, int threshold, Body body) {
        if (to - from <= threshold) {
            body.run(from, to);
            return;
        }
        int middle = from + (to - from) / 2;
        Range lower = new Range(from, middle, threshold, body);
        lower.fork();
        divide(middle, to, threshold, body);
        lower.join();
    }

    private static final class Range extends RecursiveAction {
        private final int from;
        private final int to;
        private final int threshold;
        private final Body body;

        private Range(int from, int to, int threshold, Body body) {
            this.from = from;
            this.to = to;
            this.threshold = threshold;
            this.body = body;
        }

        @Override
        protected void compute() {
            divide(from, to, threshold, body);
        }
    }

    /** Some rows of a picture, and the sum of their colours. */
    private static final class Rows extends RecursiveAction {
        private final SphereGrid problem;
        private final int from;
        private final int to;
        private long sum;

        private Rows(SphereGrid problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= problem.threshold()) {
                for (int row = from; row < to; row++) {
                    sum += problem.trace(row);
                }
                return;
            }
            int middle = from + (to - from) / 2;
            Rows lower = new Rows(problem, from, middle);
            lower.fork();
            Rows upper = new Rows(problem, middle, to);
            upper.compute();
            lower.join();
            sum = lower.sum + upper.sum;
        }
    }
}
