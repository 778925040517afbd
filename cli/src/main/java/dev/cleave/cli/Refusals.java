package dev.cleave.cli;

import dev.cleave.weaver.Refusal;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** How a command says which futures and loops cannot be honoured. */
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
            throw failure(refusals.stream().map(Refusal::mark).toList(), then);
        }
    }

    /** Says on the error stream which jars within a jar have futures that stay as they are. */
    static void warn(List<String> unwoven, CommandSpec command) {
        for (String jar : unwoven) {
            command.commandLine()
                    .getErr()
                    .printf(
                            "warning: %s has futures or parallel loops, and stays as it is, which is"
                                    + " serial; weave it before it is packed into the other, or"
                                    + " have the agent weave it when the program runs%n",
                            jar);
        }
    }

    /** What ends a command, after they have been printed; of each, the annotation. */
    static CommandFailure failure(Collection<String> marks, String then) {
        return new CommandFailure(
                Refusal.list(marks) + " cannot be honoured, as said above; " + then,
                ExitCode.SOFTWARE);
    }
}
