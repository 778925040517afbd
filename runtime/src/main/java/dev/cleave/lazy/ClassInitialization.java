package dev.cleave.lazy;

import dev.cleave.scheduling.StackRoom;

/**
 * Whether a thread initialises a class: whoever else uses that class waits until it has, and would
 * hold up the thread if that waited for them.
 */
final class ClassInitialization {
    /** A trace of fewer frames has not been cut off; unless somebody has set a lower limit. */
    private static final int WHOLE_TRACE = 1000;

    private ClassInitialization() {}

    /** What a stack trace tells. */
    enum Trace {
        INITIALIZES,
        DOES_NOT,
        /** The virtual machine may have left out what matters: it cuts off deep traces. */
        CUT_OFF
    }

    /** Whether the calling thread does, or may. */
    static boolean mayBeUnderWay() {
        return ofCaller() != Trace.DOES_NOT;
    }

    /**
     * What the calling thread does. A walk of the stack costs ten times what a trace does, but sees
     * all of a deep one; where hardly any stack is left, it is not begun.
     */
    static Trace ofCaller() {
        Trace seen = judge(new Throwable().getStackTrace());
        if (seen != Trace.CUT_OFF || !StackRoom.isLeftToInitialize()) {
            return seen;
        }
        boolean initializes =
                StackWalker.getInstance()
                        .walk(
                                frames ->
                                        frames.takeWhile(f -> !isStolen(f.getClassName()))
                                                .anyMatch(f -> isInitializer(f.getMethodName())));
        return initializes ? Trace.INITIALIZES : Trace.DOES_NOT;
    }

    /** Whether another thread's trace proves that it does not. */
    static boolean isCertainlyNotUnderWay(Thread thread) {
        return judge(thread.getStackTrace()) == Trace.DOES_NOT;
    }

    private static Trace judge(StackTraceElement[] trace) {
        for (StackTraceElement frame : trace) {
            if (isStolen(frame.getClassName())) {
                return Trace.DOES_NOT;
            }
            if (isInitializer(frame.getMethodName())) {
                return Trace.INITIALIZES;
            }
        }
        boolean whole = trace.length > 0 && trace.length < WHOLE_TRACE && isFirst(trace);
        return whole ? Trace.DOES_NOT : Trace.CUT_OFF;
    }

    /** Whether the oldest frame looks like one that threads begin with. */
    private static boolean isFirst(StackTraceElement[] trace) {
        String oldest = trace[trace.length - 1].getMethodName();
        return oldest.equals("run") || oldest.equals("main");
    }

    /** Below such a frame the thread waits for what is above: that need not care. */
    private static boolean isStolen(String className) {
        return className.equals(PromotedCall.class.getName());
    }

    private static boolean isInitializer(String method) {
        return method.equals("<clinit>");
    }
}
