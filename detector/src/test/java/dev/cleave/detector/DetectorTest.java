package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.reports.Report;
import dev.cleave.detector.reports.ReportFormat;
import dev.cleave.detector.sources.SourceFiles;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DetectorTest {
    private static final String SLEEPER =
            """
            import java.util.concurrent.RecursiveAction;

            class Sleeper extends RecursiveAction {
                protected void compute() {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void saysWhereWhatAndWhy() throws Exception {
        Report report = Snippet.check(folder, SLEEPER);
        assertEquals(List.of("FJ6:6"), Snippet.found(report));
        Finding finding = report.findings().get(0);
        assertEquals(new SourceRange(6, 13, 6, 28), finding.range());
        assertEquals("Sleeper", finding.task());
        assertTrue(finding.file().endsWith("/Source.java"), finding.file());
        assertFalse(finding.why().isBlank());
        assertFalse(finding.remedy().isBlank());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aBackslashIsALetterOfAName() throws Exception {
        Files.writeString(folder.resolve("a\\b.java"), SLEEPER);
        Report report = new Detector(List.of()).check(List.of(folder));
        assertTrue(report.findings().get(0).file().endsWith("/a\\b.java"), report.toString());
    }

    @Test
    void columnsCountWhateverTheLineEndsAndTabs() throws Exception {
        Report report = Snippet.check(folder, SLEEPER.replace("    ", "\t").replace("\n", "\r\n"));
        assertEquals(new SourceRange(6, 4, 6, 19), report.findings().get(0).range());
    }

    @Test
    void aFileWithoutForkJoinIsNotParsed() throws Exception {
        Report report = Snippet.check(folder, "class Source { void m() { Thread.yield(); } }");
        assertEquals(1, report.files());
        assertEquals(0, report.parsed());
    }

    @Test
    void aBrokenFileIsReportedAndTheOthersAreChecked() throws Exception {
        Files.writeString(
                folder.resolve("Broken.java"),
                "import java.util.concurrent.RecursiveTask; class Broken ) extends {{ RecursiveTask");
        Report report = Snippet.check(folder, SLEEPER);
        assertEquals(List.of("FJ6:6"), Snippet.found(report));
        assertEquals(1, report.problems().size(), report.problems().toString());
        assertTrue(report.problems().get(0).file().endsWith("Broken.java"));
        String message = report.problems().get(0).message();
        assertTrue(message.startsWith("cannot be parsed as Java "), message);
        assertTrue(message.contains(" (line 1: "), message);
        assertTrue(message.contains("else correct it; the other files were checked"), message);
        assertFalse(message.contains("xception"), message);
    }

    @Test
    void whatFollowsTheEndOfASourceIsNamed() throws Exception {
        String end = "\u001a";
        Files.writeString(
                folder.resolve("Ended.java"),
                "class Ended extends java.util.concurrent.RecursiveAction {\n" + end + "}");
        Files.writeString(
                folder.resolve("Whole.java"),
                "// "
                        + end
                        + "\nclass Whole extends java.util.concurrent.RecursiveAction {}\n"
                        + end
                        + "\n");
        Report report = Snippet.check(folder, SLEEPER);
        assertEquals(1, report.problems().size(), report.problems().toString());
        assertTrue(report.problems().get(0).file().endsWith("Ended.java"));
        assertEquals(
                "what follows the character U+001A in line 2; the compiler takes the source to end"
                        + " there; remove the character",
                report.problems().get(0).message());
    }

    /**
     * The compiler gives up on {@code Template} when it meets the cast, as it knows the supertypes
     * of neither interface; what the parser then makes of the lambda is not what is written.
     */
    @Test
    void aFileThatIsMisreadAmongOthersIsReadByItself() throws Exception {
        write("Attribute.java", "interface Attribute<D, J> extends Unknown<D, J> {}");
        write("Derived.java", "class Derived<T> extends Template<T> implements Unknown1<T> {}");
        write("Source.java", "interface Source<J> extends Unknown2<J>, Unknown3<J> {}");
        write(
                "Template.java",
                """
                abstract class Template<T> extends RecursiveAction implements Route<T> {
                    protected <X> Route<X> resolve(Attribute<?, X> attribute) {
                        return resolve(attribute.getName(), (Source<X>) attribute);
                    }

                    protected <X> Route<X> resolve(String name, Source<X> source) {
                        return (Route<X>) known.computeIfAbsent(name, it -> source.make(this));
                    }

                    protected void compute() {
                        Thread.sleep(1);
                    }
                }
                """);
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of(), report.problems());
        assertEquals(List.of("FJ6:11"), Snippet.found(report));
    }

    private void write(String name, String source) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "package a; import java.util.concurrent.RecursiveAction; " + source);
    }

    /** Its type would be that of its value, and so on. */
    @Test
    void aVariableOfUnknownTypeInItsOwnInitializerIsNoTrap() throws Exception {
        String source = SLEEPER.replace("return;", "Unknown own = own.next;");
        assertEquals(List.of("FJ6:6"), Snippet.found(Snippet.check(folder, source)));
    }

    /** Each would hold children's results if the other did. */
    @Test
    void listsThatAreFilledFromEachOtherAreNoTrap() throws Exception {
        String source =
                SLEEPER.replace(
                        "return;",
                        "java.util.List<java.util.List<Object>> all = make(), more = make();"
                                + " java.util.List<Object> first = all.get(0); all.add(first);"
                                + " java.util.List<Object> one = all.get(1); more.add(one);"
                                + " java.util.List<Object> other = more.get(1); all.add(other);"
                                + " first.addAll(more.get(0)); first.addAll(all.get(0));");
        assertEquals(List.of("FJ6:6"), Snippet.found(Snippet.check(folder, source)));
    }

    @Test
    void aListThatIsMadeOfWhatALoopTakesFromItIsNoTrap() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        class Rounds extends java.util.concurrent.RecursiveTask<List<String>> {
                            List<List<String>> all;
                            protected List<String> compute() {
                                Rounds other = new Rounds();
                                other.fork();
                                List<String> out = new ArrayList<>();
                                List<List<String>> all = this.all;
                                for (List<String> one : all) {
                                    all = Arrays.asList(one);
                                    all = new ArrayList<>(Arrays.asList(one));
                                    all = all.stream().map(it -> one).toList();
                                    out.addAll(one);
                                }
                                out.addAll(other.join());
                                return out;
                            }
                        }
                        """);
        assertEquals(List.of("FJ10:5", "FJ3:15"), Snippet.found(report));
    }

    @Test
    void aListOfItsOwnElementsIsNoTrap() throws Exception {
        String source =
                SLEEPER.replace(
                        "return;",
                        "java.util.List<java.util.concurrent.Future<?>> all = make(), more = make();"
                                + " all.add(all.get(0)); more.add(all.get(1));"
                                + " all.add(more.remove(0));"
                                + " try { all.get(2).get(); } catch (Exception gone) { return; }");
        assertEquals(List.of("FJ6:6", "FJ6:8"), Snippet.found(Snippet.check(folder, source)));
    }

    @Test
    void codeThatIsGivenToWhatItsOwnMethodMakesIsNoTrap() throws Exception {
        String source =
                SLEEPER.replace(
                                "    protected",
                                "    Unknown made() { made().run(() -> made()); return made(); }"
                                        + " Sleeper(Unknown pool) { pool.run(() -> made()); }"
                                        + " Sleeper() { this(made()); }\n    protected")
                        .replace("return;", "new Sleeper();");
        assertEquals(List.of("FJ6:7"), Snippet.found(Snippet.check(folder, source)));
    }

    @Test
    void bytesThatAreNoUtf8AreReadAsLatin1() throws Exception {
        Files.write(
                folder.resolve("Latin.java"),
                ("// caf\u00e9\n" + SLEEPER.replace("Sleeper", "Latin"))
                        .getBytes(StandardCharsets.ISO_8859_1));
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of("FJ6:7"), Snippet.found(report));
    }

    @Test
    void helpersAndSubclassesInOtherFilesAreFound() throws Exception {
        Files.writeString(
                folder.resolve("Base.java"),
                """
                package a;
                public abstract class Base extends java.util.concurrent.RecursiveAction {
                    @Override protected void compute() { step(); }
                    protected abstract void step();
                }
                """);
        Files.writeString(
                folder.resolve("Concrete.java"),
                """
                package b;
                class Concrete extends a.Base {
                    @Override protected void step() { Naps.nap(); }
                }
                """);
        Files.writeString(
                folder.resolve("Naps.java"),
                """
                package b;
                class Naps {
                    static void nap() {
                        try { Thread.sleep(5); } catch (InterruptedException e) { return; }
                    }
                }
                """);
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of("FJ6:4"), Snippet.found(report));
        Finding finding = report.findings().get(0);
        assertTrue(finding.file().endsWith("Naps.java"));
        assertEquals(2, finding.path().size(), finding.path().toString());
        assertTrue(finding.path().get(1).startsWith("Naps.nap, called at "));
    }

    @Test
    void whatImplementsAHelpersInterfaceIsFoundIfItIsOneOfFew() throws Exception {
        Files.writeString(
                folder.resolve("Task.java"),
                """
                class Task extends java.util.concurrent.RecursiveAction {
                    Compare compare;
                    @Override protected void compute() { compare.files(); }
                }
                """);
        Files.writeString(folder.resolve("Compare.java"), "interface Compare { void files(); }");
        for (int i = 0; i < SourceFiles.FEW_IMPLEMENTATIONS; i++) {
            assertEquals(i, new Detector(List.of()).check(List.of(folder)).findings().size());
            Files.writeString(
                    folder.resolve("By" + i + ".java"),
                    """
                    class By%d implements Runnable, Compare {
                        @Override public void run() {}
                        @Override public void files() {
                            try { Thread.sleep(5); } catch (InterruptedException e) { return; }
                        }
                    }
                    """
                            .formatted(i));
        }
        Files.writeString(
                folder.resolve("One.java"),
                "class OneTooMany implements Compare { public void files() {} }");
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of(), report.findings());
        assertEquals(2, report.parsed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"package all; interface Weights { void weight(); }", "package all;"})
    void theOneOfManyImplementationsThatIsParsedForItsOwnSakeIsNotTheOneMeant(String weights)
            throws Exception {
        Files.writeString(
                folder.resolve("Task.java"),
                """
                package all;
                import all.Weights;
                class Task extends java.util.concurrent.RecursiveAction {
                    Weights weights;
                    @Override protected void compute() { weights.weight(); }
                }
                """);
        Files.writeString(folder.resolve("Weights.java"), weights);
        Files.writeString(
                folder.resolve("Locked.java"),
                """
                package all;
                import all.Weights;
                class Locked implements Weights {
                    java.util.concurrent.ForkJoinPool pool;
                    @Override public synchronized void weight() { pool.getPoolSize(); }
                }
                """);
        for (int i = 1; i <= SourceFiles.FEW_IMPLEMENTATIONS; i++) {
            assertEquals(
                    List.of("FJ5:5"),
                    Snippet.found(new Detector(List.of()).check(List.of(folder))));
            Files.writeString(
                    folder.resolve("Plain" + i + ".java"),
                    "package all; class Plain%d implements Weights { public void weight() {} }"
                            .formatted(i));
        }
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of(), report.findings());
        assertEquals(3, report.parsed());
    }

    /** Each of three may run one of two, so that the last sleeps in one of eight programs. */
    @Test
    void whatMayBeRunAfterTooManyChoicesIsLeft() throws Exception {
        String source =
                """
                import java.util.concurrent.RecursiveAction;
                class Task extends RecursiveAction {
                    One one; Two two; Three three;
                    @Override protected void compute() { one.go(); two.go(); }
                    interface One { void go(); }
                    class One1 implements One { public void go() { two.go(); } }
                    class One2 implements One { public void go() {} }
                    interface Two { void go(); }
                    class Two1 implements Two { public void go() { three.go(); } }
                    class Two2 implements Two { public void go() {} }
                    interface Three { void go(); }
                    class Three1 implements Three { public void go() { Thread.sleep(1); } }
                    class Three2 implements Three { public void go() {} }
                }
                """;
        assertEquals(List.of("FJ6:12"), Snippet.found(Snippet.check(folder, source)));
        String farther = source.replace("one.go(); two.go();", "one.go();");
        assertEquals(List.of(), Snippet.found(Snippet.check(folder, farther)));
    }

    @Test
    void aClassThatWasNotGivenIsFollowedToTheOneThatMayBeMeant() throws Exception {
        Files.writeString(
                folder.resolve("Task.java"),
                """
                import library.Pages;
                class Task extends java.util.concurrent.RecursiveAction {
                    Index index;
                    Other other;
                    Pages pages;
                    @Override protected void compute() {
                        index.indexPage();
                        other.renamePage();
                        pages.getPageReader().linksOfPage();
                    }
                }
                """);
        String sleeping =
                """
                class %s {
                    public void %s() {
                        try { Thread.sleep(5); } catch (InterruptedException e) { return; }
                    }
                }
                """;
        Files.writeString(
                folder.resolve("TextIndex.java"),
                sleeping.formatted("TextIndex implements Index", "indexPage"));
        Files.writeString(
                folder.resolve("PageReader.java"), sleeping.formatted("PageReader", "linksOfPage"));
        Files.writeString(
                folder.resolve("Renaming.java"),
                sleeping.formatted("Renaming implements Runnable", "renamePage"));
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(
                List.of("PageReader.java", "TextIndex.java"),
                report.findings().stream()
                        .map(it -> it.file().substring(it.file().lastIndexOf('/') + 1))
                        .sorted()
                        .toList());
    }

    @Test
    void taskClassesOfCleaveAndOfUnknownLibrariesAreKnownByName() throws Exception {
        for (String library :
                List.of(
                        "dev.cleave",
                        "jsr166y",
                        "scala.concurrent.forkjoin",
                        "juc",
                        "org.example.jsr166e.extra")) {
            Report report = Snippet.check(folder, SLEEPER.replace("java.util.concurrent", library));
            assertEquals(List.of("FJ6:6"), Snippet.found(report), library);
        }
    }

    /** The file mentions no other class of fork/join. */
    @Test
    void syncTasksAreKnownInCleavesPackageAlone() throws Exception {
        String source =
                """
                import java.util.*;
                import dev.cleave.*;
                class Count extends SyncTask {
                    static int found;
                    final int n;
                    Count(int n) { this.n = n; }
                    protected void compute() {
                        if (n < 1000) {
                            found += n;
                            return;
                        }
                        spawn(new Count(n / 2));
                        synchronized (Count.class) {
                            spawn(new Count(n - n / 2));
                            sync();
                        }
                        synchronized (Count.class) {
                            this.sync();
                        }
                        spawn(new Count(0));
                    }
                }
                """;
        assertEquals(
                List.of("FJ14:9", "FJ5:13", "FJ15:15", "FJ5:17", "FJ15:18"),
                Snippet.found(Snippet.check(folder, source)));
        String other = source.replace("dev.cleave", "org.example.dev.cleave");
        assertEquals(List.of(), Snippet.found(Snippet.check(folder, other)));
    }

    @Test
    void aClassOfTheSameNameInAnyOtherPackageIsNone() throws Exception {
        Report report =
                Snippet.check(
                        folder, SLEEPER.replace("java.util.concurrent", "org.example.jucundity"));
        assertEquals(List.of(), Snippet.found(report));
    }

    @Test
    void documentationCallsNothing() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        SLEEPER.replace("Thread.sleep(1)", "Thread.currentThread().join(1)")
                                .replace(
                                        "    protected",
                                        "    /** Not {@link Thread#sleep(long)}, {@link Object#wait()}. */\n"
                                                + "    protected"));
        assertEquals(List.of("FJ6:7"), Snippet.found(report));
    }

    @Test
    void modulesAreImportedWhereTheCompilerKnowsThat() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        SLEEPER.replace(
                                "import java.util.concurrent.RecursiveAction",
                                "import module java.base"));
        boolean known = Runtime.version().feature() >= 25;
        assertEquals(known ? List.of("FJ6:6") : List.of(), Snippet.found(report));
        assertEquals(known ? 0 : 1, report.problems().size(), report.problems().toString());
    }

    /** Else what is there is not seen, and a repair would be proven without it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/** Before. */ int k = 4; | ",
                " | void main() { new Sleeper().fork(); }",
                " | /** Behind. */ int k = 4; class Other {}",
            })
    void codeOutsideOfClassesIsReadWhereTheCompilerKnowsThat(String before, String behind)
            throws Exception {
        String source =
                SLEEPER.replace("class", before == null ? "class" : before + " class")
                        + (behind == null ? "" : behind);
        Report report = Snippet.check(folder, source);
        boolean known = Runtime.version().feature() >= 25;
        assertEquals(known ? List.of("FJ6") : List.of(), checks(report));
        assertEquals(known ? 0 : 1, report.problems().size(), report.problems().toString());
    }

    private static List<String> checks(Report report) {
        return report.findings().stream().map(Finding::check).toList();
    }

    @Test
    void semicolonsBetweenClassesAreNoCode() throws Exception {
        Report report = Snippet.check(folder, SLEEPER + "; class Other {}; /** Last. */ ;");
        assertEquals(List.of("FJ6"), checks(report));
        assertEquals(List.of(), report.problems());
    }

    @Test
    void fingerprintsStayWhenLinesMove() throws Exception {
        String before = Snippet.check(folder, SLEEPER).findings().get(0).fingerprint();
        Report moved = Snippet.check(folder, "// a new line\n\n" + SLEEPER);
        assertEquals(List.of("FJ6:8"), Snippet.found(moved));
        assertEquals(before, moved.findings().get(0).fingerprint());
    }

    @Test
    void aPathThatDoesNotExistIsAnError() {
        assertThrows(
                NoSuchFileException.class,
                () -> new Detector(List.of()).check(List.of(folder.resolve("nowhere"))));
    }

    @Test
    void linksThatAreGivenAreFollowedAndThoseInFoldersAreNot() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path source = Files.writeString(real.resolve("Sleeper.java"), SLEEPER);
        Files.createSymbolicLink(real.resolve("again"), real);
        Files.createSymbolicLink(real.resolve("Twice.java"), source);
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Report report = new Detector(List.of()).check(List.of(link));
        assertEquals(1, report.files());
        assertEquals(List.of("FJ6:6"), Snippet.found(report));
        assertTrue(report.findings().get(0).file().endsWith("/link/Sleeper.java"));
        Path file = Files.createSymbolicLink(folder.resolve("Sleeper.java"), source);
        assertEquals(List.of("FJ6:6"), Snippet.found(new Detector(List.of()).check(List.of(file))));
    }

    @Test
    void aFileThatIsGivenByALinkTooIsOneFile() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Files.writeString(real.resolve("Sleeper.java"), SLEEPER);
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Report report = new Detector(List.of()).check(List.of(real, link));
        assertEquals(1, report.files());
        assertEquals(List.of("FJ6:6"), Snippet.found(report));
    }

    @Test
    void aNameOfAFileStaysInItsLine() throws Exception {
        Path file = Files.writeString(folder.resolve("two\nlines.java"), SLEEPER);
        Report report = new Detector(List.of()).check(List.of(file));
        String shown = ReportFormat.TERMINAL.render(report);
        assertTrue(shown.contains("two?lines.java:6:13: FJ6"), shown);
        String left = new Fixer(List.of(), false).fix(List.of(file)).summary();
        assertTrue(left.contains("two?lines.java:6: FJ6: not repaired"), left);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (!f.isDone()) { }",
                "while (!f.isDone());",
                "while (!f.isDone() || !f.isDone()) Thread.yield();",
                "while (!(f.isDone())) { Thread.onSpinWait(); }",
                "do { Thread.yield(); } while (!f.isDone());",
                "for (; !f.isDone(); ) { }",
                "while (true) { if (f.isDone()) break; }",
                "while (true) if (f.isDone()) break;",
                "for (;;) { Thread.onSpinWait(); if (f.isDone()) { break; } }",
                "while (true) { if (f.isDone()) return; }",
                "for (;;) { Thread.yield(); if (f.isDone()) { return; } }",
                "java.util.List.of(f).forEach(each -> { while (!each.isDone()) { } });"
            })
    void aLoopThatSpinsUntilAFutureIsDoneWaits(String loop) throws Exception {
        String code =
                SLEEPER.replace("Thread.sleep(1);", loop + " throw new InterruptedException();");
        String field = "java.util.concurrent.Future<?> f;\n    protected void compute";
        assertEquals(
                List.of("FJ6:7"),
                Snippet.found(
                        Snippet.check(folder, code.replace("protected void compute", field))));
        String working = loop.replace("isDone()) {", "isDone()) { work();");
        if (!working.equals(loop)) {
            String works = field.replace("f;", "f; void work() { }");
            assertEquals(
                    List.of(),
                    Snippet.found(
                            Snippet.check(
                                    folder,
                                    code.replace(loop, working)
                                            .replace("protected void compute", works))));
        }
    }

    /** Only the program's own methods know the pool. */
    @Test
    void codeIsFollowedThroughTheParametersOfThoseWhoSubmitIt() throws Exception {
        String source =
                """
                import java.util.concurrent.*;
                import java.util.function.Supplier;
                class Source {
                    static final ForkJoinPool POOL = new ForkJoinPool();
                    static void run(Runnable code) { POOL.execute(code); }
                    static <T> ForkJoinTask<T> async(Supplier<T> code) { return POOL.submit(() -> code.get()); }
                    static void later(Runnable code) { new Thread(code).start(); }
                    static void sleep() { try { Thread.sleep(1); } catch (InterruptedException e) { } }
                    public static void main(String[] args) {
                        run(() -> { try { Thread.sleep(1); } catch (InterruptedException e) { } });
                        async(() -> { try { Thread.sleep(1); } catch (InterruptedException e) { } return 1; });
                        later(() -> { try { Thread.sleep(1); } catch (InterruptedException e) { } });
                        run(Source::sleep);
                    }
                }
                """;
        assertEquals(
                List.of("FJ6:8", "FJ6:10", "FJ6:11"), Snippet.found(Snippet.check(folder, source)));
    }

    @Test
    void aFileThatIsNotJavaIsAnError() throws IOException {
        Path jar = Files.write(folder.resolve("program.jar"), new byte[] {'P', 'K', 3, 4});
        IOException refusal =
                assertThrows(IOException.class, () -> new Detector(List.of()).check(List.of(jar)));
        assertTrue(
                refusal.getMessage()
                        .endsWith(
                                "program.jar is no Java file; give files that end in"
                                        + " .java, or folders"),
                refusal.getMessage());
    }

    @Test
    void aSourceInUtf16IsSaid() throws Exception {
        Path file = folder.resolve("Sleeper.java");
        for (String mark : List.of("UTF-16BE", "UTF-16LE")) {
            Files.write(file, ("\uFEFF" + SLEEPER).getBytes(mark));
            Report report = new Detector(List.of()).check(List.of(folder));
            assertEquals(1, report.problems().size(), mark);
            String message = report.problems().get(0).message();
            assertEquals(
                    "cannot be read: it is in UTF-16, and sources are read as UTF-8; convert it,"
                            + " as with iconv -f UTF-16 -t UTF-8",
                    message);
            assertTrue(report.isOfNothing());
            assertEquals(
                    1, new Fixer(List.of(), false).fix(List.of(folder)).problems().size(), mark);
            Files.write(file, "\uFEFFclass Sleeper {}".getBytes(mark));
            report = new Detector(List.of()).check(List.of(folder));
            assertEquals(List.of(), report.problems(), "it is not worth parsing");
        }
        Files.write(file, ("\uFEFF" + SLEEPER).getBytes("UTF-16BE"));
        Detector told =
                new Detector(
                        new SourceSettings(List.of(), StandardCharsets.UTF_16, 0, Path.of("")));
        assertEquals(List.of("FJ6:6"), Snippet.found(told.check(List.of(folder))));
    }

    @Test
    void aVeryDeepExpressionIsNoTrouble() throws IOException, InterruptedException {
        String deep = "1" + " + 1".repeat(3000);
        Report report =
                Snippet.check(
                        folder, SLEEPER.replace("Thread.sleep(1)", "Thread.sleep(" + deep + ")"));
        assertEquals(1, report.findings().size() + report.problems().size());
    }

    @Test
    void variablesAssignedToEachOtherAreNoTrouble() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        class Swap extends java.util.concurrent.RecursiveAction {
                            List<String> data;
                            Swap(List<String> data) { this.data = data; }
                            protected void compute() {
                                String a = data.get(0), b = null, t;
                                List<String> next = new ArrayList<>();
                                for (int i = 0; i < 9; i++) { t = a; a = b; b = t; next.add(t); }
                                List<String> other = next;
                                next = other;
                                new Swap(next).invoke();
                            }
                        }
                        """);
        assertEquals(List.of(), report.problems());
    }

    @Test
    void aMethodOfASuperclassThatWasNotGivenMayBeCalledSet() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        class Rows extends org.example.Table {
                            java.util.concurrent.RecursiveTask<int[]> left;
                            void compute() {
                                int[] row = left.join();
                                for (int i = 0; i < row.length; i++) { set(i, row[i]); }
                            }
                        }
                        class Task extends java.util.concurrent.RecursiveAction {
                            protected void compute() { new Rows().compute(); }
                        }
                        """);
        assertEquals(List.of(), report.problems());
        assertEquals(List.of(), report.findings());
    }

    @Test
    void aSuppressionWithAReasonCounts() throws Exception {
        Report beside =
                Snippet.check(
                        folder,
                        SLEEPER.replace(
                                "sleep(1);", "sleep(1); // cleave:ignore FJ6 paced by the device"));
        assertEquals(List.of(), beside.findings());
        assertEquals(1, beside.suppressed().size());
        Report above =
                Snippet.check(
                        folder,
                        SLEEPER.replace(
                                "Thread.sleep", "// cleave:ignore FJ6: paced\nThread.sleep"));
        assertEquals(List.of(), above.findings());
        Report annotated =
                Snippet.check(
                        folder,
                        SLEEPER.replace("class", "@SuppressWarnings(\"FJ6: paced\")\nclass"));
        assertEquals(List.of(), annotated.findings());
    }

    @Test
    void aSuppressionAboveAStatementCountsForAllItsLines() throws Exception {
        String overLines = "java.util.concurrent.TimeUnit\n.SECONDS\n.sleep";
        assertEquals(
                List.of("FJ6:8"),
                Snippet.found(Snippet.check(folder, SLEEPER.replace("Thread.sleep", overLines))));
        String comment = "// cleave:ignore FJ6: paced\n";
        Report above = Snippet.check(folder, SLEEPER.replace("Thread.sleep", comment + overLines));
        assertEquals(List.of(), above.findings());
        assertEquals(1, above.suppressed().size());
        Report around = Snippet.check(folder, SLEEPER.replace("try {", comment + "try {"));
        assertEquals(List.of("FJ6:7"), Snippet.found(around), "statements in it are others");
    }

    @Test
    void aSuppressionWithoutAReasonOrForAnotherCheckDoesNot() throws Exception {
        Report silent =
                Snippet.check(
                        folder, SLEEPER.replace("sleep(1);", "sleep(1); // cleave:ignore FJ6"));
        assertEquals(List.of("FJ6:6"), Snippet.found(silent));
        assertTrue(silent.findings().get(0).message().contains("no reason"));
        Report other =
                Snippet.check(
                        folder,
                        SLEEPER.replace(
                                "class", "@SuppressWarnings({\"FJ1: no\", \"all\"})\nclass"));
        assertEquals(List.of("FJ6:7"), Snippet.found(other));
    }
}
