package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Fft;

/** {@link Fft}: a future for the first half of a part; it is complete at the end of its block. */
final class FftFutures {
    private FftFutures() {}

    static void run(Fft problem) {
        transform(problem, 0, problem.size());
    }

    private static Void transform(Fft problem, int from, int count) {
        if (count == 1) {
            return null;
        }
        int half = count / 2;
        problem.separate(from, half);
        {
            @Future Void first = transform(problem, from, half);
            transform(problem, from + half, half);
        }
        problem.combine(from, half);
        return null;
    }
}
