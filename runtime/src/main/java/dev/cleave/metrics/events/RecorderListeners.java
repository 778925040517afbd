package dev.cleave.metrics.events;

import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Has the start of the Flight Recorder told. To listen initializes a part of it, which would take
 * some milliseconds of a program's first pool: a thread does so a moment later, and ends. The
 * recorder itself takes longer than that moment to start. Used only where there is one.
 */
public final class RecorderListeners implements Runnable {
    private static final long MOMENT_MILLIS = 50;

    /** Whom to add after the moment; null from then on. Under the class's lock. */
    private static List<FlightRecorderListener> waiting = new ArrayList<>();

    private RecorderListeners() {}

    /**
     * Adds a listener. If the recorder has started already, that is told before this returns. Any
     * thread.
     *
     * @param listener whom to tell; outlives the caller
     */
    public static void add(FlightRecorderListener listener) {
        if (FlightRecorder.isInitialized() || !waits(listener)) {
            Detached.make(new Addition(listener));
        }
    }

    private static synchronized boolean waits(FlightRecorderListener listener) {
        if (waiting == null) {
            return false;
        }
        if (waiting.isEmpty()) {
            try {
                Detached.daemon(new RecorderListeners(), "cleave-recorder-listeners").start();
            } catch (OutOfMemoryError none) {
                return false; // no thread to be had
            }
        }
        return waiting.add(listener);
    }

    @Override
    public void run() {
        try {
            Thread.sleep(MOMENT_MILLIS);
        } catch (InterruptedException meantForNobody) {
            // The moment is shorter.
        }
        for (FlightRecorderListener each : waited()) {
            Detached.make(new Addition(each));
        }
    }

    private static synchronized List<FlightRecorderListener> waited() {
        List<FlightRecorderListener> all = waiting;
        waiting = null;
        return all;
    }

    private record Addition(FlightRecorderListener listener) implements PrivilegedAction<Void> {
        @Override
        public Void run() {
            FlightRecorder.addListener(listener);
            return null;
        }
    }
}
