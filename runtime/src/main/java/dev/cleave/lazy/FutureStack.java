package dev.cleave.lazy;

import dev.cleave.scheduling.Backoff;
import dev.cleave.scheduling.PromotingQueue;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.StackRoom;
import dev.cleave.scheduling.TaskFailures;
import dev.cleave.scheduling.Tasks;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A thread's woven calls, with those that they have pending. The frame of a woven method is a range
 * of slots; each of its futures has its own, with room for the arguments. All methods are the
 * owner's, but for those that {@link PromotingQueue} says any thread may call.
 */
@SuppressWarnings("exports") // what it adds to scheduling is not for woven code
public final class FutureStack extends PendingCalls {
    /** For so many nanoseconds a call from outside woven code is left alone; tests shorten it. */
    private static final long PATIENCE_NANOS = Long.getLong("dev.cleave.lazy.patience", 20_000);

    /** Whether {@link PromotedCall} is initialised. */
    private static volatile boolean areCallsReady;

    /**
     * {@link #below}: there is no room to fork in the present stretch: nothing looks for requests.
     */
    static final int FULL = 1;

    /** {@link #below}: in the present stretch, calls from unwoven code run untouched bodies. */
    static final int SERIAL = 2;

    /** {@link #below}: such calls, too, run bodies that look for requests at the first levels. */
    static final int MIDDLE = 3;

    /** {@link #below}: and at all levels. */
    static final int ALL_MIDDLE = 4;

    /**
     * Levels of calls of a stretch that look for requests, so that an idle worker is answered in a
     * quarter of its time.
     */
    private static final int WATCHED_LEVELS = 2;

    /** So many calls in a row may turn out too small to fork before an urge is forgotten. */
    private static final int MOST_IN_VAIN = 64;

    /** A stolen call was worth its answer if it took so long: 20 µs. */
    private static final long WORTHWHILE_NANOS = 20_000;

    /** After one that was not, nobody is answered for so long: 50 µs. */
    private static final long SHORTEST_REST = 50_000;

    /** Each further rest is twice as long, up to this: 1 ms. */
    private static final long LONGEST_REST = 1_000_000;

    /**
     * So many pending calls in a row may fail, after what runs beside them has, until others are
     * made without forks; or, where the stack has overflowed, until those that nobody has begun are
     * no longer made.
     */
    private static final int MOST_FAILURES = 8;

    /** Bits of {@link #below}. */
    private static final int STRETCH_BITS = 3;

    /** Bits of a slot's number, for which {@link #MAXIMUM_CAPACITY} leaves some to spare. */
    private static final int SLOT_BITS = 18;

    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    /** Of first stacks: methods that need no heap run as they were written meanwhile. */
    private static final Backoff WITHOUT_HEAP = new Backoff();

    /** Of room to ready calls: a small stack never has it, and is asked at each call. */
    private static final Backoff WITHOUT_STACK = new Backoff();

    private static final VarHandle GUEST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GUEST = lookup.findVarHandle(FutureStack.class, "guest", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Where the next frame may begin, as far as code that is not woven is concerned. */
    private int top;

    /** How many woven calls from unwoven code, or stolen calls, are under way. */
    private int entered;

    /**
     * What the owner knows of class initialisers: {@link #entered} of the newest call that it has
     * looked at, negative if an initialiser was under way there; 0 if it has looked at none. Where
     * none was, none is below either. One field, so that askers read both at once.
     */
    private int judged;

    /** Whether, and how, the present stretch runs without forking. */
    private int below;

    /** How long calls before the present ones took. */
    final Elders elders;

    /**
     * Whether the outermost call has met the end of the thread's stack. Nothing is given away then,
     * nor does anything fork that is made: it might overflow in its turn, with as much pending each
     * time.
     */
    private boolean overflowed;

    /** Calls in a row that were completed for an exception, and have failed, too. */
    private int failures;

    /** Times in a row that a worker was still waiting at a {@link #sink}. */
    private int inVain;

    /** For how long the owner has rested after the last stolen call, if that was small. */
    long rest;

    /** Whether the present stretch, which makes no call pending, has none left to give. */
    private boolean spent;

    /** Whether the present stretch begins above a cut that others have reached. */
    boolean isRareProbe;

    /** Whether the present stretch begins where only what forks below a cut comes to. */
    boolean isDeep;

    /** Serial stretches until the next one is timed. */
    int untimed;

    private int place = -1;

    /** The thread whose stack it is, while it has a call under way; of a guest's stack. */
    volatile Thread guest;

    FutureStack(Scheduler scheduler) {
        this(scheduler, CAPACITY);
    }

    /** Of another size, where there are many. */
    FutureStack(Scheduler scheduler, int capacity) {
        super(scheduler, capacity);
        elders = new Elders(capacity);
    }

    FutureStack openedForWorker() {
        openForWorker();
        return this;
    }

    FutureStack openedForGuest() {
        openForGuest();
        return this;
    }

    /** As {@link #follow}, for this package. */
    void followPool(Scheduler pool) {
        follow(pool);
    }

    /** As {@link #unfollow}, for this package. */
    boolean unfollowsPool() {
        return unfollow();
    }

    /**
     * Makes a guest's stack a thread's, until it is nobody's. Others read whose it is to judge a
     * call, and {@link #begin} and what frees the stack come after this: no fence is needed.
     */
    void lendTo(Thread thread) {
        GUEST.setRelease(this, thread);
    }

    /** Gives a guest's stack its place among the free ones. */
    FutureStack at(int place) {
        this.place = place;
        return this;
    }

    int place() {
        return place;
    }

    // ---- entering woven code ----

    /**
     * The calling thread's stack, for a woven method called by code that is not.
     *
     * @return the stack; null if the method had better run as it was written
     */
    public static FutureStack current() {
        FutureStack own = (FutureStack) ofWorker();
        if (own == null) {
            own = first();
        } else if (own.entered == 0 && !StackRoom.isLeftToReturn()) {
            return null;
        }
        return own == null || own.isUntouched() || !own.hasCompany() ? null : own;
    }

    /** Whether a stretch is under way whose bodies are as written. */
    boolean isUntouched() {
        return below == SERIAL || below == FULL;
    }

    private static FutureStack first() {
        if (!WITHOUT_HEAP.isOver()) {
            return null;
        }
        try {
            Scheduler scheduler = schedulerOfWorker();
            if (scheduler == null) {
                return GuestStacks.acquire();
            }
            return scheduler.parallelism() > 1
                    ? new FutureStack(scheduler).openedForWorker()
                    : null;
        } catch (OutOfMemoryError full) {
            WITHOUT_HEAP.begin(); // the program may need none
            return null;
        }
    }

    /** Initialises what becomes of promoted calls. */
    static void readyCalls() {
        PromotedCall.initialize();
        areCallsReady = true;
    }

    /** The same, if there is room: an initialiser that overflows leaves its class unusable. */
    private static boolean areCallsReady() {
        if (!areCallsReady && WITHOUT_STACK.isOver()) {
            if (StackRoom.isLeftToInitialize()) {
                readyCalls();
            } else {
                WITHOUT_STACK.begin();
            }
        }
        return areCallsReady;
    }

    /**
     * The calling thread's stack, whether or not anybody would steal from it: to run a stolen call.
     */
    static FutureStack always() {
        FutureStack own = (FutureStack) ofWorker();
        if (own != null) {
            return own;
        }
        Scheduler scheduler = schedulerOfWorker();
        return scheduler == null
                ? GuestStacks.acquireAlways()
                : new FutureStack(scheduler).openedForWorker();
    }

    /**
     * Whether a stretch is under way that the called method joins.
     *
     * @return whether it is
     */
    public boolean isBelow() {
        return below >= MIDDLE;
    }

    /**
     * Whether there is no room for a method's frame.
     *
     * @param frame slots that it needs
     * @return whether it is to make its calls at once
     */
    public boolean isFull(int frame) {
        return !hasRoom(top + frame);
    }

    /** Whether a call is under way. */
    boolean hasEntered() {
        return entered > 0;
    }

    /**
     * A woven method begins that was called by code that is not.
     *
     * @return where its frame begins
     */
    public int enterCall() {
        return enterCall(false);
    }

    /** The same, of a call that may be expected to be worth to divide at once. */
    int enterCall(boolean isLong) {
        if (entered++ == 0) {
            elders.expectFirst(top);
            beginOutermost(isLong ? 0 : PATIENCE_NANOS);
        }
        return top;
    }

    /** How many calls have been entered, and not left. */
    int entered() {
        return entered;
    }

    /**
     * The call that was entered after so many is about to be left: those within it have been, even
     * if the stack had no room for them to say so.
     */
    void leavesAllWithin(int before) {
        entered = before + 1;
    }

    /**
     * It has returned.
     *
     * @param start what {@link #enterCall} returned
     */
    public void exitCall(int start) {
        top = start;
        if (--entered < Math.abs(judged)) {
            judged = judged > 0 ? entered : 0;
        }
        if (entered == 0) {
            ended();
        }
    }

    /**
     * It has thrown.
     *
     * @param failure what it threw
     * @param start what {@link #enterCall} returned
     * @return what to throw
     */
    public Throwable exitCall(Throwable failure, int start) {
        below = 0;
        try {
            dropFrom(failure, start);
        } finally {
            exitCall(start);
        }
        return failure;
    }

    // ---- room ----

    @Override
    void grow(int more) {
        elders.grow(capacity() + more);
        super.grow(more);
    }

    private void beginOutermost(long patience) {
        nonePending(top);
        overflowed = false;
        failures = 0;
        begin(patience);
    }

    private void ended() {
        try {
            end();
        } finally {
            if (guest != null) {
                GuestStacks.release(this);
            }
        }
    }

    // ---- running stolen calls ----

    /**
     * A stolen call begins, at the depth that it would have had at home.
     *
     * @return what {@link #endStolen} needs
     */
    long beginStolen(int depth) {
        int outer = bottom();
        if (entered > 0 && judged != entered) {
            giveFrom(Math.max(top, depth)); // an initialiser may wait, with calls pending
        }
        long saved = beginAt(depth, outer);
        judged = entered; // whatever is below waits for the call: that need not care
        return saved;
    }

    /** The owner's own call begins, with other calls pending below: what is known holds of it. */
    private long beginOwn(int depth) {
        int outer = entered;
        long saved = beginAt(depth, bottom());
        if (Math.abs(judged) == outer) {
            judged = judged > 0 ? entered : -entered;
        }
        return saved;
    }

    private long beginAt(int depth, int outer) {
        int known = Math.max(judged, 0);
        long slots = (long) outer << SLOT_BITS | top;
        long saved = (long) (known << STRETCH_BITS | below) << 2 * SLOT_BITS | slots;
        below = 0;
        top = Math.max(top, depth);
        elders.expectFirst(top);
        if (entered++ == 0) {
            beginOutermost(0);
        }
        return saved;
    }

    /**
     * It has ended.
     *
     * @param saved what {@link #beginStolen} returned
     * @param thrown whether it has thrown: then it may have left calls pending
     */
    void endStolen(long saved, boolean thrown) {
        try {
            if (thrown) {
                dropFrom(null, (int) saved & SLOT_MASK);
            }
        } finally {
            top = (int) saved & SLOT_MASK;
            elders.expectFirst(top);
            int rest = (int) (saved >>> 2 * SLOT_BITS);
            below = rest & (1 << STRETCH_BITS) - 1;
            judged = rest >>> STRETCH_BITS;
            int outer = (int) (saved >>> SLOT_BITS) & SLOT_MASK;
            if (--entered == 0) {
                ended();
            } else if (bottom() != outer) {
                giveFrom(outer);
            }
        }
    }

    /**
     * Waits for a call that somebody else makes, helping with what it forks.
     *
     * @param call what {@link #touch} returned
     * @param end of the caller's frame
     * @return the argument
     * @throws Throwable what the call threw
     */
    public PromotedCall await(PromotedCall call, int end) throws Throwable {
        Throwable failure = awaited(call, end);
        if (failure != null) {
            if (failure.getSuppressed().length == 0) { // a shared exception must not grow
                failure.addSuppressed(new TouchedHere());
            }
            throw failure;
        }
        return call;
    }

    /** Waits for a call; what it threw, or null. */
    private Throwable awaited(PromotedCall call, int end) {
        top = end;
        awaitShared(call, call.place);
        stolen(call.nanos());
        return Tasks.abnormal(call) ? TaskFailures.exception(call) : null;
    }

    /**
     * A stolen call has ended. To answer takes a small call many times its own time, where a worker
     * is to be woken; and where most of the calls are small and many workers ask, an owner would do
     * nothing else. So after a small one it rests, for twice as long each time.
     */
    private void stolen(long nanos) {
        if (nanos >= WORTHWHILE_NANOS) {
            rest = 0;
        } else {
            rest = Math.min(Math.max(2 * rest, SHORTEST_REST), LONGEST_REST);
            rest(rest);
        }
    }

    // ---- leaving a scope ----

    /**
     * Completes a future that its scope leaves untouched.
     *
     * @param slot the call's
     * @param end of the frame
     * @throws Throwable what the call threw
     */
    public void complete(int slot, int end) throws Throwable {
        completed(slot, end);
    }

    /** The completed call; null if it was not pending. */
    private PromotedCall completed(int slot, int end) throws Throwable {
        if (!isPending(slot)) {
            return null;
        }
        PromotedCall here = call(slot);
        PromotedCall elsewhere = touchAndForget(slot);
        if (elsewhere != null) {
            return await(elsewhere, end);
        }
        // Calls made meanwhile have left it higher, and each completion would begin above the one
        // before: a cut is a depth, and so many levels deeper none would be reached.
        top = end;
        long saved = beginOwn(end);
        boolean thrown = true;
        try {
            here.make(this);
            thrown = false;
        } finally {
            endStolen(saved, thrown);
        }
        return here;
    }

    /**
     * Completes a future whose scope is left by an exception: the future's own would have come
     * first in the serial program, and is thrown in its place.
     *
     * @param failure the exception
     * @param slot the call's
     * @param end of the frame
     * @return what to throw
     */
    public Throwable complete(Throwable failure, int slot, int end) {
        try {
            completed(failure, slot, end);
        } catch (Throwable first) {
            return first;
        }
        return failure;
    }

    /**
     * The same, of a future whose result is still to be converted, which may fail as well.
     *
     * @param failure the exception
     * @param slot the call's
     * @param end of the frame
     * @return the call; null if there is no result to convert
     * @throws Throwable what is to be thrown instead of the exception
     */
    public PromotedCall completed(Throwable failure, int slot, int end) throws Throwable {
        below = 0;
        dropFrom(failure, end);
        if (failure instanceof StackOverflowError
                && (failures >= MOST_FAILURES || !areCallsReady())) {
            dropFrom(failure, slot); // the call, too, would overflow
            return null;
        }
        PromotedCall call;
        try {
            call =
                    failures >= MOST_FAILURES
                            ? completedWithoutForks(slot, end)
                            : completed(slot, end);
        } catch (Throwable first) {
            failures++;
            if (failure instanceof StackOverflowError && first instanceof StackOverflowError) {
                throw failure; // as good as the other, which would hold thousands
            }
            Failures.suppress(first, failure);
            throw first;
        }
        failures = 0;
        return call;
    }

    /**
     * Where a call and what runs beside it fail both, and so on up the tree, each level would make
     * its call by calls that fork, and fail twice again: twice as many for each level, where the
     * serial program stops at the first. A call that finds no room runs as it was written, and
     * stops there, too.
     */
    private PromotedCall completedWithoutForks(int slot, int end) throws Throwable {
        int usable = most;
        int reached = reach;
        most = end;
        reach = Math.min(reached, end); // nothing is pending from there on
        try {
            return completed(slot, end);
        } finally {
            most = usable;
            reach = reached;
        }
    }

    /**
     * A future's call has thrown: the futures declared after it would not have been in the serial
     * program. Those begun are waited for.
     *
     * @param failure what it threw
     * @param from the first slot after the call's
     * @return the argument
     */
    public Throwable drop(Throwable failure, int from) {
        below = 0;
        dropFrom(failure, from);
        return failure;
    }

    /** Takes back or waits for every pending call from a slot up. */
    private void dropFrom(Throwable failure, int from) {
        overflowed |= failure instanceof StackOverflowError;
        for (int slot = from; slot < reach; slot++) {
            if (isPending(slot)) {
                PromotedCall call = touchAndForget(slot);
                if (call != null) {
                    Throwable another = awaited(call, Math.max(top, slot + 1));
                    if (failure != null && another != null) {
                        Failures.suppress(failure, another);
                    }
                }
            }
        }
        if (overflowed) {
            most = Math.min(most, from);
            reach = Math.min(reach, from);
        }
    }

    // ---- below the cut ----

    /**
     * Where a woven method called from here, through code that is not woven, would begin.
     *
     * @return the slot
     */
    public int top() {
        return top;
    }

    /**
     * About to call code that is not woven and may call woven code.
     *
     * @param end of the caller's frame
     */
    public void top(int end) {
        top = end;
    }

    /** Whether a worker is idle, and would be given a call forked now. */
    boolean isAnswering() {
        return isAnsweringAsker();
    }

    void forgetUrge() {
        clearUrge();
    }

    /**
     * A stretch without forks begins.
     *
     * @param how one of {@link #FULL}, {@link #SERIAL}, {@link #MIDDLE}, {@link #ALL_MIDDLE}
     */
    void submerge(int start, int how) {
        top = start;
        below = how;
        spent = false;
    }

    /** It has ended; how long a worker has waited for this owner in vain, in nanoseconds. */
    long emerge() {
        below = 0;
        return clearUrge();
    }

    /**
     * A stretch: levels of calls that look for requests, until the bodies as written follow.
     *
     * @return how many; -1 for all
     */
    public int watchedLevels() {
        return below == ALL_MIDDLE ? -1 : below == FULL ? 0 : WATCHED_LEVELS;
    }

    /**
     * A stretch that is watched in part answers who asks, by what is pending above it, while
     * anything is: a worker that sleeps asks at every call. Then whether to fork again.
     *
     * @return whether a worker waits in vain
     */
    public boolean isUrgent() {
        if (below != ALL_MIDDLE && !spent) {
            answerInPart();
        }
        return isUrged();
    }

    /**
     * All by itself, as C1 would inline what it calls, and make the frame of each call of a stretch
     * twice as large.
     */
    private void answerInPart() {
        // The first stretch may last until long after the call has ceased to be young.
        if (isTimed() ? isAnsweringAsker() : isAskedInEarnest()) {
            spent = StackRoom.isLeft() && leave(enter());
        }
    }

    /** Whether the present stretch is timed, wherever it begins: all long ones are. */
    boolean isTimed() {
        return untimed <= 0;
    }

    /**
     * A stretch forks again, from here.
     *
     * @param cut of the method that does
     * @param start where its frame begins, and what {@link #sink} needs
     */
    public void rise(Cut cut, int start) {
        clearUrge();
        below = 0;
        elders.expectFirst(start);
        cut.deepen(start);
    }

    /**
     * The middle stretch goes on. If the call was too small to fork, the next one is to: most calls
     * of a lopsided tree are leaves.
     *
     * @param start where the frame began that forked
     * @param levels of calls that look for requests from here on; negative for all
     */
    public void sink(int start, int levels) {
        top = start;
        below = levels < 0 ? ALL_MIDDLE : MIDDLE;
        if (isAnsweringAsker() && ++inVain < MOST_IN_VAIN) {
            urge();
        } else {
            inVain = 0; // until a worker urges
        }
    }

    /**
     * {@inheritDoc} A call from a class initialiser stays with its thread: whoever else uses the
     * class waits until it is initialised, and the initialiser would wait for them.
     */
    @Override
    protected boolean mayPromote() {
        if (overflowed || !areCallsReady()) {
            return false;
        }
        if (Math.abs(judged) != entered) {
            ClassInitialization.Trace seen = ClassInitialization.ofCaller();
            if (seen == ClassInitialization.Trace.CUT_OFF) {
                return false;
            }
            judged = seen == ClassInitialization.Trace.INITIALIZES ? -entered : entered;
        }
        return judged > 0;
    }

    /**
     * {@inheritDoc} The owner makes no call pending, and ends none that is, while an asker
     * promotes: what it has judged since it made the newest one is true of all of them. Where it
     * has not, its stack trace tells; that of a deep stack takes milliseconds.
     */
    @Override
    protected boolean mayPromoteOf() {
        if (overflowed || !areCallsReady()) {
            return false;
        }
        int known = judged;
        if (known != 0 && Math.abs(known) == entered) {
            return known > 0;
        }
        Thread thread = owner();
        return thread != null && ClassInitialization.isCertainlyNotUnderWay(thread);
    }

    @Override
    protected Thread.State ownerState() {
        Thread owner = owner();
        return owner == null ? Thread.State.NEW : owner.getState();
    }

    private Thread owner() {
        Thread worker = worker();
        return worker != null ? worker : guest;
    }

    // ---- the rest ----

    /** Where a stolen call's exception was thrown again: the thread that needed its result. */
    private static final class TouchedHere extends Exception {
        private static final long serialVersionUID = 1L;

        private TouchedHere() {
            super("the call ran in another thread; its result was needed here");
        }
    }
}
