package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Sort;

/** {@link Sort}: futures for a half, for a quarter and for the lower part of a merge. */
final class SortFutures {
    private SortFutures() {}

    static void run(Sort problem) {
        sort(problem, 0, problem.size());
    }

    private static Void sort(Sort problem, int from, int count) {
        if (count <= problem.threshold()) {
            problem.sortLeaf(from, from + count - 1);
            return null;
        }
        int quarter = count / 4;
        int middle = from + 2 * quarter;
        int rest = count - 3 * quarter;
        {
            @Future Void half = sortHalf(problem, from, quarter, quarter);
            sortHalf(problem, middle, quarter, rest);
        }
        return merge(problem, false, from, 2 * quarter, middle, quarter + rest, from);
    }

    private static Void sortHalf(Sort problem, int from, int count, int secondCount) {
        {
            @Future Void first = sort(problem, from, count);
            sort(problem, from + count, secondCount);
        }
        return merge(problem, true, from, count, from + count, secondCount, from);
    }

    private static Void merge(
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
            return null;
        }
        int half = count / 2;
        int split = problem.split(out, first + half, second, secondCount);
        @Future Void lower = merge(problem, out, first, half, second, split, target);
        return merge(
                problem,
                out,
                first + half,
                count - half,
                second + split,
                secondCount - split,
                target + half + split);
    }
}
