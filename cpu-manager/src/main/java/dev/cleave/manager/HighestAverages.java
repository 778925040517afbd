package dev.cleave.manager;

import java.util.PriorityQueue;

/**
 * Divides indivisible things in proportion to weights, between bounds: the method of Webster and
 * Sainte-Laguë, which favours neither the great nor the small, and gives nobody less because there
 * is more to divide.
 */
final class HighestAverages {
    private HighestAverages() {}

    /**
     * The shares: one after the other, each of what is left goes to the one with the greatest
     * weight per (share + 1/2) that has not its most; the first of those that are alike.
     *
     * @param least what each has already
     * @param most what each can have; not below {@code least}
     * @param weights above 0 and below 2^40, where most is above least
     * @param left how much is to be divided beyond what each has
     */
    static int[] divide(int[] least, int[] most, long[] weights, int left) {
        int[] shares = least.clone();
        PriorityQueue<Integer> next =
                new PriorityQueue<>(
                        (a, b) -> {
                            int order =
                                    Long.compare(
                                            weights[b] * (2L * shares[a] + 1),
                                            weights[a] * (2L * shares[b] + 1));
                            return order != 0 ? order : Integer.compare(a, b);
                        });
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] < most[i]) {
                next.add(i);
            }
        }
        for (int rest = left; rest > 0 && !next.isEmpty(); rest--) {
            int i = next.remove();
            shares[i]++;
            if (shares[i] < most[i]) {
                next.add(i);
            }
        }
        return shares;
    }
}
