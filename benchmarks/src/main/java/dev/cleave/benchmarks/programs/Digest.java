package dev.cleave.benchmarks.programs;

import java.util.function.IntToLongFunction;

/**
 * A 64-bit fingerprint of an array, so that answers of a gigabyte can be compared across processes.
 */
final class Digest {
    private static final long MULTIPLIER = 0x9FB2_1C65_1E98_DF25L;

    private long state = MULTIPLIER;

    private Digest() {}

    /** The fingerprint of the bits of every element, and of their order. */
    static String of(double[][] rows) {
        Digest digest = new Digest();
        for (double[] row : rows) {
            for (double value : row) {
                digest.add(Double.doubleToRawLongBits(value));
            }
        }
        return digest.toString();
    }

    /** The fingerprint of {@code size} numbers, asked for in order. */
    static String of(int size, IntToLongFunction element) {
        Digest digest = new Digest();
        for (int i = 0; i < size; i++) {
            digest.add(element.applyAsLong(i));
        }
        return digest.toString();
    }

    private void add(long value) {
        long mixed = (state ^ value) * MULTIPLIER;
        state = mixed ^ (mixed >>> 32);
    }

    @Override
    public String toString() {
        return String.format("hash %016x", state);
    }
}
