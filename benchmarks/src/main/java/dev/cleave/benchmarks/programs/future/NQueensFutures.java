package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.NQueens;

/**
 * {@link NQueens}: a future for the rest of a row's places while one of them is tried. A future
 * ends with the block that declares it, so the serial version's loop over the places is a
 * recursion.
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
        int free = NQueens.safe(all, columns, leftward, rightward);
        return free == 0 ? 0 : places(all, columns, leftward, rightward, free);
    }

    private static int places(int all, int columns, int leftward, int rightward, int free) {
        int queen = free & -free;
        int others = free & free - 1;
        if (others == 0) {
            return place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
        }
        @Future int rest = places(all, columns, leftward, rightward, others);
        int found = place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
        return found + rest;
    }
}
