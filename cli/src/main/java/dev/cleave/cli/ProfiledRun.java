package dev.cleave.cli;

import dev.cleave.benchmarks.Progress;
import dev.cleave.profiler.EnergyMeter;
import dev.cleave.profiler.FileFailures;
import dev.cleave.profiler.HtmlReport;
import dev.cleave.profiler.JsonReport;
import dev.cleave.profiler.Profile;
import dev.cleave.profiler.ProfileFolder;
import dev.cleave.profiler.ProgramTime;
import dev.cleave.profiler.RecordingException;
import dev.cleave.profiler.RecordingFiles;
import dev.cleave.profiler.RecordingReader;
import dev.cleave.profiler.Speedup;
import dev.cleave.profiler.WrittenFile;
import dev.cleave.profiler.text.Numbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** A program's run that is recorded, and what is made of the recording when it ends. */
final class ProfiledRun {
    private final ProfileFolder folder;
    private final Path shown;
    private final CommandSpec spec;
    private final EnergyMeter energy = EnergyMeter.start();
    private Speedup speedup;

    /** Of the run on the curve: what was asked for. */
    private int asked;

    /** What it had. */
    private int workers;

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
                            folder, FileFailures.text(unusable)));
        }
    }

    /** The same run, with a curve for its report; its own point is added if it ends with 0. */
    ProfiledRun with(Speedup allowed, int number) {
        speedup = allowed;
        asked = number;
        workers = number;
        return this;
    }

    /** The curve with the point of this run, once it has been reported. */
    Speedup speedup() {
        return speedup;
    }

    /**
     * Leaves nothing: the program, run for its work and span, has ended. Only if the status is 0
     * are there others to come, each with the folder for itself.
     */
    void endMeasuring(int status) {
        leave();
        if (status == 0) {
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println(
                spec.qualifiedName()
                        + ": no profile: the program ended with status "
                        + status
                        + " and is not run again; leave out --work-span to profile it");
        err.flush();
    }

    /** What the program's virtual machine needs. */
    List<String> jvmOptions() {
        List<String> options = new ArrayList<>(folder.jvmOptions());
        if (asked > 0) {
            options.addAll(TakenProcessors.jvmOptions(asked));
        }
        return options;
    }

    /**
     * Reports on what there is. The exit status stays the program's: that no report can be made is
     * only said.
     *
     * @param status with which the program ended
     * @param program what ran
     */
    void report(int status, Program program) {
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = Progress.on(err);
        progress.show("reading what was recorded");
        Profile.Energy used = energy.stop();
        try (RecordingFiles files = folder.open();
                SourceFiles sources = SourceFiles.of(program)) {
            Profile profile = read(files, sources, status).with(used).with(speedup);
            WrittenFile.write(folder.html(), HtmlReport.of(profile));
            WrittenFile.write(folder.json(), JsonReport.of(profile));
            progress.clear();
            err.println();
            Terminal.printAside(profile, err);
            if (asked > 0 && workers != asked) {
                err.printf(
                        Locale.ROOT,
                        "asked for %s, but the pool above had %d, as the program makes it so:"
                                + " the point on the curve is at %d%n",
                        Numbers.count(asked, "worker", "workers"),
                        workers,
                        workers);
            }
            err.println("report: " + shown.resolve(folder.html().getFileName()));
        } catch (IOException nothing) {
            progress.clear();
            err.println(spec.qualifiedName() + ": no profile: " + FileFailures.text(nothing));
        }
        leave();
        err.flush();
    }

    private void leave() {
        try {
            folder.clear();
        } catch (IOException stays) {
            // The next run into it says so, if that matters.
        }
    }

    /** Reads a recording, and adds the run's point to the curve, if there is one. */
    private Profile read(RecordingFiles files, SourceFiles sources, int status) throws IOException {
        boolean counts = speedup != null && status == 0;
        double seconds = counts ? ProgramTime.seconds(files) : 0;
        try {
            Profile profile = RecordingReader.read(files, sources::of);
            workers = profile.pools().get(0).parallelism();
            return profile;
        } catch (RecordingException noPool) {
            throw counts
                    ? new IOException(
                            String.format(
                                    Locale.ROOT,
                                    "with --workers %d no pool of Cleave computed%s, and the program"
                                            + " took %.2f s",
                                    workers,
                                    workers == 1 ? " (futures of one worker need none)" : "",
                                    seconds),
                            noPool)
                    : noPool;
        } finally {
            // One worker may need no pool at all: that is a run like any other.
            if (counts) {
                speedup = speedup.with(workers, seconds);
            }
        }
    }
}
