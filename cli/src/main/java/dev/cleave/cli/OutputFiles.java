package dev.cleave.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a command is going to write. One that cannot be written, or that would take the
 * place of what the command reads or of another, is refused before the command does anything.
 */
final class OutputFiles {
    /** What stands for no file, but for what the command prints. */
    static final Path STANDARD_OUTPUT = Path.of("-");

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final String DENIED = "permission denied";

    private record Output(String option, Path file) {}

    private final List<Path> inputs = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();

    /** A file that the command reads, or a folder with sources or classes; null for none. */
    OutputFiles reads(Path input) {
        if (input != null) {
            inputs.add(input);
        }
        return this;
    }

    /**
     * A file that it writes, after all those that it reads have been named.
     *
     * @param option the option that names it
     * @param file the file; null for none
     * @throws CommandFailure if it must not, or cannot, be written
     */
    OutputFiles writes(String option, Path file) {
        if (file == null) {
            return this;
        }
        if (file.equals(STANDARD_OUTPUT)) {
            throw new CommandFailure(
                    option + "=- is not printed; name a file, as ./- if that is its name");
        }
        String trouble;
        try {
            trouble = trouble(file);
        } catch (IOException nowhere) {
            trouble = noFile("its folder does not exist");
        }
        if (trouble != null) {
            throw new CommandFailure(String.format("%s=%s%s", option, file, trouble));
        }
        outputs.add(new Output(option, file));
        return this;
    }

    /** What is wrong with an output; null if nothing is. */
    private String trouble(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return noFile("it is a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return Files.isWritable(file) ? null : noFile(DENIED); // a device or a pipe
        }
        Path place = place(file);
        if (Files.isSymbolicLink(place)) {
            return noFile("it is a link that leads back to itself");
        }
        if (!Files.isDirectory(place.getParent())) {
            return noFile("its folder does not exist");
        }
        if (!Files.isWritable(Files.exists(place) ? place : place.getParent())) {
            return noFile(DENIED);
        }
        for (Path input : inputs) {
            if (isIn(place, input)) {
                return " would overwrite what is read from " + input + "; name another file";
            }
        }
        for (Output other : outputs) {
            if (isSame(file, other.file)) {
                return String.format(
                        " is the same file as %s=%s; name two files", other.option, other.file);
            }
        }
        return null;
    }

    private static String noFile(String reason) {
        return ": no file can be written there: "
                + reason
                + "; name a file in a folder that exists and can be written to";
    }

    private static boolean isIn(Path place, Path input) throws IOException {
        if (!Files.isDirectory(input)) {
            return Files.exists(input) && isSame(place, input);
        }
        String name = place.toString();
        return Files.exists(place)
                && (name.endsWith(".java") || name.endsWith(".class"))
                && place.startsWith(input.toRealPath());
    }

    private static boolean isSame(Path one, Path other) throws IOException {
        return Files.exists(one) && Files.exists(other)
                ? Files.isSameFile(one, other)
                : place(one).equals(place(other));
    }

    /** Where a file comes to lie when it is written, through links that may lead nowhere yet. */
    private static Path place(Path file) throws IOException {
        Path place = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(place) && links < MOST_LINKS; links++) {
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        return place.getParent().toRealPath().resolve(place.getFileName());
    }
}
