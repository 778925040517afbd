package dev.cleave.agent.retarget;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * The runtime that the agent's jar brings, as a file: a jar within a jar cannot be searched for
 * classes. It is unpacked beside the agent's jar, under a name that tells its content, and used
 * again by whatever starts later.
 */
final class BundledRuntime {
    private static final String ENTRY = "dev/cleave/agent/retarget/cleave-runtime.jar";

    private BundledRuntime() {}

    /**
     * Opens it; unpacks it, if that has to be.
     *
     * @throws IOException if there is none, or no place for it
     */
    static JarFile open() throws IOException {
        Path agent = agent();
        if (!Files.isRegularFile(agent)) {
            throw new IOException(agent + " is no jar");
        }
        try (JarFile jar = new JarFile(agent.toFile())) {
            ZipEntry runtime = jar.getEntry(ENTRY);
            if (runtime == null) {
                throw new IOException("this jar has none");
            }
            String name = String.format("cleave-runtime-%08x.jar", runtime.getCrc());
            Path beside = agent.resolveSibling(name);
            if (!isWhole(beside, runtime)) {
                try {
                    unpack(jar, runtime, beside);
                } catch (IOException noPlace) {
                    return inTemporaryFolder(jar, runtime);
                }
            }
            return new JarFile(beside.toFile());
        }
    }

    private static Path agent() {
        try {
            return Path.of(
                    BundledRuntime.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isWhole(Path file, ZipEntry runtime) throws IOException {
        return Files.isReadable(file)
                && Files.isRegularFile(file)
                && Files.size(file) == runtime.getSize();
    }

    /** Others may be at it: each writes a file of its own, and the last one stays. */
    private static void unpack(JarFile jar, ZipEntry runtime, Path to) throws IOException {
        Path part =
                to.resolveSibling(
                        String.format(
                                Locale.ROOT,
                                "%s.%d-%x",
                                to.getFileName(),
                                ProcessHandle.current().pid(),
                                System.nanoTime()));
        try {
            copy(jar, runtime, part);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Where the agent's folder cannot be written. */
    private static JarFile inTemporaryFolder(JarFile jar, ZipEntry runtime) throws IOException {
        Path copy = Files.createTempFile("cleave-runtime", ".jar");
        copy.toFile().deleteOnExit();
        copy(jar, runtime, copy);
        return new JarFile(copy.toFile());
    }

    private static void copy(JarFile jar, ZipEntry runtime, Path to) throws IOException {
        try (InputStream in = jar.getInputStream(runtime)) {
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
