package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Sort;

/** {@link Sort}: quarters in parallel, and merges that divide. */
final class SortTasks {
    private SortTasks() {}

    static Runnable in(ForkJoinPool pool, Sort problem) {
        return () -> pool.invoke(new Part(problem, 0, problem.size()));
    }

    private static void sort(Sort problem, int from, int count) {
        if (count <= problem.threshold()) {
            problem.sortLeaf(from, from + count - 1);
            return;
        }
        int quarter = count / 4;
        int middle = from + 2 * quarter;
        int rest = count - 3 * quarter;
        Half half = new Half(problem, from, quarter, quarter);
        half.fork();
        sortHalf(problem, middle, quarter, rest);
        half.join();
        merge(problem, false, from, 2 * quarter, middle, quarter + rest, from);
    }

    private static void sortHalf(Sort problem, int from, int count, int secondCount) {
        Part first = new Part(problem, from, count);
        first.fork();
        sort(problem, from + count, secondCount);
        first.join();
        merge(problem, true, from, count, from + count, secondCount, from);
    }

    private static void merge(
            Sort problem,
            boolean out,
            int first,
            int count,
            int second,
            int secondCount,
            int target) {
        if (count < secondCount) {
            merge(problem, out, second, secondCount, first, count, target);
            return;
        }
        if (count <= problem.threshold()) {
            problem.mergeLeaf(out, first, count, second, secondCount, target);
            return;
        }
        int half = count / 2;
        int split = problem.split(out, first + half, second, secondCount);
        Merge lower = new Merge(problem, out, first, half, second, split, target);
        lower.fork();
        merge(
                problem,
                out,
                first + half,
                count - half,
                second + split,
                secondCount - split,
                target + half + split);
        lower.join();
    }

    private static final class Part extends RecursiveAction {
        private final Sort problem;
        private final int from;
        private final int count;

        private Part(Sort problem, int from, int count) {
            this.problem = problem;
            this.from = from;
            this.count = count;
        }

        @Override
        protected void compute() {
            sort(problem, from, count);
        }
    }

    /** Two quarters and their merge into the workspace. */
    private static final class Half extends RecursiveAction {
        private final Sort problem;
        private final int from;
        private final int count;
        private final int secondCount;

        private Half(Sort problem, int from, int count, int secondCount) {
            this.problem = problem;
            this.from = from;
            this.count = count;
            this.secondCount = secondCount;
        }

        @Override
        protected void compute() {
            sortHalf(problem, from, count, secondCount);
        }
    }

    private static final class Merge extends RecursiveAction {
        private final Sort problem;
        private final boolean out;
        private final int first;
        private final int count;
        private final int second;
        private final int secondCount;
        private final int target;

        private Merge(
                Sort problem,
                boolean out,
                int first,
                int count,
                int second,
                int secondCount,
                int target) {
            this.problem = problem;
            this.out = out;
            this.first = first;
            this.count = count;
            this.second = second;
            this.secondCount = secondCount;
            this.target = target;
        }

        @Override
        protected void compute() {
            merge(problem, out, first, count, second, secondCount, target);
        }
    }
}
