package dev.cleave.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that is ready to be started.
 *
 * @param classes its own classes, a folder or a jar
 * @param libraries what else it needs, folders and jars
 * @param mainClass the binary name of the class to start
 * @param jvmOptions what it asks of its virtual machine
 */
record Program(Path classes, List<Path> libraries, String mainClass, List<String> jvmOptions) {
    /** These, after those that a jar's own manifest names: the virtual machine finds them there. */
    List<Path> allLibraries() {
        if (Files.isDirectory(classes)) {
            return libraries;
        }
        List<Path> all = new ArrayList<>(JarProgram.classPathOf(classes));
        all.addAll(libraries);
        return all;
    }

    /**
     * Its own classes come first: a program that brings a runtime with it gets that one.
     *
     * @throws CommandFailure if they cannot stand on a class path
     */
    String classPathWith(List<Path> runtime) {
        if (classes.toString().contains(File.pathSeparator)) {
            throw new CommandFailure(
                    String.format(
                            "%s cannot be on a class path, where %s separates the entries; run"
                                    + " it from within its folder, or rename the folder or file that"
                                    + " has it in its name",
                            classes, File.pathSeparator));
        }
        return Stream.of(List.of(classes), libraries, runtime)
                .flatMap(List::stream)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
