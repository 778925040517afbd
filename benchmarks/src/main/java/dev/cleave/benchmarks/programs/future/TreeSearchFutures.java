package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.TreeSearch;
import dev.cleave.benchmarks.programs.TreeSearch.Node;

/** {@link TreeSearch}: a future for the second half of some children of a node. */
final class TreeSearchFutures {
    private TreeSearchFutures() {}

    static void run(TreeSearch problem) {
        problem.counts(search(problem, problem.root()));
    }

    private static long search(TreeSearch problem, Node node) {
        int children = problem.children(node);
        if (children == 0) {
            return TreeSearch.leaf();
        }
        return TreeSearch.inner() + search(problem, node, 0, children);
    }

    private static long search(TreeSearch problem, Node node, int from, int to) {
        if (to - from == 1) {
            return search(problem, node.child(from));
        }
        int middle = (from + to) >>> 1;
        @Future long right = search(problem, node, middle, to);
        long left = search(problem, node, from, middle);
        return left + right;
    }
}
