package dev.cleave.detector.sources;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The errors that the compiler of the running JDK has in a set of files. Files that need others
 * have some; what matters is that a repair adds none.
 */
public final class CompilerErrors {
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Path path, String text) {
            super(path.toUri(), Kind.SOURCE);
            this.text = text;
        }

        /** The name of the file is not held against the classes in it. */
        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private CompilerErrors() {}

    /** The first error of syntax in a text, with its line; null if there is none. */
    static String ofSyntax(String text) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task =
                (JavacTask)
                        ToolProvider.getSystemJavaCompiler()
                                .getTask(
                                        null,
                                        null,
                                        diagnostics,
                                        List.of("-proc:none"),
                                        null,
                                        List.of(new Source(Path.of("Source.java"), text)));
        try {
            task.parse();
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            return null;
        }
        return diagnostics.getDiagnostics().stream()
                .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(
                        it ->
                                "line "
                                        + it.getLineNumber()
                                        + ": "
                                        + it.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
                .orElse(null);
    }

    /** How often each error occurs, by kind and message, without places. */
    public static Map<String, Integer> in(
            Map<Path, String> files, SourceSettings settings, LibraryTypes libraries) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Source> sources = new ArrayList<>();
        files.forEach((path, text) -> sources.add(new Source(path, text)));
        // What repairs may use is known, whatever the class path.
        sources.add(
                new Source(
                        Path.of("Future.java"), "package dev.cleave; public @interface Future {}"));
        for (String library : ForkJoinLibraries.stubsFor(files.values(), libraries)) {
            sources.add(new Source(Path.of("Library.java"), library));
        }
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-Xmaxerrs",
                                "100000",
                                "-nowarn",
                                "--should-stop=ifError=FLOW",
                                "-classpath",
                                settings.classPath().stream()
                                        .map(Path::toString)
                                        .collect(Collectors.joining(File.pathSeparator))));
        if (settings.release() > 0) {
            options.addAll(List.of("--release", Integer.toString(settings.release())));
        }
        JavacTask task =
                (JavacTask) compiler.getTask(null, null, diagnostics, options, null, sources);
        Map<String, Integer> errors = new HashMap<>();
        try {
            task.analyze();
        } catch (IOException | RuntimeException failure) {
            errors.put("the compiler failed: " + failure, 1);
        }
        for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.merge(diagnostic.getMessage(Locale.ROOT), 1, Integer::sum);
            }
        }
        return errors;
    }

    /**
     * Refuses releases that the compiler of the running JDK does not know.
     *
     * @param release of Java; 0 is the JDK's own
     * @throws IllegalArgumentException with what it knows
     */
    public static void requireRelease(int release) {
        List<Integer> known =
                ToolProvider.getSystemJavaCompiler().getSourceVersions().stream()
                        .map(SourceVersion::ordinal)
                        .toList();
        if (release > 0 && !known.contains(release)) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "JDK %d cannot compile for Java %d, only for %d to %d; choose one of"
                                    + " these, or 0 for the JDK's own, or run on another JDK",
                            Runtime.version().feature(),
                            release,
                            Collections.min(known),
                            Collections.max(known)));
        }
    }

    /** An error that was not there before; null if there is none. */
    public static String added(Map<String, Integer> before, Map<String, Integer> after) {
        for (Map.Entry<String, Integer> error : after.entrySet()) {
            if (error.getValue() > before.getOrDefault(error.getKey(), 0)) {
                return error.getKey().lines().findFirst().orElse("");
            }
        }
        return null;
    }
}
