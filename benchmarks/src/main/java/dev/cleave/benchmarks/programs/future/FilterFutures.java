package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.Filter.Order;
import java.util.ArrayList;
import java.util.List;

/** {@link Filter}: a parallel loop that marks, and one that collects. */
final class FilterFutures {
    private FilterFutures() {}

    static void run(Filter problem) {
        boolean[] matches = new boolean[problem.orders().size()];
        for (@Parallel int i = 0; i < matches.length; i++) {
            matches[i] = problem.orders().get(i).matches();
        }
        List<Order> found = new ArrayList<>();
        for (int i = 0; i < problem.orders().size(); i++) {
            if (matches[i]) {
                found.add(problem.orders().get(i));
            }
        }
        problem.result(found);
    }
}
