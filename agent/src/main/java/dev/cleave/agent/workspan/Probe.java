package dev.cleave.agent.workspan;

import dev.cleave.scheduling.Task;
import dev.cleave.scheduling.Tasks;

/** Called by instrumented code, by any thread. */
public final class Probe {
    private static final ThreadLocal<ThreadMeter> CURRENT =
            ThreadLocal.withInitial(ThreadMeter::create);

    /**
     * That of the thread, other than a worker, which has asked last: to tell that a thread is no
     * worker takes longer than all else. Written in races; who reads it looks whose it is.
     */
    private static ThreadMeter latest;

    /**
     * The thread, other than a worker, of which nothing is told apart now; the latest of several.
     */
    private static Thread passing;

    private Probe() {}

    /** The calling thread's. */
    static ThreadMeter meter() {
        Thread thread = Thread.currentThread();
        ThreadMeter meter = latest;
        if (meter != null && meter.thread == thread) {
            return meter;
        }
        if (thread instanceof Metered worker) {
            if (worker.cleave$meter() == null) {
                worker.cleave$meter(ThreadMeter.create());
            }
            return (ThreadMeter) worker.cleave$meter();
        }
        meter = CURRENT.get();
        latest = meter;
        return meter;
    }

    /**
     * Whether nothing of what the calling thread does is told apart now. Of other threads than
     * workers it may say no in any case: for what they seldom run.
     *
     * @return whether a method may as well run as it was written
     */
    public static boolean passes() {
        return Thread.currentThread() instanceof Metered worker && worker.cleave$passes();
    }

    /**
     * The same for what any thread may run often.
     *
     * @return whether a method may as well run as it was written
     */
    public static boolean passesAnywhere() {
        return Thread.currentThread() == passing || passes();
    }

    /** Whether nothing is told apart from now on of the calling thread, which is no worker. */
    static void passes(boolean all) {
        Thread thread = Thread.currentThread();
        if (all) {
            passing = thread;
        } else if (passing == thread) {
            passing = null;
        }
    }

    /** What follows is measured apart, and does not count, until {@link #resume}. */
    static void setAside(ThreadMeter apart) {
        CURRENT.set(apart);
        latest = null;
    }

    /** The calling thread begins anew. */
    static void resume() {
        CURRENT.remove();
        latest = null;
    }

    /**
     * The calling thread has been held up by the measurement itself.
     *
     * @param nanos for how long
     * @param used for how long of that it had a processor
     */
    static void exclude(long nanos, long used) {
        if (!Clock.counts()) {
            meter().exclude(nanos, used);
        }
    }

    /** A main method returns, or throws. */
    public static void mainEnds() {
        meter().mainEnds();
    }

    /**
     * A task is about to be forked or submitted.
     *
     * @param task the task
     */
    public static void forks(Object task) {
        if (!passes()) {
            meter().forks((Measured) task);
        }
    }

    /**
     * A task's work begins.
     *
     * @param task the task
     */
    public static void begins(Object task) {
        meter().begins((Measured) task);
    }

    /**
     * It has ended normally.
     *
     * @param task the task
     */
    public static void ends(Object task) {
        meter().ends((Measured) task);
    }

    /**
     * A part that its forker has taken back has ended, in whichever way.
     *
     * @param task the part's task
     */
    public static void partEnds(Object task) {
        ThreadMeter meter = meter();
        meter.ends((Measured) task);
        meter.joined((Measured) task);
    }

    /**
     * It has thrown.
     *
     * @param task the task
     */
    public static void failed(Object task) {
        meter().failed((Measured) task);
    }

    /**
     * The thread has run the task; or not, if it was forked and could not be taken back.
     *
     * @param run what that has returned
     * @param unknown what it returns if the task may not be complete; named by the caller, as
     *     calibration comes here before Tasks may be loaded
     * @param forked whether it was
     * @param task the task
     */
    public static void ran(Object run, Object unknown, boolean forked, Object task) {
        if (!forked || run != unknown) {
            meter().joined((Measured) task);
        }
    }

    /** The runtime is about to run tasks of its own: part of the strand that needs them first. */
    public static void rehearsalBegins() {
        meter().rehearsal(1);
    }

    /** They are over. */
    public static void rehearsalEnds() {
        meter().rehearsal(-1);
    }

    /**
     * The thread waits, and perhaps runs tasks meanwhile.
     *
     * @param task what for
     */
    public static void waitBegins(Object task) {
        meter().waitBegins();
    }

    /**
     * It waits no longer: the task is complete, or time is up.
     *
     * @param task the task
     */
    public static void waitEnds(Object task) {
        ThreadMeter meter = meter();
        meter.waitEnds();
        meter.joined((Measured) task);
    }

    /**
     * The thread waits no longer for a pool to have nothing to do.
     *
     * @param pool the pool's engine
     */
    public static void settled(Object pool) {
        meter().settled();
    }

    /**
     * A task is about to be completed by somebody else than its own work, if it is not complete.
     *
     * @param task the task
     */
    public static void completes(Object task) {
        if (!Tasks.done((Task) task)) {
            meter().arrives((Measured) task);
        }
    }

    /**
     * A child, or what is counted as one, is about to tell that it is done.
     *
     * @param part what is known of who waits for it
     * @param task who that is
     */
    public static void arrives(Object part, Object task) {
        if (part != null || !passes()) {
            meter().arrives((Measured) task);
        }
    }

    /**
     * All children of a task are done.
     *
     * @param part what is known of the task
     * @param task the task
     */
    public static void goesOn(Object part, Object task) {
        if (part != null || !passes()) {
            meter().goesOn((Measured) task);
        }
    }

    /**
     * A pending count has been counted down.
     *
     * @param before what it was before; 0 if nobody is waited for any more
     * @param part what is known of the task
     * @param task whose it is
     */
    public static void counted(int before, Object part, Object task) {
        if (before == 0) {
            goesOn(part, task);
        }
    }

    /** A method with futures returns, or throws. */
    public static void returns() {
        meter().returns();
    }

    /** A method that {@link #entry} was told of returns normally. */
    public static void exit() {
        meter().exit();
    }

    /**
     * A method with futures begins: whether it may as well run as it was written.
     *
     * @return whether none of what it forks would be told apart; it does not tell that it {@link
     *     #returns} then
     */
    public static boolean isBelow() {
        return meter().isBelow();
    }

    /** A future's call begins. */
    public static void callBegins() {
        meter().callBegins();
    }

    /**
     * It has ended, in whichever way.
     *
     * @return what to {@link #touches} where its result is needed
     */
    public static Object callEnds() {
        return meter().callEnds();
    }

    /**
     * The result of a future's call is needed.
     *
     * @param call what {@link #callEnds} returned; null if there has been no call
     */
    public static void touches(Object call) {
        if (call != null) {
            meter().touches((Part) call);
        }
    }

    /** A loop begins. */
    public static void loopBegins() {
        meter().loopBegins();
    }

    /** It has ended, in whichever way. */
    public static void loopEnds() {
        meter().loopEnds();
    }

    /** Some of its iterations begin. */
    public static void batchBegins() {
        meter().batchBegins();
    }

    /** They have ended normally. */
    public static void batchEnds() {
        meter().batchEnds();
    }

    /**
     * The next call may be one of the others' above.
     *
     * @param line its line's number
     */
    public static void line(int line) {
        meter().line(line);
    }

    /**
     * A method begins that may be a task's.
     *
     * @param line its line's number
     */
    public static void entry(int line) {
        meter().entry(line);
    }
}
