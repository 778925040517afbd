package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Filter.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Filter}: tasks mark what they find in one array, and the root collects that once. */
final class FilterTasks {
    private FilterTasks() {}

    static Runnable in(ForkJoinPool pool, Filter problem) {
        return () -> {
            int size = problem.orders().size();
            boolean[] found = new boolean[size];
            pool.invoke(new Matching(problem, found, 0, size));
            List<Order> result = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                if (found[i]) {
                    result.add(problem.orders().get(i));
                }
            }
            problem.result(result);
        };
    }

    private static final class Matching extends RecursiveAction {
        private final Filter problem;
        private final boolean[] found;
        private final int from;
        private final int to;

        private Matching(Filter problem, boolean[] found, int from, int to) {
            this.problem = problem;
            this.found = found;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < problem.threshold()) {
                for (int i = from; i < to; i++) {
                    found[i] = problem.orders().get(i).matches();
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(
                    new Matching(problem, found, from, middle),
                    new Matching(problem, found, middle, to));
        }
    }
}
