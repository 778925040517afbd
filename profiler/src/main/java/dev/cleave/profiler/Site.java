package dev.cleave.profiler;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** Which line of the program a stack trace is about. */
final class Site {
    /**
     * The runtime's own packages, and the agent's, which changes classes within whatever loads
     * them; other packages below {@code dev.cleave} are programs.
     */
    private static final Pattern RUNTIME =
            Pattern.compile(
                    "dev\\.cleave\\.((scheduling|lazy|processors|metrics|agent)\\..*|[^.]*)");

    private static final Pattern LIBRARY = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    /** In which the JDK's pools wait for tasks, and let others compute for what blocks. */
    private static final Pattern POOL_OF_JDK =
            Pattern.compile("java\\.util\\.concurrent\\.(ForkJoin(Pool|Task)|CountedCompleter)");

    /** Of a pool's methods those that replace a worker while it waits in what they call. */
    private static final Set<String> REPLACES =
            Set.of("managedBlock", "blocking", "compensatedBlock");

    /** Of the JDK's pool: of a worker that is none of the JDK's, no pool is told that it waits. */
    private static final Set<String> TELLS_NOBODY = Set.of("managedBlock", "unmanagedBlock");

    /** What the weaver appends to the names of a method's other forms. */
    private static final Pattern WOVEN =
            Pattern.compile("\\$(cleave|below|middle|rising|serial|guard)(\\$[0-9]+)?$");

    private static final Pattern HIDDEN = Pattern.compile("[+/]0x[0-9a-f]+\\S*");

    private Site() {}

    /** The nearest line that is the program's own; null if there is none. */
    static String of(RecordedStackTrace trace, UnaryOperator<String> files) {
        for (RecordedFrame frame : frames(trace)) {
            if (isOfProgram(type(frame))) {
                return describe(files, frame);
            }
        }
        return null;
    }

    /**
     * The same of a wait, but null if its pool knows of it: if a pool's own code stands nearer, or
     * has called what waits in order to replace the worker meanwhile.
     */
    static String withinTask(RecordedStackTrace trace, UnaryOperator<String> files) {
        RecordedFrame own = null;
        for (RecordedFrame frame : frames(trace)) {
            String method = frame.getMethod().getName();
            String type = type(frame);
            boolean isOfJdksPool = POOL_OF_JDK.matcher(type).matches();
            if (isOfJdksPool && TELLS_NOBODY.contains(method)) {
                continue;
            }
            if (isOfJdksPool || isOfRuntime(type)) {
                return own == null || REPLACES.contains(method) ? null : describe(files, own);
            }
            if (own == null && isOfProgram(type)) {
                own = frame;
            }
        }
        return own == null ? null : describe(files, own);
    }

    private static List<RecordedFrame> frames(RecordedStackTrace trace) {
        return trace == null
                ? List.of()
                : trace.getFrames().stream().filter(frame -> frame.getMethod() != null).toList();
    }

    private static String type(RecordedFrame frame) {
        return named(frame.getMethod().getType().getName());
    }

    private static boolean isOfProgram(String type) {
        return !isOfRuntime(type) && !LIBRARY.matcher(type).matches();
    }

    private static String describe(UnaryOperator<String> files, RecordedFrame frame) {
        String type = type(frame);
        return describe(
                files.apply(type), type, frame.getMethod().getName(), frame.getLineNumber());
    }

    static boolean isOfRuntime(String type) {
        return RUNTIME.matcher(type).matches();
    }

    /** Without the address that the virtual machine appends to the name of a lambda's class. */
    static String named(String type) {
        return HIDDEN.matcher(type).replaceFirst("");
    }

    /** A recording does not name source files: null if nobody else knows it. */
    static String describe(String knownFile, String type, String method, int line) {
        String file = knownFile == null ? usualFile(type) : knownFile;
        String name = WOVEN.matcher(method).replaceFirst("");
        return file + (line > 0 ? ":" + line : "") + " (" + type + "." + name + ")";
    }

    /** That of the outermost class, as all public classes are in. */
    private static String usualFile(String type) {
        String outermost = type.substring(type.lastIndexOf('.') + 1);
        int nested = outermost.indexOf('$');
        return (nested > 0 ? outermost.substring(0, nested) : outermost) + ".java";
    }
}
