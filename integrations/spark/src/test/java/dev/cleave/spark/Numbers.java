package dev.cleave.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The numbers of a range, one by one and in order: what tests let pieces do is {@link #one}. */
class Numbers implements Divisible<Numbers.Range, List<String>> {
    private static final long serialVersionUID = 1;

    /** From the first to before the last. */
    record Range(int from, int to) implements Serializable {}

    @Override
    public final boolean isSmall(Range range) {
        return range.to - range.from == 1;
    }

    @Override
    public final List<String> solve(Range range) {
        List<String> result = new ArrayList<>();
        result.add(one(range.from));
        return result;
    }

    /** A number's result. */
    String one(int number) {
        return Integer.toString(number);
    }

    /** In two, of which the first is the smaller: trees of these have no even depth. */
    @Override
    public List<Range> split(Range range) {
        int middle = range.from + Math.max(1, (range.to - range.from) / 3);
        return List.of(new Range(range.from, middle), new Range(middle, range.to));
    }

    @Override
    public List<String> combine(List<String> first, List<String> second) {
        first.addAll(second);
        return first;
    }
}
