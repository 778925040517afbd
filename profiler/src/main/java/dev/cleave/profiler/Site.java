package dev.cleave.profiler;

import java.util.List;
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

    /** What the weaver appends to the names of a method's other forms. */
    private static final Pattern WOVEN =
            Pattern.compile("\\$(cleave|below|middle|rising|serial|guard)(\\$[0-9]+)?$");

    private static final Pattern HIDDEN = Pattern.compile("[+/]0x[0-9a-f]+\\S*");

    private Site() {}

    /** The nearest line that is the program's own; null if there is none. */
    static String of(RecordedStackTrace trace, UnaryOperator<String> files) {
        return find(trace, files, false);
    }

    /** The same, but null if a pool's own code stands nearer: then it is the pool that waits. */
    static String withinTask(RecordedStackTrace trace, UnaryOperator<String> files) {
        return find(trace, files, true);
    }

    private static String find(
            RecordedStackTrace trace, UnaryOperator<String> files, boolean stopAtPool) {
        List<RecordedFrame> frames = trace == null ? List.of() : trace.getFrames();
        for (RecordedFrame frame : frames) {
            if (frame.getMethod() == null) {
                continue;
            }
            String type = named(frame.getMethod().getType().getName());
            boolean ofRuntime = isOfRuntime(type);
            if (stopAtPool && (ofRuntime || POOL_OF_JDK.matcher(type).matches())) {
                return null;
            }
            if (!ofRuntime && !LIBRARY.matcher(type).matches()) {
                return describe(
                        files.apply(type),
                        type,
                        frame.getMethod().getName(),
                        frame.getLineNumber());
            }
        }
        return null;
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
