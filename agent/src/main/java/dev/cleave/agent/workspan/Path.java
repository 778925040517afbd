package dev.cleave.agent.workspan;

import java.util.HashMap;
import java.util.Map;

/**
 * The longest path through a program's graph up to one moment: how long it is, and which lines it
 * leads through. Immutable, so that all that follows a fork shares what precedes it. Nanoseconds.
 */
final class Path {
    static final Path START = new Path(0, 0, 0, 0, null, 0, 0, 0, Map.of());

    /** So many strands are kept one by one; then they are summed up by line. */
    private static final int LONGEST_CHAIN = 4096;

    /** Its length. */
    final long span;

    /** Of the longest path when each task that changes workers adds the burden; perhaps another. */
    final long burdenedSpan;

    /**
     * The longest if what lies outside all tasks, futures and loops took no time; perhaps another.
     */
    final long spanInside;

    /** The same, with burdens. */
    final long burdenedInside;

    /** What precedes the last strand; null if nothing does but {@link #sums}. */
    private final Path before;

    /** The last strand: where it began, and how long it took. */
    private final int line;

    private final long nanos;

    /** How many strands can be reached through {@link #before}. */
    private final int chain;

    /** Of what precedes them: nanoseconds by line. */
    private final Map<Integer, Long> sums;

    private Path(
            long span,
            long burdenedSpan,
            long spanInside,
            long burdenedInside,
            Path before,
            int line,
            long nanos,
            int chain,
            Map<Integer, Long> sums) {
        this.span = span;
        this.burdenedSpan = burdenedSpan;
        this.spanInside = spanInside;
        this.burdenedInside = burdenedInside;
        this.before = before;
        this.line = line;
        this.nanos = nanos;
        this.chain = chain;
        this.sums = sums;
    }

    /** The same path, one strand longer. */
    Path plus(int strandLine, long strandNanos, boolean isOutside) {
        if (strandNanos == 0) {
            return this;
        }
        Path from = chain < LONGEST_CHAIN ? this : folded();
        long insideNanos = isOutside ? 0 : strandNanos;
        return new Path(
                span + strandNanos,
                burdenedSpan + strandNanos,
                spanInside + insideNanos,
                burdenedInside + insideNanos,
                from,
                strandLine,
                strandNanos,
                from.chain + 1,
                null);
    }

    /** The longer of two that meet. */
    static Path longest(Path a, Path b, long burdenOfB) {
        return (a.span >= b.span ? a : b)
                .with(
                        Math.max(a.burdenedSpan, b.burdenedSpan + burdenOfB),
                        Math.max(a.spanInside, b.spanInside),
                        Math.max(a.burdenedInside, b.burdenedInside + burdenOfB));
    }

    /** Whether it is longer than another in any sense. */
    boolean exceeds(Path other) {
        return span > other.span
                || burdenedSpan > other.burdenedSpan
                || spanInside > other.spanInside
                || burdenedInside > other.burdenedInside;
    }

    /** The same path, with what others are. */
    private Path with(long burdened, long inside, long insideWithBurdens) {
        return burdened == burdenedSpan
                        && inside == spanInside
                        && insideWithBurdens == burdenedInside
                ? this
                : new Path(
                        span,
                        burdened,
                        inside,
                        insideWithBurdens,
                        before,
                        line,
                        nanos,
                        chain,
                        sums);
    }

    /** The same path, which somebody may have to hand over. */
    Path plusBurden(long burden) {
        return with(burdenedSpan + burden, spanInside, burdenedInside + burden);
    }

    private Path folded() {
        return new Path(
                span, burdenedSpan, spanInside, burdenedInside, null, 0, 0, 0, nanosByLine());
    }

    /** How much of it each line has; lines are those of {@link Lines}. */
    Map<Integer, Long> nanosByLine() {
        Map<Integer, Long> all = new HashMap<>();
        Path each = this;
        for (; each.before != null; each = each.before) {
            all.merge(each.line, each.nanos, Long::sum);
        }
        each.sums.forEach((at, sum) -> all.merge(at, sum, Long::sum));
        return all;
    }
}
