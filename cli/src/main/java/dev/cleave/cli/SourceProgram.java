package dev.cleave.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** A program given as Java source: one file, or all the Java files of a folder. */
final class SourceProgram {
    private static final String PROCESSORS =
            "META-INF/services/javax.annotation.processing.Processor";

    private SourceProgram() {}

    /**
     * Compiles the program against the runtime and decides which class to start: the one asked for;
     * else, of one file, the first with a main method; of a folder, the only one.
     *
     * @param source a Java file or a folder
     * @param mainClass the class to start, or null
     * @param libraries folders and jars with what it uses
     * @param output an empty folder for the classes
     * @param checksFutures whether a future that cannot be honoured is an error
     * @param jvmArguments what the virtual machine is given that is to run the program
     * @param remedy what to do about futures that cannot be honoured
     * @param err where the compiler's messages go
     * @throws CommandFailure if it does not compile, or leaves no one class to start
     */
    static Program compile(
            Path source,
            String mainClass,
            List<Path> libraries,
            Path output,
            boolean checksFutures,
            List<String> jvmArguments,
            String remedy,
            PrintWriter err) {
        boolean folder = Files.isDirectory(source);
        List<Path> files = folder ? javaFiles(source) : List.of(source);
        List<Path> classPath = new ArrayList<>(libraries);
        classPath.add(RuntimeLocation.path());
        SourceCompiler compiler =
                new SourceCompiler(classPath, output, checksFutures, jvmArguments, err);
        List<MainClass> candidates =
                compiler.compile(files)
                        .orElseThrow(
                                () ->
                                        compiler.refused().isEmpty()
                                                ? doesNotCompile(
                                                        source, folder, libraries, compiler)
                                                : Refusals.failure(compiler.refused(), remedy));
        classPath.add(0, output);
        String chosen = choose(source, folder, mainClass, classPath, candidates);
        return new Program(output, libraries, chosen, List.of());
    }

    private static List<Path> javaFiles(Path folder) {
        // On the class path a module declaration would only demand what is not there.
        List<Path> files =
                ClassFolderProgram.files(folder, ".java").stream()
                        .filter(file -> !file.endsWith("module-info.java"))
                        .toList();
        if (files.isEmpty()) {
            throw new CommandFailure(
                    String.format(
                            "%s has no Java file and no class file in it or below;"
                                    + " give the folder of the sources, or of the classes",
                            folder));
        }
        return files;
    }

    private static CommandFailure doesNotCompile(
            Path source, boolean folder, List<Path> libraries, SourceCompiler compiler) {
        if (compiler.missesRoom()) {
            return ScratchFolder.unwritable(new IOException("the compiler's message is above"));
        }
        String message = source + " does not compile; the compiler's messages are above";
        List<String> remedies = new ArrayList<>();
        for (String name : compiler.unknown()) {
            remedies.add(String.format("@%s is Cleave's with: import dev.cleave.%s;", name, name));
        }
        for (String name : compiler.shared()) {
            remedies.add(
                    String.format(
                            "Another import has a %1$s, too; Cleave's is meant with:"
                                    + " import dev.cleave.%1$s;",
                            name));
        }
        if (compiler.marksLoops()) {
            remedies.add(
                    "@Parallel stands before the loop's variable:"
                            + " for (@Parallel int i = 0; i < n; i++)");
        }
        if (compiler.importsModule()) {
            remedies.add(
                    "Here Cleave is no module, but on the class path;"
                            + " import its package: import dev.cleave.*;");
        }
        for (String file : compiler.marked()) {
            remedies.add(
                    file
                            + " begins with a byte-order mark, which Java's compiler does not take:"
                            + " save it as UTF-8 without one (it is the first three bytes)");
        }
        if (remedies.isEmpty() && compiler.missesNames()) {
            remedies.add(
                    folder
                            ? "If it needs a library, add -cp LIBRARY.jar; of a project, give the"
                                    + " classes that its build has made, as target/classes"
                            : String.format(
                                    "A file is compiled alone; if it needs the others beside it:"
                                            + " ./cleave run %s; if it needs a library, add -cp"
                                            + " LIBRARY.jar",
                                    source.getParent() == null ? "." : source.getParent()));
            libraries.stream()
                    .filter(SourceProgram::hasProcessor)
                    .findFirst()
                    .ifPresent(
                            library ->
                                    remedies.add(
                                            "Annotation processors, as that of "
                                                    + library.getFileName()
                                                    + ", do not run here; if it needs what one"
                                                    + " makes, compile it with javac and run the"
                                                    + " folder of the classes"));
        }
        return new CommandFailure(
                remedies.isEmpty()
                        ? message
                        : message
                                + String.format(".%n")
                                + String.join(System.lineSeparator(), remedies));
    }

    private static boolean hasProcessor(Path library) {
        if (Files.isDirectory(library)) {
            return Files.exists(library.resolve(PROCESSORS));
        }
        try (JarFile jar = new JarFile(library.toFile())) {
            return jar.getEntry(PROCESSORS) != null;
        } catch (IOException unreadable) {
            return false; // nor does the compiler find anything in it
        }
    }

    /** The class to start: the one asked for, or the only one there can be. */
    static String choose(
            Path source,
            boolean folder,
            String asked,
            List<Path> classPath,
            List<MainClass> candidates) {
        if (asked != null) {
            if (candidates.stream().noneMatch(candidate -> candidate.name().equals(asked))
                    && !ClassFolderProgram.canStart(classPath, asked)) {
                throw new CommandFailure(
                        String.format(
                                "--main %s: %s has no such class with a main method; it has %s",
                                asked, source, list(candidates)));
            }
            return asked;
        }
        if (candidates.isEmpty()) {
            throw new CommandFailure(
                    String.format(
                            "%s has no class with a main method; add"
                                    + " public static void main(String[] args) to the one to start",
                            source));
        }
        if (folder && candidates.size() > 1) {
            throw new CommandFailure(
                    String.format(
                            "%s has %d classes with a main method, %s;"
                                    + " choose one, as in: --main %s",
                            source, candidates.size(), list(candidates), candidates.get(0).name()));
        }
        return candidates.get(0).name();
    }

    private static String list(List<MainClass> candidates) {
        if (candidates.isEmpty()) {
            return "none";
        }
        return candidates.stream().map(MainClass::toString).collect(Collectors.joining(", "));
    }
}
