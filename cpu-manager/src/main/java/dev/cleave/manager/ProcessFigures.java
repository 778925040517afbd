package dev.cleave.manager;

import dev.cleave.processors.linux.ControlGroups;
import dev.cleave.processors.linux.SmallFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What Linux counts for a process.
 *
 * @param migrations how often its present threads went from one processor to another; null if the
 *     system does not say
 * @param throttled in how many periods its control group used up its quota; null if it has none
 */
record ProcessFigures(Long migrations, Long throttled) {
    /** Looks at a process. Any thread; reads a file for each of its threads. */
    static ProcessFigures of(long process) {
        return of(Path.of("/"), process);
    }

    /** The same, of a process below another root directory. */
    static ProcessFigures of(Path root, long process) {
        Path folder = root.resolve("proc").resolve(Long.toString(process));
        ControlGroups groups =
                ControlGroups.find(
                        root,
                        SmallFile.read(folder.resolve("cgroup")),
                        SmallFile.read(root.resolve("proc/self/mountinfo")));
        return new ProcessFigures(migrations(folder.resolve("task")), throttled(groups));
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

    /** Of its own group, in the hierarchy that counts. */
    private static Long throttled(ControlGroups groups) {
        return Stream.of(groups.unified(), groups.cpu())
                .filter(chain -> !chain.isEmpty())
                .map(chain -> value(chain.get(0).resolve("cpu.stat"), "nr_throttled"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
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
