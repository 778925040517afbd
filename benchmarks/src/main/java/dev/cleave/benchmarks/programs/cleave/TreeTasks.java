package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Tree;

/** {@link Tree}: a task for every node; what is near in memory first, as the serial version. */
final class TreeTasks {
    private TreeTasks() {}

    static Runnable in(ForkJoinPool pool, Tree problem) {
        return () -> {
            long sum = 0;
            for (int i = 0; i < problem.times(); i++) {
                Sum root = new Sum(problem.root());
                pool.invoke(root);
                sum += root.sum;
            }
            problem.sum(sum);
        };
    }

    private static final class Sum extends RecursiveAction {
        private final Tree.Node node;
        private long sum;

        private Sum(Tree.Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            if (node.left() == null) {
                sum = node.value();
                return;
            }
            Sum right = new Sum(node.right());
            right.fork();
            Sum left = new Sum(node.left());
            left.compute();
            right.join();
            sum = node.value() + left.sum + right.sum;
        }
    }
}
