package dev.cleave.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Says when a program has been run often enough to be measured: when its last runs took about
 * equally long and no compiler finished anything meanwhile. Compilers make a program faster in
 * steps, and now and then slower for a while, so one quick run says little; and on a busy machine
 * runs can be equally slow for long, while the compilers wait for a processor.
 */
final class Settling {
    private static final int RUNS = 5;
    private static final double TOLERANCE = 0.05;

    private final LongSupplier compilation;
    private final long[] last = new long[RUNS];
    private final long[] compiled = new long[RUNS];
    private int runs;

    /**
     * For a program that has not run yet.
     *
     * @param compilation tells how long compilers have compiled so far
     */
    Settling(LongSupplier compilation) {
        this.compilation = compilation;
    }

    /** With the compilers of this virtual machine. */
    static Settling ofThisMachine() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return new Settling(compilers == null ? () -> 0 : compilers::getTotalCompilationTime);
    }

    /** Takes the time of one more run. */
    void add(long nanos) {
        last[runs % RUNS] = nanos;
        compiled[runs % RUNS] = compilation.getAsLong();
        runs++;
    }

    /**
     * Whether the last runs were within a twentieth of the fastest of them, and nothing compiled.
     */
    boolean settled() {
        if (runs < RUNS || compiled[runs % RUNS] != compiled[(runs - 1) % RUNS]) {
            return false;
        }
        long fastest = Long.MAX_VALUE;
        long slowest = 0;
        for (long nanos : last) {
            fastest = Math.min(fastest, nanos);
            slowest = Math.max(slowest, nanos);
        }
        return slowest <= fastest * (1 + TOLERANCE);
    }
}
