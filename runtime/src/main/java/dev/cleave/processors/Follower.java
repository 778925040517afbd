package dev.cleave.processors;

/**
 * Something that adapts while it computes, to the number of processors above all: every pool, and
 * whatever else extends this. From its {@link #wake} until it has been found idle for a second it
 * is told, by one thread for all, twenty times a second to {@link #follow}; an idle process has no
 * such thread running.
 */
public abstract class Follower {
    /** The program's workers, once it looks for a CPU manager; null before. */
    static volatile ManagedWorkers managed;

    /** Whether it is told; written under the lock of its {@link ProcessorWatch}. */
    volatile boolean watched;

    /** How often it was found idle; the watch's. */
    int idleLooks;

    private final ProcessorWatch watch;

    /** For subclasses. */
    protected Follower() {
        this(ProcessorWatch.OF_ALL);
    }

    /** Told by a watch of its own. */
    Follower(ProcessorWatch watch) {
        this.watch = watch;
    }

    /**
     * Adapts, if the number has changed. Called by the watch, one call at a time; should not block,
     * lest others learn late.
     */
    protected abstract void follow();

    /**
     * Looks for what cannot wait until the next {@link #follow}. Called by the watch after each of
     * those, and again when it has said; should not block.
     *
     * @return after how many nanoseconds there may be more of it; {@link Long#MAX_VALUE} if not
     *     soon
     */
    protected long followSoon() {
        return Long.MAX_VALUE;
    }

    /**
     * Whether it computes. Called by the watch; must not block.
     *
     * @return whether it is to be told
     */
    protected abstract boolean isComputing();

    /**
     * What has been computed until now. Any thread; must not block.
     *
     * @param computeNanos nanoseconds for which workers had a task, over all workers
     * @param seekNanos nanoseconds for which they sought one
     * @param guests other threads that compute at the moment
     */
    public record Computation(long computeNanos, long seekNanos, int guests) {}

    /**
     * The CPU manager that this follows now, perhaps with other sources. Any thread, often; must
     * not block.
     *
     * @return the manager's source; null for none
     */
    protected ManagedProcessors manager() {
        return null;
    }

    /**
     * What it has computed, for the speedup that {@link #manager} is told of. Called by the watch.
     *
     * @return the sums; null if it does not count
     */
    protected Computation computation() {
        return null;
    }

    /**
     * The calling thread is a worker of this from now on: it is bound to one of the processors that
     * {@link #manager} grants, while it grants any. Pair with {@link #exit}.
     */
    protected final void enter() {
        ManagedWorkers all = managed;
        if (all != null) {
            all.add(this);
        }
    }

    /** The calling thread is not a worker any more. */
    protected final void exit() {
        ManagedWorkers all = managed;
        if (all != null) {
            all.remove();
        }
    }

    /** {@link #manager} is another now: workers are bound and released accordingly. Any thread. */
    protected final void managerChanged() {
        ManagedWorkers all = managed;
        if (all != null) {
            all.bind(true);
        }
    }

    /** Asks for a look without delay, if this is watched. Any thread. */
    public final void hurry() {
        if (watched) {
            watch.hurry();
        }
    }

    /** To be called after each change from idle to computing. Any thread; costs a read mostly. */
    public final void wake() {
        // ORDER W3: volatile, after the caller's change to computing, which must be volatile as
        // well; pairs with W2. Otherwise it computes unwatched. Test: FollowerStress.
        if (!watched) {
            watch.add(this);
        }
    }
}
