package dev.cleave.cli;

import dev.cleave.profiler.ChromeTrace;
import dev.cleave.profiler.HtmlReport;
import dev.cleave.profiler.JsonReport;
import dev.cleave.profiler.Profile;
import dev.cleave.profiler.RecordingFiles;
import dev.cleave.profiler.RecordingReader;
import dev.cleave.profiler.WrittenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave profile}: says what a recording says. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Show where the processors' time went in a Flight Recorder recording of a program on"
                    + " Cleave's pools, and what to change.",
            "",
            "Such a recording is made by ./cleave run --profile, by java -XX:StartFlightRecording, or"
                    + " by jcmd PID JFR.dump. A recording that is cut off or damaged is"
                    + " reported as far as it can be read."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave profile cleave-profile/recording.jfr",
            "  ./cleave profile recording.jfr -o report.html --trace trace.json"
        })
final class ProfileCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the report, one HTML file that needs nothing else.")
    private Path html;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the same numbers as JSON; - prints them in place of the summary.")
    private Path json;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write every event for ui.perfetto.dev or chrome://tracing.")
    private Path trace;

    @Parameters(paramLabel = "RECORDING", description = "The recording, a .jfr file.")
    private Path recording;

    @Override
    public Integer call() throws IOException {
        new OutputFiles()
                .reads(recording)
                .writes("--output", html)
                .writes("--json", OutputFiles.STANDARD_OUTPUT.equals(json) ? null : json)
                .writes("--trace", trace);
        try (RecordingFiles files = RecordingFiles.ofFile(recording)) {
            Profile profile = RecordingReader.read(files);
            PrintWriter out = spec.commandLine().getOut();
            if (OutputFiles.STANDARD_OUTPUT.equals(json)) {
                out.println(JsonReport.of(profile));
            } else {
                Terminal.print(profile, out);
            }
            write(html, writer -> writer.write(HtmlReport.of(profile)));
            if (!OutputFiles.STANDARD_OUTPUT.equals(json)) {
                write(json, writer -> writer.write(JsonReport.of(profile)));
            }
            write(trace, writer -> ChromeTrace.write(files, writer));
            return 0;
        } catch (IOException nothing) {
            throw CommandFailure.of(nothing);
        }
    }

    private static void write(Path file, WrittenFile.Content content) throws IOException {
        if (file != null) {
            WrittenFile.write(file, content);
        }
    }
}
