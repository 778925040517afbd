package dev.cleave.manager;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.Speedup;

/**
 * What is known of a program when processors are divided.
 *
 * @param wanted processors it could use; 0 if none at the moment
 * @param minimum processors below which it gets none, and waits for its turn; at least 1
 * @param weight its importance, from 1 to {@link ManagedProcessors#MOST_WEIGHT}
 * @param speedup what it measured last; null if nothing
 */
record Demand(int wanted, int minimum, int weight, Speedup speedup) {
    Demand {
        if (wanted < 0 || minimum < 1 || weight < 1 || weight > ManagedProcessors.MOST_WEIGHT) {
            throw new IllegalArgumentException(wanted + " " + minimum + " " + weight);
        }
    }

    /** The fewest processors that it may be given, if it is given any, of those there are. */
    int least(int processors) {
        return Math.min(Math.min(minimum, wanted), processors);
    }
}
