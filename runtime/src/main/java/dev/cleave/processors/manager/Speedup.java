package dev.cleave.processors.manager;

/**
 * How many times faster than on one processor a program was.
 *
 * @param processors how many it was measured on
 * @param times how many times faster
 */
public record Speedup(int processors, double times) {
    private static final int FRACTION_BITS = 21;
    private static final int MOST_FRACTION = (1 << FRACTION_BITS) - 1;
    private static final double THOUSAND = 1000;

    /**
     * A measurement.
     *
     * @throws IllegalArgumentException if there is no such number of processors, or the speedup is
     *     not above 0 or not below 2097
     */
    public Speedup {
        if (processors < 1 || processors > ManagerTable.MOST_PROCESSORS) {
            throw new IllegalArgumentException(
                    "a speedup on "
                            + processors
                            + " processors: give a number from 1 to "
                            + ManagerTable.MOST_PROCESSORS);
        }
        if (!(times > 0 && times * THOUSAND <= MOST_FRACTION)) {
            throw new IllegalArgumentException(
                    "a speedup of " + times + ": give one above 0 and below 2097");
        }
    }

    /** In one word, to the nearest thousandth; never 0. */
    public int encoded() {
        return processors << FRACTION_BITS | (int) Math.max(1, Math.round(times * THOUSAND));
    }

    /** What a word says; null if it says nothing that is a speedup. */
    public static Speedup decoded(int word) {
        int processors = word >>> FRACTION_BITS;
        int thousandths = word & MOST_FRACTION;
        return processors < 1 || processors > ManagerTable.MOST_PROCESSORS || thousandths == 0
                ? null
                : new Speedup(processors, thousandths / THOUSAND);
    }
}
