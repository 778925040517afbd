package dev.cleave.cli;

import dev.cleave.benchmarks.Progress;
import dev.cleave.profiler.EnergyMeter;
import dev.cleave.profiler.HtmlReport;
import dev.cleave.profiler.JsonReport;
import dev.cleave.profiler.Profile;
import dev.cleave.profiler.ProfileFolder;
import dev.cleave.profiler.RecordingFiles;
import dev.cleave.profiler.RecordingReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A program's run that is recorded, and what is made of the recording when it ends. */
final class ProfiledRun {
    private final ProfileFolder folder;
    private final Path shown;
    private final CommandSpec spec;
    private final EnergyMeter energy = EnergyMeter.start();

    private ProfiledRun(ProfileFolder folder, Path shown, CommandSpec spec) {
        this.folder = folder;
        this.shown = shown;
        this.spec = spec;
    }

    /**
     * Prepares a folder for a run.
     *
     * @throws CommandFailure if it cannot be written to
     */
    static ProfiledRun into(Path folder, CommandSpec spec) {
        try {
            return new ProfiledRun(ProfileFolder.prepare(folder), folder, spec);
        } catch (IOException unusable) {
            throw new CommandFailure(
                    String.format(
                            "--profile=%s: nothing can be written there (%s); name another folder",
                            folder, unusable));
        }
    }

    /** What the program's virtual machine needs. */
    List<String> jvmOptions() {
        return folder.jvmOptions();
    }

    /**
     * Reports on what there is. The exit status stays the program's: that no report can be made is
     * only said.
     */
    void report() {
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = Progress.on(err);
        progress.show("reading what was recorded");
        Profile.Energy used = energy.stop();
        try (RecordingFiles files = folder.open()) {
            Profile profile = RecordingReader.read(files).with(used);
            Files.writeString(folder.html(), HtmlReport.of(profile));
            Files.writeString(folder.json(), JsonReport.of(profile));
            progress.clear();
            err.println();
            Terminal.print(profile, err);
            err.println("report: " + shown.resolve(folder.html().getFileName()));
        } catch (IOException nothing) {
            progress.clear();
            err.println(spec.qualifiedName() + ": no profile: " + nothing.getMessage());
        }
        err.flush();
    }
}
