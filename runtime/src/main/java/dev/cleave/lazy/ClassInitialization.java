package dev.cleave.lazy;

import dev.cleave.scheduling.StackRoom;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/**
 * Whether a thread initialises a class: whoever else uses that class waits until it has, and would
 * hold up the thread if that waited for them.
 */
final class ClassInitialization {
    /** A trace of fewer frames has not been cut off; unless somebody has set a lower limit. */
    private static final int WHOLE_TRACE = 1000;

    private static final StackTraceElement[] NOTHING_KNOWN = {};

    private ClassInitialization() {}

    /** What a stack trace tells. */
    enum Trace {
        INITIALIZES,
        DOES_NOT,
        /** The virtual machine may have left out what matters: it cuts off deep traces. */
        CUT_OFF
    }

    /** Whether the calling thread does, as far as can be told. */
    static boolean isUnderWay() {
        return ofCaller() == Trace.INITIALIZES;
    }

    /** Whether the calling thread does, or may. */
    static boolean mayBeUnderWay() {
        return ofCaller() != Trace.DOES_NOT;
    }

    /**
     * What the calling thread does. A walk of the stack costs ten times what a trace does, but sees
     * all of a deep one; where hardly any stack is left, it is not begun. Nor does it end where the
     * heap is full, or was when the walker's class was initialised.
     */
    static Trace ofCaller() {
        try {
            Trace seen = judge(new Throwable().getStackTrace(), WHOLE_TRACE);
            return seen == Trace.CUT_OFF && StackRoom.isLeftToInitialize() ? walk() : seen;
        } catch (OutOfMemoryError | LinkageError full) {
            return Trace.CUT_OFF;
        }
    }

    private static Trace walk() {
        boolean initializes =
                StackWalker.getInstance()
                        .walk(
                                frames ->
                                        frames.takeWhile(
                                                        f ->
                                                                !isStolen(
                                                                        f.getClassName(),
                                                                        f.getMethodName()))
                                                .anyMatch(f -> isInitializer(f.getMethodName())));
        return initializes ? Trace.INITIALIZES : Trace.DOES_NOT;
    }

    /** Whether another thread's trace proves that it does not. */
    static boolean isCertainlyNotUnderWay(Thread thread) {
        Trace seen = judge(thread.getStackTrace(), WHOLE_TRACE);
        if (seen == Trace.CUT_OFF) {
            seen = judge(wholeTrace(thread), Integer.MAX_VALUE);
        }
        return seen == Trace.DOES_NOT;
    }

    /**
     * A trace of another thread that is never cut off, for several times the price; empty if there
     * is none, as of virtual threads.
     */
    private static StackTraceElement[] wholeTrace(Thread thread) {
        try {
            // Unlike getId, a program cannot override it.
            long id = (long) Thread.class.getMethod("threadId").invoke(thread);
            ThreadInfo info =
                    ManagementFactory.getThreadMXBean().getThreadInfo(id, Integer.MAX_VALUE);
            return info == null ? NOTHING_KNOWN : info.getStackTrace();
        } catch (NoSuchMethodException beforeJdk19) {
            return thread.getStackTrace(); // only a thread's own was cut off then
        } catch (ReflectiveOperationException | LinkageError noManagement) {
            return NOTHING_KNOWN;
        }
    }

    /** What a trace tells that is known to be whole if it has less than so many frames. */
    private static Trace judge(StackTraceElement[] trace, int wholeBelow) {
        for (StackTraceElement frame : trace) {
            if (isStolen(frame.getClassName(), frame.getMethodName())) {
                return Trace.DOES_NOT;
            }
            if (isInitializer(frame.getMethodName())) {
                return Trace.INITIALIZES;
            }
        }
        boolean whole = trace.length > 0 && trace.length < wholeBelow && isFirst(trace);
        return whole ? Trace.DOES_NOT : Trace.CUT_OFF;
    }

    /** Whether the oldest frame looks like one that threads begin with. */
    private static boolean isFirst(StackTraceElement[] trace) {
        String oldest = trace[trace.length - 1].getMethodName();
        return oldest.equals("run") || oldest.equals("main");
    }

    /**
     * Below such a frame the thread waits for what is above: that need not care. What an
     * initialiser below it has pending is not given away meanwhile. A call that its owner makes as
     * its scope ends has no such frame: others may be pending below.
     */
    private static boolean isStolen(String className, String method) {
        return className.equals(PromotedCall.class.getName()) && method.equals("makeStolen");
    }

    private static boolean isInitializer(String method) {
        return method.equals("<clinit>");
    }
}
