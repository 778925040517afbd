package dev.cleave.processors;

/**
 * Something that adapts to the number of processors while it computes: every pool that has no fixed
 * size, and whatever else extends this. From its {@link #wake} until it has been found idle for a
 * second it is told, by one thread for all, twenty times a second to {@link #follow}; an idle
 * process has no such thread running.
 */
public abstract class Follower {
    /** Whether it is told; written under the lock of {@link ProcessorWatch}. */
    volatile boolean watched;

    /** How often it was found idle; the watch's. */
    int idleLooks;

    /** For subclasses. */
    protected Follower() {}

    /**
     * Adapts, if the number has changed. Called by the watch, one call at a time; should not block,
     * lest others learn late.
     */
    protected abstract void follow();

    /**
     * Whether it computes. Called by the watch; must not block.
     *
     * @return whether it is to be told
     */
    protected abstract boolean isComputing();

    /** To be called after each change from idle to computing. Any thread; costs a read mostly. */
    public final void wake() {
        // ORDER W3: volatile, after the caller's change to computing, which must be volatile as
        // well; pairs with W2. Otherwise it computes unwatched. Test: FollowerTest.
        if (!watched) {
            ProcessorWatch.add(this);
        }
    }
}
