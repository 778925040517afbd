package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import dev.cleave.weaver.Weaving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave weave}: rewrites compiled classes, in place or elsewhere. */
@Command(
        name = "weave",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Make @Future take effect in compiled classes, in folders and jars.",
            "",
            "Without -o, files are replaced where they are; classes without futures, and those woven"
                    + " before, stay as they are. A future that cannot be honoured is an error: its file"
                    + " and line are printed, nothing is written, and the exit status is 1."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave weave target/classes",
            "  ./cleave weave program.jar -o woven.jar --classpath lib/one.jar:lib/two.jar"
        })
final class WeaveCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description =
                    "Where to write: a jar for one jar; else a folder, which gets the content of one"
                            + " folder, or each of several by its name.")
    private Path output;

    @Option(
            names = "--warn",
            description =
                    "Print futures that cannot be honoured as warnings, leave their methods serial and"
                            + " weave the rest.")
    private boolean warn;

    @Mixin private ClassPathOption classPath;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|JAR",
            description = "Folders of class files, and jars.")
    private List<Path> inputs = new ArrayList<>();

    @Override
    public Integer call() {
        inputs.forEach(WeaveCommand::requireFolderOrJar);
        try {
            Weaving weaving = weave();
            Refusals.report(weaving.refusals(), !warn, "nothing was written", spec);
            weaving.write();
            spec.commandLine().getOut().println(weaving.summary());
            return 0;
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new CommandFailure(unreadable.getMessage());
        }
    }

    /** Closes the class path before anything is written: a jar may be in it and be replaced. */
    private Weaving weave() throws IOException {
        List<Path> places = new ArrayList<>(inputs);
        places.addAll(classPath.entries());
        places.add(RuntimeLocation.path());
        try (ClassPath path = new ClassPath(places)) {
            Weaving weaving = new Weaving(path);
            for (Path input : inputs) {
                weave(weaving, input);
            }
            return weaving;
        }
    }

    private void weave(Weaving weaving, Path input) throws IOException {
        if (Files.isDirectory(input)) {
            weaving.folder(input, folderFor(input));
        } else {
            weaving.jar(input, jarFor(input));
        }
    }

    private Path folderFor(Path input) {
        if (output == null) {
            return input;
        }
        if (output.toAbsolutePath().normalize().startsWith(input.toAbsolutePath().normalize())) {
            throw new CommandFailure(
                    String.format(
                            "--output %s is in %s, which would be copied into itself; choose another"
                                    + " place, or leave -o out to weave in place",
                            output, input));
        }
        return inputs.size() == 1 ? output : output.resolve(name(input));
    }

    private Path jarFor(Path input) {
        if (output == null) {
            return input;
        }
        return inputs.size() == 1 && output.toString().endsWith(".jar")
                ? output
                : output.resolve(name(input));
    }

    private static Path name(Path input) {
        return input.toAbsolutePath().normalize().getFileName();
    }

    private static void requireFolderOrJar(Path input) {
        if (!Files.exists(input)) {
            throw CommandFailure.missing(input);
        }
        if (!Files.isDirectory(input) && !input.toString().endsWith(".jar")) {
            throw new CommandFailure(
                    String.format(
                            "%s is nothing to weave; give a folder of class files, or a .jar",
                            input));
        }
    }
}
