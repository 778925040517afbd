package dev.cleave.detector;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.checks.Findings;
import dev.cleave.detector.findings.Evidence;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.reports.Report;
import dev.cleave.detector.sources.Comments;
import dev.cleave.detector.sources.LargeStack;
import dev.cleave.detector.sources.Libraries;
import dev.cleave.detector.sources.LibraryTypes;
import dev.cleave.detector.sources.SourceFiles;
import dev.cleave.detector.sources.SourceParser;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.J;

/**
 * Finds bottlenecks in Java sources. Files that do not use fork/join are read but not parsed. Types
 * that neither the JDK nor the class path explains are known by their names.
 */
public final class Detector {
    /** A constructor's own type arguments: the parser loses letters of what follows. */
    private static final Pattern NEW_OF =
            Pattern.compile("new\\s*<[\\w\\s.,?<>\\[\\]]*>\\s*(?=[A-Z])");

    private final SourceSettings settings;

    /**
     * A detector of sources that {@link SourceSettings#of} describes.
     *
     * @param classPath folders of class files, and jars, with types that the sources use; may be
     *     empty
     */
    public Detector(List<Path> classPath) {
        this(SourceSettings.of(classPath));
    }

    /**
     * A detector.
     *
     * @param settings what is known besides the sources; the release is not asked for
     */
    public Detector(SourceSettings settings) {
        this.settings = settings;
    }

    /**
     * Checks files and folders, and blocks until done. The work is done in a thread with a large
     * stack, one run at a time in a virtual machine, for the compiler keeps state.
     *
     * @param paths Java files, and folders to look for them in
     * @throws NoSuchFileException if one of the paths does not exist
     * @throws IOException if one of the paths cannot be read; a single file in a folder that cannot
     *     is a problem in the report
     * @throws InterruptedException if the caller is interrupted while it waits; the run is then
     *     abandoned to end by itself
     */
    public Report check(List<Path> paths) throws IOException, InterruptedException {
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new NoSuchFileException(path.toString());
            }
        }
        try (Libraries libraries = new Libraries(settings.classPath())) {
            SourceFiles sources = new SourceFiles(settings, libraries);
            sources.choose(paths.stream().map(it -> it.toAbsolutePath().normalize()).toList());
            return LargeStack.call(() -> check(sources, libraries));
        }
    }

    /** A text that the parser understands, with everything at its place. */
    private static String readable(String text) {
        String code = Comments.undocumented(text);
        return NEW_OF.matcher(code).replaceAll(it -> "new" + " ".repeat(it.group().length() - 3));
    }

    private Report check(SourceFiles sources, LibraryTypes libraries) {
        SourceParser parser = new SourceParser(settings, libraries, false);
        Map<Path, String> code = new LinkedHashMap<>();
        sources.chosen().forEach((file, text) -> code.put(file, readable(text)));
        List<J.CompilationUnit> files = code.isEmpty() ? List.of() : parser.parse(code);
        List<Problem> problems = new ArrayList<>(sources.problems());
        problems.addAll(parser.problems());
        List<Finding> found = new ArrayList<>();
        List<Finding> suppressed = new ArrayList<>();
        Program program = new Program(files, libraries, sources::unseenSubtypes, false);
        for (Check check : Checks.all()) {
            try {
                Findings findings = check.findings(program);
                findings.found().forEach(it -> found.add(it.finding()));
                suppressed.addAll(findings.suppressed());
            } catch (RuntimeException | StackOverflowError failure) {
                // One check that stumbles must not take the others' findings with it.
                problems.add(
                        new Problem(
                                check.id(),
                                "this check failed ("
                                        + failure
                                        + "); please report it with the file that causes it"));
            }
        }
        found.sort(Findings.ORDER);
        Set<String> shown = new HashSet<>();
        found.forEach(it -> shown.add(it.file()));
        Map<String, String> texts = new LinkedHashMap<>();
        sources.chosen()
                .forEach(
                        (file, text) -> {
                            String path = settings.relative(file);
                            if (shown.contains(path)) {
                                texts.put(path, text);
                            }
                        });
        return new Report(
                found, suppressed, problems, sources.count(), files.size(), texts, Evidence.NONE);
    }
}
