package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.FewLarge;

/** {@link FewLarge}: one task forks all the others. */
final class FewLargeTasks {
    private FewLargeTasks() {}

    static Runnable in(ForkJoinPool pool, FewLarge problem) {
        return () -> pool.invoke(new All(problem));
    }

    private static final class All extends RecursiveAction {
        private final FewLarge problem;

        private All(FewLarge problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            int last = problem.tasks() - 1;
            Chain youngest = null;
            for (int i = 0; i < last; i++) {
                youngest = new Chain(problem, i, youngest);
                youngest.fork();
            }
            problem.chain(last);
            for (Chain chain = youngest; chain != null; chain = chain.next) {
                chain.join();
            }
        }
    }

    private static final class Chain extends RecursiveAction {
        private final FewLarge problem;
        private final int index;

        /** The task forked before this one. */
        private final Chain next;

        private Chain(FewLarge problem, int index, Chain next) {
            this.problem = problem;
            this.index = index;
            this.next = next;
        }

        @Override
        protected void compute() {
            problem.chain(index);
        }
    }
}
