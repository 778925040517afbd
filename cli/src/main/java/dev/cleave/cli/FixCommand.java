package dev.cleave.cli;

import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import dev.cleave.detector.findings.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave fix}: repairs of what {@code cleave check} finds. */
@Command(
        name = "fix",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Repair bottlenecks in Java sources that use fork/join, where that can be proven safe.",
            "",
            "What is left is printed with the reason. The exit status is 0 if nothing is left, 1 if"
                    + " findings are left, also because a file cannot be written, 2 if nothing could"
                    + " be done. docs/fix.md says what is repaired, and what is proven before.",
            "",
            "The heap is 1536m; the environment variable CLEAVE_CHECK_HEAP gives it another size."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave fix --dry-run src/main/java > repairs.patch",
            "  ./cleave fix --futures Fib.java",
            "  ./cleave fix src/main/java --classpath lib/one.jar:lib/two.jar"
        })
final class FixCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-n", "--dry-run"},
            description =
                    "Change no file: print the changes as a unified patch, relative to the working"
                            + " directory, and everything else on standard error.")
    private boolean dryRun;

    @Option(
            names = "--futures",
            description =
                    "Turn simple classes that extend RecursiveTask into methods with @Future, too. The"
                            + " program then needs Cleave, and has to be woven to be parallel.")
    private boolean futures;

    @Mixin private ClassPathOption classPath;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Java files, and folders.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        try {
            Fixer fixer = new Fixer(classPath.entries(), futures);
            Fixes fixes = dryRun ? fixer.fix(paths) : fixer.fixInPlace(paths);
            if (fixes.isOfNothing()) {
                spec.commandLine().getErr().print(fixes.summary());
                throw new CommandFailure("none of the files could be read or parsed");
            }
            if (fixes.files() == 0) {
                throw CheckCommand.noJavaFile(paths);
            }
            List<Problem> unwritten = List.of();
            PrintWriter said = spec.commandLine().getOut();
            if (dryRun) {
                // Each file's part is in the encoding of that file, so it is no text to print.
                System.out.writeBytes(fixes.patch());
                System.out.flush();
                said = spec.commandLine().getErr();
            } else {
                unwritten = fixes.write();
            }
            said.print(fixes.summary(unwritten));
            said.flush();
            return fixes.refusals().isEmpty() && unwritten.isEmpty() ? 0 : 1;
        } catch (OutOfMemoryError full) {
            throw CheckCommand.heapIsFull("fix");
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        } catch (IllegalArgumentException unreadable) {
            throw new CommandFailure(unreadable.getMessage());
        }
    }
}
