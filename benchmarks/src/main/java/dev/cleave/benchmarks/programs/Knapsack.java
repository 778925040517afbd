package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * The most that things can be worth which together weigh no more than a knapsack holds: every
 * choice that fits is looked at, and nothing is cut off for being worse than another.
 */
public final class Knapsack implements Problem {
    private static final int HEAVIEST = 100;
    private static final int DEAREST = 100;

    private final int[] weights;
    private final int[] values;
    private final int capacity;
    private int best;
    private long forks = -1;

    /** So many things of random weight and value, and a knapsack that holds half their weight. */
    public Knapsack(int things) {
        SplittableRandom random = new SplittableRandom(things);
        weights = random.ints(things, 1, HEAVIEST + 1).toArray();
        values = random.ints(things, 1, DEAREST + 1).toArray();
        int all = 0;
        for (int weight : weights) {
            all += weight;
        }
        capacity = all / 2;
    }

    /** How many things there are. */
    public int things() {
        return weights.length;
    }

    /** What a thing weighs. */
    public int weight(int thing) {
        return weights[thing];
    }

    /** What a thing is worth. */
    public int value(int thing) {
        return values[thing];
    }

    /** What the knapsack can carry. */
    public int capacity() {
        return capacity;
    }

    /** Takes the result of a parallel run. */
    public void best(int value) {
        best = value;
    }

    @Override
    public void serial() {
        best = fill(0, capacity);
    }

    /** The most that things from {@code thing} on can be worth. */
    private int fill(int thing, int room) {
        if (thing == things()) {
            return 0;
        }
        if (weight(thing) > room) {
            return fill(thing + 1, room);
        }
        int with = fill(thing + 1, room - weight(thing));
        int without = fill(thing + 1, room);
        return Math.max(value(thing) + with, without);
    }

    @Override
    public String answer() {
        return Integer.toString(best);
    }

    @Override
    public long forks() {
        if (forks < 0) {
            forks = countForks(0, capacity);
        }
        return forks;
    }

    private long countForks(int thing, int room) {
        if (thing == things()) {
            return 0;
        }
        long without = countForks(thing + 1, room);
        return weight(thing) > room
                ? without
                : 1 + without + countForks(thing + 1, room - weight(thing));
    }
}
