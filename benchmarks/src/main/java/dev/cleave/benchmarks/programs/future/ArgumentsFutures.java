package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Arguments;

/** {@link Arguments}: a future for the first of two calls. */
final class ArgumentsFutures {
    private ArgumentsFutures() {}

    static void run(Arguments problem) {
        problem.sum(mixes(problem.levels(), problem.times()));
    }

    private static long mixes(int levels, int times) {
        long all = 0;
        for (int i = 0; i < times; i++) {
            @Future long first = mix(levels, i, 1, 2, 3);
            long second = mix(levels, 3, 2, 1, i);
            all += first + second;
        }
        return all;
    }

    private static long mix(long level, long a, long b, long c, long d) {
        if (level == 0) {
            return Arguments.leaf(a, b, c, d);
        }
        @Future long first = mix(level - 1, b, c, d, a + 1);
        long second = mix(level - 1, c, d, a, b ^ level);
        return first + second;
    }
}
