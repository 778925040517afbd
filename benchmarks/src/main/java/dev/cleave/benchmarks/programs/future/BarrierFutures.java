package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Barrier;

/** {@link Barrier}: a future for the first half of some leaves; the serial version has a loop. */
final class BarrierFutures {
    private BarrierFutures() {}

    static void run(Barrier problem) {
        for (long phase = 0; phase < problem.barriers(); phase++) {
            leaves(problem, 0, problem.leaves());
        }
    }

    private static Void leaves(Barrier problem, int from, int to) {
        if (to - from == 1) {
            problem.leaf(from);
            return null;
        }
        int middle = (from + to) >>> 1;
        @Future Void first = leaves(problem, from, middle);
        return leaves(problem, middle, to);
    }
}
