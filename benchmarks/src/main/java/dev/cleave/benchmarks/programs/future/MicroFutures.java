package dev.cleave.benchmarks.programs.future;

import static dev.cleave.benchmarks.programs.Micro.finalValue;
import static dev.cleave.benchmarks.programs.Micro.isOver;
import static dev.cleave.benchmarks.programs.Micro.score;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Micro;
import dev.cleave.benchmarks.programs.Micro.Moves;

/**
 * {@link Micro}: a future for the value of every move. A future ends with the block that declares
 * it, so the serial version's loop over the moves is a recursion.
 */
final class MicroFutures {
    private MicroFutures() {}

    static void run(Micro problem) {
        problem.value(search(problem.ours(), problem.theirs(), problem.lookAhead()));
    }

    private static int search(long ours, long theirs, int lookAhead) {
        if (isOver(ours, theirs)) {
            return finalValue(ours, theirs);
        }
        int best = best(new Moves(ours, theirs), lookAhead);
        return best == Integer.MIN_VALUE ? score(ours, theirs) : best;
    }

    private static int best(Moves moves, int lookAhead) {
        if (lookAhead == 1) {
            return bestScore(moves);
        }
        if (!moves.next()) {
            return Integer.MIN_VALUE;
        }
        @Future int value = search(moves.theirs(), moves.ours(), lookAhead - 1);
        int best = best(moves, lookAhead);
        return Math.max(best, -value);
    }

    private static int bestScore(Moves moves) {
        int best = Integer.MIN_VALUE;
        while (moves.next()) {
            best = Math.max(best, score(moves.ours(), moves.theirs()));
        }
        return best;
    }
}
