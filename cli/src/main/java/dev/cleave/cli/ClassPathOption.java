package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option that says where the classes are that the given files use. */
final class ClassPathOption {
    private static final String ALL_JARS = "*";

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description =
                    "Folders and jars with classes that the given files use and that are not among"
                            + " them, as for java; 'lib/*', in quotes, stands for all jars in lib.")
    private String classPath = "";

    /** What was given; empty for nothing. */
    String text() {
        return classPath;
    }

    /**
     * What was given, in that order. What is not there is no error, as for {@code java}, but a
     * warning: nobody would otherwise know why types were not found.
     */
    List<Path> entries() {
        List<Path> entries = new ArrayList<>();
        for (Path given : ClassPath.entries(classPath)) {
            List<Path> meant =
                    ALL_JARS.equals("" + given.getFileName()) ? jarsBeside(given) : List.of(given);
            for (Path entry : meant) {
                String trouble = trouble(entry);
                if (trouble != null) {
                    warn(entry, trouble);
                }
                entries.add(entry);
            }
        }
        return entries;
    }

    /** Why nothing can be read from an entry; null if something can. */
    private static String trouble(Path entry) {
        if (!Files.exists(entry)) {
            return "does not exist (looked in " + Path.of("").toAbsolutePath() + ")";
        }
        if (Files.isDirectory(entry)) {
            return null;
        }
        if (!Files.isRegularFile(entry)) {
            return "is neither a folder nor a file";
        }
        try {
            new ZipFile(entry.toFile()).close();
            return null;
        } catch (IOException broken) {
            return "is neither a folder nor a jar that can be read (" + broken.getMessage() + ")";
        }
    }

    private void warn(Path entry, String trouble) {
        spec.commandLine()
                .getErr()
                .printf(
                        "%s: warning: %s in --classpath %s; its classes are not seen%n",
                        spec.qualifiedName(), entry, trouble);
        spec.commandLine().getErr().flush();
    }

    private List<Path> jarsBeside(Path all) {
        Path folder = all.toAbsolutePath().getParent();
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
            found.forEach(jars::add);
        } catch (IOException missing) {
            warn(all, "names no folder that can be read");
            return List.of();
        }
        if (jars.isEmpty()) {
            warn(all, "names no jars");
        }
        jars.sort(null);
        return jars;
    }
}
