package dev.cleave.benchmarks.programs;

/** How often a range divides when tasks halve it down to a threshold. */
final class Halving {
    private Halving() {}

    static long divisions(int size, int threshold) {
        return size <= threshold
                ? 0
                : 1 + divisions(size / 2, threshold) + divisions(size - size / 2, threshold);
    }
}
