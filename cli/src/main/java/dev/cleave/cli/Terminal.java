package dev.cleave.cli;

import dev.cleave.benchmarks.Progress;
import dev.cleave.profiler.Profile;
import dev.cleave.profiler.TerminalSummary;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import picocli.CommandLine.Help.Ansi;

/** What may be printed where the user looks. */
final class Terminal {
    private Terminal() {}

    /**
     * Whether standard output gets colours: a terminal that has them does, without {@code
     * NO_COLOR}.
     */
    static Ansi colours() {
        return System.console() != null && isDumb() ? Ansi.OFF : Ansi.AUTO;
    }

    /** Whether the terminal, if there is one, shows control sequences instead of obeying them. */
    static boolean isDumb() {
        return "dumb".equals(System.getenv("TERM"));
    }

    /** Prints a profile on standard output. */
    static void print(Profile profile, PrintWriter out) {
        print(profile, colours().enabled(), out);
    }

    /** Prints a profile on the error stream, which may be a file where standard output is none. */
    static void printAside(Profile profile, PrintWriter err) {
        boolean redirected = System.console() != null && !Progress.isTerminal();
        print(profile, colours().enabled() && !redirected, err);
    }

    private static void print(Profile profile, boolean coloured, PrintWriter to) {
        TerminalSummary.of(profile, showsUnicode(), coloured).forEach(to::println);
        to.flush();
    }

    private static boolean showsUnicode() {
        try {
            String encoding =
                    System.getProperty("stdout.encoding", System.getProperty("native.encoding"));
            return encoding != null && Charset.forName(encoding).newEncoder().canEncode('█');
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return false;
        }
    }
}
