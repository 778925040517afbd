package dev.cleave.profiler;

/** How long many things took: sums, and a count for each power of two of nanoseconds. */
final class Durations {
    private final long[] ofPower = new long[Long.SIZE];
    private long count;
    private long total;
    private long longest;

    void add(long nanos) {
        ofPower[Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, nanos))]++;
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
    }

    Profile.TaskClass of(String name) {
        int power = 0;
        for (long seen = ofPower[0]; 2 * seen < count; seen += ofPower[power]) {
            power++;
        }
        // The geometric middle of the power of two that holds the median.
        double median = Math.min(longest, Math.sqrt(2) * (1L << power)) / 1e9;
        return new Profile.TaskClass(name, count, total / 1e9, median, longest / 1e9);
    }
}
