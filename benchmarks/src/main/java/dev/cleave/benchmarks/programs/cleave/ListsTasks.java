package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Lists;

/** {@link Lists}: all of a list are forked, then all are joined, the first of them first. */
final class ListsTasks {
    private ListsTasks() {}

    static Runnable in(ForkJoinPool pool, Lists problem) {
        return () -> {
            long sum = 0;
            for (int i = 0; i < problem.times(); i++) {
                Node root = new Node(problem, problem.levels(), 1);
                pool.invoke(root);
                sum += root.sum;
            }
            problem.sum(sum);
        };
    }

    private static final class Node extends RecursiveAction {
        private final Lists problem;
        private final int level;
        private final long number;
        private long sum;

        private Node(Lists problem, int level, long number) {
            this.problem = problem;
            this.level = level;
            this.number = number;
        }

        @Override
        protected void compute() {
            sum = Lists.value(number);
            if (level == 0) {
                return;
            }
            Node[] children = new Node[problem.children()];
            for (int i = 0; i < children.length; i++) {
                children[i] = new Node(problem, level - 1, problem.child(number, i));
                children[i].fork();
            }
            for (Node child : children) {
                child.join();
                sum += child.sum;
            }
        }
    }
}
