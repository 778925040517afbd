package dev.cleave.detector.repairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.CompiledPrograms;
import dev.cleave.detector.Detector;
import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.reports.Report;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.config.CompositeRecipe;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;

/** Repairs as OpenRewrite runs them, and what they do with files. */
class RepairTest {
    private static final String BOTH_FORKED =
            """
            import java.util.concurrent.RecursiveTask;

            class Both extends RecursiveTask<Integer> {
                int n;

                protected Integer compute() {
                    Both one = new Both(), other = new Both();
                    one.fork();
                    other.fork();
                    return one.join() + other.join();
                }
            }
            """;

    private static final String COPIED =
            """
            import java.util.Arrays;
            import java.util.concurrent.RecursiveTask;

            class Sum extends RecursiveTask<Integer> {
                private final int[] data;

                Sum(int[] data) {
                    this.data = data;
                }

                protected Integer compute() {
                    int half = data.length / 2;
                    if (half < 2) return data.length;
                    Sum left = new Sum(Arrays.copyOfRange(data, 0, half));
                    Sum right = new Sum(Arrays.copyOfRange(data, half, data.length));
                    left.fork();
                    return left.join() + right.compute();
                }
            }
            """;

    private static final String INVOKED =
            BOTH_FORKED
                    .replace("        one.fork();\n", "")
                    .replace("other.fork()", "invokeAll(one, other)");

    private static final String FUTURE =
            """
            class Fib extends java.util.concurrent.RecursiveTask<Integer> {
                private final int n;

                Fib(int n) {
                    this.n = n;
                }

                @Override
                protected Integer compute() {
                    if (n < 2) return n;
                    Fib left = new Fib(n - 1);
                    left.fork();
                    return new Fib(n - 2).compute() + left.join();
                }
            }
            """;

    @TempDir Path folder;

    static List<Repair> repairs() {
        return Repairs.all();
    }

    @ParameterizedTest
    @MethodSource("repairs")
    void everyRepairIsAValidRecipe(Repair repair) {
        assertTrue(repair.validate().isValid());
        assertFalse(repair.getDisplayName().endsWith("."), repair.getDisplayName());
        assertTrue(repair.getDescription().endsWith("."), repair.getDescription());
    }

    @Test
    void aHostGetsTheChangedTree() {
        assertEquals(INVOKED, changed(new InvokeAllParts(), BOTH_FORKED));
        assertEquals(null, changed(new InvokeAllParts(), INVOKED));
        assertEquals(null, changed(new ShareSplitData(), BOTH_FORKED));
    }

    /** All of them read the files before the first changes one. */
    @Test
    void repairsOfOneRunKeepEachOthersChanges() {
        String after =
                changed(
                        new CompositeRecipe(List.of(new ShareSplitData(), new JoinAfterCompute())),
                        COPIED);
        assertTrue(after.contains("new Sum(data, from, from + half)"), after);
        assertTrue(after.contains("return right.compute() + left.join();"), after);
    }

    @Test
    void aNewLineIsIndentedByTabsIfThoseAroundAre() {
        String oneLine =
                COPIED.replaceFirst("\\{\\s+this.data = data;\\s+}", "{ this.data = data; }");
        String after = changed(new ShareSplitData(), oneLine.replace("    ", "\t"));
        assertTrue(after.contains("\n\t\tthis(data, 0, data.length);\n"), after);
    }

    private static String changed(Recipe repair, String source) {
        InMemoryExecutionContext context = new InMemoryExecutionContext();
        List<SourceFile> sources =
                JavaParser.fromJavaVersion().build().parse(context, source).toList();
        List<Result> results =
                repair.run(new InMemoryLargeSourceSet(sources), context)
                        .getChangeset()
                        .getAllResults();
        return results.isEmpty() ? null : results.get(0).getAfter().printAll();
    }

    @Test
    void nothingIsWrittenBeforeItIsAskedFor() throws Exception {
        Fixes fixes = fix(BOTH_FORKED);
        assertEquals(BOTH_FORKED, text());
        assertTrue(text(fixes.patch()).contains("\n-        other.fork();\n+        invokeAll("));
        fixes.write();
        assertEquals(INVOKED, text());
    }

    @Test
    void noBlanksAreLeftAtTheEndOfALine() throws Exception {
        String inOneLine =
                BOTH_FORKED
                        .replace("other = new Both();\n", "other = new Both(); one.fork();\n")
                        .replace("        one.fork();\n", "");
        fix(inOneLine).write();
        assertEquals(INVOKED, text());
    }

    @Test
    void whatIsSuppressedStays() throws Exception {
        Fixes fixes =
                fix(
                        BOTH_FORKED
                                .replace("other.fork();", "other.fork(); // cleave:ignore FJ8 why")
                                .replace("new Both();", "new Both(); // cleave:ignore FJ10 why"));
        assertEquals(List.of(), fixes.repaired());
        assertEquals(List.of(), fixes.refusals());
    }

    @Test
    void encodingAndByteOrderMarkAreKept() throws Exception {
        byte[] latin = ("// caf\u00e9\n" + BOTH_FORKED).getBytes(StandardCharsets.ISO_8859_1);
        Files.write(folder.resolve("Source.java"), latin);
        new Fixer(List.of(), false).fix(List.of(folder)).write();
        assertEquals(
                "// caf\u00e9\n" + INVOKED,
                Files.readString(folder.resolve("Source.java"), StandardCharsets.ISO_8859_1));
        fix("\uFEFF" + BOTH_FORKED).write();
        assertEquals("\uFEFF" + INVOKED, text());
    }

    @Test
    void anyNameOfAFileWillDo() throws Exception {
        Path copy = Files.writeString(folder.resolve("Both (1).java"), BOTH_FORKED);
        new Fixer(List.of(), false).fix(List.of(folder)).write();
        assertEquals(INVOKED, Files.readString(copy));
    }

    @Test
    void aLengthThatHasANameIsCalledByIt() throws Exception {
        Fixes fixes =
                fix(
                        """
                        import java.util.Arrays;
                        import java.util.concurrent.RecursiveTask;

                        class Sum extends RecursiveTask<Integer> {
                            final int[] data;

                            Sum(int[] data) {
                                this.data = data;
                            }

                            protected Integer compute() {
                                int size = data.length;
                                if (size < 1000) return Arrays.stream(data).sum();
                                Sum left = new Sum(Arrays.copyOfRange(data, 0, size / 2));
                                Sum right = new Sum(Arrays.copyOfRange(data, size / 2, size));
                                left.fork();
                                return right.compute() + left.join();
                            }
                        }
                        """);
        fixes.write();
        assertTrue(
                oneLine(text())
                        .contains(
                                "int size = to - from;"
                                        + " if (size < 1000) return Arrays.stream(data, from, to).sum();"
                                        + " Sum left = new Sum(data, from, from + size / 2);"
                                        + " Sum right = new Sum(data, from + size / 2, to);"),
                fixes::summary);
    }

    private static String halves(String joined) {
        return """
                import java.util.concurrent.RecursiveTask;

                class Halves extends RecursiveTask<Long> {
                    static int made;
                    final int n;

                    Halves(int n) {
                        this.n = n;
                    }

                    protected Long compute() {
                        if (n < 1000) return (long) n;
                        Halves left = new Halves(n / 2);
                        Halves right = new Halves(n - n / 2);
                        left.fork();
                        %s
                    }
                }
                """
                .formatted(joined);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "long l = left.join(); long r = right.compute(); return l + r;"
                        + "|long r = right.compute(); long l = left.join(); return l + r;",
                "long l = left.join(); return l + right.invoke();"
                        + "|Long computed = right.invoke(); long l = left.join(); return l + computed;",
                "left.join(); right.compute(); return 0L;"
                        + "|right.compute(); left.join(); return 0L;",
            })
    void theOtherHalfOfTheNextStatementComesFirst(String before, String after) throws Exception {
        Fixes fixes = fix(halves(before));
        fixes.write();
        assertEquals(oneLine(halves(after)), oneLine(text()), fixes::summary);
    }

    /**
     * What comes between is needed, or may be seen by the other half; or that may not come at all.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "long l = left.join(); long r = new Halves((int) l % 9).compute(); return l + r;",
                "long l = left.join(); return l > 9 ? l : right.compute();",
                "long l = left.join(); while (right.compute() < l) made++; return l;"
            })
    void theOtherHalfStaysBehindWhatMustComeBefore(String code) throws Exception {
        Fixes fixes = fix(halves(code));
        fixes.write();
        assertEquals(
                oneLine(halves(code).replace("left.fork();", "").replace("join()", "invoke()")),
                oneLine(text()),
                fixes::summary);
    }

    /** Invoked, the halves would run one after the other as before, and nothing would say so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "long l = left.join(); made++; return l + right.compute();",
                "long l = left.join(); System.out.println(l); return l + right.compute();",
                "long l = left.join(); if (l > 9) return l; return right.compute();"
            })
    void whatIsDoneBetweenTheHalvesLeavesTheFinding(String code) throws Exception {
        Fixes fixes = fix(halves(code));
        assertEquals(List.of(), fixes.repaired(), fixes::summary);
        assertTrue(fixes.summary().contains("but for what is done between"), fixes::summary);
    }

    /** Forked, it would be a finding of FJ11, whoever waits for the pool: perhaps too late. */
    @Test
    void whatNobodyJoinsIsLeft() throws Exception {
        String source =
                """
                import java.util.concurrent.*;

                class Dropped extends RecursiveAction {
                    final int n;

                    Dropped(int n) {
                        this.n = n;
                    }

                    protected void compute() {
                        if (n < 1000) return;
                        Dropped next = new Dropped(n - 1000);
                        getPool().execute(next);
                        getPool().submit(new Dropped(n / 2));
                    }

                    static void run(ForkJoinPool pool) {
                        pool.invoke(new Dropped(9000));
                        pool.awaitQuiescence(1, TimeUnit.DAYS);
                    }
                }
                """;
        List<Refusal> left = fix(source).refusals();
        assertEquals(
                List.of("FJ1:13", "FJ1:14"),
                left.stream().map(it -> it.check() + ":" + it.line()).toList());
        assertTrue(left.get(0).reason().contains("FJ11"), left.get(0).reason());
    }

    /** Invoked, the tasks would still run one after the other, and no finding would say so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "long l = left.join(); return ++made + l + right.compute();",
                "long l = left.join(), m = made++; return l + m + right.compute();",
                "long l = left.join(); return System.nanoTime() + l + right.compute();"
            })
    void whatMightRunBesideAnotherIsLeft(String code) throws Exception {
        Fixes fixes = fix(halves(code));
        fixes.write();
        assertEquals(oneLine(halves(code)), oneLine(text()), fixes::summary);
        assertTrue(fixes.refusals().stream().anyMatch(it -> it.check().equals("FJ7")));
    }

    /** Without the fork, the task would still have to be made. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(left = right).fork(); (right = left).fork(); return left.join() + right.join();",
                "(left = right).fork(); long l = left.join(); (right = left).fork(); long r = right.join(); return l + r;"
            })
    void whatIsMadeWhereItIsForkedIsLeft(String code) throws Exception {
        String source = halves(code).replace("        left.fork();\n", "");
        Fixes fixes = fix(source);
        assertEquals(List.of(), fixes.repaired(), fixes::summary);
        assertTrue(fixes.summary().contains("made by the statement that forks"), fixes::summary);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void whatToDoByHandIsPartOfTheSentence() throws Exception {
        assertEquals(
                "there is no automatic repair of this kind; compute directly below a size that"
                        + " takes some ten thousand operations (or let Cleave's @Future decide when"
                        + " to divide).",
                fix(BOTH_FORKED).refusals().get(0).reason());
    }

    /** Whatever became of the second fork, another worker may run the task meanwhile. */
    @Test
    void aTaskThatIsForkedTwiceIsLeft() throws Exception {
        Fixes fixes =
                fix(
                        """
                        import java.util.concurrent.ForkJoinTask;
                        import java.util.concurrent.RecursiveTask;

                        class Twice extends RecursiveTask<Integer> {
                            protected Integer compute() {
                                ForkJoinTask<Integer> one = new Twice().fork();
                                ForkJoinTask<Integer> other = new Twice().fork();
                                one.fork();
                                return one.join() + other.join();
                            }
                        }
                        """);
        assertEquals(List.of(), fixes.repaired());
        assertTrue(fixes.summary().contains("the task was forked before"), fixes::summary);
    }

    /** Where no task is around, the method is that of the library whose tasks these are. */
    @Test
    void invokeAllIsThatOfTheTasksLibrary() throws Exception {
        Fixes fixes =
                fix(
                        """
                        import dev.cleave.RecursiveAction;
                        import java.util.List;

                        class Runs {
                            void all(List<RecursiveAction> tasks) {
                                for (RecursiveAction task : tasks) task.fork();
                                for (RecursiveAction task : tasks) task.join();
                            }
                        }
                        """);
        assertTrue(
                text(fixes.patch())
                        .contains("\n+        dev.cleave.ForkJoinTask.invokeAll(tasks);\n"),
                fixes::summary);
    }

    @Test
    void aFileThatChangedMeanwhileIsLeftAlone() throws Exception {
        Fixes fixes = fix(BOTH_FORKED);
        Files.writeString(folder.resolve("Source.java"), "class Source {}");
        List<Problem> left = fixes.write();
        assertEquals(1, left.size());
        assertTrue(left.get(0).message().contains("run the command again"), left.toString());
        assertEquals("class Source {}", text());
        String summary = fixes.summary(left);
        assertTrue(summary.contains("Source.java: not repaired: it could not be"), summary);
        assertTrue(summary.contains("0 repaired in 0 files, 2 left"), summary);
        IOException refused = assertThrows(IOException.class, fixes::patch);
        assertTrue(refused.getMessage().contains("run the command again"), refused.getMessage());
    }

    @Test
    void aFileThatCannotBeWrittenStopsNoOthers() throws Exception {
        Path locked = Files.writeString(folder.resolve("ALocked.java"), renamed("Locked"));
        Files.writeString(folder.resolve("Source.java"), BOTH_FORKED);
        Fixes fixes =
                new Fixer(List.of(), false).fix(List.of(folder), file -> !file.equals(locked));
        assertEquals(List.of(), fixes.write());
        assertEquals(INVOKED, text());
        assertEquals(renamed("Locked"), Files.readString(locked));
        assertTrue(
                fixes.summary().contains("ALocked.java may not be written: permission denied"),
                fixes.summary());
        assertTrue(fixes.summary().contains("1 repaired in 1 file, 3 left"), fixes.summary());
    }

    @Test
    void aFileThatIsGoneByThenStopsNoOthers() throws Exception {
        Path gone = Files.writeString(folder.resolve("Gone.java"), renamed("Gone"));
        Fixes fixes = fix(BOTH_FORKED);
        Files.delete(gone);
        Files.createDirectory(gone);
        List<Problem> left = fixes.write();
        assertEquals(INVOKED, text());
        String summary = fixes.summary(left);
        assertTrue(summary.contains("Gone.java: not repaired: it could not be wr"), summary);
        assertTrue(summary.contains("1 repaired in 1 file, 3 left"), summary);
    }

    @Test
    void whereTheParserGivesUpIsNamed() throws Exception {
        Fixes fixes =
                fix(BOTH_FORKED.replace("int n;", "Object n = new <String> ArrayList<String>();"));
        String message = fixes.problems().get(0).message();
        assertTrue(message.contains("(the parser does not understand line 4)"), message);
    }

    @Test
    void aFileOfAnotherWidthIsNoText() throws Exception {
        Files.write(folder.resolve("Wide.java"), ("\uFEFF" + BOTH_FORKED).getBytes("UTF-16BE"));
        Report report = new Detector(List.of()).check(List.of(folder));
        assertTrue(report.isOfNothing());
        assertTrue(report.problems().get(0).message().contains("UTF-16"), report.toString());
    }

    /** A half of it would leave a caller of a constructor that is gone. */
    @Test
    void aRepairOfTwoFilesIsMadeInBothOrInNone() throws Exception {
        Files.writeString(folder.resolve("Source.java"), FUTURE);
        Path caller =
                Files.writeString(
                        folder.resolve("Caller.java"),
                        """
                        class Caller {
                            int run() {
                                return new java.util.concurrent.ForkJoinPool().invoke(new Fib(9));
                            }
                        }
                        """);
        Fixer fixer = new Fixer(List.of(), true);
        assertEquals(2, fixer.fix(List.of(folder)).changes().size());
        Fixes fixes = fixer.fix(List.of(folder), file -> !file.equals(caller));
        assertEquals(0, fixes.changes().size(), fixes.summary());
        assertTrue(fixes.summary().contains("Caller.java may not be written"), fixes.summary());
    }

    @Test
    void aPatchIsInTheEncodingOfEachFile() throws Exception {
        String commented = BOTH_FORKED.replace("other.fork();", "other.fork(); // gr\u00f6\u00dfe");
        Files.writeString(
                folder.resolve("Latin.java"),
                commented.replace("Both", "Latin"),
                StandardCharsets.ISO_8859_1);
        byte[] patch = fix(commented).patch();
        for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)) {
            String text = new String(patch, charset);
            assertTrue(text.contains("other); // gr\u00f6\u00dfe\n"), text);
        }
    }

    /** What is proven of one of them may be what the other does. */
    @Test
    void ofTwoClassesOfOneNameNoneIsRepaired() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("Source.java"), BOTH_FORKED);
        Fixes fixes = fix(BOTH_FORKED);
        assertEquals(List.of(), fixes.repaired());
        List<String> reasons =
                fixes.refusals().stream()
                        .filter(it -> it.check().equals("FJ8"))
                        .map(Refusal::reason)
                        .toList();
        assertEquals(2, reasons.size(), fixes.summary());
        for (String reason : reasons) {
            assertTrue(reason.startsWith("class Both is declared twice, and"), reason);
            assertTrue(reason.endsWith("Source.java, line 3)"), reason);
        }
        assertEquals(1, new Fixer(List.of(), false).fix(List.of(other)).repaired().size());
    }

    @Test
    void aClassOfTheSameNameElsewhereIsNoUseOfATask() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        String twice = "package other; class Fib { Fib copy() { return new Fib(); } }";
        Files.writeString(other.resolve("Fib.java"), twice);
        Files.writeString(
                folder.resolve("Fib.java"),
                """
                class Fib extends java.util.concurrent.RecursiveTask<Integer> {
                    final int n;
                    Fib(int n) { this.n = n; }
                    protected Integer compute() {
                        if (n < 2) return n;
                        Fib left = new Fib(n - 1);
                        left.fork();
                        return new Fib(n - 2).compute() + left.join();
                    }
                }
                """);
        Fixer fixer = new Fixer(List.of(), true);
        assertEquals(1, fixer.fix(List.of(folder)).changes().size());
        Files.writeString(
                folder.resolve("User.java"), "class User { Object o = new Fib[] {new Fib(1)}; }");
        assertEquals(0, fixer.fix(List.of(folder)).changes().size(), "used by User");
    }

    /** The field of one class is read by another one, in a file that does not mention fork/join. */
    @Test
    void whoeverUsesAClassIsSeen() throws Exception {
        Files.writeString(
                folder.resolve("Reader.java"),
                "class Reader { int n(Sum sum) { return sum.data.length; } }");
        Fixes fixes =
                fix(
                        """
                        class Sum extends java.util.concurrent.RecursiveTask<Integer> {
                            int[] data;

                            Sum(int[] data) {
                                this.data = data;
                            }

                            protected Integer compute() {
                                if (data.length < 2) return data.length;
                                Sum left = new Sum(java.util.Arrays.copyOf(data, data.length / 2));
                                int more = data.length - data.length / 2;
                                return left.invoke() + more;
                            }
                        }
                        """);
        assertEquals(List.of(), fixes.repaired());
        assertTrue(
                fixes.refusals().get(0).reason().contains("Reader.java, line 1)"), fixes.summary());
    }

    /** More files are read than by a check, for who uses a task; what these lead to is not told. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "static synchronized void c() {}",
                "static void c() { new One().locked(); }"
            })
    void whatNoCheckFindsIsNotLeft(String third) throws Exception {
        Files.writeString(
                folder.resolve("One.java"),
                """
                class One {
                    static void a() { Two.b(); }
                    synchronized void locked() {}
                }
                """);
        Files.writeString(
                folder.resolve("Two.java"), "class Two { static void b() { Three.c(); } }");
        Files.writeString(
                folder.resolve("Three.java"), "class Three { Source user; " + third + " }");
        Fixes fixes =
                fix(
                        """
                        class Source extends java.util.concurrent.RecursiveAction {
                            protected void compute() {
                                One.a();
                                java.util.concurrent.locks.LockSupport.park();
                            }
                        }
                        """);
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(List.of("FJ6"), report.findings().stream().map(Finding::check).toList());
        assertEquals(List.of("FJ6"), fixes.refusals().stream().map(Refusal::check).toList());
        assertEquals(4, fixes.parsed());
    }

    /** They may be many, and what they are read for is to prove that a repair is right. */
    @Test
    void usersAreNotReadIfThereIsNothingToRepair() throws Exception {
        Files.writeString(folder.resolve("User.java"), "class User { Source user; }");
        assertEquals(
                1, fix("class Source extends java.util.concurrent.RecursiveAction {}").parsed());
    }

    /** The other file mentions neither fork/join nor a task. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "synchronized (Acc.all) { Acc.all.getAndAdd(n); }"
                        + " | class Other { void cut() { synchronized (Acc.all) {"
                        + " if (Acc.all.get() > 9) Acc.all.set(0); } } }",
                "synchronized (acc) { acc.add(n); }"
                        + " | class Other extends Acc { void add(int n) { sum += n; } }",
                "if (n > acc.one()) { Source one = new Source(n - 1, acc); one.fork();"
                        + " return one.join() + new Source(n - 2, acc).compute(); }"
                        + " | class Other extends Acc { static int last; int one() { return last++; } }"
            })
    void aHelpersUsersAreSeen(String code, String other) throws Exception {
        Files.writeString(
                folder.resolve("Acc.java"),
                """
                class Acc {
                    static final java.util.concurrent.atomic.AtomicInteger all =
                            new java.util.concurrent.atomic.AtomicInteger();
                    int sum;
                    synchronized void add(int n) { sum += n; }
                    int one() { return 1; }
                }
                """);
        String source =
                """
                class Source extends java.util.concurrent.RecursiveTask<Integer> {
                    final int n;
                    final Acc acc;

                    Source(int n, Acc acc) {
                        this.n = n;
                        this.acc = acc;
                    }

                    protected Integer compute() {
                        %s
                        return 0;
                    }
                }
                """
                        .formatted(code);
        assertEquals(1, fix(source).repaired().size());
        Files.writeString(folder.resolve("Other.java"), other);
        assertEquals(List.of(), fix(source).repaired());
    }

    @Test
    void theListOfTheFirstChildIsDeclaredWhereItIsKnown() throws Exception {
        fix("""
            import java.util.ArrayList;
            import java.util.List;
            import java.util.concurrent.RecursiveTask;

            class Names extends RecursiveTask<List<String>> {
                final int n;

                Names(int n) {
                    this.n = n;
                }

                protected List<String> compute() {
                    if (n < 9) return new ArrayList<>();
                    Names left = new Names(n - 1), right = new Names(n - 2);
                    final List<String> all = new ArrayList<>();
                    invokeAll(left, right);
                    all.addAll(left.join());
                    all.addAll(right.join());
                    return all;
                }
            }
            """)
                .write();
        assertTrue(
                text().contains(
                                """
                                        invokeAll(left, right);
                                        final List<String> all = left.join();
                                        all.addAll(right.join());
                                """),
                text());
        CompiledPrograms.compile(folder);
    }

    /** There may be more repairs than rounds. */
    @Test
    void whatTheCompilerObjectsToKeepsNothingElseFromBeingRepaired() throws Exception {
        StringBuilder source =
                new StringBuilder(
                        """
                        import java.util.*;
                        import java.util.concurrent.*;

                        class Names extends RecursiveTask<List<String>> {
                            protected List<String> compute() {
                                Names left = new Names(), right = new Names();
                                left.fork();
                                List<String> last = right.compute();
                                ArrayList<String> all = new ArrayList<>(left.join());
                                all.addAll(last);
                                return all;
                            }
                        }

                        """);
        for (int i = 0; i < 60; i++) {
            source.append(renamed("Both" + i).replaceFirst("import .*;", ""));
        }
        Fixes fixes = fix(source.toString());
        assertEquals(60, fixes.repaired().size(), fixes::summary);
        assertTrue(fixes.summary().contains("the compiler would object"), fixes::summary);
    }

    /** A reason that is not the case sends its reader to code that is not there. */
    @Test
    void refusalsAreAboutTheCodeThatTheyLeave() throws Exception {
        String source =
                COPIED.replace("data.length / 2", "data().length / 2")
                        .replace("copyOfRange(data,", "copyOfRange(data(),")
                        .replace(
                                "        left.fork();\n        return left.join() + right.compute();",
                                "        return java.util.stream.Stream.of(left, right)"
                                        + ".map(it -> it.fork()).mapToInt(it -> it.join()).sum();")
                        .replace(
                                "    protected Integer",
                                "    private int[] data() {\n        return data;\n    }\n\n"
                                        + "    protected Integer");
        assertEquals(
                List.of(
                        "FJ2 what is copied is not a field of the task that copies it",
                        "FJ2 what is copied is not a field of the task that copies it",
                        "FJ7 there is no automatic repair of this shape; make all tasks first, and"
                                + " call invokeAll."),
                fix(source).refusals().stream().map(it -> it.check() + " " + it.reason()).toList());
    }

    @Test
    void stagesThatAStreamJoinsOneByOneAreLeft() throws Exception {
        Fixes fixes =
                fix(
                        """
                        import java.util.*;
                        import java.util.concurrent.CompletableFuture;
                        class All {
                            int all(List<Integer> in) {
                                return in.stream().map(x -> CompletableFuture.supplyAsync(() -> x)).mapToInt(it -> it.join()).sum();
                            }
                        }
                        """);
        assertEquals(
                List.of(
                        "there is no automatic repair of this shape; collect all"
                                + " CompletableFutures before the first is joined."),
                fixes.refusals().stream().map(it -> it.reason()).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "InterruptedException | java.util.concurrent.ExecutionException, FJ2",
        "InterruptedException | java.util.concurrent.ExecutionException | RuntimeException,",
        "InterruptedException | Unknown,",
    })
    void whatACatchOfSeveralMayCatchDecides(String caught, String repaired) throws Exception {
        String source =
                COPIED.replaceFirst(
                        "return left.join\\(\\) . right.compute\\(\\);",
                        "try { return right.compute() + left.get(); } catch ("
                                + caught
                                + " e) { return 0; }");
        assertEquals(
                repaired == null ? List.of() : List.of(repaired),
                fix(source).repaired().stream().map(Repaired::check).toList());
    }

    /** All pieces of a task's data are looked at once, however many copies there are of them. */
    @Test
    void aMethodMayCopyHundredsOfPieces() throws Exception {
        String pair =
                COPIED.substring(COPIED.indexOf("        Sum left"), COPIED.indexOf("    }\n}"))
                        .replace("left.join() + right.compute()", "right.compute() + left.join()");
        String blocks = ("        if (half > 1) {\n" + pair + "        }\n").repeat(150);
        Fixes fixes = fix(COPIED.replace("        Sum left", blocks + "        Sum left"));
        assertEquals(
                List.of("FJ2", "FJ7"), fixes.repaired().stream().map(Repaired::check).toList());
    }

    private Fixes fix(String source) throws Exception {
        Files.writeString(folder.resolve("Source.java"), source);
        return new Fixer(List.of(), false).fix(List.of(folder));
    }

    private static String renamed(String name) {
        return BOTH_FORKED.replace("Both", name);
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("Source.java"));
    }
}
