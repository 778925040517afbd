package dev.cleave.cli;

import dev.cleave.weaver.Refusal;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** How a command says which futures cannot be honoured. */
final class Refusals {
    private Refusals() {}

    /**
     * Prints them on the error stream, as a compiler does.
     *
     * @param sources folders where the source files may be found
     * @param errors whether they are errors; else they are warnings
     * @throws CommandFailure with status 1, if they are errors and there are any
     */
    static void report(
            List<Refusal> refusals, List<Path> sources, boolean errors, CommandSpec command) {
        for (Refusal refusal : refusals) {
            command.commandLine()
                    .getErr()
                    .println((errors ? "" : "warning: ") + refusal.locatedIn(sources));
        }
        if (errors && !refusals.isEmpty()) {
            throw new CommandFailure(
                    refusals.size() == 1
                            ? "a future cannot be honoured, see above; nothing was woven"
                            : refusals.size()
                                    + " futures cannot be honoured, see above; nothing was woven",
                    ExitCode.SOFTWARE);
        }
    }
}
