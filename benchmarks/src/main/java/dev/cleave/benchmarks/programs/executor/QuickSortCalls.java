package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.QuickSort;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link QuickSort}: a call for every side of a partition. */
final class QuickSortCalls {
    /** A side is worth a thread if it is at least this part of the whole. */
    private static final int PARTS = 64;

    private QuickSortCalls() {}

    static void run(Spawner spawner, QuickSort problem) {
        new Call(spawner, problem, 0, problem.size()).call();
    }

    private record Call(Spawner spawner, QuickSort problem, int from, int to)
            implements Callable<Void> {
        @Override
        public Void call() {
            if (to - from <= problem.threshold()) {
                problem.sortLeaf(from, to);
                return null;
            }
            int middle = problem.partition(from, to);
            Future<Void> left =
                    spawner.submit(
                            new Call(spawner, problem, from, middle),
                            middle - from >= problem.size() / PARTS);
            new Call(spawner, problem, middle, to).call();
            return Spawner.get(left);
        }
    }
}
