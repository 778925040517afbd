package dev.cleave.detector;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * {@link SourceSettings#base} names.
     */
    public String patch() {
        StringBuilder out = new StringBuilder();
        changes.forEach(
                (path, change) ->
                        out.append(
                                Result.diff(
                                        change.before,
                                        change.after,
                                        settings.base().relativize(path))));
        return out.toString();
    }

    /** What was repaired and what was not, for people. */
    public String summary() {
        StringBuilder out = new StringBuilder();
        for (Repaired it : repaired) {
            out.append(
                    String.format(
                            "%s:%d: %s: %s%n", it.file(), it.line(), it.check(), it.message()));
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
                            "%s:%d: %s: not repaired: %s%n",
                            it.file(), it.line(), it.check(), it.reason()));
        }
        for (Problem it : problems) {
            out.append(String.format("%s: not checked: %s%n", it.file(), it.message()));
        }
        return out.append(
                        String.format(
                                "%d repaired in %s, %d left; %s, %d parsed%n",
                                repaired.size(),
                                TerminalReport.counted(changes.size(), "file"),
                                refusals.size(),
                                TerminalReport.counted(files, "Java file"),
                                parsed))
                .toString();
    }

    /**
     * Changes the files, in the encoding they have. One that cannot be written, or is no longer
     * what it was when it was read, stays as it is, and what was to be repaired in it is left.
     *
     * @return what has been done
     */
    public Fixes write() {
        Map<String, String> failures = new LinkedHashMap<>();
        Map<Path, Change> written = new LinkedHashMap<>(changes);
        changes.forEach(
                (file, change) -> {
                    try {
                        write(file, change);
                    } catch (IOException failure) {
                        written.remove(file);
                        failures.put(
                                settings.relative(file),
                                "the file cannot be written: " + SourceFiles.reason(failure));
                    }
                });
        List<Repaired> done = new ArrayList<>();
        List<Refusal> left = new ArrayList<>(refusals);
        for (Repaired it : repaired) {
            String failure = failures.get(it.file());
            if (failure == null) {
                done.add(it);
            } else {
                left.add(new Refusal(it.check(), it.file(), it.line(), failure));
            }
        }
        return new Fixes(done, left, problems, files, parsed, written, settings);
    }

    private void write(Path file, Change change) throws IOException {
        byte[] now = Files.readAllBytes(file);
        Charset charset = settings.encoding();
        if (!Arrays.equals(now, change.before.getBytes(charset))) {
            charset = StandardCharsets.ISO_8859_1;
        }
        if (!Arrays.equals(now, change.before.getBytes(charset))) {
            throw new IOException(
                    "it was changed by somebody else meanwhile; run the command again");
        }
        Files.write(file, change.after.getBytes(charset));
    }
}
