package dev.cleave.metrics.events;

import java.security.PrivilegedAction;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * What the runtime tells the Flight Recorder. Any thread; returns at once; an event that cannot be
 * written, for want of stack or heap, is left out, and never disturbs who told it.
 *
 * <p>No class that extends {@code jdk.jfr.Event} is loaded by this one until there is a Flight
 * Recorder at work: the first such class initialises much of it, which takes a tenth of a second.
 */
public final class Events {
    /** The worker's place that stands for a thread that is no worker. */
    public static final int NO_WORKER = -1;

    /** The thief of an answer that is for whoever comes first. */
    public static final int ANYBODY = -2;

    private static final boolean AVAILABLE = isAvailable();

    /**
     * Written once all events are known to the recorder, before the first recording begins. Asking
     * the recorder instead would let a worker tell the first event meanwhile, and each might wait
     * for the other: for the class of that event, and for the recorder's lock.
     */
    private static volatile boolean recorded;

    static {
        if (AVAILABLE) {
            Recorder.listen();
        }
    }

    private Events() {}

    private static boolean isAvailable() {
        try { // for a program on the module path, it depends on what other modules require
            Class.forName("jdk.jfr.Event", false, Events.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError without) {
            return false;
        }
    }

    /**
     * Whether there is a Flight Recorder to tell.
     *
     * @return whether this image has the module {@code jdk.jfr}
     */
    public static boolean areAvailable() {
        return AVAILABLE;
    }

    /**
     * Whether somebody may want to know.
     *
     * @return whether the Flight Recorder is initialised: there is a recording, or was one
     */
    public static boolean areRecorded() {
        return recorded;
    }

    /** Apart, as there may be no such classes. */
    private static final class Recorder implements FlightRecorderListener, PrivilegedAction<Void> {
        /**
         * It is told at once, if that has been already. Not left to a thread beside the program,
         * though it takes a first pool some milliseconds: it initializes classes of the JDK, those
         * that make lambdas among them, and would leave them unusable if the heap were full then.
         */
        static void listen() {
            Detached.make(new Recorder());
        }

        @Override
        public Void run() {
            FlightRecorder.addListener(this);
            return null;
        }

        /** From now on events are told; known here, as a stack may be too full for that later. */
        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            FlightRecorder.register(StealEvent.class);
            FlightRecorder.register(PromotionEvent.class);
            FlightRecorder.register(DealEvent.class);
            FlightRecorder.register(RequestEvent.class);
            FlightRecorder.register(AnswerEvent.class);
            FlightRecorder.register(ParkEvent.class);
            FlightRecorder.register(JoinEvent.class);
            FlightRecorder.register(TaskEvent.class);
            FlightRecorder.register(ProcessorsChangedEvent.class);
            FlightRecorder.register(RegionEvent.class);
            FlightRecorder.register(BarrierEvent.class);
            recorded = true;
        }
    }

    /**
     * A worker took a task from another's queue.
     *
     * @param pool its name
     * @param thief the worker that has it now
     * @param victim the worker that had it
     * @param task the task
     */
    public static void stole(String pool, int thief, int victim, Object task) {
        if (recorded) {
            try {
                StealEvent.write(pool, thief, victim, task);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * Private tasks became public, or pending calls tasks.
     *
     * @param pool its name
     * @param worker whose they were
     * @param count how many
     * @param call the pending call; null for tasks
     */
    public static void promoted(String pool, int worker, int count, Object call) {
        if (recorded) {
            try {
                PromotionEvent.write(pool, worker, count, call);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A worker dealt a task.
     *
     * @param pool its name
     * @param from the worker that had it
     * @param to the worker that has it now
     */
    public static void dealt(String pool, int from, int to) {
        if (recorded) {
            try {
                DealEvent.write(pool, from, to);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * Somebody asked a worker for work.
     *
     * @param pool its name
     * @param thief who asks
     * @param victim who is asked
     */
    public static void requested(String pool, int thief, int victim) {
        if (recorded) {
            try {
                RequestEvent.write(pool, thief, victim);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A worker answered.
     *
     * @param pool its name
     * @param victim who was asked
     * @param thief who gets the answer; {@link #ANYBODY} for whoever comes first
     * @param granted whether there was a task to give
     */
    public static void answered(String pool, int victim, int thief, boolean granted) {
        if (recorded) {
            try {
                AnswerEvent.write(pool, victim, thief, granted);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A pool grew or shrank.
     *
     * @param pool its name
     * @param from workers that could compute at once
     * @param to workers that can now
     * @param cause what did it
     */
    public static void processorsChanged(String pool, int from, int to, String cause) {
        if (recorded) {
            try {
                ProcessorsChangedEvent.write(pool, from, to, cause);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A worker is about to sleep.
     *
     * @return what to give to {@link #endPark}; null if nothing is recorded
     */
    public static Object startPark() {
        if (recorded) {
            try {
                return ParkEvent.start();
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
        return null;
    }

    /**
     * It is awake.
     *
     * @param started what {@link #startPark} returned
     * @param pool its name
     * @param worker the worker, or {@link #NO_WORKER}
     */
    public static void endPark(Object started, String pool, int worker) {
        if (started != null) {
            try {
                ParkEvent.write(started, pool, worker);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A thread is about to wait for a task.
     *
     * @return what to give to {@link #endJoin}; null if nothing is recorded
     */
    public static Object startJoin() {
        if (recorded) {
            try {
                return JoinEvent.start();
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
        return null;
    }

    /**
     * The task is complete, or the wait has ended without.
     *
     * @param started what {@link #startJoin} returned
     * @param pool its name
     * @param worker the worker, or {@link #NO_WORKER}
     * @param task what it has waited for
     */
    public static void endJoin(Object started, String pool, int worker, Object task) {
        if (started != null) {
            try {
                JoinEvent.write(started, pool, worker, task);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A worker is about to run a task that came from elsewhere.
     *
     * @return what to give to {@link #endTask}; null if nothing is recorded
     */
    public static Object startTask() {
        if (recorded) {
            try {
                return TaskEvent.start();
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
        return null;
    }

    /**
     * It has run.
     *
     * @param started what {@link #startTask} returned
     * @param pool its name
     * @param worker the worker, or {@link #NO_WORKER}
     * @param task the task
     */
    public static void endTask(Object started, String pool, int worker, Object task) {
        if (started != null) {
            try {
                TaskEvent.write(started, pool, worker, task);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A parallel region starts.
     *
     * @return what to give to {@link #endRegion}; null if nothing is recorded
     */
    public static Object startRegion() {
        if (recorded) {
            try {
                return RegionEvent.start();
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
        return null;
    }

    /**
     * All threads have left it.
     *
     * @param started what {@link #startRegion} returned
     * @param pool its name
     * @param threads how many ran it
     */
    public static void endRegion(Object started, String pool, int threads) {
        if (started != null) {
            try {
                RegionEvent.write(started, pool, threads);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }

    /**
     * A thread of a region waits for others.
     *
     * @return what to give to {@link #endBarrier}; null if nothing is recorded
     */
    public static Object startBarrier() {
        if (recorded) {
            try {
                return BarrierEvent.start();
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
        return null;
    }

    /**
     * It goes on.
     *
     * @param started what {@link #startBarrier} returned
     * @param pool its name
     * @param thread its number in the region
     */
    public static void endBarrier(Object started, String pool, int thread) {
        if (started != null) {
            try {
                BarrierEvent.write(started, pool, thread);
            } catch (StackOverflowError | OutOfMemoryError full) {
                // See above.
            }
        }
    }
}
