package dev.cleave.profiler.workspan;

import dev.cleave.profiler.graph.TaskGraph;
import java.util.Arrays;

/**
 * How much a graph computes and how long its longest path is, and so what more processors could
 * bring: at most {@link #parallelism} times the speed of one.
 *
 * <p>The <em>burdened</em> span adds to every path that enters a forked task what it costs to hand
 * that task to another worker and to learn that it is done: the parallelism that is left is what a
 * scheduler can be expected to find (He, Leiserson and Leiserson, <i>The Cilkview Scalability
 * Analyzer</i>, SPAA 2010, sections 3 and 4). There a thief takes the continuation and that edge
 * bears the burden; here it takes the forked task.
 *
 * @param work picoseconds of all strands
 * @param span picoseconds of the longest path
 * @param burdenedSpan the same, with burdens
 * @param tasks forks, and one for the root; {@link Long#MAX_VALUE} if there are more
 */
public record WorkSpan(long work, long span, long burdenedSpan, long tasks) {
    /** Cilkview's span coefficient, by which a scheduler may miss the greedy bound. */
    private static final double SPAN_COEFFICIENT = 1.7;

    /**
     * Measures a graph, exactly; in time that is proportional to its different bodies.
     *
     * @param graph the graph
     * @param burden picoseconds to add for a task that changes workers, at least 0
     * @return its work and span
     * @throws IllegalArgumentException if the burdened span overflows
     */
    public static WorkSpan of(TaskGraph graph, long burden) {
        int bodies = graph.bodies();
        long[] work = new long[bodies];
        long[] span = new long[bodies];
        long[] burdened = new long[bodies];
        long[] forks = new long[bodies];
        Paths plain = new Paths(graph, span, 0);
        Paths laden = new Paths(graph, burdened, burden);
        for (int body = 0; body < bodies; body++) {
            for (int at = graph.begin(body); at < graph.end(body); at++) {
                switch (graph.kind(at)) {
                    case TaskGraph.WORK:
                        work[body] += graph.picoseconds(at);
                        break;
                    case TaskGraph.CALL:
                        work[body] += work[graph.operand(at)];
                        forks[body] = sum(forks[body], forks[graph.operand(at)]);
                        break;
                    case TaskGraph.JOIN:
                        work[body] += work[graph.operand(at)];
                        forks[body] = sum(forks[body], sum(1, forks[graph.operand(at)]));
                        break;
                    default:
                        break; // counted where it is joined
                }
            }
            span[body] = plain.of(body);
            burdened[body] = laden.of(body);
        }
        int root = graph.root();
        return new WorkSpan(work[root], span[root], burdened[root], sum(1, forks[root]));
    }

    private static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The longest path through a body, from those of the bodies that it names. */
    private static final class Paths {
        private final TaskGraph graph;
        private final long[] longest;
        private final long burden;

        /** When each fork of the body that is not joined was made. */
        private long[] forked = new long[1];

        Paths(TaskGraph graph, long[] longest, long burden) {
            this.graph = graph;
            this.longest = longest;
            this.burden = burden;
        }

        long of(int body) {
            long now = 0;
            int open = 0;
            for (int at = graph.begin(body); at < graph.end(body); at++) {
                switch (graph.kind(at)) {
                    case TaskGraph.WORK:
                        now += graph.picoseconds(at);
                        break;
                    case TaskGraph.FORK:
                        if (open == forked.length) {
                            forked = Arrays.copyOf(forked, 2 * open);
                        }
                        forked[open++] = now;
                        break;
                    case TaskGraph.CALL:
                        now += longest[graph.operand(at)];
                        break;
                    default:
                        long child = forked[--open] + burden + longest[graph.operand(at)];
                        now = child < 0 ? child : Math.max(now, child);
                }
                if (now < 0) {
                    throw new IllegalArgumentException(
                            "the burdened span exceeds 2^63 ps: take a smaller size or burden");
                }
            }
            return now;
        }
    }

    /**
     * How many processors the graph could keep busy on average.
     *
     * @return work by span; 1 if there is no work at all
     */
    public double parallelism() {
        return ratio(span);
    }

    /**
     * How many it could with the burdens.
     *
     * @return work by burdened span
     */
    public double burdenedParallelism() {
        return ratio(burdenedSpan);
    }

    private double ratio(long length) {
        return work == 0 ? 1 : (double) work / length;
    }

    /**
     * The least time in which so many processors can do it.
     *
     * @param processors how many
     * @return picoseconds
     */
    public double leastTime(int processors) {
        return Math.max((double) work / processors, span);
    }

    /**
     * The time in which work stealing can be expected to do it, at worst: T1/P + 1.7 (1 - 1/P)
     * times the burdened span, as Cilkview estimates.
     *
     * @param processors how many
     * @return picoseconds
     */
    public double estimatedTime(int processors) {
        return (double) work / processors
                + (1 - 1.0 / processors) * SPAN_COEFFICIENT * burdenedSpan;
    }

    /**
     * The speedup that is possible: the work by the least time.
     *
     * @param processors how many
     * @return how many times as fast as one; 1 if there is no work at all
     */
    public double mostSpeedup(int processors) {
        return work == 0 ? 1 : work / leastTime(processors);
    }

    /**
     * The speedup that can be expected at worst: the work by the estimated time.
     *
     * @param processors how many
     * @return how many times as fast as one, never more than is possible; 1 if there is no work
     */
    public double expectedSpeedup(int processors) {
        return work == 0 ? 1 : Math.min(mostSpeedup(processors), work / estimatedTime(processors));
    }
}
