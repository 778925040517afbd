package dev.cleave.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave completion}: prints what teaches a shell to complete our commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print a script that completes cleave's commands and options in a shell.",
        footer = {"", "In the shell's start-up file:", "  source <(./cleave completion bash)"})
final class CompletionCommand implements Runnable {
    /** The shells we know, as they are typed; the one script serves both. */
    enum Shell {
        bash,
        zsh
    }

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Override
    public void run() {
        String script = AutoComplete.bash("cleave", spec.root().commandLine());
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
    }
}
