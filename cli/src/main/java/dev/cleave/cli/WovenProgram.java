package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaving;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of which the classes are woven.
 *
 * @param program the program, with its woven classes if any are
 * @param refusals what cannot be honoured; then the program has not been woven
 * @param earlier how many of its classes had been woven before, and stay as they were
 * @param unwoven the jars within its jar that have futures, and stay as they are
 */
record WovenProgram(Program program, List<Refusal> refusals, int earlier, List<String> unwoven) {
    /**
     * Weaves a program's own classes into a folder; what it was made of stays as it is.
     *
     * @param scratch for the woven classes; if the program's are there already, they are replaced
     * @param records whether the run is to be measured
     * @throws IOException if the program cannot be read, or is a signed jar with futures
     */
    static WovenProgram weave(Program program, Path scratch, boolean records) throws IOException {
        Path classes = program.classes();
        List<Path> libraries = program.allLibraries();
        Path output =
                classes.equals(scratch)
                        ? scratch
                        : scratch.resolve(classes.toRealPath().getFileName());
        Weaving weaving = weave(classes, libraries, output, records);
        if (weaving.classes() == 0 || !weaving.refusals().isEmpty()) {
            return new WovenProgram(
                    program, weaving.refusals(), weaving.earlier(), weaving.unwoven());
        }
        try {
            weaving.write();
        } catch (FileSystemException named) {
            throw named; // it may be of what is copied
        } catch (IOException full) {
            throw ScratchFolder.unwritable(full);
        }
        return new WovenProgram(
                new Program(output, libraries, program.mainClass(), program.jvmOptions()),
                List.of(),
                weaving.earlier(),
                weaving.unwoven());
    }

    private static Weaving weave(Path classes, List<Path> libraries, Path output, boolean records)
            throws IOException {
        List<Path> places = new ArrayList<>(libraries);
        places.add(RuntimeLocation.path());
        try (ClassPath path = new ClassPath(places)) {
            Weaving weaving = new Weaving(path, records);
            if (Files.isDirectory(classes)) {
                weaving.folder(classes, output);
            } else {
                weaving.jar(classes, output);
            }
            return weaving;
        }
    }
}
