package dev.cleave.cli;

import dev.cleave.profiler.StandardOutput;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The {@code cleave} command: what follows the word on a command line, and an exit status. */
@Command(
        name = "cleave",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Fork/join parallelism for the JVM.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with:  ./cleave run examples/Fib.java",
            "More about one command:  ./cleave help COMMAND",
            "",
            "The exit status is 0 if a command has done what it was asked to, 1 if that showed that"
                    + " something is wrong, 2 if it could not be done; run passes on the program's."
        },
        subcommands = {
            RunCommand.class,
            WeaveCommand.class,
            CheckCommand.class,
            FixCommand.class,
            BenchCommand.class,
            SimulateCommand.class,
            ProfileCommand.class,
            ManagerCommand.class,
            TopCommand.class,
            StressCommand.class,
            TestCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        })
public final class Main implements Runnable {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    private Main() {}

    /**
     * Runs the command and ends the virtual machine with its exit status: that of the program it
     * ran, 0 for a command that succeeded, 1 for one that failed, 2 for one that could not start or
     * whose output was lost. What it prints is in UTF-8, and its numbers are written in the same
     * way, whatever the locale.
     *
     * @param args the command line, without the word {@code cleave}
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        StandardOutput output = new StandardOutput();
        System.setOut(output.stream());
        int status;
        try {
            status =
                    commandLine(args)
                            .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                            .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                            .execute(args);
        } catch (OutOfMemoryError full) {
            System.err.println("cleave: " + Failures.heapIsFull());
            status = CommandLine.ExitCode.USAGE;
        }
        System.exit(output.end(status, "cleave"));
    }

    /** The command when it manages processors, for days: it does not load all the others. */
    @Command(name = "cleave", subcommands = ManagerCommand.class)
    private static final class ManagerOnly {}

    /** A fresh parser of what a command line needs; not for concurrent use. */
    static CommandLine commandLine(String... args) {
        boolean manages = args.length > 0 && args[0].equals("manager");
        return Converters.registerIn(new CommandLine(manages ? new ManagerOnly() : new Main()))
                // An argument that starts with @ belongs to the program that is run.
                .setExpandAtFiles(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.colours()))
                .setParameterExceptionHandler(Failures::usage)
                .setExecutionExceptionHandler(Failures::execution);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "say which COMMAND to run");
    }
}
