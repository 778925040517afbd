package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.TreeSearch;

/** {@link TreeSearch}: a task for every node, which makes the node itself. */
final class TreeSearchTasks {
    private TreeSearchTasks() {}

    static Runnable in(ForkJoinPool pool, TreeSearch problem) {
        return () -> {
            Root root = new Root(problem);
            pool.invoke(root);
            problem.counts(root.counts);
        };
    }

    private static long search(TreeSearch problem, TreeSearch.Node node) {
        int children = problem.children(node);
        if (children == 0) {
            return TreeSearch.leaf();
        }
        Child youngest = null;
        for (int i = 0; i < children; i++) {
            if (youngest != null) {
                youngest.fork();
            }
            youngest = new Child(problem, node, i, youngest);
        }
        youngest.compute();
        long counts = TreeSearch.inner() + youngest.counts;
        for (Child child = youngest.next; child != null; child = child.next) {
            child.join();
            counts += child.counts;
        }
        return counts;
    }

    private static final class Root extends RecursiveAction {
        private final TreeSearch problem;
        private long counts;

        private Root(TreeSearch problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            counts = search(problem, problem.root());
        }
    }

    private static final class Child extends RecursiveAction {
        private final TreeSearch problem;
        private final TreeSearch.Node parent;
        private final int number;

        /** The task forked before this one by the same parent. */
        private final Child next;

        private long counts;

        private Child(TreeSearch problem, TreeSearch.Node parent, int number, Child next) {
            this.problem = problem;
            this.parent = parent;
            this.number = number;
            this.next = next;
        }

        @Override
        protected void compute() {
            counts = search(problem, parent.child(number));
        }
    }
}
