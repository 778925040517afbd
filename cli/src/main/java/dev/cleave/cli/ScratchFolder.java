package dev.cleave.cli;

import dev.cleave.profiler.FileFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for what is compiled on the way to a run; gone afterwards, also if this virtual machine
 * is told to stop meanwhile. Closed more than once: fine.
 */
final class ScratchFolder implements AutoCloseable {
    private static final int TRIES = 3;

    private Path path;
    private final Thread onStop = new Thread(this::stop, "clear up");

    /** Whether a program runs on what is in the folder; whoever ends it closes the folder. */
    private boolean used;

    private boolean closed;

    private ScratchFolder() {}

    static ScratchFolder create() {
        ScratchFolder folder = new ScratchFolder();
        try {
            synchronized (folder) { // who is told to stop meanwhile finds it, or no folder
                Runtime.getRuntime().addShutdownHook(folder.onStop);
                folder.path = Files.createTempDirectory("cleave-run");
            }
            return folder;
        } catch (IOException failure) {
            throw unwritable(failure);
        }
    }

    /** Of what cannot be written into such a folder. */
    static CommandFailure unwritable(IOException failure) {
        return new CommandFailure(
                String.format(
                        "nothing can be written among temporary files, in %s (%s); make room there,"
                                + " or name another folder:"
                                + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER ./cleave …",
                        System.getProperty("java.io.tmpdir"), FileFailures.reason(failure)));
    }

    /** A folder in this one, made now. */
    Path folder(String name) {
        try {
            return Files.createDirectory(path.resolve(name));
        } catch (IOException failure) {
            throw unwritable(failure);
        }
    }

    Path path() {
        return path;
    }

    /** Says whether a program runs on what is in the folder. Call it with this locked. */
    void use(boolean used) {
        this.used = used;
    }

    boolean isClosed() {
        return closed;
    }

    private synchronized void stop() {
        for (int tries = 0; !used && exists() && tries < TRIES; tries++) {
            try {
                close();
            } catch (IOException ignored) {
                // The command may be writing there still.
            }
        }
    }

    private boolean exists() {
        return path != null && Files.exists(path);
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        try {
            Runtime.getRuntime().removeShutdownHook(onStop);
        } catch (IllegalStateException stopping) {
            // It runs, or will.
        }
        if (!exists()) {
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
