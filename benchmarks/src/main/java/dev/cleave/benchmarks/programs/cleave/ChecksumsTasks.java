package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Checksums;

/** {@link Checksums}: one task forks a task for each call but the leaf. */
final class ChecksumsTasks {
    private ChecksumsTasks() {}

    static Runnable in(ForkJoinPool pool, Checksums problem) {
        return () -> problem.total(pool.invoke(new All(problem)));
    }

    private static final class All extends RecursiveTask<Long> {
        private final Checksums problem;

        private All(Checksums problem) {
            this.problem = problem;
        }

        @Override
        protected Long compute() {
            Checksum[] forked = new Checksum[(int) problem.forks()];
            for (int i = 0; i < forked.length; i++) {
                forked[i] = new Checksum(problem, i);
                forked[i].fork();
            }
            long total = problem.isPair() ? problem.checksum(forked.length) : 0;
            for (int i = forked.length - 1; i >= 0; i--) {
                total += forked[i].join();
            }
            return total;
        }
    }

    private static final class Checksum extends RecursiveTask<Long> {
        private final Checksums problem;
        private final int number;

        private Checksum(Checksums problem, int number) {
            this.problem = problem;
            this.number = number;
        }

        @Override
        protected Long compute() {
            return problem.checksum(number);
        }
    }
}
