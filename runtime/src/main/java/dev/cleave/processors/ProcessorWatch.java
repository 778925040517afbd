package dev.cleave.processors;

import dev.cleave.metrics.events.Detached;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread that tells {@link Follower}s to look, while there are any; see PROTOCOL.md. */
final class ProcessorWatch implements Runnable {
    /** A tenth of a second after a change every follower has followed, with time to spare. */
    static final long LOOK_MILLIS = 50;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);

    /** A second, so that a pool that is used now and then does not wake the thread each time. */
    static final int IDLE_LOOKS = 20;

    static final ProcessorWatch OF_ALL = new ProcessorWatch(false);

    /** Under its own lock. */
    private final List<Follower> followers = new ArrayList<>();

    private boolean started;

    /** Whether the next look is due at once. */
    private boolean hurried;

    /** Whether somebody was told already that a follower failed. */
    private boolean warned;

    /**
     * Watches nobody.
     *
     * @param started whether it is the caller who looks, not a thread
     */
    ProcessorWatch(boolean started) {
        this.started = started;
    }

    void add(Follower follower) {
        synchronized (followers) {
            if (follower.watched) {
                return;
            }
            if (!started) {
                try {
                    Detached.daemon(this, "cleave-processor-watch").start();
                } catch (OutOfMemoryError none) {
                    return; // no thread to be had; whoever wakes next tries again
                }
                started = true;
            }
            followers.add(follower);
            follower.idleLooks = 0;
            follower.watched = true;
            followers.notifyAll();
        }
    }

    void hurry() {
        synchronized (followers) {
            hurried = true;
            followers.notifyAll();
        }
    }

    @Override
    public void run() {
        while (true) {
            long left = LOOK_NANOS;
            try {
                Follower[] computing = look();
                tell(computing);
                for (long soon; (soon = tellSoon(computing)) < left; left -= soon) {
                    LockSupport.parkNanos(this, soon);
                }
            } catch (RuntimeException | Error unsaid) {
                // For want of heap, or in the program's logger: the next look may do better.
            }
            synchronized (followers) {
                try {
                    if (!hurried) {
                        // Rounded up, as 0 would be without a limit.
                        followers.wait(followers.isEmpty() ? 0 : left / 1_000_000 + 1);
                    }
                } catch (InterruptedException meantForNobody) {
                    // It looks a little earlier.
                }
                hurried = false;
            }
        }
    }

    private void tell(Follower[] computing) {
        for (Follower follower : computing) {
            try {
                follower.follow();
            } catch (RuntimeException | Error failure) {
                warn(follower, failure);
            }
        }
        try {
            ManagedWorkers managed = Follower.managed;
            if (managed != null) {
                managed.look(computing);
            }
        } catch (RuntimeException | Error failure) {
            warn("a program under a CPU manager", failure);
        }
    }

    /** After how many nanoseconds somebody is to be told again. */
    long tellSoon(Follower[] computing) {
        long again = Long.MAX_VALUE;
        for (Follower follower : computing) {
            try {
                again = Math.min(again, follower.followSoon());
            } catch (RuntimeException | Error failure) {
                warn(follower, failure);
            }
        }
        return again;
    }

    /** Lets those go that have become idle; the others. */
    Follower[] look() {
        synchronized (followers) {
            for (Iterator<Follower> each = followers.iterator(); each.hasNext(); ) {
                if (hasBecomeIdle(each.next())) {
                    each.remove();
                }
            }
            return followers.toArray(new Follower[0]);
        }
    }

    /** Under the lock: whether the follower is not watched any more. */
    private boolean hasBecomeIdle(Follower follower) {
        try {
            if (follower.isComputing()) {
                follower.idleLooks = 0;
            } else if (++follower.idleLooks >= IDLE_LOOKS) {
                follower.watched = false;
                // ORDER W2: volatile, then once more the look; pairs with W3. Otherwise a follower
                // that begins now finds itself watched, and is not. Test: FollowerStress.
                follower.watched = follower.isComputing();
                follower.idleLooks = 0;
                return !follower.watched;
            }
        } catch (RuntimeException | Error failure) {
            follower.watched = true; // it stays among those that are told
            warn(follower, failure);
        }
        return false;
    }

    private void warn(Object follower, Throwable failure) {
        if (!warned) {
            warned = true;
            System.getLogger(ProcessorWatch.class.getName())
                    .log(
                            Level.WARNING,
                            follower
                                    + " cannot follow the number of processors now; it keeps what it"
                                    + " has, and is asked again (further failures are not shown)",
                            failure);
        }
    }
}
