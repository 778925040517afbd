package dev.cleave.lazy;

import dev.cleave.scheduling.PromotingQueue;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The slots in which a thread's pending calls are, oldest lowest: how they are forked and touched
 * by their owner, and promoted for others. All methods are the owner's, but for those that {@link
 * PromotingQueue} says any thread may call. {@code scheduling/PROTOCOL.md}, section Pending calls,
 * tells who may write what.
 */
@SuppressWarnings("exports") // as FutureStack
public abstract sealed class PendingCalls extends PromotingQueue permits FutureStack {
    /** Slots at first, and how many more at a time. */
    static final int CAPACITY = 2048;

    /** Slots that are looked at for calls though no frame has had them yet. */
    private static final int REACH = 256;

    /** Slots at most; a method whose frame does not fit makes its calls at once. */
    static final int MAXIMUM_CAPACITY = 1 << 15;

    private static final VarHandle SITES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle FLOOR;

    static {
        try {
            FLOOR = MethodHandles.lookup().findVarHandle(PendingCalls.class, "floor", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@link Site#id} of the call pending in each slot, or 0. */
    private int[] sites;

    /** The calls' arguments, from their slot on. */
    private long[] primitives;

    private Object[] references;

    /** What has become of a pending call that was asked for; whoever promotes writes. */
    private PromotedCall[] promoted;

    /**
     * Nothing below is given away: where the outermost call began, or a stolen call above what may
     * be an initialiser's.
     */
    private int bottom;

    /** No frame of the outermost call has had slots from here on: nothing is pending there. */
    int reach;

    /**
     * Slots that the present outermost call may use: fewer than the maximum once the thread's own
     * stack, or memory, has turned out to be short.
     */
    int most = MAXIMUM_CAPACITY;

    /** Touches and forks below it are to look whether their call has been promoted. */
    private int floor;

    /** One above the highest promoted slot; whoever promotes, or the owner entered. */
    private int highest;

    PendingCalls(Scheduler scheduler, int capacity) {
        super(scheduler);
        sites = new int[capacity];
        primitives = new long[capacity];
        references = new Object[capacity];
        promoted = new PromotedCall[capacity];
        reach = Math.min(REACH, capacity);
    }

    /** How many slots there are. */
    int capacity() {
        return sites.length;
    }

    /** Nothing is pending; the outermost call's frames are from this slot on. */
    void nonePending(int slot) {
        bottom = slot;
        reach = Math.min(slot + REACH, sites.length);
        most = MAXIMUM_CAPACITY;
    }

    /** Where the first call is that may be given away. */
    int bottom() {
        return bottom;
    }

    /**
     * Gives away no call below a slot. Askers are kept out meanwhile: each goes by the one bottom,
     * or by the other.
     */
    void giveFrom(int slot) {
        boolean asked = enter();
        bottom = slot;
        leave(asked);
    }

    // ---- room ----

    /**
     * Whether a frame may have slots.
     *
     * @param end the first slot behind it
     * @return whether there is room
     */
    boolean hasRoom(int end) {
        return end <= reach || end <= most && reach(end);
    }

    /**
     * Frames that fork take more of the thread's stack than those that do not, and what the program
     * can do unwoven it is to do woven: so deep ones need a larger stack than most threads have.
     */
    private boolean reach(int end) {
        boolean isDeep = end - bottom > CAPACITY;
        if (isDeep && !StackRoom.isPlentyLeft() || end > sites.length && !growsTo(end)) {
            most = reach; // until the outermost call ends: to find out has a price
            return false;
        }
        int next = isDeep ? end + CAPACITY : Math.min(end + REACH, bottom + CAPACITY);
        reach = Math.min(sites.length, next);
        return true;
    }

    private boolean growsTo(int end) {
        if (StackRoom.isLeft()) {
            try {
                grow(
                        Math.min(
                                MAXIMUM_CAPACITY - sites.length,
                                Math.max(end - sites.length, CAPACITY)));
                return true;
            } catch (OutOfMemoryError noRoom) {
                // As it is, then.
            }
        }
        return false;
    }

    /** By so many slots. */
    void grow(int more) {
        int capacity = sites.length + more;
        // Only the owner writes these three, so askers need not be kept out yet.
        int[] newSites = Arrays.copyOf(sites, capacity);
        long[] newPrimitives = Arrays.copyOf(primitives, capacity);
        Object[] newReferences = Arrays.copyOf(references, capacity);
        PromotedCall[] newPromoted = new PromotedCall[capacity];
        boolean asked = enter();
        System.arraycopy(promoted, 0, newPromoted, 0, promoted.length);
        // ORDER P8: before the volatile write in leave; pairs with P6: who takes over sees them.
        sites = newSites;
        primitives = newPrimitives;
        references = newReferences;
        promoted = newPromoted;
        leave(asked);
    }

    // ---- a future's life ----

    /**
     * Notes an argument of a call about to be {@link #fork}ed.
     *
     * @param slot where
     * @param bits of the argument
     */
    public void argument(int slot, long bits) {
        primitives[slot] = bits;
    }

    /**
     * Notes an argument of a call about to be {@link #fork}ed.
     *
     * @param slot where
     * @param value the argument
     */
    public void argument(int slot, Object value) {
        references[slot] = value;
    }

    /** A primitive argument, of a call that the owner has taken back or waited for. */
    long argument(int slot) {
        return primitives[slot];
    }

    /**
     * Makes a call pending.
     *
     * @param slot where its arguments are
     * @param site what to call
     */
    public void fork(int slot, Site site) {
        if (slot < (int) FLOOR.getOpaque(this)) {
            vacate(slot);
        }
        // ORDER P1: release, after the arguments; pairs with promote, run by an asker.
        SITES.setRelease(sites, slot, site.id);
        if (isAsked()) {
            poll();
        }
    }

    /**
     * As {@link #fork}, without a look who has asked: the call is there for those who take by
     * force, or ask later.
     */
    void keep(int slot, Site site) {
        if (slot < (int) FLOOR.getOpaque(this)) {
            vacate(slot);
        }
        SITES.setRelease(sites, slot, site.id); // ORDER P1: as in fork
    }

    /** A call that a full stack cut short may have left something in the slot. */
    private void vacate(int slot) {
        boolean asked = enter();
        sites[slot] = 0;
        promoted[slot] = null;
        leave(asked);
    }

    private void poll() {
        if (!isResting() && StackRoom.isLeft()) {
            leave(enter());
        }
    }

    /**
     * A pending call's result is needed. Whoever asks is answered by what else is pending: frames
     * that only touch, one after the other, would let a worker wait until it takes by force.
     *
     * @param slot the call's
     * @return null if the caller is to make the call now; else what to {@link FutureStack#await}
     */
    public PromotedCall touch(int slot) {
        // ORDER P7: release, then the read of the floor; pairs with alert and P6.
        SITES.setRelease(sites, slot, 0);
        if (slot < (int) FLOOR.getOpaque(this)) {
            return touched(slot);
        }
        if (isAsked()) {
            poll();
        }
        return null;
    }

    private PromotedCall touched(int slot) {
        boolean asked = enter();
        PromotedCall call = promoted[slot];
        promoted[slot] = null;
        if (call != null) {
            unshare(call);
        }
        leave(asked);
        return call == null || call.claim() ? null : call;
    }

    /**
     * Whether a call is pending, promoted or not.
     *
     * @param slot the call's
     * @return whether it has been forked and not touched
     */
    public boolean isPending(int slot) {
        return sites[slot] != 0;
    }

    /**
     * Lets the collector have an argument.
     *
     * @param slot the argument's
     */
    public void forget(int slot) {
        references[slot] = null;
    }

    /** As {@link #touch}, and lets the collector have the arguments. */
    PromotedCall touchAndForget(int slot) {
        Site site = Site.of(sites[slot]);
        PromotedCall call = touch(slot);
        Arrays.fill(references, slot, slot + site.references, null);
        return call;
    }

    // ---- promotion ----

    @Override
    protected void promote(int most) {
        int done = 0;
        for (int slot = bottom; slot < reach && done < most; slot++) {
            // Read once: a touch writes the site before it comes to wait for the asker.
            int site = (int) SITES.getAcquire(sites, slot); // ORDER P1
            if (site != 0 && promoted[slot] == null) {
                PromotedCall call = call(slot, site, nextPlace());
                promoted[slot] = call;
                highest = Math.max(highest, slot + 1);
                share(call);
                done++;
            }
        }
    }

    /** A pending call as what the owner can make itself, wherever its slot's own has gone. */
    PromotedCall call(int slot) {
        return call(slot, sites[slot], -1);
    }

    private PromotedCall call(int slot, int id, long place) {
        Site site = Site.of(id);
        long[] p = new long[site.primitives];
        System.arraycopy(primitives, slot, p, 0, p.length);
        Object[] r = new Object[site.references];
        System.arraycopy(references, slot, r, 0, r.length);
        return new PromotedCall(site, p, r, slot + site.toFrameEnd, place);
    }

    @Override
    protected boolean hidesCalls() {
        int[] someSites = sites; // the owner may grow meanwhile: of one age or of two
        PromotedCall[] somePromoted = promoted;
        int end = Math.min(reach, Math.min(someSites.length, somePromoted.length));
        for (int slot = bottom; slot < end; slot++) {
            if ((int) SITES.getOpaque(someSites, slot) != 0 && somePromoted[slot] == null) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void alert() {
        FLOOR.setVolatile(this, Integer.MAX_VALUE); // the stack may grow meanwhile
    }

    @Override
    protected void settle() {
        int slot = highest;
        while (slot > 0 && promoted[slot - 1] == null) {
            slot--;
        }
        highest = slot;
        floor = slot;
    }
}
