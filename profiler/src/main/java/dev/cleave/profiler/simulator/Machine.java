package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.TaskGraph;
import java.util.SplittableRandom;

/** What the parts of a simulation share: the workers, what they run, and what that takes. */
final class Machine {
    static final long PICOS_PER_NANO = 1_000;
    static final long NEVER = Long.MAX_VALUE;

    final TaskGraph graph;
    final PicosecondCosts costs;
    final Timing timing;
    final SimulatedWorker[] workers;
    final EventQueue events;
    final SplittableRandom random;

    /** How many forks there have been: the number of the next. */
    private long forks;

    Machine(TaskGraph graph, int workers, Scheduling scheduling, Costs costs, long seed) {
        this.graph = graph;
        this.costs = new PicosecondCosts(costs, scheduling, workers);
        timing = new Timing(graph, this.costs.fork, this.costs.join);
        this.workers = new SimulatedWorker[workers];
        for (int i = 0; i < workers; i++) {
            this.workers[i] = new SimulatedWorker(i);
        }
        events = new EventQueue(this.workers);
        random = new SplittableRandom(seed);
    }

    boolean isParallel() {
        return workers.length > 1;
    }

    /** A worker has come to the end of a fork. */
    void fork(SimulatedWorker w, int at) {
        w.pushFork(graph.operand(at), forks++);
    }
}
