package dev.cleave.detector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs all checks over sources in bulk, as they are and mutated, each file made to look as if it
 * used fork/join, so that none is passed over. A check that fails, an exception, and a batch that
 * does not end in time are failures; a file that the parser refuses is not.
 */
final class SourceSweep {
    /** Far beyond what any batch takes on a slow machine. */
    private static final long BATCH_SECONDS = 600;

    private final int mutateEach;
    private final Random random = new Random(20261122);
    private final List<String> failures = new ArrayList<>();
    private int files;
    private int parsed;
    private int refused;
    private int findings;
    private long lines;
    private long nanoseconds;

    /**
     * A sweep.
     *
     * @param mutateEach of so many files, one is run mutated as well
     */
    SourceSweep(int mutateEach) {
        this.mutateEach = mutateEach;
    }

    int files() {
        return files;
    }

    int parsed() {
        return parsed;
    }

    int refused() {
        return refused;
    }

    int findings() {
        return findings;
    }

    List<String> failures() {
        return failures;
    }

    /** Runs the checks over a folder, or over what is in a jar or zip. */
    void run(Path sources, int batchFiles) throws IOException, InterruptedException {
        if (Files.isDirectory(sources)) {
            runIn(sources, batchFiles);
            return;
        }
        try (FileSystem archive = FileSystems.newFileSystem(sources)) {
            runIn(archive.getPath("/"), batchFiles);
        }
    }

    private void runIn(Path root, int batchFiles) throws IOException, InterruptedException {
        List<Path> batch = new ArrayList<>();
        List<Path> all;
        try (Stream<Path> found = Files.walk(root)) {
            all =
                    found.filter(it -> it.toString().endsWith(".java"))
                            .filter(it -> !it.toString().endsWith("-info.java"))
                            .sorted()
                            .toList();
        }
        for (Path file : all) {
            batch.add(file);
            if (batch.size() == batchFiles) {
                runBatch(batch);
                batch.clear();
            }
        }
        if (!batch.isEmpty()) {
            runBatch(batch);
        }
    }

    private void runBatch(List<Path> batch) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sweep");
        int count = 0;
        try {
            for (Path file : batch) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                write(folder, file, count++, text);
                if (count % mutateEach == 0) {
                    write(folder, file, count++, mutated(text));
                }
            }
            check(folder, count, batch.get(0).toString());
        } finally {
            delete(folder);
        }
    }

    private void write(Path folder, Path file, int number, String text) throws IOException {
        Path home = Files.createDirectories(folder.resolve("f" + number));
        String marked = text + "\nclass ForkJoinMark" + number + " {}\n";
        Files.writeString(home.resolve(file.getFileName().toString()), marked);
        lines += marked.lines().count();
    }

    private void check(Path folder, int count, String first) throws InterruptedException {
        ExecutorService watchdog = Executors.newSingleThreadExecutor();
        long start = System.nanoTime();
        Future<Report> checked =
                watchdog.submit(() -> new Detector(List.of()).check(List.of(folder)));
        files += count;
        try {
            Report report = checked.get(BATCH_SECONDS, TimeUnit.SECONDS);
            nanoseconds += System.nanoTime() - start;
            parsed += report.parsed();
            findings += report.findings().size();
            for (Problem problem : report.problems()) {
                if (problem.message().contains("check failed")) {
                    failures.add(problem + " from " + first);
                } else {
                    refused++;
                }
            }
            if (report.files() != count) {
                failures.add(report.files() + " of " + count + " files seen from " + first);
            }
        } catch (ExecutionException failed) {
            failures.add(failed.getCause() + " from " + first);
        } catch (TimeoutException hung) {
            failures.add("no end after " + BATCH_SECONDS + " s from " + first);
        } finally {
            watchdog.shutdownNow();
        }
    }

    /** Lines lost, doubled, swapped or cut. */
    private String mutated(String text) {
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

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** What was run, in a line. */
    String summary() {
        return String.format(
                "%d files, %d lines: %d parsed, %d refused by the parser, %d findings, %d failures;"
                        + " %.0f lines/s",
                files,
                lines,
                parsed,
                refused,
                findings,
                failures.size(),
                lines / Math.max(1e-9, nanoseconds / 1e9));
    }
}
