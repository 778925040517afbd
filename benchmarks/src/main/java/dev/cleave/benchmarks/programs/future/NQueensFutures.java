package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.NQueens;

/**
 * {@link NQueens}: a row's places are tried two at a time, one of them as a future, and the last by
 * itself if their number is odd. A future ends with the block that declares it, here with each turn
 * of the loop. Unwoven, this is as fast as the serial program's loop, to 2 parts in 100; a test
 * within each turn whether there is another place costs 5 to 8.
 */
final class NQueensFutures {
    private NQueensFutures() {}

    static void run(NQueens problem) {
        problem.solutions(place(problem.allColumns(), 0, 0, 0));
    }

    private static int place(int all, int columns, int leftward, int rightward) {
        if (columns == all) {
            return 1;
        }
        int found = 0;
        int free = NQueens.safe(all, columns, leftward, rightward);
        for (; (free & free - 1) != 0; free &= free - 1) {
            int queen = free & -free;
            @Future
            int one =
                    place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
            free ^= queen;
            int other = free & -free;
            found +=
                    place(all, columns | other, (leftward | other) << 1, (rightward | other) >>> 1);
            found += one;
        }
        return free == 0
                ? found
                : found
                        + place(
                                all,
                                columns | free,
                                (leftward | free) << 1,
                                (rightward | free) >>> 1);
    }
}
