package dev.cleave.processors;

/** How many workers a quota that is no whole number of processors is worth; never less than one. */
public enum Rounding {
    /** No worker is ever held up, and up to one processor of the quota is left unused. */
    FLOOR {
        @Override
        int processors(double quota) {
            return atLeastOne(Math.floor(quota));
        }
    },
    /** To the nearest whole number; halves upwards. */
    ROUND {
        @Override
        int processors(double quota) {
            return atLeastOne(Math.floor(quota + 0.5));
        }
    },
    /** The whole quota can be used; the kernel holds up the workers for a part of each period. */
    CEIL {
        @Override
        int processors(double quota) {
            return atLeastOne(Math.ceil(quota));
        }
    };

    abstract int processors(double quota);

    /** The cast takes what is too large, infinity among it, for the largest int. */
    private static int atLeastOne(double processors) {
        return Math.max(1, (int) processors);
    }
}
