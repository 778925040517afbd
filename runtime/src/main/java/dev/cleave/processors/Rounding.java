package dev.cleave.processors;

/** How many workers a quota that is no whole number of processors is worth; never less than one. */
public enum Rounding {
    /** No worker is ever held up, and up to one processor of the quota is left unused. */
    FLOOR,
    /** To the nearest whole number; halves upwards. */
    ROUND,
    /** The whole quota can be used; the kernel holds up the workers for a part of each period. */
    CEIL;

    /** The cast takes what is too large, infinity among it, for the largest int. */
    int processors(double quota) {
        double whole =
                this == CEIL ? Math.ceil(quota) : Math.floor(this == ROUND ? quota + 0.5 : quota);
        return Math.max(1, (int) whole);
    }
}
