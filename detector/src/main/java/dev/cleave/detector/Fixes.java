package dev.cleave.detector;

import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.repairs.Refusal;
import dev.cleave.detector.repairs.Repaired;
import dev.cleave.detector.reports.TerminalReport;
import dev.cleave.detector.sources.SourceFiles;
import dev.cleave.detector.sources.SourceSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.openrewrite.Result;

/**
 * What a {@link Fixer} would change, and what it leaves. Nothing is written before {@link #write}.
 *
 * @param repaired the repairs, in the order in which they were made
 * @param refusals the findings that stay, each with a reason
 * @param problems files that could not be looked at
 * @param files how many Java files there were
 * @param parsed how many of them were parsed
 * @param changes the files that change
 * @param settings what the fixer was told besides the sources
 */
public record Fixes(
        List<Repaired> repaired,
        List<Refusal> refusals,
        List<Problem> problems,
        int files,
        int parsed,
        Map<Path, Change> changes,
        SourceSettings settings) {
    /**
     * A file's text.
     *
     * @param before as it is
     * @param after as it shall be
     */
    public record Change(String before, String after) {}

    /** Whether there were files to repair, and none of them could be read and parsed. */
    public boolean isOfNothing() {
        return parsed == 0 && !problems.isEmpty();
    }

    /**
     * The changes as a unified patch, for {@code git apply} or {@code patch -p1} in the folder that
     * {@link SourceSettings#base} names. What it says of a file is in the encoding of that file, or
     * it would not apply.
     *
     * @throws IOException if a file cannot be read, or is no longer what it was when it was read
     */
    public byte[] patch() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Map.Entry<Path, Change> entry : changes.entrySet()) {
            Change change = entry.getValue();
            Path name = settings.base().relativize(entry.getKey());
            Charset charset = charset(entry.getKey(), Files.readAllBytes(entry.getKey()));
            out.write(Result.diff(change.before, change.after, name).getBytes(charset));
        }
        return out.toByteArray();
    }

    /** What was repaired and what was not, for people. */
    public String summary() {
        return summary(List.of());
    }

    /**
     * What was repaired and what was not, for people.
     *
     * @param unwritten what {@link #write} has returned
     */
    public String summary(List<Problem> unwritten) {
        Set<String> unchanged = unwritten.stream().map(Problem::file).collect(Collectors.toSet());
        List<Repaired> done =
                repaired.stream().filter(it -> !unchanged.contains(it.file())).toList();
        StringBuilder out = new StringBuilder();
        for (Repaired it : done) {
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%s:%d: %s: %s%n",
                            TerminalReport.shown(it.file()),
                            it.line(),
                            it.check(),
                            it.message()));
        }
        List<Refusal> left =
                refusals.stream()
                        .sorted(
                                Comparator.comparing(Refusal::file)
                                        .thenComparing(Refusal::line)
                                        .thenComparing(Refusal::check))
                        .toList();
        for (Refusal it : left) {
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%s:%d: %s: not repaired: %s%n",
                            TerminalReport.shown(it.file()),
                            it.line(),
                            it.check(),
                            TerminalReport.shown(it.reason())));
        }
        for (Problem it : problems) {
            out.append(
                    String.format(
                            "%s: not checked: %s%n",
                            TerminalReport.shown(it.file()), it.message()));
        }
        for (Problem it : unwritten) {
            out.append(
                    String.format(
                            "%s: not repaired: %s%n",
                            TerminalReport.shown(it.file()), it.message()));
        }
        return out.append(
                        String.format(
                                Locale.ROOT,
                                "%d repaired in %s, %d left; %s, %d parsed%n",
                                done.size(),
                                TerminalReport.counted(changes.size() - unchanged.size(), "file"),
                                refusals.size() + repaired.size() - done.size(),
                                TerminalReport.counted(files, "Java file"),
                                parsed))
                .toString();
    }

    /**
     * Changes the files, in the encoding they have. One that cannot be written, or is no longer
     * what it was when it was read, is left as it is, and the others are changed. A virtual machine
     * that is told to stop meanwhile does so when all is written: a file is emptied first, and half
     * a repair might break the program.
     *
     * @return what was left, with the reasons
     */
    public List<Problem> write() {
        Semaphore written = new Semaphore(0);
        Thread onStop = new Thread(written::acquireUninterruptibly, "wait for the repairs");
        Runtime.getRuntime().addShutdownHook(onStop);
        try {
            return writeAll();
        } finally {
            written.release();
            try {
                Runtime.getRuntime().removeShutdownHook(onStop);
            } catch (IllegalStateException stopping) {
                // It waits no longer.
            }
        }
    }

    private List<Problem> writeAll() {
        List<Problem> unwritten = new ArrayList<>();
        changes.forEach(
                (path, change) -> {
                    try {
                        write(path, change);
                    } catch (IOException failure) {
                        unwritten.add(
                                new Problem(
                                        settings.relative(path),
                                        "it could not be written: " + SourceFiles.reason(failure)));
                    }
                });
        return unwritten;
    }

    private void write(Path path, Change change) throws IOException {
        byte[] now = Files.readAllBytes(path);
        byte[] then = change.after.getBytes(charset(path, now));
        try {
            Files.write(path, then);
        } catch (IOException full) {
            // It was emptied first, so what it was has the place that it had.
            Files.write(path, now);
            throw full;
        }
    }

    /** How a file of these bytes was read. */
    private Charset charset(Path path, byte[] now) throws IOException {
        String before = changes.get(path).before;
        for (Charset charset : List.of(settings.encoding(), StandardCharsets.ISO_8859_1)) {
            if (Arrays.equals(now, before.getBytes(charset))) {
                return charset;
            }
        }
        throw new IOException("somebody else changed it meanwhile; run the command again");
    }
}
