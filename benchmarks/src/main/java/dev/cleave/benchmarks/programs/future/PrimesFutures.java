package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Primes;

/** {@link Primes}: a parallel loop over the numbers. */
final class PrimesFutures {
    private PrimesFutures() {}

    static void run(Primes problem) {
        for (@Parallel int i = 0; i < problem.size(); i++) {
            problem.test(i);
        }
    }
}
