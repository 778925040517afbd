package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Sort;

/** {@link Sort}: futures for a half, for a quarter and for the lower part of a merge. */
final class SortFutures {
    private SortFutures() {}

    static void run(Sort problem) {
        problem.divisions(sort(problem, 0, problem.size()));
    }

    private static long sort(Sort problem, int from, int count) {
        if (count <= problem.threshold()) {
            problem.sortLeaf(from, from + count - 1);
            return 0;
        }
        int quarter = count / 4;
        int middle = from + 2 * quarter;
        int rest = count - 3 * quarter;
        @Future long lower = sortHalf(problem, from, quarter, quarter);
        long upper = sortHalf(problem, middle, quarter, rest);
        long below = lower + upper;
        return 1 + below + merge(problem, false, from, 2 * quarter, middle, quarter + rest, from);
    }

    private static long sortHalf(Sort problem, int from, int count, int secondCount) {
        @Future long first = sort(problem, from, count);
        long second = sort(problem, from + count, secondCount);
        long below = first + second;
        return 1 + below + merge(problem, true, from, count, from + count, secondCount, from);
    }

    private static long merge(
            Sort problem,
            boolean out,
            int first,
            int count,
            int second,
            int secondCount,
            int target) {
        if (count < secondCount) {
            return merge(problem, out, second, secondCount, first, count, target);
        }
        if (count <= problem.threshold()) {
            problem.mergeLeaf(out, first, count, second, secondCount, target);
            return 0;
        }
        int half = count / 2;
        int split = problem.split(out, first + half, second, secondCount);
        @Future long lower = merge(problem, out, first, half, second, split, target);
        long upper =
                merge(
                        problem,
                        out,
                        first + half,
                        count - half,
                        second + split,
                        secondCount - split,
                        target + half + split);
        return 1 + lower + upper;
    }
}
