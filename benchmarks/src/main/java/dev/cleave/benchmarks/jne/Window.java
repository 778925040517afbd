package dev.cleave.benchmarks.jne;

import java.util.ArrayList;
import java.util.List;

/**
 * What was seen of programs that ran at the same time, from their common start until there was
 * enough. A run that had not ended then does not count.
 *
 * @param seconds how long that was
 * @param runs for each program, how long each of its runs took, in nanoseconds; one at least
 * @param counts what the system counted for all of them
 */
record Window(double seconds, List<List<Double>> runs, ThreadFigures.Counts counts) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * When there is enough: every program has run, and one of them so often, or they have had so
     * much time.
     *
     * @param runs the paper has 10
     * @param limitNanos {@link Long#MAX_VALUE} for the paper's rule, which has no such limit
     */
    record Rule(int runs, long limitNanos) {}

    /** Gathers a window. Times are those of {@link System#nanoTime}. */
    static final class Recorder {
        private final Rule rule;
        private final long start;
        private final List<List<Double>> runs = new ArrayList<>();

        Recorder(int programs, Rule rule, long start) {
            this.rule = rule;
            this.start = start;
            for (int i = 0; i < programs; i++) {
                runs.add(new ArrayList<>());
            }
        }

        void ran(int program, double nanos) {
            runs.get(program).add(nanos);
        }

        boolean isComplete(long now) {
            return runs.stream().noneMatch(List::isEmpty)
                    && (now - start >= rule.limitNanos
                            || runs.stream().anyMatch(each -> each.size() >= rule.runs));
        }

        /** Whether a program that has not run yet has had all its time, and so much more. */
        boolean isLate(long now, long patienceNanos) {
            long limit = rule.limitNanos == Long.MAX_VALUE ? 0 : rule.limitNanos;
            return runs.stream().anyMatch(List::isEmpty) && now - start >= limit + patienceNanos;
        }

        Window end(long now, ThreadFigures.Counts counts) {
            return new Window(
                    (now - start) / NANOS_PER_SECOND,
                    runs.stream().map(List::copyOf).toList(),
                    counts);
        }
    }
}
