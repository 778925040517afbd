package dev.cleave.cli;

import dev.cleave.detector.Detector;
import dev.cleave.detector.reports.Baseline;
import dev.cleave.detector.reports.Report;
import dev.cleave.detector.reports.ReportFormat;
import dev.cleave.profiler.WrittenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code cleave check}: bottlenecks in the source of fork/join programs. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Find bottlenecks in Java sources that use fork/join.",
            "",
            "The exit status is 0 if there are none, 1 if there are findings, 2 if nothing could be"
                    + " checked or the report not written. docs/checks explains each check, and how to"
                    + " suppress a finding.",
            "",
            "The heap is 1536m, which is enough for a million lines that are all parsed; the environment"
                    + " variable CLEAVE_CHECK_HEAP gives it another size."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave check src/main/java",
            "  ./cleave check . --format json -o known.json",
            "  ./cleave check . --baseline known.json",
            "  ./cleave check . --format html -o findings.html --recording app.jfr"
        })
final class CheckCommand implements Callable<Integer> {
    private static final int MEBIBYTE_BITS = 20;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            defaultValue = "terminal",
            converter = FormatConverter.class,
            description = "terminal, json, html, sarif or github. Default: ${DEFAULT-VALUE}.")
    private ReportFormat format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the report to a file.")
    private Path output;

    @Mixin private ClassPathOption classPath;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "An earlier report in JSON, whose findings are not reported again.")
    private Path baseline;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description =
                    "A flight recording of the program; the report then says how long workers slept"
                            + " or were blocked, and where.")
    private Path recording;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Java files, and folders.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        OutputFiles files = new OutputFiles().reads(baseline).reads(recording);
        paths.forEach(files::reads);
        files.writes("--output", isPrinted() ? null : output);
        try {
            Baseline known = baseline == null ? null : Baseline.read(baseline);
            Report report = new Detector(classPath.entries()).check(paths);
            if (known != null) {
                report = known.apply(report);
            }
            if (recording != null) {
                report = report.joinedWith(recording);
            }
            write(format.render(report));
            if (!report.findings().isEmpty()) {
                return 1;
            }
            if (report.isOfNothing()) {
                throw new CommandFailure("none of the files could be checked");
            }
            if (report.files() == 0) {
                throw noJavaFile(paths);
            }
            return 0;
        } catch (OutOfMemoryError full) {
            throw heapIsFull("check");
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        } catch (IllegalArgumentException unreadable) {
            throw new CommandFailure(unreadable.getMessage());
        }
    }

    /** Of a command that is given folders without a Java file, as those of another language. */
    static CommandFailure noJavaFile(List<Path> paths) {
        return new CommandFailure(
                String.format(
                        "there is no Java file in %s; give Java files, or a folder with some",
                        paths.stream().map(Path::toString).collect(Collectors.joining(", "))));
    }

    /** Of a command that looks at files of which it was given too many. */
    static CommandFailure heapIsFull(String command) {
        return new CommandFailure(
                String.format(
                        "the files that use fork/join do not fit into a heap of %d MiB; give it"
                                + " more, as in CLEAVE_CHECK_HEAP=3g ./cleave %s, or %2$s"
                                + " fewer folders at a time",
                        Runtime.getRuntime().maxMemory() >> MEBIBYTE_BITS, command));
    }

    private boolean isPrinted() {
        return output == null || output.equals(OutputFiles.STANDARD_OUTPUT);
    }

    private void write(String text) {
        if (isPrinted()) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
        } else {
            try {
                WrittenFile.write(output, text);
            } catch (IOException unwritable) {
                throw CommandFailure.of(unwritable);
            }
        }
    }

    /** Formats are written in small letters. */
    static final class FormatConverter implements ITypeConverter<ReportFormat> {
        @Override
        public ReportFormat convert(String name) {
            try {
                return ReportFormat.valueOf(name.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException unknown) {
                throw new TypeConversionException(
                        String.format(
                                "'%s' is no format; choose terminal, json, html, sarif or github",
                                name));
            }
        }
    }
}
