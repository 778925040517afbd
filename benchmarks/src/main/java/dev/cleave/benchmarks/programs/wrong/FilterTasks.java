package dev.cleave.benchmarks.programs.wrong;

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
        private final int threshold;

        private Matching(List<Order> orders, int threshold) {
            this.orders = orders;
            this.threshold = threshold;
        }

        @Override
        protected List<Order> compute() {
            List<Order> result = new ArrayList<>();
            int size = orders.size();
            if (size < threshold) {
                for (Order order : orders) {
                    if (order.matches()) {
                        result.add(order);
                    }
                }
                return result;
            }
            int middle = size / 2;
            Matching first = new Matching(orders.subList(0, middle), threshold);
            first.fork();
            Matching second = new Matching(orders.subList(middle, size), threshold);
            second.fork();
            result.addAll(first.join());
            result.addAll(second.join());
            return result;
        }
    }
}
