package dev.cleave.manager;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What Linux counts for a process.
 *
 * @param migrations how often its present threads went from one processor to another; null if the
 *     system does not say
 * @param throttled in how many periods its control group used up its quota; null if it has none
 */
record ProcessFigures(Long migrations, Long throttled) {
    private static final Path PROC = Path.of("/proc");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    /** Looks at a process. Any thread; reads a file for each of its threads. */
    static ProcessFigures of(long process) {
        Path folder = PROC.resolve(Long.toString(process));
        return new ProcessFigures(migrations(folder.resolve("task")), throttled(folder));
    }

    private static Long migrations(Path tasks) {
        Long sum = null;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                Long count = value(thread.resolve("sched"), "se.nr_migrations");
                sum = count == null ? sum : (sum == null ? 0 : sum) + count;
            }
        } catch (IOException e) {
            // the process is gone, or there is no /proc
        }
        return sum;
    }

    private static Long throttled(Path process) {
        try (Stream<String> groups = Files.lines(process.resolve("cgroup"))) {
            return groups.map(ProcessFigures::throttledGroup)
                    .filter(count -> count != null)
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * From a line like {@code 0::/user.slice}, or {@code 4:cpu,cpuacct:/user.slice} of version 1.
     */
    private static Long throttledGroup(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            return null;
        }
        Path hierarchy =
                parts[1].isEmpty()
                        ? CGROUPS
                        : Stream.of(parts[1].split(",")).anyMatch("cpu"::equals)
                                ? CGROUPS.resolve("cpu")
                                : null;
        return hierarchy == null
                ? null
                : value(hierarchy.resolve("." + parts[2]).resolve("cpu.stat"), "nr_throttled");
    }

    /** The number in the line that begins with a name; null if there is none. */
    private static Long value(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.replaceAll(".*[^0-9]", ""))
                    .filter(number -> !number.isEmpty())
                    .map(Long::valueOf)
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }
}
