package dev.cleave.benchmarks.costs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the pairs share: a pool of two workers, numbers, and some work to do with each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class Pair {
    /** As many as the least machine has on which anything is gained. */
    static final int WORKERS = 2;

    /** Elements of a part that is worth a task: some microseconds of work. */
    static final int LARGE = 1024;

    /** Elements of a part so small that forks and joins are seen beside the work. */
    static final int SMALL = 4;

    private static final int ROUNDS = 8;

    final ForkJoinPool pool = new ForkJoinPool(WORKERS);
    final long[] data = numbers(1 << 16);

    /** For JMH, which makes the pairs. */
    Pair() {}

    static long[] numbers(int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i * 0x9E3779B97F4A7C15L;
        }
        return numbers;
    }

    /** Some nanoseconds of work, which no compiler turns into vector instructions. */
    static long work(long number) {
        long mixed = number;
        for (int round = 0; round < ROUNDS; round++) {
            mixed ^= mixed >>> 29;
            mixed *= 0xBF58476D1CE4E5B9L;
        }
        return mixed ^ mixed >>> 32;
    }

    /** The work of a part, done by the caller. */
    static long sum(long[] data, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += work(data[i]);
        }
        return sum;
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        pool.shutdown();
    }
}
