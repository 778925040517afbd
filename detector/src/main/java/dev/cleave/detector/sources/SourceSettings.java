package dev.cleave.detector.sources;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What is known of a program besides its sources.
 *
 * @param classPath folders of class files, and jars, with types that the sources use; what does not
 *     exist, or is neither, holds none
 * @param encoding how the sources are written; one that is not written so is read as Latin-1
 * @param release the release of Java whose library the program is compiled against, as {@code javac
 *     --release}; 0 for that of the running JDK. A repair that it does not allow is not made
 * @param base the folder that paths in reports and patches start from
 */
public record SourceSettings(List<Path> classPath, Charset encoding, int release, Path base) {
    /**
     * Copies the class path.
     *
     * @throws IllegalArgumentException if the release is negative
     */
    public SourceSettings {
        classPath = List.copyOf(classPath);
        base = base.toAbsolutePath().normalize();
        if (release < 0) {
            throw new IllegalArgumentException(
                    "release " + release + " is negative; give one as 17, or 0 for the JDK's own");
        }
    }

    /**
     * Sources in UTF-8 for the running JDK, named from the working directory.
     *
     * @param classPath folders of class files, and jars; may be empty
     */
    public static SourceSettings of(List<Path> classPath) {
        return new SourceSettings(classPath, StandardCharsets.UTF_8, 0, Path.of(""));
    }

    /** A file's path from the base, with slashes. */
    public String relative(Path file) {
        return SourceFiles.slashes(base.relativize(file.toAbsolutePath().normalize()));
    }
}
