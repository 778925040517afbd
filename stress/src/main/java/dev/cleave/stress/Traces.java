package dev.cleave.stress;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/** Exceptions and threads in words. */
public final class Traces {
    private Traces() {}

    /** An exception with its stack trace. */
    public static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** Every thread of this virtual machine: its whole stack, what it holds and waits for. */
    public static String ofAllThreads() {
        StringBuilder text = new StringBuilder();
        for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
            text.append('"')
                    .append(thread.getThreadName())
                    .append("\" ")
                    .append(thread.getThreadState());
            if (thread.getLockName() != null) {
                text.append(" on ").append(thread.getLockName());
            }
            if (thread.getLockOwnerName() != null) {
                text.append(" held by ").append(thread.getLockOwnerName());
            }
            text.append('\n');
            for (StackTraceElement frame : thread.getStackTrace()) {
                text.append("    at ").append(frame).append('\n');
            }
        }
        return text.toString();
    }
}
