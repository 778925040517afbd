package dev.cleave.cli;

import dev.cleave.benchmarks.ChildProcess;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How a command that fails says so: one message on the error stream, and an exit status. */
final class Failures {
    private Failures() {}

    /** A command line that makes no sense: what is wrong, where the help is, status 2. */
    static int usage(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        report(command, message(failure));
        UnmatchedArgumentException.printSuggestions(failure, err);
        if (failure instanceof UnmatchedArgumentException unknown
                && unknown.isUnknownOption()
                && takesArguments(command)) {
            err.println("If it is for the program: -- " + unknown.getUnmatched().get(0));
        }
        err.println("See: ./" + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private static String message(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unknown && !unknown.isUnknownOption()) {
            String argument = unknown.getUnmatched().get(0);
            return failure.getCommandLine().getSubcommands().isEmpty()
                    ? "'" + argument + "' is one argument too many: leave it out"
                    : noCommand(failure.getCommandLine(), argument);
        }
        // Of no option and no parameter: so picocli's help says that it knows no such command.
        return failure.getArgSpec() == null && failure.getValue() != null
                ? noCommand(failure.getCommandLine(), failure.getValue())
                : failure.getMessage();
    }

    private static String noCommand(CommandLine cleave, String name) {
        return String.format(
                "there is no command '%s'; there are %s",
                name, String.join(", ", cleave.getSubcommands().keySet()));
    }

    /** Whether a command hands to a program what stands after the program's name. */
    private static boolean takesArguments(CommandLine command) {
        return command.getCommandSpec().positionalParameters().stream()
                .anyMatch(it -> it.paramLabel().equals("ARGUMENT"));
    }

    /**
     * A command that could not run: its message and its status, or the trace of an error of ours.
     * Nothing, if this virtual machine ends: its files and children are being taken from it.
     */
    static int execution(Exception failure, CommandLine command, ParseResult parsed) {
        if (ChildProcess.isVirtualMachineEnding()) {
            return ExitCode.SOFTWARE;
        }
        if (failure instanceof CommandFailure known) {
            report(command, failure.getMessage());
            return known.status();
        }
        if (failure instanceof InvalidPathException path) {
            report(command, Converters.describe(path));
            return ExitCode.USAGE;
        }
        if (failure.getCause() instanceof OutOfMemoryError) { // of the compiler
            report(command, heapIsFull());
            return ExitCode.USAGE;
        }
        report(command, "internal error");
        failure.printStackTrace(command.getErr());
        return ExitCode.SOFTWARE;
    }

    /** Of a command without a setting of its own for that. */
    static String heapIsFull() {
        return String.format(
                "the command's heap of %d MiB is full; give it a larger one, as in"
                        + " JAVA_TOOL_OPTIONS=-Xmx1g",
                Runtime.getRuntime().maxMemory() >> 20);
    }

    /**
     * Refuses a command line that makes no sense as a whole.
     *
     * @throws ParameterException with the message, unless the condition holds
     */
    static void require(CommandSpec spec, boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /**
     * Refuses what the virtual machine would take for the class to start.
     *
     * @param options what {@code --jvm-arg} gives
     */
    static void requireJvmOptions(CommandSpec spec, List<String> options) {
        boolean takesValue = false;
        for (String option : options) {
            require(
                    spec,
                    !option.isBlank(),
                    "--jvm-arg is empty: give an option for the virtual machine, as"
                            + " --jvm-arg=-Xmx4g, or leave it out");
            require(
                    spec,
                    takesValue || option.startsWith("-") || option.startsWith("@"),
                    String.format(
                            "--jvm-arg=%s is no option of the virtual machine, for it does not begin"
                                    + " with a dash, as --jvm-arg=-%1$s",
                            option));
            // As in --add-modules NAME, which is given in two.
            takesValue = option.matches("--[^=]+|-p");
        }
    }

    private static void report(CommandLine command, String message) {
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + message);
    }
}
