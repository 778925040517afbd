package dev.cleave.detector.sources;

import dev.cleave.detector.findings.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.tree.ParseError;
import org.openrewrite.tree.ParsingExecutionContextView;

/**
 * Parses files with the compiler of the running JDK. What one file does to the compiler must not
 * take the others with it: if a batch fails as a whole, its halves are tried.
 */
public final class SourceParser {
    private static final Pattern MODULE_IMPORT =
            Pattern.compile("^\\s*import\\s+module\\s+[\\w.]+\\s*;");

    private static final Pattern ONLY_SPACE = Pattern.compile("[\\s;]*");

    private static final String NOT_UNDERSTOOD = "the parser does not understand all of it";

    private final SourceSettings settings;
    private final List<Path> classPath;
    private final LibraryTypes libraries;
    private final Path base;
    private final boolean describeTypes;

    /** A set, for a batch that fails as a whole is parsed again. */
    private final Set<Problem> problems = new LinkedHashSet<>();

    /**
     * A parser.
     *
     * @param settings the class path, and what paths are relative to
     * @param libraries what is known of the classes on the class path
     * @param describeTypes whether types have their members and supertypes, as others who get the
     *     trees may expect, and not only their names, which is all that checks and repairs ask for
     */
    public SourceParser(SourceSettings settings, LibraryTypes libraries, boolean describeTypes) {
        this.settings = settings;
        this.classPath = settings.classPath();
        this.libraries = libraries;
        this.base = settings.base();
        this.describeTypes = describeTypes;
    }

    public Set<Problem> problems() {
        return problems;
    }

    /** Parses files, given with their text; those that cannot be parsed become problems. */
    public List<J.CompilationUnit> parse(Map<Path, String> files) {
        List<J.CompilationUnit> parsed = new ArrayList<>();
        try {
            JavaParser.Builder<?, ?> builder =
                    JavaParser.fromJavaVersion()
                            .classpath(classPath)
                            .dependsOn(
                                    ForkJoinLibraries.stubsFor(files.values(), libraries)
                                            .toArray(String[]::new));
            if (!describeTypes) {
                builder.typeFactory(new NamedTypes());
            }
            JavaParser parser = builder.build();
            List<Parser.Input> inputs = new ArrayList<>();
            files.forEach((path, text) -> inputs.add(Parser.Input.fromString(path, text)));
            files.forEach(this::tellEarlyEnd);
            InMemoryExecutionContext context =
                    new InMemoryExecutionContext(SourceParser::notOutOfMemory);
            context.putMessage(JavaParser.SKIP_SOURCE_SET_TYPE_GENERATION, true);
            // Else it is guessed, byte by byte, each time that the text is read.
            ParsingExecutionContextView.view(context).setCharset(StandardCharsets.UTF_8);
            Map<Path, String> misread = new LinkedHashMap<>();
            parser.parseInputs(inputs, base, context)
                    .forEach(
                            it -> {
                                Path path = base.resolve(it.getSourcePath()).normalize();
                                if (it instanceof J.CompilationUnit file) {
                                    String text = files.get(path);
                                    if (isWhole(file)
                                            || Comments.earlyEnd(text) >= 0 // told already
                                            || CompilerErrors.ofSyntax(text) == null) {
                                        parsed.add(file);
                                    } else {
                                        problem(path, text, NOT_UNDERSTOOD);
                                    }
                                } else if (it instanceof ParseError error
                                        && error.getErroneous() instanceof J.CompilationUnit file) {
                                    String printed = file.printAll();
                                    if (isSameButForSpace(error.getText(), printed)) {
                                        parsed.add(file);
                                    } else if (files.size() == 1) {
                                        problem(
                                                path,
                                                files.get(path),
                                                "the parser does not understand line "
                                                        + lineOfDifference(
                                                                error.getText(), printed));
                                    } else {
                                        misread.put(path, files.get(path));
                                    }
                                } else {
                                    problem(path, files.get(path), NOT_UNDERSTOOD);
                                }
                            });
            // What a tree is like may depend on the types that other files declare: the parser
            // sometimes takes the parameter of a lambda for one declared with var.
            misread.forEach((path, text) -> parsed.addAll(parse(Map.of(path, text))));
            return parsed;
        } catch (RuntimeException | StackOverflowError | AssertionError failure) {
            return split(files, failure);
        }
    }

    private void tellEarlyEnd(Path file, String text) {
        int end = Comments.earlyEnd(text);
        if (end >= 0) {
            long line = text.substring(0, end).chars().filter(it -> it == '\n').count() + 1;
            problems.add(
                    new Problem(
                            settings.relative(file),
                            String.format(
                                    Locale.ROOT,
                                    "what follows the character U+001A in line %d; the compiler"
                                            + " takes the source to end there; remove the character",
                                    line)));
        }
    }

    /** What one file does to the parser is told later; that memory is full is nobody's fault. */
    private static void notOutOfMemory(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof OutOfMemoryError full) {
                throw full;
            }
        }
    }

    private List<J.CompilationUnit> split(Map<Path, String> files, Throwable failure) {
        if (files.size() == 1) {
            Path file = files.keySet().iterator().next();
            problem(
                    file,
                    files.get(file),
                    failure instanceof StackOverflowError
                            ? "it is nested too deeply"
                            : NOT_UNDERSTOOD);
            return List.of();
        }
        List<J.CompilationUnit> parsed = new ArrayList<>();
        List<Map<Path, String>> halves = List.of(new LinkedHashMap<>(), new LinkedHashMap<>());
        files.forEach(
                (path, text) ->
                        halves.get(halves.get(0).size() * 2 < files.size() ? 0 : 1)
                                .put(path, text));
        halves.forEach(it -> parsed.addAll(parse(it)));
        return parsed;
    }

    /** Notes what the compiler says of a file, or else what there is to say, and what to do. */
    private void problem(Path file, String text, String otherwise) {
        String error = CompilerErrors.ofSyntax(text);
        problems.add(
                new Problem(
                        settings.relative(file),
                        String.format(
                                Locale.ROOT,
                                "cannot be parsed as Java %d (%s); if it is newer, run the"
                                        + " detector on a newer JDK (parsers go up to Java 25), else"
                                        + " %s; the other files were checked",
                                Runtime.version().feature(),
                                error == null ? otherwise : error,
                                error == null ? "simplify it" : "correct it")));
    }

    /**
     * Whether only space stands where a tree has space. The compiler passes over code that it does
     * not expect, as methods outside of classes before Java 25, and the parser takes it for space.
     */
    private static boolean isWhole(J.CompilationUnit file) {
        boolean[] whole = {true};
        new JavaVisitor<boolean[]>() {
            @Override
            public Space visitSpace(Space space, Space.Location location, boolean[] whole) {
                whole[0] &=
                        ONLY_SPACE.matcher(space.getWhitespace()).matches()
                                && space.getComments().stream()
                                        .map(Comment::getSuffix)
                                        .allMatch(it -> ONLY_SPACE.matcher(it).matches());
                return space;
            }
        }.visit(file, whole);
        return whole[0];
    }

    /**
     * A tree that lost only space, or has imports of modules as something else, is good enough to
     * look at, though not to change.
     */
    private static boolean isSameButForSpace(String source, String printed) {
        return withoutSpace(source, source).equals(withoutSpace(printed, source));
    }

    /** The first line of a source that is not printed as it was, but for space. */
    private static int lineOfDifference(String source, String printed) {
        int line = 1;
        int at = 0;
        for (int place = 0; place < source.length(); place++) {
            char next = source.charAt(place);
            if (next == '\n') {
                line++;
            }
            if (!Character.isWhitespace(next)) {
                while (at < printed.length() && Character.isWhitespace(printed.charAt(at))) {
                    at++;
                }
                if (at == printed.length() || printed.charAt(at++) != next) {
                    return line;
                }
            }
        }
        return line;
    }

    /** A text without space, and without the lines on which a source of as many imports modules. */
    private static String withoutSpace(String text, String source) {
        List<String> lines = text.lines().toList();
        List<String> imports = source.lines().toList();
        StringBuilder rest = new StringBuilder();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.size() != imports.size() || !MODULE_IMPORT.matcher(imports.get(at)).find()) {
                rest.append(lines.get(at).replaceAll("\\s+", ""));
            }
        }
        return rest.toString();
    }
}
