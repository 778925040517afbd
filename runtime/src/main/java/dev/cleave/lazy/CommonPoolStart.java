package dev.cleave.lazy;

import dev.cleave.ForkJoinPool;
import dev.cleave.metrics.events.Detached;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * Makes the common pool while the first guest computes already: to make it takes some tens of
 * milliseconds, most of them to load classes, and many a call is over before. Stacks that guests
 * get meanwhile follow the pool as soon as there is one.
 */
final class CommonPoolStart extends Thread {
    /** Whether somebody makes the pool, or has. */
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    /** Stacks that were made before the pool. Its lock is for {@link #scheduler}, too. */
    private static final List<FutureStack> WAITING = new ArrayList<>();

    private static volatile Scheduler scheduler;

    /** Whether whoever needs the pool makes it: who wants to know what it did wants one. */
    private static volatile boolean atOnce = Boolean.getBoolean("dev.cleave.stats") || isRecorded();

    private CommonPoolStart() {
        super(Detached.group(), null, "Cleave-start", 0, false);
        setDaemon(true);
        setContextClassLoader(ClassLoader.getSystemClassLoader());
    }

    private static boolean isRecorded() {
        try {
            return FlightRecorder.isInitialized();
        } catch (LinkageError noRecorder) {
            return false;
        }
    }

    /** The common pool's scheduler; null while that pool is made, which this sees to. */
    static Scheduler scheduler() {
        if (scheduler == null
                && !BEGUN.get()
                && StackRoom.isLeft()
                && BEGUN.compareAndSet(false, true)) {
            // A class of the program's that makes workers may wait for what is initialised here.
            if (atOnce
                    || Scheduler.common() != null
                    || ClassInitialization.mayBeUnderWay()
                    || !startsThread()) {
                make();
            }
        }
        return scheduler;
    }

    /** A stack for a guest, with so many slots at first. */
    static FutureStack newStack(int capacity) {
        scheduler();
        synchronized (WAITING) {
            FutureStack stack = new FutureStack(scheduler, capacity).openedForGuest();
            if (scheduler == null) {
                WAITING.add(stack);
            }
            return stack;
        }
    }

    /** Whether there was a thread to be had. */
    private static boolean startsThread() {
        try {
            new CommonPoolStart().start();
            return true;
        } catch (OutOfMemoryError none) {
            return false;
        }
    }

    @Override
    public void run() {
        try {
            make();
            FutureStack.readyCalls(); // who will be asked for calls may have no room for it
        } catch (RuntimeException | Error failure) {
            // Told to whoever tries it next.
        }
    }

    private static void make() {
        Scheduler made = null;
        try {
            ForkJoinPool.commonPool();
            made = Scheduler.common(); // null if the calling thread is just about to make it
        } finally {
            if (made == null) {
                atOnce = true;
                BEGUN.set(false);
            }
        }
        if (made != null) {
            tellWaiting(made);
        }
    }

    private static void tellWaiting(Scheduler made) {
        List<FutureStack> told;
        synchronized (WAITING) {
            scheduler = made;
            told = List.copyOf(WAITING);
            WAITING.clear();
        }
        for (FutureStack stack : told) {
            stack.followPool(made);
        }
        made.wants();
    }
}
