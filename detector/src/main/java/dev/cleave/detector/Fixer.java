package dev.cleave.detector;

import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.repairs.Repair;
import dev.cleave.detector.repairs.Repairing;
import dev.cleave.detector.repairs.Repairs;
import dev.cleave.detector.repairs.ToFuture;
import dev.cleave.detector.sources.CompilerErrors;
import dev.cleave.detector.sources.LargeStack;
import dev.cleave.detector.sources.Libraries;
import dev.cleave.detector.sources.LibraryTypes;
import dev.cleave.detector.sources.SourceFiles;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Repairs what {@link Detector} finds, where it can prove that the program goes on to compute the
 * same. What it proves, it proves from the files it is given and the JDK.
 */
public final class Fixer {
    private static final String MARK = "\uFEFF";

    private final SourceSettings settings;
    private final boolean futures;

    /**
     * A fixer of sources that {@link SourceSettings#of} describes.
     *
     * @param classPath folders of class files, and jars, with types that the sources use; may be
     *     empty
     * @param futures whether to turn task classes into methods with {@code @Future}, too
     */
    public Fixer(List<Path> classPath, boolean futures) {
        this(SourceSettings.of(classPath), futures);
    }

    /**
     * A fixer.
     *
     * @param settings what is known besides the sources
     * @param futures whether to turn task classes into methods with {@code @Future}, too
     * @throws IllegalArgumentException if the running JDK does not know the release
     */
    public Fixer(SourceSettings settings, boolean futures) {
        CompilerErrors.requireRelease(settings.release());
        this.settings = settings;
        this.futures = futures;
    }

    /**
     * Works out what to change in files and folders, and changes nothing yet. Blocks until done.
     * The work is done in a thread with a large stack, one run at a time in a virtual machine, for
     * the compiler keeps state.
     *
     * @param paths Java files, and folders to look for them in
     * @throws NoSuchFileException if one of the paths does not exist
     * @throws IOException if one of the paths cannot be read; a single file in a folder that cannot
     *     is a problem in the result
     * @throws InterruptedException if the caller is interrupted while it waits; the run is then
     *     abandoned to end by itself
     */
    public Fixes fix(List<Path> paths) throws IOException, InterruptedException {
        return fix(paths, file -> true);
    }

    /**
     * The same for who means to {@linkplain Fixes#write write} the changes: what would need a
     * change in a file that may not be written is left as it is, for half a repair may break the
     * program.
     *
     * @throws NoSuchFileException if one of the paths does not exist
     * @throws IOException if one of the paths cannot be read
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public Fixes fixInPlace(List<Path> paths) throws IOException, InterruptedException {
        return fix(paths, Files::isWritable);
    }

    public Fixes fix(List<Path> paths, Predicate<Path> writable)
            throws IOException, InterruptedException {
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new NoSuchFileException(path.toString());
            }
        }
        try (Libraries libraries = new Libraries(settings.classPath())) {
            SourceFiles sources = new SourceFiles(settings, libraries);
            sources.choose(paths.stream().map(it -> it.toAbsolutePath().normalize()).toList());
            return LargeStack.call(() -> fix(sources, libraries, writable));
        }
    }

    private Fixes fix(SourceFiles sources, LibraryTypes libraries, Predicate<Path> writable) {
        List<Repair> repairs = new ArrayList<>(Repairs.all());
        if (futures) {
            repairs.add(new ToFuture());
        }
        Repairing repairing = repairing(sources, libraries, repairs, writable);
        if (repairing.findsAnything()) {
            sources.chooseUsers();
            repairing = repairing(sources, libraries, repairs, writable);
        }
        repairing.run();
        Map<Path, Fixes.Change> changes = new LinkedHashMap<>();
        repairing
                .changed()
                .forEach(
                        (path, text) -> {
                            String before = sources.chosen().get(path);
                            String mark = before.startsWith(MARK) ? MARK : "";
                            changes.put(path, new Fixes.Change(before, mark + text));
                        });
        List<Problem> problems = new ArrayList<>(sources.problems());
        problems.addAll(repairing.problems());
        return new Fixes(
                repairing.repaired(),
                repairing.refusals(),
                problems,
                sources.count(),
                repairing.parsed(),
                changes,
                settings);
    }

    private Repairing repairing(
            SourceFiles sources,
            LibraryTypes libraries,
            List<Repair> repairs,
            Predicate<Path> writable) {
        Map<Path, String> texts = new LinkedHashMap<>();
        // The parser does not keep the mark with which some editors begin a file.
        sources.chosen().forEach((path, text) -> texts.put(path, withoutMark(text)));
        return new Repairing(texts, sources.users(), settings, libraries, repairs, writable);
    }

    private static String withoutMark(String text) {
        return text.startsWith(MARK) ? text.substring(1) : text;
    }
}
