package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Whether a program has tasks for {@code java.util.concurrent.ForkJoinPool}: only then it is worth
 * the agent that counts them.
 */
final class JucTasks {
    private static final List<String> NAMES =
            List.of("RecursiveTask", "RecursiveAction", "CountedCompleter", "ForkJoinTask").stream()
                    .map(name -> "java/util/concurrent/" + name)
                    .toList();

    private JucTasks() {}

    /**
     * Looks for their names in the program's class files and in those of the libraries that it
     * names or, as one jar, holds. Blocks until they have been read; what cannot be read has none.
     */
    static boolean areIn(Program program) {
        return Stream.concat(Stream.of(program.classes()), program.allLibraries().stream())
                .anyMatch(JucTasks::areIn);
    }

    private static boolean areIn(Path place) {
        try {
            return Files.isDirectory(place) ? areInFolder(place) : areInJar(place);
        } catch (IOException | UncheckedIOException unreadable) {
            return false; // whoever starts the program says so
        }
    }

    private static boolean areInFolder(Path folder) throws IOException {
        return ClassPath.files(folder).stream()
                .filter(file -> file.toString().endsWith(".class"))
                .anyMatch(file -> areIn(() -> Files.newInputStream(file)));
    }

    private static boolean areInJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .anyMatch(
                            entry ->
                                    entry.getName().endsWith(".class")
                                                    && areIn(() -> jar.getInputStream(entry))
                                            || entry.getName().endsWith(".jar")
                                                    && areWithin(() -> jar.getInputStream(entry)));
        }
    }

    private interface Content {
        InputStream open() throws IOException;
    }

    private static boolean areIn(Content classFile) {
        try (InputStream in = classFile.open()) {
            return areNamed(in.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A program in one jar, as Spring Boot packs it, has its libraries in there. */
    private static boolean areWithin(Content jar) {
        try (ZipInputStream in = new ZipInputStream(jar.open())) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                if (e.getName().endsWith(".class") && areNamed(in.readAllBytes())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static boolean areNamed(byte[] classFile) {
        // Names are ASCII in a class file, whatever else is in it.
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return NAMES.stream().anyMatch(text::contains);
    }
}
