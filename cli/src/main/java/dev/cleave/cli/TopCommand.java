package dev.cleave.cli;

import dev.cleave.manager.Sample;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cleave top}: what the CPU manager's programs want and have. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Show the programs under the CPU manager: how many processors they want, and which they"
                    + " have.",
            "",
            "Beside them the speedup that a program reports, migrations of its threads from one"
                    + " processor to another, and how often its container's quota was used up."
        })
final class TopCommand implements Callable<Integer> {
    private static final String CLEAR = "\033[H\033[2J";
    private static final int MILLIS = 1000;

    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "Print a JSON object for each table, one by default.")
    private boolean json;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Time between two tables, for which rates are shown. Default: 1.")
    private double interval = 1;

    @Option(
            names = "--count",
            paramLabel = "N",
            description =
                    "End after N tables. Default: in a terminal, go on until interrupted; elsewhere,"
                            + " one.")
    private Integer count;

    @Override
    public Integer call() throws InterruptedException {
        Failures.require(
                spec,
                interval >= 0.1 && interval <= 3600,
                "--interval " + interval + " must be from 0.1 to 3600 seconds");
        Failures.require(
                spec, count == null || count >= 1, "--count " + count + " must be at least 1");
        boolean live = count == null && !json && System.console() != null;
        int tables = live ? Integer.MAX_VALUE : count == null ? 1 : count;
        Path folder = ManagerFolder.path();
        PrintWriter out = spec.commandLine().getOut();
        try {
            Sample before = Sample.take(folder);
            // Whoever reads may have seen enough, as head has.
            for (int i = 0; i < tables && !out.checkError(); i++) {
                Thread.sleep((long) (interval * MILLIS));
                Sample now = Sample.take(folder);
                out.print(live && !Terminal.isDumb() ? CLEAR : "");
                out.print(json ? now.json(before) + System.lineSeparator() : now.table(before));
                before = now;
            }
            out.flush();
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage());
        }
        return 0;
    }
}
