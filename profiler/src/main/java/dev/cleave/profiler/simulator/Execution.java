package dev.cleave.profiler.simulator;

import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.simulator.SimulatedWorker.Phase;
import dev.cleave.profiler.simulator.SimulatedWorker.State;

/**
 * What a worker does that has a task: it runs the graph's instructions, until it ends or joins what
 * another worker runs. {@code w} is the worker, {@code t} the time.
 *
 * <p>An event is what another worker could notice. A worker that has something to be stolen goes on
 * with what it calls as if nobody did; when its last such task is taken, or somebody waits for its
 * next poll, it is found where it is by then, {@link FastForward}. So the time of a simulation
 * follows from the number of steals, not of tasks. Where every fork may be noticed, each is an
 * event.
 */
final class Execution {
    private final Machine machine;
    private final TaskGraph graph;
    private final Timing timing;
    private final PicosecondCosts costs;
    private final WorkStealing stealing;

    /** Whether every fork may be noticed. */
    private final boolean isEager;

    private final Steal root;
    private long finished = -1;

    Execution(Machine machine, WorkStealing stealing, boolean isEager) {
        this.machine = machine;
        this.stealing = stealing;
        this.isEager = isEager && machine.isParallel();
        graph = machine.graph;
        timing = machine.timing;
        costs = machine.costs;
        root = new Steal(graph.root(), machine.workers[0]);
    }

    /** Gives the root to the first worker. */
    void startRoot() {
        SimulatedWorker first = root.thief;
        first.received = root;
        first.enter(State.START, 0);
        first.next = 0;
        machine.events.changed(first);
    }

    /** When the root ended; negative if it has not. */
    long finished() {
        return finished;
    }

    // ---- running ----

    /** Begins what the worker has received. */
    void start(SimulatedWorker w, long t) {
        Steal task = w.received;
        w.received = null;
        w.enter(State.RUN, t);
        if (w.depth == 0) {
            w.began = t;
        }
        w.beginObtained(task);
        w.pushBody(graph.begin(task.body), graph.end(task.body), task);
        // Whoever gets work shares with others at its first push.
        w.requested = stealing.isPrivate && machine.isParallel();
        begin(w, t);
    }

    /** The running worker has come to its next event. */
    void goOn(SimulatedWorker w, long t) {
        switch (w.phase) {
            case BEGIN -> begin(w, t);
            case END -> end(w, t);
            case LOCKED -> joinWithLock(w, t);
            case ENDED -> {
                w.phase = Phase.BEGIN;
                afterObtained(w, t);
            }
        }
    }

    /** An instruction, or the body that it calls, ends now. */
    private void end(SimulatedWorker w, long t) {
        int at = w.at[w.depth - 1]++;
        if (graph.kind(at) == TaskGraph.FORK) {
            machine.fork(w, at);
            w.phase = Phase.BEGIN;
            long paid = stealing.poll(w, t, true);
            stealing.show(w, t);
            if (paid > 0) {
                w.next = t + paid;
                return;
            }
        }
        begin(w, t);
    }

    /** The next instruction begins now. */
    private void begin(SimulatedWorker w, long t) {
        while (true) {
            int top = w.depth - 1;
            int at = w.at[top];
            w.phase = Phase.END;
            if (at == w.end[top]) {
                w.phase = Phase.BEGIN;
                Steal task = w.obtained[top];
                w.obtained[top] = null;
                w.depth--;
                if (task != null) {
                    endObtained(w, task, t);
                    return;
                }
                w.at[top - 1]++;
                continue;
            }
            switch (graph.kind(at)) {
                case TaskGraph.WORK:
                    w.next = t + graph.picoseconds(at);
                    return;
                case TaskGraph.FORK:
                    w.next = stealing.locked(t) + costs.fork;
                    return;
                case TaskGraph.CALL:
                    if (!call(w, graph.operand(at), t)) {
                        return;
                    }
                    break;
                default:
                    w.phase = Phase.BEGIN;
                    join(w, t);
                    return;
            }
        }
    }

    /** Passes over a body, or puts it on the stack: whether it does that. */
    private boolean call(SimulatedWorker w, int body, long begins) {
        if (goesThrough(w, body)) {
            w.pushBody(graph.begin(body), graph.end(body), null);
            w.phase = Phase.BEGIN;
            return true;
        }
        w.phase = Phase.END;
        w.calleeBegan = begins;
        w.next = begins + timing.durations[body];
        return false;
    }

    /** Whether what happens within a body may be noticed, as far as can be seen now. */
    private boolean goesThrough(SimulatedWorker w, int body) {
        byte kind = timing.kinds[body];
        return kind != Timing.PLAIN
                && (kind == Timing.LONG
                        || machine.isParallel()
                                && (w.unstolen() == 0 || isEager || stealing.isNoticed(w)));
    }

    private void endObtained(SimulatedWorker w, Steal task, long t) {
        w.running[--w.runningCount] = null;
        task.done = true;
        if (task == root) {
            finished = t;
            return;
        }
        long paid = tell(task, t);
        if (paid > 0) {
            w.phase = Phase.ENDED;
            w.next = t + paid;
        } else {
            afterObtained(w, t);
        }
    }

    private void afterObtained(SimulatedWorker w, long t) {
        if (w.depth > 0) {
            join(w, t); // the one that it helps with
        } else {
            stealing.restOrSeek(w, t);
        }
    }

    /** Lets the joiner know; what that costs. */
    private long tell(Steal task, long t) {
        SimulatedWorker joiner = task.waiter;
        if (joiner == null || joiner.state != State.WAIT && joiner.state != State.ASK) {
            return 0; // it will see
        }
        if (joiner.state == State.ASK) {
            stealing.withdraw(joiner, t);
        }
        boolean sleeps = t - joiner.waitsSince > costs.joinSpin;
        joiner.enter(State.RESUME, t);
        joiner.next = t + (sleeps ? costs.wakeLatency : costs.joinStolen);
        machine.events.changed(joiner);
        return sleeps ? costs.wake : 0;
    }

    // ---- joining ----

    /**
     * The worker joins its newest fork: takes it back, goes on after its end, or waits for that.
     */
    void join(SimulatedWorker w, long t) {
        if (w.size > w.head) {
            long at = stealing.locked(t);
            if (at > t) {
                w.phase = Phase.LOCKED;
                w.next = at;
            } else {
                takeBack(w, t);
            }
            return;
        }
        Steal task = w.stolen[w.size - 1];
        if (task.done) {
            boolean waited = w.awaited == task;
            w.awaited = null;
            w.popFork();
            w.at[w.depth - 1]++;
            w.enter(State.RUN, t);
            w.phase = Phase.BEGIN;
            w.next = waited ? t : t + costs.stealTried;
            return;
        }
        w.awaited = task;
        w.waitsSince = t;
        task.waiter = w;
        w.enter(State.WAIT, t);
        w.next = Machine.NEVER;
        stealing.help(w, t);
    }

    private void joinWithLock(SimulatedWorker w, long t) {
        w.phase = Phase.BEGIN;
        if (w.size > w.head) {
            takeBack(w, t);
        } else {
            join(w, t); // it has just been stolen
        }
    }

    private void takeBack(SimulatedWorker w, long t) {
        int body = graph.operand(w.at[w.depth - 1]);
        w.popFork();
        long begins = t + stealing.poll(w, t, false) + costs.join;
        stealing.show(w, t);
        if (call(w, body, begins)) {
            w.next = begins;
        }
    }
}
