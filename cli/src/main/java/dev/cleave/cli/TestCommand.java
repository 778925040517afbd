package dev.cleave.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code cleave test}, for help and completion. The launcher runs the tests itself, without a
 * command line built from the sources that are to be tested.
 */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Run the whole test suite: mvn verify, with formatting and documentation checks.",
            "",
            "The last line sums up all modules. The exit status is Maven's."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave test",
            "  ./cleave test -pl runtime -Dtest=CancellationTest",
        })
final class TestCommand implements Callable<Integer> {
    @Option(
            names = "--jdk",
            paramLabel = "HOME",
            description = "The JDK to build and test with, 17 or later; goes first.")
    private String jdk;

    @Parameters(paramLabel = "ARGUMENT", description = "For Maven, as -pl runtime or clean.")
    private List<String> arguments;

    @Override
    public Integer call() {
        throw new CommandFailure("the tests are run by the launcher: ./cleave test");
    }
}
