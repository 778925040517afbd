package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.Knapsack;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link Knapsack}: a call for every choice. */
final class KnapsackCalls {
    /** Choices about the first so many things are worth a thread. */
    private static final int LEVELS = 6;

    private KnapsackCalls() {}

    static void run(Spawner spawner, Knapsack problem) {
        problem.best(new Call(spawner, problem, 0, problem.capacity()).call());
    }

    private record Call(Spawner spawner, Knapsack problem, int thing, int room)
            implements Callable<Integer> {
        @Override
        public Integer call() {
            if (thing == problem.things()) {
                return 0;
            }
            int weight = problem.weight(thing);
            Call without = new Call(spawner, problem, thing + 1, room);
            if (weight > room) {
                return without.call();
            }
            Future<Integer> with =
                    spawner.submit(
                            new Call(spawner, problem, thing + 1, room - weight), thing < LEVELS);
            int best = without.call();
            return Math.max(best, problem.value(thing) + Spawner.get(with));
        }
    }
}
