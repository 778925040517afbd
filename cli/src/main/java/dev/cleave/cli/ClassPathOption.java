package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says where the classes are that the given files use. */
final class ClassPathOption {
    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description =
                    "Folders and jars with classes that the given files use and that are not among"
                            + " them, as for java.")
    private String classPath = "";

    /** What was given, in that order. */
    List<Path> entries() {
        return ClassPath.entries(classPath);
    }
}
