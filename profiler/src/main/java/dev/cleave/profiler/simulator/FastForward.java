package dev.cleave.profiler.simulator;

import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.simulator.SimulatedWorker.Phase;
import dev.cleave.profiler.simulator.SimulatedWorker.State;

/**
 * Where a worker is by now that was to pass over a whole body at once, as {@link Timing} allows.
 * {@link WorkStealing} asks when another worker could notice.
 */
final class FastForward {
    private final Machine machine;
    private final TaskGraph graph;
    private final Timing timing;

    FastForward(Machine machine) {
        this.machine = machine;
        graph = machine.graph;
        timing = machine.timing;
    }

    /**
     * Finds where a worker is in the body that it was to pass over, until it is seen to have so
     * many tasks that can be stolen, or there are no more.
     */
    void expand(SimulatedWorker v, long t, int wanted) {
        if (v.state != State.RUN || v.phase != Phase.END) {
            return;
        }
        int kind = graph.kind(v.at[v.depth - 1]);
        if (kind == TaskGraph.WORK || kind == TaskGraph.FORK) {
            return;
        }
        int body = graph.operand(v.at[v.depth - 1]);
        while (body >= 0 && v.unstolen() < wanted && timing.kinds[body] != Timing.PLAIN) {
            body = enter(v, body, t);
        }
        machine.events.changed(v);
    }

    /** Puts a body that was passed over on the stack; the one within it that is, or -1. */
    private int enter(SimulatedWorker v, int body, long now) {
        int end = graph.end(body);
        v.pushBody(graph.begin(body), end, null);
        int top = v.depth - 1;
        long began = v.calleeBegan;
        for (int at = graph.begin(body); at < end; at++) {
            v.at[top] = at;
            int kind = graph.kind(at);
            long ends = began + duration(at, kind);
            if (kind == TaskGraph.JOIN) {
                v.popFork();
            }
            if (ends > now) {
                v.next = ends;
                if (kind == TaskGraph.WORK || kind == TaskGraph.FORK) {
                    return -1;
                }
                v.calleeBegan = kind == TaskGraph.JOIN ? began + machine.costs.join : began;
                return graph.operand(at);
            }
            if (kind == TaskGraph.FORK) {
                machine.fork(v, at);
            }
            began = ends;
        }
        v.at[top] = end;
        v.phase = Phase.BEGIN;
        v.next = began;
        return -1;
    }

    private long duration(int at, int kind) {
        return switch (kind) {
            case TaskGraph.WORK -> graph.picoseconds(at);
            case TaskGraph.FORK -> machine.costs.fork;
            case TaskGraph.JOIN -> machine.costs.join + timing.durations[graph.operand(at)];
            default -> timing.durations[graph.operand(at)];
        };
    }
}
