package dev.cleave.maven;

import dev.cleave.detector.Detector;
import dev.cleave.detector.reports.Baseline;
import dev.cleave.detector.reports.Report;
import dev.cleave.detector.reports.ReportFormat;
import dev.cleave.detector.sources.SourceSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Finds bottlenecks in the module's sources that use fork/join, as {@code ./cleave check} does, and
 * fails the build if there are any. What each means is in docs/checks.
 */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class CheckMojo extends AbstractDetectorMojo {
    /**
     * The least severity that fails the build: LOW, MEDIUM or HIGH; or NEVER. Findings below are
     * reported.
     */
    @Parameter(property = "cleave.failOn", defaultValue = "LOW")
    String failOn = FailOn.LOW.name();

    /**
     * The reports to write into the output directory, besides the one that is printed: sarif, json
     * and html, as {@code -Dcleave.formats=sarif,html}.
     */
    @Parameter(property = "cleave.formats")
    List<String> formats = List.of();

    /** An earlier report in JSON, whose findings are not reported again. */
    @Parameter(property = "cleave.baseline")
    File baseline;

    /** A flight recording of the program: the report then says where workers slept or blocked. */
    @Parameter(property = "cleave.recording")
    File recording;

    /** Checks nothing. */
    @Parameter(property = "cleave.check.skip", defaultValue = "false")
    String skip = "false";

    /** For Maven. */
    public CheckMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (TrueOrFalse.of("cleave.check.skip", skip)) {
            getLog().info("Not checking: cleave.check.skip is set");
        } else {
            look();
        }
    }

    @Override
    void look(List<Path> folders, SourceSettings settings)
            throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        FailOn limit = FailOn.of(failOn);
        List<ReportFormat> wanted = formats.stream().map(CheckMojo::format).toList();
        Baseline known = baseline == null ? null : Baseline.read(existing(baseline, "baseline"));
        Report report = new Detector(settings).check(folders);
        if (known != null) {
            report = known.apply(report);
        }
        if (recording != null) {
            report = report.joinedWith(existing(recording, "recording"));
        }
        long failing = limit.count(report);
        print(report, failing > 0);
        for (ReportFormat format : wanted) {
            write("findings." + format.name().toLowerCase(Locale.ROOT), format.render(report));
        }
        if (report.isOfNothing()) {
            throw new MojoExecutionException(
                    "none of the files in " + folders + " could be checked");
        }
        if (failing > 0) {
            throw new MojoFailureException(limit.message(failing));
        }
    }

    private void print(Report report, boolean failing) {
        Consumer<String> line =
                failing
                        ? getLog()::error
                        : report.findings().isEmpty() && report.problems().isEmpty()
                                ? getLog()::info
                                : getLog()::warn;
        ReportFormat.TERMINAL.render(report).lines().forEach(line);
    }

    private static Path existing(File file, String parameter) throws IOException {
        if (!file.exists()) {
            throw new IOException(
                    file + " does not exist; write it, or leave out cleave." + parameter);
        }
        return file.toPath();
    }

    private static ReportFormat format(String name) {
        String given = name == null ? "" : name; // as after a comma with nothing behind it
        return switch (given.strip().toLowerCase(Locale.ROOT)) {
            case "sarif" -> ReportFormat.SARIF;
            case "json" -> ReportFormat.JSON;
            case "html" -> ReportFormat.HTML;
            default ->
                    throw new IllegalArgumentException(
                            "'"
                                    + given
                                    + "' in cleave.formats is no format; choose sarif, json or html");
        };
    }
}
