package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Primes;

/** {@link Primes}: a future for the first half of a range; the serial version does not divide. */
final class PrimesFutures {
    private PrimesFutures() {}

    static void run(Primes problem) {
        test(problem, 0, problem.size());
    }

    private static Void test(Primes problem, int from, int to) {
        if (to - from <= problem.threshold()) {
            problem.test(from, to);
            return null;
        }
        int middle = from + (to - from) / 2;
        @Future Void lower = test(problem, from, middle);
        return test(problem, middle, to);
    }
}
