package dev.cleave.cli;

import dev.cleave.weaver.Refusal;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** How a command says which futures cannot be honoured. */
final class Refusals {
    private Refusals() {}

    /**
     * Prints them on the error stream, as a compiler does.
     *
     * @param errors whether they are errors; else they are warnings
     * @param then if they are errors, what has become of the command
     * @throws CommandFailure with status 1, if they are errors and there are any
     */
    static void report(List<Refusal> refusals, boolean errors, String then, CommandSpec command) {
        for (Refusal refusal : refusals) {
            command.commandLine().getErr().println((errors ? "" : "warning: ") + refusal);
        }
        if (errors && !refusals.isEmpty()) {
            throw failure(then);
        }
    }

    /** What ends a command, after they have been printed. */
    static CommandFailure failure(String then) {
        return new CommandFailure(
                "@Future cannot be honoured, as said above; " + then, ExitCode.SOFTWARE);
    }
}
