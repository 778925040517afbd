package dev.cleave.processors;

/**
 * What hints make of a limit: fewer at once, by half at most, then more one by one, as programs
 * that share something unknown come to fair parts of it (Chiu and Jain, Analysis of the increase
 * and decrease algorithms for congestion avoidance, 1989). One thread at a time.
 */
final class Cap {
    /** Looks without a hint before one more processor is tried: some five seconds. */
    private static final int CALM_LOOKS = 5;

    private int limit;
    private int cap;
    private int calm;

    /**
     * One look.
     *
     * @param newLimit the processors that may be used
     * @param surplus how many of them were of no use since the last look; less than 1: none
     * @return at least 1, at most the limit
     */
    int look(int newLimit, double surplus) {
        if (newLimit != limit) {
            // What was held up until now was so under the old limit, or on the way to the new one.
            limit = newLimit;
            cap = newLimit;
            calm = -1;
        } else if (calm < 0) {
            calm = 0;
        } else if (surplus >= 1) {
            cap -= (int) Math.min(surplus, cap / 2);
            calm = 0;
        } else if (cap < limit && ++calm == CALM_LOOKS) {
            cap++;
            calm = 0;
        }
        return cap;
    }
}
