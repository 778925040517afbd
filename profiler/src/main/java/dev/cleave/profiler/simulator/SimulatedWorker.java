package dev.cleave.profiler.simulator;

import dev.cleave.scheduling.DealClock;
import java.util.Arrays;
import java.util.BitSet;

/** A worker's state between two events: what it runs, and what it has forked. */
final class SimulatedWorker {
    /** What the event at {@link #next} is. */
    enum State {
        /** The instruction on top of the stack begins, ends, or gets the lock: {@link Phase}. */
        RUN,
        /** Has found nothing, and looks on: at {@link #next} it gives up and sleeps. */
        SEEK,
        /** Gets to {@link #target}, to steal. */
        ATTEMPT,
        /** Has asked {@link #target}, or waits for a deal: at {@link #next} it gives up. */
        ASK,
        /** Has got nothing from {@link #target}, and sees that at {@link #next}. */
        FAIL,
        /** Begins the task that it has {@link #received}. */
        START,
        /** Joins a task that somebody else runs. */
        WAIT,
        /** Learns that this task is done. */
        RESUME,
        /** Lets the others alone until {@link #next}, as what it had from them was too short. */
        REST,
        /** Sleeps; at {@link #next} it takes over what others hide. */
        PARK,
        /** Has been woken, and looks for work. */
        WAKE
    }

    /** Where in the instruction a running worker is. */
    enum Phase {
        /** At {@link #next} it begins. */
        BEGIN,
        /** At {@link #next} it ends. */
        END,
        /** At {@link #next} it has the lock of the shared queue. */
        LOCKED,
        /** What it had obtained has ended; at {@link #next} it has woken who waits for that. */
        ENDED
    }

    private static final int FIRST_ROOM = 16;

    final int index;
    State state = State.SEEK;
    Phase phase = Phase.BEGIN;

    /** When its next event is; {@link Long#MAX_VALUE} if others must cause one. */
    long next = Long.MAX_VALUE;

    /** Its place in {@link EventQueue}. */
    int place;

    // ---- the stack of bodies that it runs; those that are passed over as a whole are not on it

    /** The instruction of each. */
    int[] at = new int[FIRST_ROOM];

    /** The end of each. */
    int[] end = new int[FIRST_ROOM];

    /** What it was obtained as, for a body that is a task from elsewhere. */
    Steal[] obtained = new Steal[FIRST_ROOM];

    int depth;

    /** When the body that is passed over began. */
    long calleeBegan;

    // ---- what it has forked and not joined, oldest first: those that are stolen, then the others

    int[] forked = new int[FIRST_ROOM];
    Steal[] stolen = new Steal[FIRST_ROOM];
    long[] numbers = new long[FIRST_ROOM];
    int size;

    /** The first that is not stolen. */
    int head;

    /** Those before this place can be stolen without the owner's help. */
    int shared;

    // ---- what it has obtained and is running, innermost last

    Steal[] running = new Steal[FIRST_ROOM];
    int runningCount;

    // ---- as one who is asked

    /** An idle worker wants work, and the owner's next poll answers. */
    boolean requested;

    /** Who has put itself into the request cell. */
    SimulatedWorker asker;

    /** Who may be dealt tasks. */
    BitSet thieves;

    DealClock clock;
    int pollsLeft = 1;

    /** When it last forked, or took a fork back. */
    long polledAt;

    /** Until then a thief holds the lock. */
    long lockedUntil;

    // ---- as one who seeks

    SimulatedWorker target;
    Steal received;

    /** When it began what it has obtained and is not nested in anything. */
    long began;

    /** What it joins, or null. */
    Steal awaited;

    long waitsSince;
    int looks;

    // ---- where its time went, by state, in picoseconds

    final long[] times = new long[State.values().length];
    private long changed;
    private State before = State.SEEK;

    SimulatedWorker(int index) {
        this.index = index;
    }

    void enter(State now, long time) {
        if (time > changed) {
            times[state.ordinal()] += time - changed;
            before = state;
            changed = time;
        }
        state = now;
    }

    /** All is over; what has been counted beyond that is taken off. */
    void stop(long time) {
        times[(time < changed ? before : state).ordinal()] += time - changed;
    }

    int unstolen() {
        return size - head;
    }

    int hidden() {
        return size - Math.max(head, shared);
    }

    void pushBody(int begin, int bodyEnd, Steal from) {
        if (depth == at.length) {
            at = Arrays.copyOf(at, 2 * depth);
            end = Arrays.copyOf(end, 2 * depth);
            obtained = Arrays.copyOf(obtained, 2 * depth);
        }
        at[depth] = begin;
        end[depth] = bodyEnd;
        obtained[depth++] = from;
    }

    void pushFork(int body, long number) {
        if (size == forked.length) {
            forked = Arrays.copyOf(forked, 2 * size);
            stolen = Arrays.copyOf(stolen, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        forked[size] = body;
        stolen[size] = null;
        numbers[size++] = number;
    }

    /** Takes off the newest fork, stolen or not. */
    void popFork() {
        stolen[--size] = null;
        head = Math.min(head, size);
        shared = Math.min(shared, size);
    }

    void beginObtained(Steal task) {
        if (runningCount == running.length) {
            running = Arrays.copyOf(running, 2 * runningCount);
        }
        task.place = size;
        running[runningCount++] = task;
    }
}
