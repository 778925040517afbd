package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** What a program's classes were compiled from, which its recordings do not say. */
final class SourceFiles implements Closeable {
    private final ClassPath places;

    /** By class; empty if it is not known. */
    private final Map<String, String> files = new HashMap<>();

    private SourceFiles(ClassPath places) {
        this.places = places;
    }

    static SourceFiles of(Program program) {
        List<Path> entries = new ArrayList<>(List.of(program.classes()));
        entries.addAll(program.libraries());
        try {
            return new SourceFiles(new ClassPath(entries));
        } catch (IOException unreadable) {
            return new SourceFiles(null); // a report is worth more than these names
        }
    }

    /** By a class's binary name: a file's name without its folder; null if that is not known. */
    String of(String type) {
        String file = files.computeIfAbsent(type, this::read);
        return file.isEmpty() ? null : file;
    }

    private String read(String type) {
        try {
            byte[] classFile = places == null ? null : places.find(type.replace('.', '/'));
            if (classFile != null) {
                ClassNode node = new ClassNode();
                new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
                return node.sourceFile == null ? "" : node.sourceFile;
            }
        } catch (UncheckedIOException | IllegalArgumentException unreadable) {
            // Then it is not known.
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        if (places != null) {
            places.close();
        }
    }
}
