package dev.cleave.detector.repairs;

import java.util.Map;
import java.util.TreeMap;

/**
 * A place in data of length <em>n</em>, as a sum: a number, multiples of <em>n</em>, and multiples
 * of parts of <em>n</em>, each between 0 and <em>n</em>, such as its half. Enough to prove that a
 * range lies within the data, whatever its length.
 */
final class Position {
    private static final String ONE = "1";
    private static final String LENGTH = "n";

    static final Position START = new Position(Map.of());
    static final Position END = new Position(Map.of(LENGTH, 1));

    private final Map<String, Integer> terms;

    private Position(Map<String, Integer> terms) {
        this.terms = terms;
    }

    static Position number(int value) {
        return START.plus(new Position(Map.of(ONE, value)));
    }

    /** A part of the length, by a name that is the same for the same part. */
    static Position part(String name) {
        return new Position(Map.of(name, 1));
    }

    Position plus(Position other) {
        return plus(other, 1);
    }

    Position minus(Position other) {
        return plus(other, -1);
    }

    private Position plus(Position other, int factor) {
        Map<String, Integer> sum = new TreeMap<>(terms);
        other.terms.forEach((name, count) -> sum.merge(name, factor * count, Integer::sum));
        sum.values().removeIf(it -> it == 0);
        return new Position(sum);
    }

    /** Whether it is 0 or more for every length, and whatever the parts are. */
    boolean isNeverNegative() {
        double least = 0;
        for (Map.Entry<String, Integer> term : terms.entrySet()) {
            if (term.getKey().equals(LENGTH)) {
                least += term.getValue();
            } else if (!term.getKey().equals(ONE)) {
                // As a share of the length, a part lies between 0 and its largest share.
                least += Math.min(0, term.getValue()) / largest(term.getKey());
            }
        }
        return least > -1e-9 && terms.getOrDefault(ONE, 0) >= 0;
    }

    /** The divisor of a part that is a fraction of the length; 1 for other parts. */
    private static double largest(String part) {
        String fraction = END + "/";
        return part.startsWith(fraction) ? Integer.parseInt(part.substring(fraction.length())) : 1;
    }

    /** Whether from 0 to the length, both included. */
    boolean isWithin() {
        return isNeverNegative() && END.minus(this).isNeverNegative();
    }

    boolean isStart() {
        return terms.isEmpty();
    }

    boolean isEnd() {
        return terms.equals(END.terms);
    }

    /** The part that this is, neither more nor less; null if it is something else. */
    String onlyPart() {
        if (terms.size() != 1 || terms.containsKey(ONE) || terms.containsKey(LENGTH)) {
            return null;
        }
        Map.Entry<String, Integer> term = terms.entrySet().iterator().next();
        return term.getValue() == 1 ? term.getKey() : null;
    }

    /** If this is the length and a number, that number; else null. */
    Integer beyondEnd() {
        return END.minus(this).onlyNumber() == null ? null : -END.minus(this).onlyNumber();
    }

    /** If this is a number, that; else null. */
    Integer onlyNumber() {
        return terms.isEmpty() ? Integer.valueOf(0) : terms.size() == 1 ? terms.get(ONE) : null;
    }

    boolean isSameAs(Position other) {
        return terms.equals(other.terms);
    }

    @Override
    public String toString() {
        return terms.toString();
    }
}
