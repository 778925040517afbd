package dev.cleave.lazy;

import java.util.concurrent.TimeUnit;

/**
 * How deep a woven method forks. Deeper than that, a stretch runs without forks, and stretches are
 * timed: the depth follows from how long they last. Where depth tells nothing of size, as in a
 * lopsided tree, a frame forks by how long its elder siblings took. Shared by all threads that run
 * the method; they write without synchronisation, as a lost adjustment is made again.
 */
public final class Cut {
    /**
     * Stretches are to last at least this long: 20 µs. That is two hundred times what a fork costs;
     * but a frame that forks makes its calls in another order than the serial program, and whoever
     * goes through memory in order loses a microsecond or two at each turn.
     */
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** And at most this long: 100 µs, as a level divides the work of some programs by four. */
    private static final long LONG_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /**
     * Of a longer stretch only so much counts: its thread may have been without a processor, and
     * one such stretch is not to move the cut.
     */
    private static final long COUNTED_NANOS = 3 * LONG_NANOS;

    /** A stretch that lasts so long in spite of the cut: 2 ms. */
    private static final long IRREGULAR_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** One that lasts so long did so by itself, not for want of a processor: 10 ms. */
    private static final long GIANT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A call is expected to be large after one by the same frame that took so long: 100 µs. */
    private static final long LARGE_NANOS = LONG_NANOS;

    /**
     * Frames in a row, at or below the cut, that followed a small call, until the tree is no longer
     * taken for lopsided: while nothing is known of it.
     */
    private static final int SMALL_AT_FIRST = 256;

    /** And after a giant stretch, which may have been without a processor after all. */
    private static final int SMALL_AFTER_GIANT = 1024;

    /** And if there were large calls below the cut when the tree was last taken for lopsided. */
    private static final int SMALL_IF_LOPSIDED = 1 << 14;

    /** A worker that has waited so long in vain, while a stretch ran, was kept waiting by it. */
    private static final long WAITED_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** Levels that fork at first: a cut that starts too deep is never reached. */
    private static final int FIRST_LEVELS = 6;

    /**
     * Levels below which a stretch may run calls from code that is not woven as they are written:
     * should one be long after all, there is something pending above it to take.
     */
    private static final int SERIAL_LEVELS = 2;

    /** Levels that an urgent request adds. */
    private static final int URGENT_LEVELS = 4;

    /** Frames that fork, where none did before, until one of them does not. */
    private static final int FIRST_PROBE = 4;

    /** Of short stretches, one in so many is timed. */
    private static final int SAMPLE = 64;

    /** Of frames above a cut that has been reached, one in so many does not fork, and is timed. */
    private static final int RARE = 1024;

    /** Timed stretches in a row that must not be long before they are watched in part only. */
    private static final int STEADY = 16;

    /** Each time that turns out to have been wrong, so many times more are asked for. */
    private static final int DOUBT = 4;

    /** Up to so many. */
    private static final int MOST_STEADY = 1 << 14;

    /** Weight of the newest duration in the mean: one part in so many. */
    private static final int MEMORY = 8;

    /** Bits of half an int: depths are slots of a {@link FutureStack}. */
    private static final int HALF = Integer.SIZE / 2;

    private final int frame;
    private final boolean ofCalls;
    private final int deepest;

    /**
     * The slot from which on a frame does not fork; and, in the lower half, one more than where
     * that was before it went deeper, until a frame has reached it there; then 0. In one piece, as
     * a thread that saw the one and not the other could leave a cut that nobody reaches.
     */
    private int place;

    /** Whether frames fork by what their elder siblings took. */
    private boolean isLopsided;

    /** Until so many in a row have followed small ones. */
    private int enoughSmall = SMALL_AT_FIRST;

    /** Whether any has been large since it was last taken for lopsided. */
    private boolean hasBeenLarge;

    private long mean = LONG_NANOS;

    /** Frames from there on that have forked since the last one that did not. */
    private int forked;

    /** Whether a frame has reached the cut since one above it was, or might have been, tried. */
    private boolean used;

    /** After so many one does not. */
    private int probeAfter = SAMPLE;

    private int sinceChange;

    /** Frames above the cut, in a row, that were short. */
    private int shortForked;

    /** Timed stretches since the last long one. */
    private int steady;

    /** So many are needed. */
    private int enough = STEADY;

    /** Whether there have been. */
    private boolean regular;

    /** Of a loop, whose stretches are halves of each other: there is nothing lopsided in that. */
    Cut(int frame) {
        this(frame, false);
    }

    /** Of a method. */
    static Cut ofCalls(int frame) {
        return new Cut(frame, true);
    }

    private Cut(int frame, boolean ofCalls) {
        this.frame = frame;
        this.ofCalls = ofCalls;
        this.isLopsided = ofCalls;
        this.deepest = Math.max(0, FutureStack.MAXIMUM_CAPACITY - frame);
        this.place = place(Math.min(deepest, FIRST_LEVELS * frame), 0);
    }

    private static int place(int depth, int reached) {
        return depth << HALF | reached + 1;
    }

    private static int depth(int place) {
        return place >>> HALF;
    }

    /** -1 if a frame has reached the cut where it is. */
    private static int reached(int place) {
        return (place & (1 << HALF) - 1) - 1;
    }

    int depth() {
        return depth(place);
    }

    /** Whether stretches have been short long enough to be watched in part only. */
    boolean isRegular() {
        return regular;
    }

    /**
     * Whether a frame is to run without forks.
     *
     * @param stack of the calling thread
     * @param top where it begins
     * @return whether it is
     */
    public boolean isReached(FutureStack stack, int top) {
        return !stack.hasRoom(top + frame)
                || !(isLopsided && isLarge(stack, top, System.nanoTime())) && isReached(top);
    }

    /** The same, by depth. */
    boolean isReached(int top) {
        int now = place;
        return top >= depth(now) || isProbe(top, now);
    }

    /**
     * Whether a frame is to fork in a tree where depth tells nothing of size. The calls of one
     * frame are like each other rather: if the one before took long, this will, too. The first has
     * none before it, so it forks, as its own first does, down to a leaf; on the way back, what
     * comes after a small call runs without forks. First calls are many where subtrees are thin and
     * deep, and fork only as often as time allows.
     */
    boolean isLarge(FutureStack stack, int top, long now) {
        boolean isBelow = top >= depth(place);
        long elder = stack.elders.since(top, now);
        stack.elders.expectFirst(top + frame);
        if (elder == Elders.NONE) {
            return !isBelow || stack.elders.affordsFirst(now);
        }
        boolean isLarge = elder >= LARGE_NANOS;
        if (isLarge) {
            stack.elders.small = 0;
            hasBeenLarge |= isBelow;
        } else if (isBelow && ++stack.elders.small > enoughSmall) {
            isLopsided = false; // the cut would have done as well
        }
        return isLarge;
    }

    /**
     * A cut that is not reached times nothing. After it has moved deeper, large calls that fork
     * once look so, and small ones that follow would fork for ever; and later, small calls after
     * large ones. So of the frames above it, one in many does not fork, and is timed.
     */
    private boolean isProbe(int top, int now) {
        int reached = reached(now);
        if (top < reached || ++forked < (reached >= 0 ? probeAfter : RARE)) {
            return false;
        }
        // While others do reach the cut, one far above it may be a large call's first.
        boolean isLarge = reached < 0 && used && 2 * top < depth(now);
        used = false;
        forked = 0;
        probeAfter = Math.min(2 * probeAfter, SAMPLE);
        return !isLarge;
    }

    /**
     * A stretch without forks begins.
     *
     * @param stack of the calling thread
     * @param top where the frame begins that does not fork
     * @return what {@link #end} needs
     */
    public long begin(FutureStack stack, int top) {
        int now = place;
        boolean isAbove = top < depth(now);
        if (!isAbove) {
            used = true;
            if (reached(now) >= 0) {
                settle(depth(now));
            }
        }
        boolean isRareProbe = isAbove && reached(now) < 0;
        stack.isRareProbe = isRareProbe;
        stack.isDeep = top >= depth(now) + frame;
        stack.forgetUrge(); // who waits, waits for what comes now
        if (!stack.hasRoom(top + frame)) {
            stack.submerge(top, FutureStack.FULL);
        } else if (isRareProbe || !regular) {
            stack.submerge(top, FutureStack.ALL_MIDDLE);
        } else if (top >= SERIAL_LEVELS * frame) {
            stack.submerge(top, FutureStack.SERIAL);
        } else {
            stack.submerge(top, FutureStack.MIDDLE);
        }
        stack.untimed--;
        return stack.isTimed() || isAbove || isLopsided ? System.nanoTime() : 0;
    }

    /**
     * The stretch has ended.
     *
     * @param stack of the calling thread
     * @param begun what {@link #begin} returned
     */
    public void end(FutureStack stack, long begun) {
        long waited = stack.emerge();
        if (stack.isRareProbe) {
            forked(System.nanoTime() - begun);
            return;
        }
        if (begun != 0) {
            long nanos = System.nanoTime() - begun;
            if (isLopsided && stack.isDeep && nanos <= GIANT_NANOS) {
                sampled(stack, nanos, GIANT_NANOS); // one in between tells nothing of the cut
            } else {
                timed(stack, nanos);
            }
        } else if (waited > WAITED_NANOS) {
            timed(stack, waited); // it lasted no less
        }
        if (waited > WAITED_NANOS && !isLopsided) {
            irregular();
        }
    }

    /**
     * Where one stretch in thousands is long, as in a lopsided tree, the others must not make it
     * forgotten. It may as well have been kept waiting itself, for a processor: doubt fades.
     */
    private void irregular() {
        steady = 0;
        if (regular) {
            regular = false;
            enough = Math.min(DOUBT * enough, MOST_STEADY);
        }
    }

    /** A stretch has lasted so long. */
    void timed(FutureStack stack, long nanos) {
        long counted = Math.min(nanos, COUNTED_NANOS);
        mean += (counted - mean) / MEMORY;
        int now = place;
        if (reached(now) >= 0 && nanos < SHORT_NANOS) {
            settle(reached(now));
        }
        if (nanos > LONG_NANOS) {
            // A level of a binary tree halves the work, one of a wider or lopsided tree more.
            int levels = 1 + (Long.SIZE - Long.numberOfLeadingZeros(counted / LONG_NANOS)) / 2;
            if (isLopsided ? nanos > GIANT_NANOS : mean > LONG_NANOS) {
                lower(now, depth(now) + levels * frame);
                mean = LONG_NANOS;
            }
        } else if (mean < SHORT_NANOS && ++sinceChange > MEMORY) {
            sinceChange = 0;
            raise();
            mean = SHORT_NANOS;
        }
        if (nanos > GIANT_NANOS && ofCalls) {
            stack.elders.small = 0;
            enoughSmall = hasBeenLarge ? SMALL_IF_LOPSIDED : SMALL_AFTER_GIANT;
            hasBeenLarge = false;
            isLopsided = true;
        }
        sampled(stack, nanos, isLopsided ? GIANT_NANOS : IRREGULAR_NANOS);
    }

    /** Tells from how long a stretch has lasted whether the next one is to be timed and watched. */
    private void sampled(FutureStack stack, long nanos, long irregular) {
        stack.untimed = nanos > SHORT_NANOS ? 1 : SAMPLE;
        if (nanos > irregular) {
            irregular();
        } else if (++steady >= enough) {
            if (regular) {
                enough = Math.max(STEADY, enough / 2);
            }
            steady = 0;
            regular = true;
        }
    }

    /**
     * A frame above the cut has ended, with all that it forked. Where none goes deeper than it,
     * this is all that there is to see: many short ones in a row move the cut up.
     *
     * @param nanos how long it lasted
     */
    void forked(long nanos) {
        if (nanos > SHORT_NANOS) {
            shortForked = 0;
        } else if (++shortForked > MEMORY) {
            shortForked = 0;
            raise();
        }
    }

    private void raise() {
        int now = place;
        place = place(Math.max(0, depth(now) - frame), reached(now));
    }

    private void lower(int now, int to) {
        sinceChange = 0;
        place = place(Math.min(deepest, to), reached(now) < 0 ? depth(now) : reached(now));
    }

    /** A worker waits in vain: frames from here on fork, for some levels. */
    void deepen(int top) {
        if (isLopsided) {
            return; // the frame forks as if it were a first one
        }
        int now = place;
        lower(now, Math.max(depth(now), top + URGENT_LEVELS * frame));
    }

    private void settle(int at) {
        place = place(at, -1);
        forked = 0;
        probeAfter = FIRST_PROBE;
    }
}
