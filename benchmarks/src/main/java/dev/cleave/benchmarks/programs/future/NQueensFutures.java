package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.NQueens;

/**
 * {@link NQueens}: while a row has two places, they are tried at a time, one of them as a future. A
 * future ends with the block that declares it, here with each turn of the loop.
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
        for (int rest; (rest = free & free - 1) != 0; free = rest & rest - 1) {
            int queen = free & -free;
            @Future
            int one =
                    place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
            int other = rest & -rest;
            found +=
                    place(all, columns | other, (leftward | other) << 1, (rightward | other) >>> 1);
            found += one;
        }
        if (free != 0) {
            found += place(all, columns | free, (leftward | free) << 1, (rightward | free) >>> 1);
        }
        return found;
    }
}
