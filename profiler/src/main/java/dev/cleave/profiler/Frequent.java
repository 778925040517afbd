package dev.cleave.profiler;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most frequent of many things, in bounded memory: Space-Saving (Metwally, Agrawal and El
 * Abbadi, <i>Efficient Computation of Frequent and Top-k Elements in Data Streams</i>, section 3).
 * Exact until there are more different things than places; from then on a count may be too large,
 * by at most all counts divided by the places.
 */
final class Frequent<T> {
    private final int places;
    private final Map<T, Long> counts = new HashMap<>();

    Frequent(int places) {
        this.places = places;
    }

    void add(T thing, long times) {
        long before = 0;
        if (!counts.containsKey(thing) && counts.size() == places) {
            Map.Entry<T, Long> least =
                    counts.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
            before = least.getValue();
            counts.remove(least.getKey());
        }
        counts.merge(thing, before + times, Long::sum);
    }

    void addAll(Frequent<T> others) {
        others.counts.forEach(this::add);
    }

    /** The most frequent first; those of one count in the order of their text. */
    List<Profile.Count> most(int number) {
        return counts.entrySet().stream()
                .map(entry -> new Profile.Count(entry.getKey().toString(), entry.getValue()))
                .sorted(Profile.Count.MOST_FIRST)
                .limit(number)
                .toList();
    }
}
