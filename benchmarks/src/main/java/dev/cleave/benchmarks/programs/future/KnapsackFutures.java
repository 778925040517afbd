package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Knapsack;

/** {@link Knapsack}: a future for what is best with a thing, while it is tried without. */
final class KnapsackFutures {
    private KnapsackFutures() {}

    static void run(Knapsack problem) {
        problem.best(fill(problem, 0, problem.capacity()));
    }

    private static int fill(Knapsack problem, int thing, int room) {
        if (thing == problem.things()) {
            return 0;
        }
        if (problem.weight(thing) > room) {
            return fill(problem, thing + 1, room);
        }
        @Future int with = fill(problem, thing + 1, room - problem.weight(thing));
        int without = fill(problem, thing + 1, room);
        return Math.max(problem.value(thing) + with, without);
    }
}
