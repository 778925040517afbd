package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.NQueens;

/**
 * {@link NQueens}: a row's places are tried two at a time, one of them as a future. A future ends
 * with the block that declares it, here with each turn of the loop.
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
        while (free != 0) {
            int queen = free & -free;
            free ^= queen;
            @Future
            int one =
                    place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
            if (free != 0) {
                int other = free & -free;
                free ^= other;
                found +=
                        place(
                                all,
                                columns | other,
                                (leftward | other) << 1,
                                (rightward | other) >>> 1);
            }
            found += one;
        }
        return found;
    }
}
