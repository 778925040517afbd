package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.Detector;
import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;

/** Tasks whose superclass is in a jar: nothing in the sources speaks of fork/join. */
class LibraryTaskTest {
    private static final String DIVIDED =
            """
            package lib;

            public abstract class Divided<T> extends java.util.concurrent.RecursiveTask<T> {
                static {
                    if (true) throw new IllegalStateException("this class was initialized");
                }

                @Override protected T compute() { return solve(); }

                protected abstract T solve();

                public abstract static class Step extends Divided<Void> {}
            }
            """;

    private static final String SLEEPER =
            """
            package app;

            import lib.Divided;

            class Sleeper extends Divided<String> {
                @Override protected String solve() {
                    try { Thread.sleep(1); } catch (InterruptedException e) { return null; }
                    return "";
                }
            }
            """;

    private static final String SUM =
            """
            package app;

            import lib.Divided;

            class Sum extends Divided<Long> {
                private final int n;

                Sum(int n) {
                    this.n = n;
                }

                @Override
                protected Long solve() {
                    if (n < 1000) {
                        return (long) n;
                    }
                    Sum left = new Sum(n / 2);
                    Sum right = new Sum(n - n / 2);
                    left.fork();
                    right.fork();
                    return left.join() + right.join();
                }
            }
            """;

    private static final String REPAIRED =
            SUM.replaceFirst("left.fork\\(\\);\\s*right.fork\\(\\);", "invokeAll(left, right);");

    @TempDir private Path folder;
    private Path sources;
    private Path jar;

    @BeforeEach
    void makeLibrary() throws IOException {
        sources = Files.createDirectory(folder.resolve("src"));
        Path source = Files.writeString(folder.resolve("Divided.java"), DIVIDED);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
        jar = folder.resolve("lib.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                out.write(Files.readAllBytes(file));
            }
        }
    }

    @Test
    void aTaskIsKnownByWhatItsLibraryExtends() throws Exception {
        Files.writeString(sources.resolve("Sleeper.java"), SLEEPER);
        assertEquals(List.of("FJ6:7"), found(jar));
        assertEquals(List.of("FJ6:7"), found(folder.resolve("classes")));
    }

    /** Without the jar nothing tells that this is a task, nor that the file is worth parsing. */
    @Test
    void withoutTheLibraryItIsAClassLikeOthers() throws Exception {
        Files.writeString(sources.resolve("Sleeper.java"), SLEEPER);
        Report report = new Detector(List.of()).check(List.of(sources));
        assertEquals(List.of(), report.findings());
        assertEquals(0, report.parsed());
        assertEquals(List.of(), found(folder.resolve("none.jar")));
    }

    @Test
    void theNameIsFoundByEveryKindOfImport() throws Exception {
        String imported = "import lib.Divided;";
        for (String[] change :
                new String[][] {
                    {imported, "import lib.*;", "Divided<String>"},
                    {imported, "", "lib.Divided<String>"},
                    {imported, imported, "Divided.Step"},
                    {imported, "import lib.Divided.Step;", "Step"},
                    {"package app;\n\n" + imported, "package lib;", "Divided<String>"}
                }) {
            String source =
                    SLEEPER.replace(change[0], change[1]).replace("Divided<String>", change[2]);
            Files.writeString(sources.resolve("Sleeper.java"), source);
            List<String> found = found(jar);
            assertEquals(1, found.size(), source);
            assertTrue(found.get(0).startsWith("FJ6:"), source);
        }
    }

    @Test
    void whatExtendsSomethingElseIsNotParsed() throws Exception {
        Files.writeString(
                sources.resolve("Plain.java"),
                "import lib.*; import java.util.*;"
                        + " class Plain extends ArrayList<String> { class In extends Missing {} }");
        assertEquals(0, detector(jar).check(List.of(sources)).parsed());
    }

    @Test
    void itIsRepairedWithTheLibrary() throws Exception {
        Path file = Files.writeString(sources.resolve("Sum.java"), SUM);
        Fixes fixes = new Fixer(List.of(jar), false).fix(List.of(sources));
        assertEquals(List.of(), fixes.refusals());
        fixes.write();
        assertEquals(REPAIRED, Files.readString(file));
    }

    /** A recipe gets trees and no class path; what library classes extend is in their types. */
    @Test
    void checksKnowItFromTheTreesOfTheirHost() {
        String marked = changed(new IdleParent(), SUM);
        assertTrue(marked.contains("/*~~(FJ8: "), marked);
    }

    private String changed(Check recipe, String source) {
        InMemoryExecutionContext context = new InMemoryExecutionContext();
        List<SourceFile> files =
                JavaParser.fromJavaVersion()
                        .classpath(List.of(jar))
                        .build()
                        .parse(context, source)
                        .toList();
        List<Result> results =
                recipe.run(new InMemoryLargeSourceSet(files), context)
                        .getChangeset()
                        .getAllResults();
        return results.isEmpty() ? source : results.get(0).getAfter().printAll();
    }

    @Test
    void pathsStartFromTheBaseAndTheEncodingIsKept() throws Exception {
        Path file = sources.resolve("Sum.java");
        String greek = SUM.replace("class Sum", "/* \u03b1 */ class Sum");
        Files.write(file, greek.getBytes("ISO-8859-7"));
        SourceSettings settings =
                new SourceSettings(List.of(jar), Charset.forName("ISO-8859-7"), 0, folder);
        Report report = new Detector(settings).check(List.of(sources));
        assertEquals("src/Sum.java", report.findings().get(0).file());
        assertTrue(report.sources().get("src/Sum.java").contains("/* \u03b1 */"));
        Fixes fixes = new Fixer(settings, false).fix(List.of(sources));
        String patch = new String(fixes.patch(), settings.encoding());
        assertTrue(patch.contains("+++ b/src/Sum.java"), patch);
        fixes.write();
        assertEquals(
                REPAIRED.replace("class Sum", "/* \u03b1 */ class Sum"),
                new String(Files.readAllBytes(file), "ISO-8859-7"));
    }

    @Test
    void aReleaseThatTheJdkDoesNotKnowIsRefused() {
        SourceSettings settings =
                new SourceSettings(List.of(), StandardCharsets.UTF_8, 99, Path.of(""));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new Fixer(settings, false));
        assertTrue(refused.getMessage().contains("cannot compile for Java 99"), refused.toString());
    }

    private static Detector detector(Path library) {
        return new Detector(List.of(library));
    }

    private List<String> found(Path library) throws Exception {
        return Snippet.found(detector(library).check(List.of(sources)));
    }
}
