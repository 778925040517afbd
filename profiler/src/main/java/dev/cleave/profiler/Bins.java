package dev.cleave.profiler;

/**
 * The recording's time in a fixed number of equal parts: however long it is, what is kept of it has
 * the same size. Moments are nanoseconds since 1970; those outside count for the first or last bin.
 *
 * @param start when the first bin begins
 * @param width nanoseconds of one
 * @param count how many there are
 */
record Bins(long start, long width, int count) {
    private static final int MOST = 240;
    private static final long LEAST_WIDTH = 1_000_000;

    /** Bins of at least a millisecond for the time between two moments. */
    static Bins between(long start, long end) {
        long length = Math.max(1, end - start);
        // Rounded up, in a form that no length overflows: a damaged recording may have any.
        long width = Math.max(LEAST_WIDTH, (length - 1) / MOST + 1);
        return new Bins(start, width, (int) ((length - 1) / width + 1));
    }

    int indexOf(long moment) {
        return (int) Math.max(0, Math.min(count - 1, Math.floorDiv(moment - start, width)));
    }

    double seconds() {
        return width / 1e9;
    }

    /** Adds an amount that came evenly between two moments to the bins that they cover. */
    void spread(double[] into, long from, long to, double amount) {
        int first = indexOf(from);
        int last = indexOf(to);
        if (first == last || to <= from) {
            into[last] += amount;
            return;
        }
        double each = amount / (to - from);
        for (int i = first; i <= last; i++) {
            long begins = i == first ? from : start + i * width;
            long ends = i == last ? to : start + (i + 1) * width;
            into[i] += each * (ends - begins);
        }
    }
}
