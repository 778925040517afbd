package dev.cleave.spark.example;

import dev.cleave.spark.Divisible;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The most that things can be worth which fit in a knapsack: with each thing and without it. What
 * all pieces need, weights and values, is here; what is theirs alone is in {@link Choice}.
 */
public final class Knapsack implements Divisible<Knapsack.Choice, Integer> {
    private static final long serialVersionUID = 1;

    /** So few things left are not divided any more. */
    private static final int FEW = 12;

    private final int[] weights;
    private final int[] values;

    /** So many things of random weight and value. */
    public Knapsack(int things) {
        SplittableRandom random = new SplittableRandom(things);
        weights = random.ints(things, 1, 101).toArray();
        values = random.ints(things, 1, 101).toArray();
    }

    /** The things before this one are chosen: what room they leave, and what they are worth. */
    public record Choice(int thing, int room, int worth) implements java.io.Serializable {}

    /** Nothing chosen yet; room for half of what there is. */
    public Choice all() {
        int weight = 0;
        for (int each : weights) {
            weight += each;
        }
        return new Choice(0, weight / 2, 0);
    }

    @Override
    public boolean isSmall(Choice choice) {
        return choice.thing + FEW >= weights.length;
    }

    @Override
    public Integer solve(Choice choice) {
        return choice.worth + best(choice.thing, choice.room);
    }

    private int best(int thing, int room) {
        if (thing == weights.length) {
            return 0;
        }
        int without = best(thing + 1, room);
        return weights[thing] > room
                ? without
                : Math.max(without, values[thing] + best(thing + 1, room - weights[thing]));
    }

    @Override
    public List<Choice> split(Choice choice) {
        int thing = choice.thing;
        Choice without = new Choice(thing + 1, choice.room, choice.worth);
        return weights[thing] > choice.room
                ? List.of(without)
                : List.of(
                        new Choice(
                                thing + 1,
                                choice.room - weights[thing],
                                choice.worth + values[thing]),
                        without);
    }

    @Override
    public Integer combine(Integer first, Integer second) {
        return Math.max(first, second);
    }
}
