package dev.cleave.spark;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What processes tell each other, by files in a folder. */
record Signals(String folder) implements Serializable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Raises it, unless somebody has; true for who does. */
    boolean raise(String name) {
        try {
            Files.createFile(Path.of(folder, name));
            return true;
        } catch (FileAlreadyExistsException raised) {
            return false;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Adds one to what {@link #count} says of the name. */
    void add(String name) {
        raise(name + "-" + UUID.randomUUID());
    }

    int count(String name) {
        return raised(name + "-").size();
    }

    /** Those whose names begin so, without that beginning. */
    List<String> raised(String beginning) {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(beginning))
                    .map(name -> name.substring(beginning.length()))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Waits until so many are raised whose names begin so. */
    List<String> await(String beginning, int number) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        List<String> raised = raised(beginning);
        while (raised.size() < number) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "of " + number + " signals " + beginning + " there are " + raised);
            }
            Thread.sleep(5);
            raised = raised(beginning);
        }
        return raised;
    }
}
