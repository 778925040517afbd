package dev.cleave.weaver;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** A folder of class files, read by name and written with some of them changed. */
final class WovenFolder {
    private WovenFolder() {}

    static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    static byte[] find(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static void write(Path folder, List<Path> files, Map<String, byte[]> changed, Path output)
            throws IOException {
        boolean inPlace = Files.exists(output) && Files.isSameFile(folder, output);
        for (Path file : files) {
            String name = name(folder, file);
            Path to = output.resolve(name);
            byte[] woven = changed.get(name);
            if (woven != null) {
                Files.createDirectories(to.getParent());
                Path target = inPlace ? file.toRealPath() : to;
                replace(target, file, written -> Files.write(written, woven));
            } else if (!inPlace) {
                Files.createDirectories(to.getParent());
                Files.copy(
                        file,
                        to,
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Writes a file that does not exist yet under its name. */
    interface Content {
        void writeTo(Path file) throws IOException;
    }

    /**
     * A build that is stopped here must not leave half a class file that is newer than its source,
     * nor what is written first: the virtual machine stops when this is done.
     *
     * @throws IOException if that cannot be written
     */
    static void replace(Path file, Path original, Content content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isWritable(folder)) {
            // Said of the file: nobody knows the name of the one that is written first.
            throw new AccessDeniedException(file.toString(), null, "permission denied");
        }
        Semaphore replaced = new Semaphore(0);
        Thread onStop = new Thread(replaced::acquireUninterruptibly, "wait for a woven file");
        Runtime.getRuntime().addShutdownHook(onStop);
        try {
            replaceIn(folder, file, original, content);
        } finally {
            replaced.release();
            try {
                Runtime.getRuntime().removeShutdownHook(onStop);
            } catch (IllegalStateException stopping) {
                // It waits no longer.
            }
        }
    }

    private static void replaceIn(Path folder, Path file, Path original, Content content)
            throws IOException {
        Path written = Files.createTempFile(folder, "weaving", ".tmp");
        try {
            content.writeTo(written);
            copyPermissions(original, written);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** A temporary file is its owner's alone; what takes a file's place is for the same readers. */
    private static void copyPermissions(Path from, Path to) throws IOException {
        if (to.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        }
    }
}
