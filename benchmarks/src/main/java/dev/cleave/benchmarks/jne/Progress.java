package dev.cleave.benchmarks.jne;

import java.io.Console;
import java.io.PrintWriter;

/** One line about what is being done, for somebody who looks at a terminal. */
final class Progress {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintWriter err;
    private final boolean shown = isTerminal();

    Progress(PrintWriter err) {
        this.err = err;
    }

    /** Since Java 22 there is a console elsewhere as well, which can be asked. */
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    /** Replaces the line. */
    void show(String line) {
        if (shown) {
            err.print(CLEAR_LINE + line);
            err.flush();
        }
    }

    /** Removes the line: something else is about to be printed. */
    void clear() {
        show("");
    }
}
