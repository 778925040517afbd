package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Fib;

/** {@link Fib}, without a threshold whatever its form. */
final class FibFutures {
    private FibFutures() {}

    static void run(Fib problem) {
        problem.result(fib(problem.number()));
    }

    private static long fib(int n) {
        if (n <= 1) {
            return n;
        }
        @Future long first = fib(n - 1);
        long second = fib(n - 2);
        return first + second;
    }
}
