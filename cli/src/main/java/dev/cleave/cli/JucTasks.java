package dev.cleave.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

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
     * names. Blocks until they have been read; what cannot be read has none.
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
        // Of a symbolic link, a walk sees the link alone.
        try (Stream<Path> all = Files.walk(folder.toRealPath())) {
            return all.filter(file -> file.toString().endsWith(".class"))
                    .anyMatch(file -> areIn(() -> Files.newInputStream(file)));
        }
    }

    private static boolean areInJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .anyMatch(entry -> areIn(() -> jar.getInputStream(entry)));
        }
    }

    private interface ClassFile {
        InputStream open() throws IOException;
    }

    private static boolean areIn(ClassFile file) {
        try (InputStream in = file.open()) {
            // Names are ASCII in a class file, whatever else is in it.
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return NAMES.stream().anyMatch(text::contains);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
