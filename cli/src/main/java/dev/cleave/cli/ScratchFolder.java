package dev.cleave.cli;

import dev.cleave.profiler.FileFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for what is compiled on the way to a run; gone afterwards. Closed more than once: fine.
 */
final class ScratchFolder implements AutoCloseable {
    private final Path path;

    private ScratchFolder(Path path) {
        this.path = path;
    }

    static ScratchFolder create() {
        try {
            return new ScratchFolder(Files.createTempDirectory("cleave-run"));
        } catch (IOException failure) {
            throw new CommandFailure(
                    String.format(
                            "no folder can be made among temporary files, in %s (%s); name another:"
                                    + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER ./cleave …",
                            System.getProperty("java.io.tmpdir"), FileFailures.reason(failure)));
        }
    }

    Path path() {
        return path;
    }

    @Override
    public synchronized void close() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(path)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
