package dev.cleave.detector;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.sources.Comments;
import dev.cleave.detector.sources.LargeStack;
import dev.cleave.detector.sources.LibraryTypes;
import dev.cleave.detector.sources.SourceParser;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;

/**
 * Runs all checks over sources in bulk, whether or not they use fork/join: as they are, as if tasks
 * ran every method in them, and mutated. A check that fails, an exception, and a batch that does
 * not end in time are failures; a file that the parser refuses is not.
 */
final class SourceSweep {
    /** Far beyond what any batch takes on a slow machine. */
    private static final long BATCH_SECONDS = 600;

    private static final Path BASE = Path.of("").toAbsolutePath();

    private final int batchFiles;
    private final int mutateEach;
    private final Random random = new Random(20261122);
    private final List<String> failures = new ArrayList<>();
    private int files;
    private int mutated;
    private int parsed;
    private int refused;
    private int findings;
    private int findingsInAll;
    private long lines;
    private long nanoseconds;

    /**
     * A sweep.
     *
     * @param batchFiles how many files are taken for one program
     * @param mutateEach of so many files, one is run mutated as well
     */
    SourceSweep(int batchFiles, int mutateEach) {
        this.batchFiles = batchFiles;
        this.mutateEach = mutateEach;
    }

    /** How many files there were, mutated ones included. */
    int files() {
        return files;
    }

    int parsed() {
        return parsed;
    }

    int refused() {
        return refused;
    }

    /** What was found in the files as they are. */
    int findings() {
        return findings;
    }

    /** What was found when tasks ran every method. */
    int findingsInAll() {
        return findingsInAll;
    }

    List<String> failures() {
        return failures;
    }

    /**
     * Runs the checks over a folder, or over what is in a jar or zip; behind {@code !}, in a folder
     * of that.
     */
    void run(String sources) throws IOException, InterruptedException {
        String[] parts = sources.split("!", 2);
        Path path = Path.of(parts[0]);
        if (Files.isDirectory(path)) {
            runIn(path);
            return;
        }
        try (FileSystem archive = FileSystems.newFileSystem(path)) {
            runIn(archive.getPath(parts.length == 1 ? "/" : parts[1]));
        }
    }

    private void runIn(Path root) throws IOException, InterruptedException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(root)) {
            all =
                    found.filter(it -> it.toString().endsWith(".java"))
                            .filter(it -> !it.toString().endsWith("-info.java"))
                            .sorted()
                            .toList();
        }
        for (int at = 0; at < all.size(); at += batchFiles) {
            runBatch(all.subList(at, Math.min(all.size(), at + batchFiles)));
        }
    }

    private void runBatch(List<Path> batch) throws IOException, InterruptedException {
        Map<Path, String> texts = new LinkedHashMap<>();
        for (Path file : batch) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            add(texts, file, text);
            if (files % mutateEach == 0) {
                mutated++;
                add(texts, file, mutate(text));
            }
        }
        check(texts, batch.get(0).toString());
    }

    private void add(Map<Path, String> texts, Path file, String text) {
        Path home = BASE.resolve("f" + files++);
        texts.put(home.resolve(file.getFileName().toString()), Comments.undocumented(text));
        lines += text.lines().count();
    }

    private void check(Map<Path, String> texts, String first) throws InterruptedException {
        ExecutorService watchdog = Executors.newSingleThreadExecutor();
        long start = System.nanoTime();
        Future<?> checked =
                watchdog.submit(
                        () ->
                                LargeStack.call(
                                        () -> {
                                            checkAll(texts, first);
                                            return true;
                                        }));
        try {
            checked.get(BATCH_SECONDS, TimeUnit.SECONDS);
            nanoseconds += System.nanoTime() - start;
        } catch (ExecutionException failed) {
            failures.add(failed.getCause() + " from " + first);
        } catch (TimeoutException hung) {
            failures.add("no end after " + BATCH_SECONDS + " s from " + first);
        } finally {
            watchdog.shutdownNow();
        }
    }

    private void checkAll(Map<Path, String> texts, String first) {
        SourceParser parser =
                new SourceParser(SourceSettings.of(List.of()), LibraryTypes.NONE, false);
        List<J.CompilationUnit> trees = parser.parse(texts);
        parsed += trees.size();
        refused += parser.problems().size();
        if (trees.size() + parser.problems().size() != texts.size()) {
            failures.add(
                    String.format(
                            "%d files, but %d parsed and %d refused from %s",
                            texts.size(), trees.size(), parser.problems().size(), first));
        }
        findings += findingsIn(new Program(trees, LibraryTypes.NONE), first);
        findingsInAll += findingsIn(new Program(trees, LibraryTypes.NONE, type -> 0, true), first);
    }

    private int findingsIn(Program program, String first) {
        int found = 0;
        for (Check check : Checks.all()) {
            try {
                found += check.findings(program).found().size();
            } catch (RuntimeException | StackOverflowError failure) {
                StackTraceElement[] trace = failure.getStackTrace();
                failures.add(
                        String.format(
                                "%s: %s at %s from %s",
                                check.id(), failure, trace.length == 0 ? "?" : trace[0], first));
            }
        }
        return found;
    }

    /** Lines lost, doubled, swapped or cut. */
    private String mutate(String text) {
        List<String> changed = new ArrayList<>(text.lines().toList());
        for (int change = 0; change < 3 && changed.size() > 2; change++) {
            int at = random.nextInt(changed.size());
            switch (random.nextInt(4)) {
                case 0 -> changed.remove(at);
                case 1 -> changed.add(at, changed.get(at));
                case 2 -> Collections.swap(changed, at, random.nextInt(changed.size()));
                default -> {
                    String line = changed.get(at);
                    changed.set(at, line.substring(0, random.nextInt(line.length() + 1)));
                }
            }
        }
        return String.join("\n", changed);
    }

    /** What was run, in a line. */
    String summary() {
        return String.format(
                "files %6d, of them mutated %5d, lines %8d, parsed %6d, refused %5d, findings %4d,"
                        + " in all methods %6d, failures %d; %.0f lines/s",
                files,
                mutated,
                lines,
                parsed,
                refused,
                findings,
                findingsInAll,
                failures.size(),
                lines / Math.max(1e-9, nanoseconds / 1e9));
    }
}
