package dev.cleave.benchmarks.jne;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Linux has counted for each thread of a process.
 *
 * @param threads by their numbers; a count is null where the system does not say
 */
record ThreadFigures(Map<String, Counts> threads) {
    private static final Path PROC = Path.of("/proc");

    /**
     * Of one thread, or several.
     *
     * @param migrations how often it went from one processor to another
     * @param workerMigrations the same, if it is a worker of a pool; else 0
     * @param switches how often its processor went over to another thread
     * @param cpuNanos how long it computed
     */
    record Counts(Long migrations, Long workerMigrations, Long switches, Long cpuNanos) {
        static final Counts NONE = new Counts(0L, 0L, 0L, 0L);

        Counts plus(Counts other) {
            return new Counts(
                    sum(migrations, other.migrations, 1),
                    sum(workerMigrations, other.workerMigrations, 1),
                    sum(switches, other.switches, 1),
                    sum(cpuNanos, other.cpuNanos, 1));
        }

        Counts minus(Counts other) {
            return new Counts(
                    sum(migrations, other.migrations, -1),
                    sum(workerMigrations, other.workerMigrations, -1),
                    sum(switches, other.switches, -1),
                    sum(cpuNanos, other.cpuNanos, -1));
        }

        private static Long sum(Long a, Long b, int sign) {
            return a == null || b == null ? null : (Long) (a + sign * b);
        }
    }

    /** Of a process now; without threads where the system does not say. */
    static ThreadFigures of(long process) {
        Map<String, Counts> threads = new HashMap<>();
        Path tasks = PROC.resolve(Long.toString(process)).resolve("task");
        try (DirectoryStream<Path> each = Files.newDirectoryStream(tasks)) {
            for (Path thread : each) {
                Counts counts = counts(thread);
                if (Files.exists(thread)) { // else it has ended meanwhile
                    threads.put(thread.getFileName().toString(), counts);
                }
            }
        } catch (IOException gone) {
            // The process, or there is no /proc.
        }
        return new ThreadFigures(threads);
    }

    private static Counts counts(Path thread) {
        Optional<Long> voluntary = value(thread.resolve("status"), "voluntary_ctxt_switches");
        Optional<Long> others = value(thread.resolve("status"), "nonvoluntary_ctxt_switches");
        Long migrations = value(thread.resolve("sched"), "se.nr_migrations").orElse(null);
        return new Counts(
                migrations,
                isWorker(thread) ? migrations : migrations == null ? null : (Long) 0L,
                voluntary.isPresent() && others.isPresent()
                        ? (Long) (voluntary.get() + others.get())
                        : null,
                value(thread.resolve("schedstat"), "").orElse(null));
    }

    /** By the names that pools give their workers, as far as the kernel shows them. */
    private static boolean isWorker(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return name.startsWith("ForkJoinPool-") || name.startsWith("Cleave-");
        } catch (IOException ended) {
            return false;
        }
    }

    /** The last number in the line that begins with a name, or the first of a line without. */
    private static Optional<Long> value(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(
                            line ->
                                    name.isEmpty()
                                            ? line.split(" ")[0]
                                            : line.replaceAll(".*[^0-9]", ""))
                    .filter(number -> !number.isEmpty())
                    .map(Long::valueOf)
                    .findFirst();
        } catch (IOException | UncheckedIOException | NumberFormatException unsaid) {
            return Optional.empty();
        }
    }

    /**
     * What was counted since an earlier look, for the threads there are now: those that ended took
     * theirs with them. All null where the system does not say.
     */
    Counts since(ThreadFigures before) {
        return threads.entrySet().stream()
                .map(
                        thread ->
                                thread.getValue()
                                        .minus(
                                                before.threads.getOrDefault(
                                                        thread.getKey(), Counts.NONE)))
                .reduce(Counts::plus)
                .orElse(new Counts(null, null, null, null));
    }
}
