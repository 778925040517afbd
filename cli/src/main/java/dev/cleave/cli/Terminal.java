package dev.cleave.cli;

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

    /** Prints a profile: colours only on a terminal without {@code NO_COLOR}. */
    static void print(Profile profile, PrintWriter to) {
        TerminalSummary.of(profile, showsUnicode(), Ansi.AUTO.enabled()).forEach(to::println);
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
