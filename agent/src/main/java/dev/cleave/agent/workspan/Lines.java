package dev.cleave.agent.workspan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of source lines. Any thread. */
final class Lines {
    /** Of a strand of which no line is known. */
    static final int UNKNOWN = 0;

    /** Of what a thread does before it comes to any task, or after a future. */
    static final int OUTSIDE = 1;

    private static final List<String> TEXTS =
            new ArrayList<>(List.of("(no line known)", "(outside tasks, futures and loops)"));
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    private static volatile Grain[] grains = {};

    private Lines() {}

    static synchronized int number(String text) {
        return NUMBERS.computeIfAbsent(
                text,
                unknown -> {
                    TEXTS.add(unknown);
                    return TEXTS.size() - 1;
                });
    }

    /** What is known of the futures of a line. */
    static Grain grain(int number) {
        Grain[] all = grains;
        return number < all.length && all[number] != null ? all[number] : newGrain(number);
    }

    private static synchronized Grain newGrain(int number) {
        if (number >= grains.length) {
            grains = Arrays.copyOf(grains, 2 * number + 1);
        }
        if (grains[number] == null) {
            grains[number] = new Grain();
        }
        return grains[number];
    }

    static synchronized String text(int number) {
        return TEXTS.get(number);
    }
}
