package dev.cleave.profiler;

/**
 * Where a pool's processor time went, in processor seconds. The four parts add up to the capacity.
 *
 * <p>Capacity is the processors that the pool could use, over the time from its first to its last
 * computing. What of it nobody computed is lost, and each bin's loss has one cause:
 *
 * <ul>
 *   <li><b>serialisation</b>: all that is lost in a bin in which at most one processor computed on
 *       average (to a tenth): there was nothing to divide. More processors would not have helped;
 *       this is what Amdahl's law charges.
 *   <li><b>scheduling</b>: in other bins, the time in which workers looked for work. There was
 *       some, they had not got it yet. FJava's figures call this {@code getTask}.
 *   <li><b>imbalance</b>: in other bins, the rest: workers that slept or waited in joins while
 *       others, fewer than there are processors, still computed.
 * </ul>
 *
 * <p>So a processor that idles beside one that computes is charged to the program's structure, and
 * beside several to its division, as in the scalability analyses of Tallent and Mellor-Crummey
 * (<i>Effective Performance Measurement and Analysis of Multithreaded Applications</i>, PPoPP 2009,
 * section 4), which Cilkscale's burdened span complements from the side of the program's graph.
 * Changes faster than a bin, or than the statistics' period, are evened out.
 *
 * @param capacity processors times seconds
 * @param used in which tasks ran, or other threads of the program computed
 * @param imbalance see above
 * @param scheduling see above
 * @param serialisation see above
 */
public record Losses(
        double capacity, double used, double imbalance, double scheduling, double serialisation) {
    /** One processor and the noise of others that just begin or end. */
    private static final double SERIAL = 1.1;

    /**
     * Divides a pool's time. All arrays have a number a bin.
     *
     * @param binSeconds length of a bin
     * @param from the first bin that counts
     * @param to the bin after the last that counts
     * @param available processors that the pool could use
     * @param computing workers that ran tasks, on average
     * @param seeking workers that looked for work, on average
     * @param outside other threads of the program that computed, on average
     * @return the division
     */
    static Losses of(
            double binSeconds,
            int from,
            int to,
            double[] available,
            double[] computing,
            double[] seeking,
            double[] outside) {
        double capacity = 0;
        double used = 0;
        double scheduling = 0;
        double serialisation = 0;
        for (int i = from; i < to; i++) {
            double busy = Math.min(available[i], computing[i] + outside[i]);
            double lost = available[i] - busy;
            capacity += available[i];
            used += busy;
            if (isSerial(computing[i] + outside[i])) {
                serialisation += lost;
            } else {
                scheduling += Math.min(lost, seeking[i]);
            }
        }
        return new Losses(
                capacity * binSeconds,
                used * binSeconds,
                Math.max(0, capacity - used - scheduling - serialisation) * binSeconds,
                scheduling * binSeconds,
                serialisation * binSeconds);
    }

    /** Whether a bin with so many computing threads has nothing to divide. */
    static boolean isSerial(double computing) {
        return computing <= SERIAL;
    }

    /**
     * How well the pool's processors were used.
     *
     * @return from 0 to 1; 0 for a pool that never computed
     */
    public double efficiency() {
        return share(used);
    }

    /**
     * What part of the capacity a number of processor seconds is.
     *
     * @param seconds processor seconds
     * @return from 0 to 1
     */
    public double share(double seconds) {
        return capacity > 0 ? seconds / capacity : 0;
    }
}
