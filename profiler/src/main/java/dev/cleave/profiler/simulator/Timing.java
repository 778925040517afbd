package dev.cleave.profiler.simulator;

import dev.cleave.profiler.graph.TaskGraph;

/**
 * How long each body takes a worker from which nobody steals, in picoseconds. As long as that is
 * so, the simulation passes over a whole body at once; no result depends on it.
 */
final class Timing {
    /** Without forks: nobody can steal from it. */
    static final byte PLAIN = 0;

    /** With forks. */
    static final byte FORKING = 1;

    /**
     * With forks, and so long, or calling one so long, that finding where a worker is in it would
     * take long, too: it is gone through instruction by instruction.
     */
    static final byte LONG = 2;

    private static final int LONG_BODY = 64;

    final long[] durations;
    final byte[] kinds;

    /**
     * Computes all durations.
     *
     * @throws IllegalArgumentException if the whole takes more than 2^62 picoseconds
     */
    Timing(TaskGraph graph, long fork, long join) {
        durations = new long[graph.bodies()];
        kinds = new byte[graph.bodies()];
        for (int body = 0; body < graph.bodies(); body++) {
            long duration = 0;
            int kind = PLAIN;
            for (int at = graph.begin(body); at < graph.end(body); at++) {
                switch (graph.kind(at)) {
                    case TaskGraph.WORK:
                        duration += graph.picoseconds(at);
                        break;
                    case TaskGraph.FORK:
                        duration += fork;
                        kind = Math.max(kind, FORKING);
                        break;
                    default:
                        int operand = graph.operand(at);
                        duration += durations[operand];
                        duration += graph.kind(at) == TaskGraph.JOIN ? join : 0;
                        kind = Math.max(kind, kinds[operand]);
                }
                if (duration < 0 || duration > TaskGraph.LONGEST) {
                    throw new IllegalArgumentException(
                            "the graph takes one worker more than 2^62 ps, some 53 days: take a"
                                    + " smaller size, or smaller costs");
                }
            }
            if (kind == FORKING && graph.end(body) - graph.begin(body) > LONG_BODY) {
                kind = LONG;
            }
            durations[body] = duration;
            kinds[body] = (byte) kind;
        }
    }
}
