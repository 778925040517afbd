package dev.cleave.cli;

import com.sun.source.util.JavacTask;
import dev.cleave.weaver.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;

/** A program that has been compiled into a folder. */
final class ClassFolderProgram {
    private static final int AFTER_VERSION = 8;
    private static final int VERSION_BEFORE_JAVA_1 = 44;

    private ClassFolderProgram() {}

    /** Whether it is a folder with class files and no Java files. */
    static boolean isOne(Path folder) {
        return Files.isDirectory(folder)
                && files(folder, ".java").isEmpty()
                && !files(folder, ".class").isEmpty();
    }

    /**
     * Decides which class to start: the one asked for, else the only one with a main method.
     *
     * @param mainClass the class to start, or null
     * @param libraries folders and jars with what it uses
     * @throws CommandFailure if that leaves no one class
     */
    static Program read(Path folder, String mainClass, List<Path> libraries) {
        List<Path> classPath = new ArrayList<>(List.of(folder));
        classPath.addAll(libraries);
        try (StandardJavaFileManager places = places(classPath)) {
            Elements elements = elements(places);
            MainMethods rule = new MainMethods(elements, Runtime.version().feature());
            List<Path> files = files(folder, ".class");
            List<MainClass> candidates =
                    files.stream()
                            .flatMap(file -> mainClass(folder, file, elements, rule))
                            .toList();
            if (candidates.isEmpty()) {
                for (Path file : files) {
                    requireNoNewerJava(file);
                    if (mainClass == null) {
                        requireRoot(folder, file);
                    }
                }
            }
            String chosen = SourceProgram.choose(folder, true, mainClass, classPath, candidates);
            return new Program(folder, libraries, chosen, List.of());
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    /** The compiler reads no class file of a newer Java, and says nothing about it here. */
    private static void requireNoNewerJava(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            ByteBuffer start = ByteBuffer.wrap(in.readNBytes(AFTER_VERSION));
            int java =
                    start.limit() < AFTER_VERSION
                            ? 0
                            : start.getShort(AFTER_VERSION - Short.BYTES) - VERSION_BEFORE_JAVA_1;
            if (java > Runtime.version().feature()) {
                throw new CommandFailure(
                        String.format(
                                "%s was compiled for Java %d, and this is Java %d; set JAVA_HOME to a"
                                        + " JDK %d or later",
                                file, java, Runtime.version().feature(), java));
            }
        }
    }

    /** A class is found only from the folder that its package's folders are in. */
    private static void requireRoot(Path folder, Path file) throws IOException {
        if (!isIn(file)) {
            return;
        }
        String name = new ClassReader(Files.readAllBytes(file)).getClassName();
        Path root = file.toRealPath();
        if (root.endsWith(name + ".class")) {
            for (int i = name.split("/").length; i > 0; i--) {
                root = root.getParent();
            }
            if (!root.equals(folder.toRealPath())) {
                throw new CommandFailure(
                        String.format(
                                "%s is not the folder to start %s from; give %s",
                                folder, name.replace('/', '.'), root));
            }
        }
    }

    /** Whether some folders and jars have a class of this binary name that can be started. */
    static boolean canStart(List<Path> classPath, String name) {
        try (StandardJavaFileManager places = places(classPath)) {
            Elements elements = elements(places);
            TypeElement type = elements.getTypeElement(name);
            if (type == null) {
                type = elements.getTypeElement(name.replace('$', '.'));
            }
            return type != null
                            && new MainMethods(elements, Runtime.version().feature()).canStart(type)
                    || isInFile(classPath, name);
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    private static boolean isInFile(List<Path> places, String name) throws IOException {
        try (ClassPath classPath = new ClassPath(places)) {
            byte[] file = classPath.find(name.replace('.', '/'));
            return file != null && MainMethods.isIn(file);
        }
    }

    private static StandardJavaFileManager places(List<Path> classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw SourceCompiler.missing();
        }
        StandardJavaFileManager places = compiler.getStandardFileManager(null, null, null);
        String release = String.valueOf(Runtime.version().feature());
        places.handleOption("--multi-release", List.of(release).iterator());
        List<Path> all = new ArrayList<>(classPath);
        all.add(RuntimeLocation.path());
        // Not as a text, in which a folder's name might be taken for two.
        places.setLocationFromPaths(StandardLocation.CLASS_PATH, all);
        return places;
    }

    /** The compiler is asked only to read class files. */
    private static Elements elements(StandardJavaFileManager places) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = SourceCompiler.withPreview();
        return ((JavacTask) compiler.getTask(null, places, null, options, null, null))
                .getElements();
    }

    private static Stream<MainClass> mainClass(
            Path folder, Path file, Elements elements, MainMethods rule) {
        String path = folder.relativize(file).toString();
        String name =
                path.substring(0, path.length() - ".class".length())
                        .replace(file.getFileSystem().getSeparator(), ".");
        TypeElement type = elements.getTypeElement(name);
        return type != null && (rule.canStart(type) || isIn(file))
                ? Stream.of(new MainClass(name, file))
                : Stream.empty();
    }

    private static boolean isIn(Path file) {
        try {
            return MainMethods.isIn(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    /**
     * The files with such names in a folder and below, by the path that was given.
     *
     * @throws CommandFailure if a folder cannot be read
     * @throws InvalidPathException if the locale does not have all characters of a name: it could
     *     neither be compiled nor be found by the virtual machine
     */
    static List<Path> files(Path folder, String suffix) {
        CharsetEncoder names = Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder();
        try {
            return ClassPath.files(folder).stream()
                    .filter(file -> file.toString().endsWith(suffix))
                    .map(file -> expressible(file, names))
                    .toList();
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    private static Path expressible(Path file, CharsetEncoder names) {
        if (!names.canEncode(file.toString())) {
            throw new InvalidPathException(file.toString(), "not in the locale's encoding");
        }
        return file;
    }
}
