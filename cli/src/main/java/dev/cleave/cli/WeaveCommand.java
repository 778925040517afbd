package dev.cleave.cli;

import dev.cleave.profiler.FileFailures;
import dev.cleave.weaver.ClassPath;
import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaving;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
                    "Where to write: a jar for one jar; else a folder. It gets the content of one"
                            + " folder, or each of several inputs under its name; no two may have"
                            + " the same name.")
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
            description = "Folders of class files, and jars; a .war is one, too.")
    private List<Path> inputs = new ArrayList<>();

    @Override
    public Integer call() {
        try {
            Map<Path, Path> files = new LinkedHashMap<>();
            for (Path input : inputs) {
                requireFolderOrJar(input);
                files.putIfAbsent(input.toRealPath(), input);
            }
            if (output == null) { // what is given twice is woven, and counts, once
                inputs = List.copyOf(files.values());
            }
            List<Refusal> refusals = new ArrayList<>();
            Weaving weaving = weave(refusals);
            Refusals.report(refusals, !warn, "nothing was written", spec);
            write(weaving);
            Refusals.warn(weaving.unwoven(), spec);
            spec.commandLine().getOut().println(weaving.summary());
            return 0;
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        } catch (UncheckedIOException unreadable) {
            throw CommandFailure.of(unreadable.getCause());
        }
    }

    private void write(Weaving weaving) {
        try {
            weaving.write();
        } catch (IOException unwritable) {
            List<Path> written = inputs.subList(0, weaving.written());
            throw new CommandFailure(
                    String.format(
                            "%s is not woven, or only in part: %s; woven already: %s. Mend that and"
                                    + " weave again: what is woven already stays as it is",
                            inputs.get(written.size()),
                            FileFailures.text(unwritable),
                            written.isEmpty()
                                    ? "nothing before it"
                                    : written.stream()
                                            .map(Path::toString)
                                            .collect(Collectors.joining(", "))),
                    ExitCode.SOFTWARE);
        }
    }

    /**
     * Closes the class path before anything is written: a jar may be in it and be replaced.
     *
     * @param refusals receives what cannot be honoured
     */
    private Weaving weave(List<Refusal> refusals) throws IOException {
        List<Path> places = new ArrayList<>(inputs);
        places.addAll(classPath.entries());
        places.add(RuntimeLocation.path());
        try (ClassPath path = new ClassPath(places)) {
            Weaving weaving = new Weaving(path);
            Map<Path, Path> inputOf = new HashMap<>();
            for (Path input : inputs) {
                Path target = Files.isDirectory(input) ? folderFor(input) : jarFor(input);
                if (output != null) {
                    requireOutput(Files.isDirectory(input) || !target.equals(output));
                    requireOne(inputOf.put(target, input), input, target);
                }
                if (Files.isDirectory(input)) {
                    weaving.folder(input, target);
                } else {
                    weaving.jar(input, target);
                }
                List<Refusal> all = weaving.refusals();
                for (Refusal refusal : all.subList(refusals.size(), all.size())) {
                    refusals.add(located(refusal, input));
                }
            }
            return weaving;
        }
    }

    /** A class file is named with what it is in: others may have one of its name. */
    private static Refusal located(Refusal refusal, Path input) {
        if (!refusal.file().endsWith(".class")) {
            return refusal; // the source, of which there is one
        }
        return refusal.withFile(
                Files.isDirectory(input)
                        ? input.resolve(refusal.file()).toString()
                        : input + "!/" + refusal.file());
    }

    private void requireOutput(boolean isFolder) {
        if (Files.exists(output) && Files.isDirectory(output) != isFolder) {
            throw new CommandFailure(
                    String.format(
                            isFolder
                                    ? "--output %s is a file, and only one jar is written as one;"
                                            + " name a folder"
                                    : "--output %s is a folder, and one jar is to be written there;"
                                            + " name a file",
                            output));
        }
    }

    private static void requireOne(Path other, Path input, Path target) {
        if (other != null) {
            throw new CommandFailure(
                    String.format(
                            "%s and %s would both be written to %s; weave them one at a time, each"
                                    + " with an --output of its own",
                            other, input, target));
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
        return inputs.size() == 1
                        && (output.toString().endsWith(".jar")
                                || output.toString().endsWith(".war"))
                ? output
                : output.resolve(name(input));
    }

    private static Path name(Path input) {
        return input.toAbsolutePath().normalize().getFileName();
    }

    private static void requireFolderOrJar(Path input) throws IOException {
        CommandFailure.requireFolderOrFile(input);
        requireCompiled(input);
        if (!Files.isDirectory(input) && !JarProgram.isOne(input)) {
            throw new CommandFailure(
                    String.format(
                            "%s cannot be woven; give a folder of class files, or a .jar or .war",
                            input));
        }
    }

    private static void requireCompiled(Path input) throws IOException {
        boolean folder = Files.isDirectory(input);
        if (folder
                ? !holds(input, ".class") && holds(input, ".java")
                : input.toString().endsWith(".java")) {
            throw new CommandFailure(
                    String.format(
                            "%s%s, and only compiled classes are woven. Compile first, as in%n"
                                    + "javac -cp %s -d classes %s%n"
                                    + "./cleave weave classes%n"
                                    + "or do it all, and run it: ./cleave run %s",
                            input,
                            folder
                                    ? " has Java files and no class files in it or below"
                                    : " is a Java file",
                            RuntimeLocation.path(),
                            folder ? "FILE.java…" : input,
                            input));
        }
    }

    private static boolean holds(Path folder, String suffix) throws IOException {
        return ClassPath.files(folder).stream().anyMatch(file -> file.toString().endsWith(suffix));
    }
}
