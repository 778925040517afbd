package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.Fft;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link Fft}: a call for every part. */
final class FftCalls {
    /** A part is worth a thread if the whole has at most so many of its size. */
    private static final int PARTS = 32;

    private FftCalls() {}

    static void run(Spawner spawner, Fft problem) {
        new Call(spawner, problem, 0, problem.size()).call();
    }

    private record Call(Spawner spawner, Fft problem, int from, int count)
            implements Callable<Void> {
        @Override
        public Void call() {
            if (count == 1) {
                return null;
            }
            int half = count / 2;
            problem.separate(from, half);
            Future<Void> first =
                    spawner.submit(
                            new Call(spawner, problem, from, half), half >= problem.size() / PARTS);
            new Call(spawner, problem, from + half, half).call();
            Spawner.get(first);
            problem.combine(from, half);
            return null;
        }
    }
}
