package dev.cleave.benchmarks.programs.future;

import dev.cleave.Cleave;
import dev.cleave.benchmarks.programs.Fft;

/** {@link Fft}: the two halves of a part are joined. */
final class FftFutures {
    private FftFutures() {}

    static void run(Fft problem) {
        transform(problem, 0, problem.size());
    }

    private static void transform(Fft problem, int from, int count) {
        if (count == 1) {
            return;
        }
        int half = count / 2;
        problem.separate(from, half);
        Cleave.join(
                () -> transform(problem, from, half), () -> transform(problem, from + half, half));
        problem.combine(from, half);
    }
}
