package dev.cleave.lazy;

import java.util.concurrent.TimeUnit;

/**
 * How deep a woven method, or a loop, forks. A call of it is a <i>frame</i>, and the depth of a
 * frame is the slot of its thread's {@link FutureStack} where it begins: so a level is as many
 * slots as a frame takes.
 *
 * <ul>
 *   <li>The <i>cut</i> is a depth. A frame above it forks. One that has reached it does not, nor
 *       does anything that it calls: all of that is one <i>stretch</i>.
 *   <li>A stretch is to last from 20 to 100 µs. So stretches are timed: where they last longer, on
 *       average, the cut goes deeper; where shorter, it comes up by a level. If a worker waits in
 *       vain during one, the cut goes deeper at once.
 *   <li>A cut that no frame reaches would learn nothing. So now and then a frame above it is a
 *       stretch, too: a <i>probe</i>.
 *   <li>Timing and looking for requests cost time as well. While stretches are <i>regular</i>, none
 *       of them by far too long, only their first levels look for requests.
 *   <li>In a <i>lopsided</i> tree depth tells nothing of size. There a frame also forks if its
 *       <i>elder</i> took long: the call before it by the same frame.
 * </ul>
 *
 * <p>Shared by all threads that run the method; they write without synchronisation, as a lost
 * adjustment is made again.
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
     * Of a longer stretch only so much counts for the mean: its thread may have been without a
     * processor, and one such stretch is not to move the cut.
     */
    private static final long COUNTED_NANOS = 3 * LONG_NANOS;

    /** After a stretch that lasts longer, stretches are not regular: 2 ms. */
    private static final long IRREGULAR_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * After one that lasts longer, which no want of a processor explains, the tree is lopsided: 10
     * ms.
     */
    private static final long GIANT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** In a lopsided tree a frame is expected to be large if its elder took so long: 100 µs. */
    private static final long LARGE_NANOS = LONG_NANOS;

    /**
     * After so many frames in a row that had reached the cut and whose elders were small, the tree
     * is no longer taken for lopsided, as that of every method is at first.
     */
    private static final int SMALL_AT_FIRST = 256;

    /** So many it takes after a giant stretch, which may have lacked a processor after all. */
    private static final int SMALL_AFTER_GIANT = 1024;

    /** And so many if there were large calls below the cut while it was last taken for lopsided. */
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

    /**
     * Of frames between the former cut and a deeper one that none has reached yet, one in so many
     * is a probe; after each, one in twice as many, up to {@link #SAMPLE}.
     */
    private static final int FIRST_PROBE = 4;

    /** Of short stretches, one in so many is timed. */
    private static final int SAMPLE = 64;

    /** Of frames above a cut that has been reached, one in so many is a probe. */
    private static final int RARE = 1024;

    /** After so many timed stretches in a row of which none was far too long, they are regular. */
    private static final int STEADY = 16;

    /** Each time that turns out to have been wrong, so many times more are asked for. */
    private static final int DOUBT = 4;

    /** Up to so many. */
    private static final int MOST_STEADY = 1 << 14;

    /** Weight of the newest duration in the mean: one part in so many. */
    private static final int MEMORY = 8;

    /** Bits of half an int: depths are slots of a {@link FutureStack}. */
    private static final int HALF = Integer.SIZE / 2;

    /** Slots that a frame takes. */
    private final int frame;

    private final boolean ofCalls;
    private final int deepest;

    /**
     * In the upper half the cut. In the lower half, while no frame has reached it there, one more
     * than the former cut: where it was before it went deeper; else 0. In one piece, as a thread
     * that saw the one and not the other could leave a cut that nobody reaches.
     */
    private int place;

    /** Whether frames also fork by what their elders took. */
    private boolean isLopsided;

    /** Until those of so many in a row were small. */
    private int enoughSmall = SMALL_AT_FIRST;

    /** Whether any below the cut has been large since the tree was last taken for lopsided. */
    private boolean hasBeenLarge;

    private long mean = LONG_NANOS;

    /** Frames that might have been probes since the last one that was. */
    private int forked;

    /** Whether a frame has reached the cut since then. */
    private boolean used;

    /** While no frame has reached the cut, one in so many is a probe. */
    private int probeAfter = SAMPLE;

    /** Timed stretches, while they are too short, since the cut moved. */
    private int sinceChange;

    /** Frames above the cut, in a row, that took no longer than a short stretch. */
    private int shortForked;

    /** Timed stretches since the last one that was far too long. */
    private int steady;

    /** So many make them regular. */
    private int enough = STEADY;

    /** Whether they are. */
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

    /** The former cut; -1 if a frame has reached the cut where it is now. */
    private static int reached(int place) {
        return (place & (1 << HALF) - 1) - 1;
    }

    int depth() {
        return depth(place);
    }

    /** Whether no stretch has been far too long for a while. */
    boolean isRegular() {
        return regular;
    }

    /**
     * Whether a frame is to run without forks, as a stretch.
     *
     * @param stack of the calling thread
     * @param top where it begins
     * @return whether it is
     */
    public boolean isReached(FutureStack stack, int top) {
        return !stack.hasRoom(top + frame)
                || !(isLopsided && isLarge(stack, top, System.nanoTime())) && isReached(top);
    }

    /** The same by depth alone, or as it is a probe. */
    boolean isReached(int top) {
        int now = place;
        return top >= depth(now) || isProbe(top, now);
    }

    /**
     * Whether a frame of a lopsided tree is to fork wherever the cut is. The calls that one frame
     * makes are rather alike: if its elder took long, it will, too. A first call has no elder, so
     * it forks, as its own first call does, down to a leaf; on the way back, what comes after a
     * small call is a stretch. First calls are many where subtrees are thin and deep, so below the
     * cut they fork only as often as time allows.
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
     * Whether a frame above the cut is a stretch all the same, so that something is timed if none
     * reaches the cut. That may be soon after it went deeper, for large calls that fork once only:
     * the small ones that follow would fork for ever. So of the frames from the former cut on some
     * are probes. It may also be later, as small calls follow large ones: so of all frames a few
     * are.
     */
    private boolean isProbe(int top, int now) {
        int reached = reached(now);
        if (top < reached || ++forked < (reached >= 0 ? probeAfter : RARE)) {
            return false;
        }
        // Others do reach the cut, and far above it this may be the first call of a large one.
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
                // Among frames that fork below the cut: that tells nothing of where it should be.
                sampled(stack, nanos, GIANT_NANOS);
            } else {
                timed(stack, nanos);
            }
        } else if (waited > WAITED_NANOS) {
            timed(stack, waited); // it was not timed, but lasted no less
        }
        if (waited > WAITED_NANOS && !isLopsided) {
            irregular();
        }
    }

    /**
     * A stretch was far too long. Where one in thousands is, the others must not make it forgotten:
     * so each time it takes more of them until they are regular again. As it may only have waited
     * for a processor, it takes fewer again with time.
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
            settle(reached(now)); // it was too deep: back to the former cut
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

    /**
     * How long a stretch has lasted says when the next one is timed, and whether all are regular.
     */
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
     * A probe above a cut that has been reached has ended, or a loop that was divided, with all its
     * parts. Where no frame goes deeper, this is all that there is to see: some short ones in a row
     * move the cut up.
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

    /**
     * A worker waits in vain for a stretch, which has come to this depth: it forks from here on.
     */
    void deepen(int top) {
        if (isLopsided) {
            return; // FutureStack.rise makes it a first call, which forks
        }
        int now = place;
        lower(now, Math.max(depth(now), top + URGENT_LEVELS * frame));
    }

    /** The cut is there, and no longer in doubt. */
    private void settle(int at) {
        place = place(at, -1);
        forked = 0;
        probeAfter = FIRST_PROBE;
    }
}
