package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.simulator.SimulatedWorker.Phase;
import dev.cleave.profiler.simulator.SimulatedWorker.State;
import dev.cleave.scheduling.DealClock;
import dev.cleave.scheduling.Tuning;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * One run of a task graph by so many workers of one discipline: a discrete-event simulation, the
 * same for the same seed.
 *
 * <p>An event is what another worker could notice. A worker that has something to be stolen goes on
 * with what it calls as if nobody did; when its last such task is taken, or somebody waits for its
 * next poll, it is found where it is by then, {@link #expand}. So the time of a simulation follows
 * from the number of steals, not of tasks. Under {@code SHARED} and {@code SENDER_INITIATED}, where
 * every fork may be noticed, each is an event.
 *
 * <p>What an idle worker does between two events that it could notice is not simulated look by
 * look: of those who look, one gets to new work first, after the least of so many random parts of a
 * round.
 */
public final class Simulation {
    private static final double PICOS = 1_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long PICOS_PER_NANO = 1_000;
    private static final long GRACE = Tuning.GRACE_NANOS * PICOS_PER_NANO;

    /** As {@code SenderInitiatedQueue} draws it. */
    private static final double LEAST_DRAW = 0.2;

    private static final double MOST_DRAW = 0.9;

    private final TaskGraph graph;
    private final Scheduling scheduling;
    private final Timing timing;
    private final SplittableRandom random;
    private final SimulatedWorker[] workers;
    private final EventQueue events;

    private final long fork;
    private final long join;
    private final long look;
    private final long scan;
    private final long stealTried;
    private final long stealWon;
    private final long promotion;
    private final long joinStolen;
    private final long wake;
    private final long wakeLatency;
    private final long lock;

    /** One round of an idle worker's looks. */
    private final long round;

    /** How long a joiner looks before it sleeps. */
    private final long joinSpin;

    /** Whether every fork may be noticed. */
    private final boolean isEager;

    /** Whether tasks can only be had with their owner's help. */
    private final boolean isPrivate;

    /** Workers that have something to steal, or to ask for. */
    private final BitSet visible = new BitSet();

    /** Indices of those who look and see nothing. */
    private final int[] seekers;

    private int seekerCount;
    private final BitSet parked = new BitSet();
    private int parkedCount;

    /** When the lock of the one shared queue is free. */
    private long lockFree;

    private long forks;
    private Steal root;
    private long finished = -1;
    private long steals;
    private long stealsTried;
    private long promotions;
    private long parks;

    private Simulation(
            TaskGraph graph,
            int workers,
            Scheduling scheduling,
            Costs costs,
            long dealInterval,
            long seed,
            boolean isForkByFork) {
        this.graph = graph;
        this.scheduling = scheduling;
        random = new SplittableRandom(seed);
        double both = costs.forkAndJoin().getOrDefault(scheduling, 0.0);
        fork = picos(both / 2);
        join = picos(both) - fork;
        look = picos(costs.look());
        scan = picos(costs.scan());
        stealTried = picos(costs.stealTried());
        stealWon = picos(costs.stealWon());
        promotion = picos(costs.promotion());
        joinStolen = picos(costs.joinStolen());
        wake = picos(costs.wake());
        wakeLatency = picos(costs.wakeLatency());
        lock = picos(costs.lock());
        round = scan + workers * look;
        joinSpin = Tuning.JOIN_SPINS * scan;
        timing = new Timing(graph, fork, join);
        isPrivate =
                scheduling == Scheduling.SPLIT
                        || scheduling == Scheduling.RECEIVER_INITIATED
                        || scheduling == Scheduling.SENDER_INITIATED;
        isEager =
                workers > 1
                        && (isForkByFork
                                || scheduling == Scheduling.SHARED
                                || scheduling == Scheduling.SENDER_INITIATED);
        seekers = new int[workers];
        this.workers = new SimulatedWorker[workers];
        for (int i = 0; i < workers; i++) {
            SimulatedWorker worker = new SimulatedWorker(i);
            if (scheduling == Scheduling.SENDER_INITIATED) {
                worker.clock = new DealClock(dealInterval, 0);
                worker.thieves = new BitSet();
            }
            this.workers[i] = worker;
        }
        events = new EventQueue(this.workers);
    }

    private static long picos(double nanos) {
        return Math.round(nanos * PICOS);
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
        SimulatedWorker first = workers[0];
        root = new Steal(graph.root(), first);
        first.received = root;
        first.enter(State.START, 0);
        first.next = 0;
        events.changed(first);
        for (int i = 1; i < workers.length; i++) {
            idle(workers[i], 0);
            events.changed(workers[i]);
        }
        while (finished < 0) {
            SimulatedWorker worker = events.first();
            if (worker.next == NEVER) {
                throw new AssertionError("all simulated workers wait for each other");
            }
            step(worker, worker.next);
            events.changed(worker);
        }
        double[] times = new double[State.values().length];
        for (SimulatedWorker worker : workers) {
            worker.stop(finished);
            for (int i = 0; i < times.length; i++) {
                times[i] += worker.times[i];
            }
        }
        return new Outcome(
                workers.length,
                finished,
                steals,
                stealsTried,
                promotions,
                parks,
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

    private void step(SimulatedWorker w, long t) {
        switch (w.state) {
            case RUN:
                goOn(w, t);
                break;
            case SEEK:
                removeSeeker(w);
                park(w, t);
                break;
            case ATTEMPT:
                attempt(w, t);
                break;
            case ASK:
                withdraw(w, t);
                failed(w, t);
                break;
            case FAIL:
                failed(w, t);
                break;
            case START:
                start(w, t);
                break;
            case RESUME:
                w.enter(State.RUN, t);
                join(w, t);
                break;
            case PARK:
                lookAgain(w, t);
                break;
            case REST:
            case WAKE:
                idle(w, t);
                break;
            default:
                throw new AssertionError(w.state);
        }
    }

    // ---- running ----

    private void start(SimulatedWorker w, long t) {
        Steal task = w.received;
        w.received = null;
        w.enter(State.RUN, t);
        if (w.depth == 0) {
            w.began = t;
        }
        w.beginObtained(task);
        w.pushBody(graph.begin(task.body), graph.end(task.body), task);
        // Whoever gets work shares with others at its first push.
        w.requested = isPrivate && workers.length > 1;
        begin(w, t);
    }

    private void goOn(SimulatedWorker w, long t) {
        if (w.phase == Phase.LOCKED) {
            joinWithLock(w, t);
            return;
        }
        if (w.phase == Phase.ENDED) {
            w.phase = Phase.BEGIN;
            afterObtained(w, t);
            return;
        }
        if (w.phase == Phase.END) {
            int top = w.depth - 1;
            int at = w.at[top]++;
            if (graph.kind(at) == TaskGraph.FORK) {
                w.pushFork(graph.operand(at), forks++);
                w.phase = Phase.BEGIN;
                long paid = poll(w, t, true);
                show(w, t);
                if (paid > 0) {
                    w.next = t + paid;
                    return;
                }
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
                    w.next = locked(t) + fork;
                    return;
                case TaskGraph.CALL:
                    int body = graph.operand(at);
                    if (!goesThrough(w, body)) {
                        w.calleeBegan = t;
                        w.next = t + timing.durations[body];
                        return;
                    }
                    w.pushBody(graph.begin(body), graph.end(body), null);
                    break;
                default:
                    w.phase = Phase.BEGIN;
                    join(w, t);
                    return;
            }
        }
    }

    /** When the lock can be had that every operation on a shared queue needs; takes it then. */
    private long locked(long t) {
        if (scheduling != Scheduling.SHARED || workers.length == 1) {
            return t;
        }
        long at = Math.max(t, lockFree);
        lockFree = at + lock;
        return at;
    }

    /** Whether what happens within a body may be noticed, as far as can be seen now. */
    private boolean goesThrough(SimulatedWorker w, int body) {
        byte kind = timing.kinds[body];
        return kind != Timing.PLAIN
                && (kind == Timing.LONG
                        || workers.length > 1 && (w.unstolen() == 0 || isNoticed(w)));
    }

    private boolean isNoticed(SimulatedWorker w) {
        return isEager || parkedCount > 0 || w.requested || w.asker != null;
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
            restOrSeek(w, t);
        }
    }

    private void restOrSeek(SimulatedWorker w, long t) {
        long rest =
                Tuning.rest(Tuning.WORTHWHILE_TASK_NANOS, (t - w.began) / PICOS_PER_NANO)
                        * PICOS_PER_NANO;
        if (rest == 0) {
            idle(w, t);
        } else {
            w.enter(State.REST, t);
            w.next = t + rest;
        }
    }

    /** Lets the joiner know; what that costs. */
    private long tell(Steal task, long t) {
        SimulatedWorker joiner = task.waiter;
        if (joiner == null || joiner.state != State.WAIT && joiner.state != State.ASK) {
            return 0; // it will see
        }
        if (joiner.state == State.ASK) {
            withdraw(joiner, t);
        }
        boolean sleeps = t - joiner.waitsSince > joinSpin;
        joiner.enter(State.RESUME, t);
        joiner.next = t + (sleeps ? wakeLatency : joinStolen);
        events.changed(joiner);
        return sleeps ? wake : 0;
    }

    // ---- joining ----

    private void join(SimulatedWorker w, long t) {
        if (w.size > w.head) {
            long at = locked(t);
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
            w.next = waited ? t : t + stealTried;
            return;
        }
        w.awaited = task;
        w.waitsSince = t;
        task.waiter = w;
        w.enter(State.WAIT, t);
        w.next = NEVER;
        help(w, t);
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
        long begins = t + poll(w, t, false) + join;
        show(w, t);
        if (goesThrough(w, body)) {
            w.pushBody(graph.begin(body), graph.end(body), null);
            w.phase = Phase.BEGIN;
            w.next = begins;
        } else {
            w.phase = Phase.END;
            w.calleeBegan = begins;
            w.next = begins + timing.durations[body];
        }
    }

    /** A joiner looks whether it can help whoever runs what it waits for. */
    private void help(SimulatedWorker w, long t) {
        SimulatedWorker thief = w.awaited.thief;
        if (w.runningCount >= Tuning.NESTED_STEALS) {
            return;
        }
        if (isVisible(thief) && thief.head >= w.awaited.place) {
            approach(w, thief, t, look);
        } else if (scheduling == Scheduling.SPLIT) {
            request(thief, t);
        }
    }

    // ---- what others see ----

    private boolean isVisible(SimulatedWorker v) {
        switch (scheduling) {
            case SPLIT:
                return v.shared > v.head;
            case RECEIVER_INITIATED:
                return v.shared > v.head || v.size > v.head && v.asker == null;
            default:
                return v.size > v.head;
        }
    }

    /** How many thieves what is there will do for. */
    private int tasksInSight(SimulatedWorker v) {
        switch (scheduling) {
            case SPLIT:
                return v.shared - v.head;
            case RECEIVER_INITIATED:
                return 1;
            default:
                return v.size - v.head;
        }
    }

    /** What a worker has may have changed: lets others see. */
    private void show(SimulatedWorker v, long t) {
        boolean now = isVisible(v);
        if (now == visible.get(v.index)) {
            return;
        }
        visible.set(v.index, now);
        if (now) {
            offered(v, t);
        } else if (scheduling == Scheduling.SPLIT && seekerCount + parkedCount > 0) {
            request(v, t);
        }
    }

    /** There is work to be had: a joiner that may take it sees it first, then one who seeks. */
    private void offered(SimulatedWorker v, long t) {
        int left = tasksInSight(v);
        for (int i = 0; i < v.runningCount; i++) {
            Steal task = v.running[i];
            SimulatedWorker joiner = task.waiter;
            if (joiner != null
                    && joiner.state == State.WAIT
                    && v.head >= task.place
                    && joiner.runningCount < Tuning.NESTED_STEALS) {
                approach(joiner, v, t, look);
                left--;
                break;
            }
        }
        if (scheduling == Scheduling.SENDER_INITIATED) {
            while (seekerCount > 0) {
                approach(anySeeker(), v, t, (long) (round * random.nextDouble()));
            }
        } else if (left > 0 && seekerCount > 0) {
            double least = 1 - Math.pow(random.nextDouble(), 1.0 / seekerCount);
            approach(anySeeker(), v, t, (long) (round * least));
        }
    }

    private void approach(SimulatedWorker w, SimulatedWorker victim, long t, long delay) {
        w.target = victim;
        w.phase = Phase.BEGIN;
        w.enter(State.ATTEMPT, t);
        w.next = t + delay;
        events.changed(w);
    }

    // ---- seeking ----

    private void idle(SimulatedWorker w, long t) {
        w.looks = 0;
        seek(w, t);
    }

    /** Looks at every queue once, starting at random, as {@code Idling.scan} does. */
    private void seek(SimulatedWorker w, long t) {
        w.enter(State.SEEK, t);
        int start = random.nextInt(workers.length);
        int at = visible.nextSetBit(start);
        if (at < 0) {
            at = visible.nextSetBit(0);
        }
        if (at >= 0) {
            int looks = at - start + (at < start ? workers.length : 0) + 1;
            approach(w, workers[at], t, scan + looks * look);
            return;
        }
        w.next = round == 0 ? NEVER : t + Math.max(1, Tuning.SCANS - w.looks) * round;
        seekers[seekerCount++] = w.index;
        if (seekerCount == 1 && parkedCount == 0) {
            requestAll(t);
        }
    }

    private SimulatedWorker anySeeker() {
        SimulatedWorker w = workers[seekers[random.nextInt(seekerCount)]];
        removeSeeker(w);
        return w;
    }

    private void removeSeeker(SimulatedWorker w) {
        int at = 0;
        while (seekers[at] != w.index) {
            at++;
        }
        System.arraycopy(seekers, at + 1, seekers, at, --seekerCount - at);
    }

    private void attempt(SimulatedWorker w, long t) {
        if (w.awaited != null && w.awaited.done) {
            w.enter(State.RUN, t);
            join(w, t);
            return;
        }
        SimulatedWorker v = w.target;
        if (scheduling == Scheduling.THE && v.lockedUntil > t) {
            w.next = v.lockedUntil;
            return;
        }
        if (scheduling == Scheduling.SHARED) {
            if (w.phase != Phase.LOCKED) {
                w.phase = Phase.LOCKED;
                w.next = locked(t);
                if (w.next > t) {
                    return;
                }
            }
            w.phase = Phase.BEGIN;
            v = w.awaited == null ? oldest() : v;
        }
        stealsTried++;
        if (v == null || !isVisible(v) || v.head < leastPlace(w)) {
            fail(w, t, stealTried);
        } else if (v.shared > v.head || !isPrivate) {
            give(w, take(v, w, t), t);
            if (scheduling == Scheduling.THE) {
                v.lockedUntil = w.next;
            }
            if (scheduling == Scheduling.SPLIT && v.shared <= v.head) {
                request(v, t); // ahead of need
            }
            showRest(v, t);
        } else {
            ask(w, v, t);
        }
    }

    /** After a steal. */
    private void showRest(SimulatedWorker v, long t) {
        if (visible.get(v.index) && isVisible(v)) {
            offered(v, t);
        } else {
            show(v, t);
        }
    }

    /** The owner of the oldest task of all, under {@code SHARED}. */
    private SimulatedWorker oldest() {
        SimulatedWorker best = null;
        for (int i = visible.nextSetBit(0); i >= 0; i = visible.nextSetBit(i + 1)) {
            SimulatedWorker v = workers[i];
            if (best == null || v.numbers[v.head] < best.numbers[best.head]) {
                best = v;
            }
        }
        return best;
    }

    private static int leastPlace(SimulatedWorker w) {
        return w.awaited == null ? 0 : w.awaited.place;
    }

    private Steal take(SimulatedWorker v, SimulatedWorker thief, long t) {
        Steal task = new Steal(v.forked[v.head], thief);
        v.stolen[v.head++] = task;
        if (v.head == v.size) {
            expand(v, t, 1);
        }
        return task;
    }

    private void give(SimulatedWorker thief, Steal task, long t) {
        steals++;
        thief.received = task;
        thief.enter(State.START, t);
        thief.next = t + stealWon;
        events.changed(thief);
    }

    /** An attempt is in vain, and that takes so long. */
    private void fail(SimulatedWorker w, long t, long cost) {
        if (cost == 0) {
            failed(w, t);
        } else {
            w.enter(State.FAIL, t);
            w.next = t + cost;
            events.changed(w);
        }
    }

    private void failed(SimulatedWorker w, long t) {
        if (w.awaited != null) {
            w.enter(State.WAIT, t);
            w.next = NEVER;
            if (w.awaited.done) {
                join(w, t);
            } else {
                help(w, t);
            }
        } else if (++w.looks >= Tuning.SCANS) {
            park(w, t);
        } else {
            seek(w, t);
        }
        events.changed(w);
    }

    // ---- asking ----

    /** Leaves a request in whatever way the discipline has, and waits for the answer. */
    private void ask(SimulatedWorker w, SimulatedWorker v, long t) {
        w.enter(State.ASK, t);
        long patience;
        if (scheduling == Scheduling.RECEIVER_INITIATED) {
            v.asker = w;
            show(v, t);
            expand(v, t, Integer.MAX_VALUE);
            patience = Tuning.ANSWER_NANOS;
        } else {
            v.thieves.set(w.index);
            patience = Tuning.DEAL_NANOS;
        }
        w.next = w.awaited != null ? NEVER : t + patience * PICOS_PER_NANO;
    }

    private void withdraw(SimulatedWorker w, long t) {
        SimulatedWorker v = w.target;
        if (v.asker == w) {
            v.asker = null;
            show(v, t);
        }
    }

    /** An idle worker has found nothing here. */
    private void request(SimulatedWorker v, long t) {
        if (isPrivate && !v.requested) {
            v.requested = true;
            expand(v, t, Integer.MAX_VALUE);
        }
    }

    private void requestAll(long t) {
        for (SimulatedWorker v : workers) {
            request(v, t);
        }
    }

    // ---- polls ----

    /**
     * The owner has forked, or taken a fork back: answers, and wakes somebody.
     *
     * @return what that costs it
     */
    private long poll(SimulatedWorker w, long t, boolean isPush) {
        if (workers.length == 1) {
            return 0;
        }
        w.polledAt = t;
        long paid = 0;
        switch (scheduling) {
            case SPLIT:
                paid = share(w);
                break;
            case RECEIVER_INITIATED:
                paid = answer(w, t);
                break;
            case SENDER_INITIATED:
                paid = deal(w, t);
                break;
            default:
                break;
        }
        if (isPush && parkedCount > 0 && w.unstolen() > 0) {
            wakeOne(t + paid);
            paid += wake;
        }
        return paid;
    }

    private long share(SimulatedWorker w) {
        if (!w.requested || w.hidden() == 0) {
            return 0;
        }
        w.requested = false;
        if (w.shared > w.head) {
            return 0;
        }
        int count = Math.min(w.hidden(), Tuning.offered(w.hidden()));
        w.shared = w.head + count;
        promotions += count;
        return promotion;
    }

    private long answer(SimulatedWorker w, long t) {
        SimulatedWorker asker = w.asker;
        if (asker == null) {
            return 0;
        }
        w.asker = null;
        if (w.shared > w.head || w.size == w.head || w.head < leastPlace(asker)) {
            fail(asker, t, look);
            return 0;
        }
        promotions++;
        give(asker, take(w, asker, t), t);
        return promotion;
    }

    private long deal(SimulatedWorker w, long t) {
        long paid = 0;
        if (w.requested && w.hidden() > 0) {
            w.requested = false;
            int start = anyThief(w);
            for (int i = start; i >= 0 && paid == 0; ) {
                paid = dealTo(w, workers[i], t);
                int after = w.thieves.nextSetBit(i + 1);
                i = after < 0 ? w.thieves.nextSetBit(0) : after;
                if (i == start) {
                    break;
                }
            }
        }
        if (--w.pollsLeft <= 0) {
            long now = t / PICOS_PER_NANO;
            boolean due = w.clock.isDue(now);
            w.pollsLeft = w.clock.stride();
            if (due && w.hidden() > 0) {
                int thief = anyThief(w);
                long cost = thief < 0 ? 0 : dealTo(w, workers[thief], t);
                w.clock.dealt(cost > 0, now, random.nextDouble(LEAST_DRAW, MOST_DRAW));
                paid += cost;
            }
        }
        return paid;
    }

    private int anyThief(SimulatedWorker w) {
        int at = w.thieves.nextSetBit(random.nextInt(workers.length));
        return at >= 0 ? at : w.thieves.nextSetBit(0);
    }

    /** Deals the oldest task if that one waits for it; what that costs, at least 1. */
    private long dealTo(SimulatedWorker w, SimulatedWorker thief, long t) {
        boolean waits =
                thief.state == State.ASK
                        && (thief.awaited == null
                                || thief.awaited.thief == w && w.head >= thief.awaited.place);
        if (!waits || w.size == w.head || w.shared > w.head) {
            return 0;
        }
        promotions++;
        give(thief, take(w, thief, t), t);
        return Math.max(1, promotion);
    }

    // ---- sleeping ----

    private void park(SimulatedWorker w, long t) {
        w.enter(State.PARK, t);
        parks++;
        parked.set(w.index);
        if (++parkedCount == 1) {
            requestAll(t);
            for (SimulatedWorker v : workers) {
                expand(v, t, Integer.MAX_VALUE);
            }
        }
        // After one grace period it begins to take over, after another it has.
        w.next = t + 2 * GRACE;
    }

    /** The last look before it really sleeps: at what is to be had, and at what is hidden. */
    private void lookAgain(SimulatedWorker w, long t) {
        for (SimulatedWorker v : workers) {
            if (isPrivate
                    && v.state == State.RUN
                    && v.hidden() > 0
                    && v.shared <= v.head
                    && v.polledAt + GRACE <= t) {
                promotions += v.hidden();
                v.shared = v.size;
                showRest(v, t);
            }
        }
        if (visible.isEmpty()) {
            w.next = NEVER;
        } else {
            parked.clear(w.index);
            parkedCount--;
            idle(w, t);
        }
    }

    private void wakeOne(long t) {
        SimulatedWorker w = workers[parked.nextSetBit(0)];
        parked.clear(w.index);
        parkedCount--;
        w.enter(State.WAKE, t);
        w.next = t + wakeLatency;
        events.changed(w);
    }

    // ---- where a worker is by now ----

    /**
     * Finds where a worker is in the body that it was to pass over, until it is seen to have so
     * many tasks that can be stolen, or there are no more.
     */
    private void expand(SimulatedWorker v, long t, int wanted) {
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
        events.changed(v);
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
                v.calleeBegan = kind == TaskGraph.JOIN ? began + join : began;
                return graph.operand(at);
            }
            if (kind == TaskGraph.FORK) {
                v.pushFork(graph.operand(at), forks++);
            }
            began = ends;
        }
        v.at[top] = end;
        v.phase = Phase.BEGIN;
        v.next = began;
        return -1;
    }

    private long duration(int at, int kind) {
        switch (kind) {
            case TaskGraph.WORK:
                return graph.picoseconds(at);
            case TaskGraph.FORK:
                return fork;
            case TaskGraph.JOIN:
                return join + timing.durations[graph.operand(at)];
            default:
                return timing.durations[graph.operand(at)];
        }
    }
}
