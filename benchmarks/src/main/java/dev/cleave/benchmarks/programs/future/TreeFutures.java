package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Tree;
import dev.cleave.benchmarks.programs.Tree.Node;

/** {@link Tree}: a future for the left side of every node that has two. */
final class TreeFutures {
    private TreeFutures() {}

    static void run(Tree problem) {
        long all = 0;
        for (int i = 0; i < problem.times(); i++) {
            all += sum(problem.root());
        }
        problem.sum(all);
    }

    private static long sum(Node node) {
        if (node.left() == null) {
            return node.value();
        }
        @Future long left = sum(node.left());
        long right = sum(node.right());
        return node.value() + left + right;
    }
}
