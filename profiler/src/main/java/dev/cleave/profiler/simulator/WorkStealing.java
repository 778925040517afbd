package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.profiler.simulator.SimulatedWorker.State;
import dev.cleave.scheduling.Tuning;
import java.util.BitSet;

/**
 * How tasks change workers: what idle workers and joiners do, and what of a busy one they see.
 *
 * <p>This class is {@code CHASE_LEV} and {@code LINKED}, under which all that a worker has forked
 * can be stolen; each subclass says what another discipline does otherwise. In methods, {@code w}
 * is the worker that acts, {@code v} the one that is stolen from, {@code t} the time.
 *
 * <p>What an idle worker does between two events that it could notice is not simulated look by
 * look: of those who look, one gets to new work first, after the least of so many random parts of a
 * round.
 */
class WorkStealing {
    private static final long GRACE = Tuning.GRACE_NANOS * Machine.PICOS_PER_NANO;

    final Machine machine;
    final SimulatedWorker[] workers;
    final PicosecondCosts costs;

    /** Whether tasks can only be had with their owner's help. */
    final boolean isPrivate;

    private final FastForward fastForward;

    /** Workers that have something to steal, or to ask for. */
    final BitSet visible = new BitSet();

    /** Indices of those who look and see nothing. */
    private final int[] seekers;

    private int seekerCount;
    private final BitSet parked = new BitSet();
    private int parkedCount;

    long steals;
    long stealsTried;
    long promotions;
    long parks;

    WorkStealing(Machine machine, boolean isPrivate) {
        this.machine = machine;
        this.isPrivate = isPrivate;
        workers = machine.workers;
        costs = machine.costs;
        fastForward = new FastForward(machine);
        seekers = new int[workers.length];
    }

    /** That of a discipline; nanoseconds between deals are for the one that deals. */
    static WorkStealing of(Scheduling scheduling, Machine machine, long dealInterval) {
        return switch (scheduling) {
            case CHASE_LEV, LINKED -> new WorkStealing(machine, false);
            case THE -> new TheStealing(machine);
            case SHARED -> new SharedStealing(machine);
            case SPLIT -> new SplitStealing(machine);
            case RECEIVER_INITIATED -> new ReceiverInitiatedStealing(machine);
            case SENDER_INITIATED -> new SenderInitiatedStealing(machine, dealInterval);
        };
    }

    // ---- what a discipline may do otherwise ----

    /** Whether others may notice every fork. */
    boolean isEager() {
        return false;
    }

    /** When a fork or join that begins now can have the queue. */
    long locked(long t) {
        return t;
    }

    boolean isVisible(SimulatedWorker v) {
        return v.size > v.head;
    }

    /** How many thieves what is there will do for. */
    int tasksInSight(SimulatedWorker v) {
        return v.size - v.head;
    }

    /** Others see no more tasks of a worker. */
    void vanished(SimulatedWorker v, long t) {}

    /** There is work for some of those who seek. */
    void call(SimulatedWorker v, long t, int tasks) {
        if (tasks > 0 && seekerCount > 0) {
            double least = 1 - Math.pow(machine.random.nextDouble(), 1.0 / seekerCount);
            approach(anySeeker(), v, t, (long) (costs.round * least));
        }
    }

    /** A joiner sees nothing that it could steal from the thief of what it waits for. */
    void nothingFrom(SimulatedWorker thief, long t) {}

    /** Whether a thief can try now; else its next event says when. */
    boolean mayTry(SimulatedWorker w, long t) {
        return true;
    }

    /** A thief has taken a task. */
    void taken(SimulatedWorker w, SimulatedWorker v, long t) {}

    /** Leaves a request for what cannot be taken; how many nanoseconds to wait for the answer. */
    long ask(SimulatedWorker w, SimulatedWorker v, long t) {
        throw new AssertionError("everything can be taken");
    }

    /** Takes a request back. */
    void withdraw(SimulatedWorker w, long t) {}

    /** The owner has come to a poll: answers whoever has asked; what that costs it. */
    long answer(SimulatedWorker w, long t) {
        return 0;
    }

    // ---- polls ----

    /** Whether a worker that runs must see to others at its next poll. */
    boolean isNoticed(SimulatedWorker v) {
        return parkedCount > 0 || v.requested || v.asker != null;
    }

    /**
     * The owner has forked, or taken a fork back: answers, and wakes somebody.
     *
     * @return what that costs it
     */
    long poll(SimulatedWorker w, long t, boolean isPush) {
        if (!machine.isParallel()) {
            return 0;
        }
        w.polledAt = t;
        long paid = answer(w, t);
        if (isPush && parkedCount > 0 && w.unstolen() > 0) {
            wakeOne(t + paid);
            paid += costs.wake;
        }
        return paid;
    }

    /** An idle worker has found nothing here. */
    final void request(SimulatedWorker v, long t) {
        if (isPrivate && !v.requested) {
            v.requested = true;
            expandAll(v, t);
        }
    }

    private void requestAll(long t) {
        for (SimulatedWorker v : workers) {
            request(v, t);
        }
    }

    final void expandAll(SimulatedWorker v, long t) {
        fastForward.expand(v, t, Integer.MAX_VALUE);
    }

    // ---- what others see ----

    /** What a worker has may have changed: lets others see. */
    final void show(SimulatedWorker v, long t) {
        boolean now = isVisible(v);
        if (now == visible.get(v.index)) {
            return;
        }
        visible.set(v.index, now);
        if (now) {
            offered(v, t);
        } else if (seekerCount + parkedCount > 0) {
            vanished(v, t);
        }
    }

    /** The same, where tasks have been taken or uncovered: whatever is left is offered again. */
    private void showRest(SimulatedWorker v, long t) {
        if (visible.get(v.index) && isVisible(v)) {
            offered(v, t);
        } else {
            show(v, t);
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
                approach(joiner, v, t, costs.look);
                left--;
                break;
            }
        }
        call(v, t, left);
    }

    final void approach(SimulatedWorker w, SimulatedWorker victim, long t, long delay) {
        w.target = victim;
        w.phase = SimulatedWorker.Phase.BEGIN;
        w.enter(State.ATTEMPT, t);
        w.next = t + delay;
        machine.events.changed(w);
    }

    // ---- seeking ----

    /** Has done what it obtained: lets the others alone for a while if that was too short. */
    void restOrSeek(SimulatedWorker w, long t) {
        long nanos = (t - w.began) / Machine.PICOS_PER_NANO;
        long rest = Tuning.rest(Tuning.WORTHWHILE_TASK_NANOS, nanos) * Machine.PICOS_PER_NANO;
        if (rest == 0) {
            idle(w, t);
        } else {
            w.enter(State.REST, t);
            w.next = t + rest;
        }
    }

    void idle(SimulatedWorker w, long t) {
        w.looks = 0;
        seek(w, t);
    }

    /** Looks at every queue once, starting at random, as {@code Idling.scan} does. */
    private void seek(SimulatedWorker w, long t) {
        w.enter(State.SEEK, t);
        int start = machine.random.nextInt(workers.length);
        int at = visible.nextSetBit(start);
        if (at < 0) {
            at = visible.nextSetBit(0);
        }
        if (at >= 0) {
            int looks = at - start + (at < start ? workers.length : 0) + 1;
            approach(w, workers[at], t, costs.scan + looks * costs.look);
            return;
        }
        long looking = Math.max(1, Tuning.SCANS - w.looks) * costs.round;
        w.next = looking == 0 ? Machine.NEVER : t + looking;
        seekers[seekerCount++] = w.index;
        if (seekerCount == 1 && parkedCount == 0) {
            requestAll(t);
        }
    }

    final boolean isSought() {
        return seekerCount > 0;
    }

    final SimulatedWorker anySeeker() {
        SimulatedWorker w = workers[seekers[machine.random.nextInt(seekerCount)]];
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

    /** A joiner looks whether it can help whoever runs what it waits for. */
    void help(SimulatedWorker w, long t) {
        SimulatedWorker thief = w.awaited.thief;
        if (w.runningCount >= Tuning.NESTED_STEALS) {
            return;
        }
        if (isVisible(thief) && thief.head >= w.awaited.place) {
            approach(w, thief, t, costs.look);
        } else {
            nothingFrom(thief, t);
        }
    }

    // ---- stealing ----

    /** A thief has got to its target. */
    void attempt(SimulatedWorker w, long t) {
        if (!mayTry(w, t)) {
            return;
        }
        SimulatedWorker v = w.target;
        stealsTried++;
        if (v == null || !isVisible(v) || v.head < leastPlace(w)) {
            fail(w, t, costs.stealTried);
        } else if (v.shared > v.head || !isPrivate) {
            give(w, v, t);
            taken(w, v, t);
            showRest(v, t);
        } else {
            w.enter(State.ASK, t);
            long patience = ask(w, v, t) * Machine.PICOS_PER_NANO;
            w.next = w.awaited != null ? Machine.NEVER : t + patience;
        }
    }

    /** The least place from which a worker may take: a joiner helps only with descendants. */
    static int leastPlace(SimulatedWorker w) {
        return w.awaited == null ? 0 : w.awaited.place;
    }

    /** A thief gets a worker's oldest task. */
    final void give(SimulatedWorker thief, SimulatedWorker v, long t) {
        Steal task = new Steal(v.forked[v.head], thief);
        v.stolen[v.head++] = task;
        if (v.head == v.size) {
            fastForward.expand(v, t, 1);
        }
        steals++;
        thief.received = task;
        thief.enter(State.START, t);
        thief.next = t + costs.stealWon;
        machine.events.changed(thief);
    }

    /** An attempt is in vain, and that takes so long. */
    final void fail(SimulatedWorker w, long t, long cost) {
        if (cost == 0) {
            failed(w, t);
        } else {
            w.enter(State.FAIL, t);
            w.next = t + cost;
            machine.events.changed(w);
        }
    }

    /** An attempt was in vain: what it joins, if anything, is not done. */
    void failed(SimulatedWorker w, long t) {
        if (w.awaited != null) {
            w.enter(State.WAIT, t);
            w.next = Machine.NEVER;
            help(w, t);
        } else if (++w.looks >= Tuning.SCANS) {
            park(w, t);
        } else {
            seek(w, t);
        }
        machine.events.changed(w);
    }

    // ---- sleeping ----

    /** Has found nothing for long enough. */
    void giveUp(SimulatedWorker w, long t) {
        removeSeeker(w);
        park(w, t);
    }

    private void park(SimulatedWorker w, long t) {
        w.enter(State.PARK, t);
        parks++;
        parked.set(w.index);
        if (++parkedCount == 1) {
            requestAll(t);
            for (SimulatedWorker v : workers) {
                expandAll(v, t);
            }
        }
        // After one grace period it begins to take over, after another it has.
        w.next = t + 2 * GRACE;
    }

    /** The last look before it really sleeps: at what is to be had, and at what is hidden. */
    void lookAgain(SimulatedWorker w, long t) {
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
            w.next = Machine.NEVER;
        } else {
            unpark(w);
            idle(w, t);
        }
    }

    private void wakeOne(long t) {
        SimulatedWorker w = workers[parked.nextSetBit(0)];
        unpark(w);
        w.enter(State.WAKE, t);
        w.next = t + costs.wakeLatency;
        machine.events.changed(w);
    }

    private void unpark(SimulatedWorker w) {
        parked.clear(w.index);
        parkedCount--;
    }
}
