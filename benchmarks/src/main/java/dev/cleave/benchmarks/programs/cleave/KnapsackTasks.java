package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Knapsack;

/** {@link Knapsack}: with a thing and without it in parallel, for every thing that fits. */
final class KnapsackTasks {
    private KnapsackTasks() {}

    static Runnable in(ForkJoinPool pool, Knapsack problem) {
        return () -> problem.best(pool.invoke(new Filling(problem, 0, problem.capacity())));
    }

    private static final class Filling extends RecursiveTask<Integer> {
        private final Knapsack problem;
        private final int thing;
        private final int room;

        private Filling(Knapsack problem, int thing, int room) {
            this.problem = problem;
            this.thing = thing;
            this.room = room;
        }

        @Override
        protected Integer compute() {
            if (thing == problem.things()) {
                return 0;
            }
            int weight = problem.weight(thing);
            Filling without = new Filling(problem, thing + 1, room);
            if (weight > room) {
                return without.compute();
            }
            Filling with = new Filling(problem, thing + 1, room - weight);
            with.fork();
            int best = without.compute();
            return Math.max(best, problem.value(thing) + with.join());
        }
    }
}
