package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.simulator.SimulatedWorker.State;

/**
 * One run of a task graph by so many workers of one discipline: a discrete-event simulation, the
 * same for the same seed. Here is the loop over the events; what busy workers do at theirs is in
 * {@link Execution}, what idle ones do in {@link WorkStealing}. All on the thread that calls.
 */
public final class Simulation {
    private final Machine machine;
    private final WorkStealing stealing;
    private final Execution execution;

    private Simulation(
            TaskGraph graph,
            int workers,
            Scheduling scheduling,
            Costs costs,
            long dealInterval,
            long seed,
            boolean isForkByFork) {
        machine = new Machine(graph, workers, scheduling, costs, seed);
        stealing = WorkStealing.of(scheduling, machine, dealInterval);
        execution = new Execution(machine, stealing, isForkByFork || stealing.isEager());
    }

    /**
     * Runs a graph once.
     *
     * @param graph what is run
     * @param workers how many workers, each with a processor of its own; at least 1
     * @param scheduling the discipline
     * @param costs what the operations cost
     * @param dealInterval nanoseconds between two deals of {@code SENDER_INITIATED}; 0 to adapt
     *     them
     * @param seed of the random choices
     * @return what it took
     * @throws IllegalArgumentException if the graph takes longer than 2^62 picoseconds
     */
    public static Outcome run(
            TaskGraph graph,
            int workers,
            Scheduling scheduling,
            Costs costs,
            long dealInterval,
            long seed) {
        return new Simulation(graph, workers, scheduling, costs, dealInterval, seed, false).run();
    }

    /** The same, with every fork an event: slower, and no different. */
    static Outcome runForkByFork(
            TaskGraph graph, int workers, Scheduling scheduling, Costs costs, long seed) {
        return new Simulation(graph, workers, scheduling, costs, 0, seed, true).run();
    }

    private Outcome run() {
        execution.startRoot();
        for (int i = 1; i < machine.workers.length; i++) {
            stealing.idle(machine.workers[i], 0);
            machine.events.changed(machine.workers[i]);
        }
        while (execution.finished() < 0) {
            SimulatedWorker worker = machine.events.first();
            if (worker.next == Machine.NEVER) {
                throw new AssertionError("all simulated workers wait for each other");
            }
            step(worker, worker.next);
            machine.events.changed(worker);
        }
        return outcome(execution.finished());
    }

    private void step(SimulatedWorker w, long t) {
        switch (w.state) {
            case RUN -> execution.goOn(w, t);
            case START -> execution.start(w, t);
            case RESUME -> execution.join(w, t);
            case ATTEMPT, FAIL -> {
                if (w.awaited != null && w.awaited.done) {
                    execution.join(w, t);
                } else if (w.state == State.ATTEMPT) {
                    stealing.attempt(w, t);
                } else {
                    stealing.failed(w, t);
                }
            }
            case ASK -> {
                stealing.withdraw(w, t);
                stealing.failed(w, t);
            }
            case SEEK -> stealing.giveUp(w, t);
            case PARK -> stealing.lookAgain(w, t);
            case REST, WAKE -> stealing.idle(w, t);
            case WAIT -> throw new AssertionError("a joiner has no event of its own");
        }
    }

    private Outcome outcome(long finished) {
        double[] times = new double[State.values().length];
        for (SimulatedWorker worker : machine.workers) {
            worker.stop(finished);
            for (int i = 0; i < times.length; i++) {
                times[i] += worker.times[i];
            }
        }
        return new Outcome(
                machine.workers.length,
                finished,
                stealing.steals,
                stealing.stealsTried,
                stealing.promotions,
                stealing.parks,
                times[State.RUN.ordinal()],
                times[State.SEEK.ordinal()]
                        + times[State.ATTEMPT.ordinal()]
                        + times[State.FAIL.ordinal()]
                        + times[State.ASK.ordinal()]
                        + times[State.START.ordinal()]
                        + times[State.REST.ordinal()],
                times[State.WAIT.ordinal()] + times[State.RESUME.ordinal()],
                times[State.PARK.ordinal()] + times[State.WAKE.ordinal()]);
    }
}
