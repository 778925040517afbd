package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.Fib;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link Fib}: a call for every number. */
final class FibCalls {
    /** Below the number wanted by so much, a call is not worth a thread. */
    private static final int LEVELS = 8;

    private FibCalls() {}

    static void run(Spawner spawner, Fib problem) {
        problem.result(new Call(spawner, problem.number(), problem.number() - LEVELS).call());
    }

    private record Call(Spawner spawner, int n, int least) implements Callable<Long> {
        @Override
        public Long call() {
            if (n <= 1) {
                return (long) n;
            }
            Future<Long> first = spawner.submit(new Call(spawner, n - 1, least), n > least);
            long second = new Call(spawner, n - 2, least).call();
            return Spawner.get(first) + second;
        }
    }
}
