package dev.cleave.benchmarks.programs.repaired;

import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Filter.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link Filter}: views of views, both halves forked, and their results added at every level. */
final class FilterTasks {
    private FilterTasks() {}

    static Runnable in(ForkJoinPool pool, Filter problem) {
        return () ->
                problem.result(pool.invoke(new Matching(problem.orders(), problem.threshold())));
    }

    private static final class Matching extends RecursiveTask<List<Order>> {
        private final List<Order> orders;
        private final int from;
        private final int to;
        private final int threshold;

        private Matching(List<Order> orders, int threshold) {
            this(orders, threshold, 0, orders.size());
        }

        private Matching(List<Order> orders, int threshold, int from, int to) {
            this.orders = orders;
            this.threshold = threshold;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Order> compute() {
            List<Order> result = new ArrayList<>();
            int size = to - from;
            if (size < threshold) {
                for (Order order : orders.subList(from, to)) {
                    if (order.matches()) {
                        result.add(order);
                    }
                }
                return result;
            }
            int middle = from + size / 2;
            Matching first = new Matching(orders, threshold, from, middle);
            Matching second = new Matching(orders, threshold, middle, to);
            invokeAll(first, second);
            result = first.join();
            result.addAll(second.join());
            return result;
        }
    }
}
