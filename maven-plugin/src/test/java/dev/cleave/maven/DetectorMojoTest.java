package dev.cleave.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The goals check and fix, on a module as Maven describes it, whose tasks extend a dependency's.
 */
class DetectorMojoTest {
    private static final String DIVIDED =
            """
            package lib;

            public abstract class Divided extends java.util.concurrent.RecursiveTask<Long> {
                @Override protected Long compute() { return solve(); }

                protected abstract Long solve();
            }
            """;

    /** FJ8, which is of medium severity. */
    private static final String SUM =
            """
            class Sum extends lib.Divided {
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

    /** FJ6, which is of high severity. */
    private static final String SLEEPER =
            """
            class Sleeper extends lib.Divided {
                @Override
                protected Long solve() {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        return 0L;
                    }
                    return 1L;
                }
            }
            """;

    @TempDir private Path folder;
    private final Said said = new Said();
    private Path main;
    private Path tests;
    private Path target;

    @BeforeEach
    void makeModule() throws IOException {
        main = Files.createDirectories(folder.resolve("module/src/main/java"));
        tests = Files.createDirectories(folder.resolve("module/src/test/java"));
        target = Files.createDirectories(folder.resolve("module/target"));
        Path library = Files.writeString(folder.resolve("Divided.java"), DIVIDED);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                folder.resolve("library").toString(),
                                library.toString());
        assertEquals(0, status);
    }

    private <T extends AbstractDetectorMojo> T described(T goal) {
        goal.setLog(said);
        goal.encoding = "UTF-8";
        goal.buildDirectory = target.toFile();
        goal.outputDirectory = target.resolve("cleave").toFile();
        goal.sources = List.of(main.toString(), target.resolve("generated-sources").toString());
        goal.testSources = List.of(tests.toString());
        goal.classPath = List.of(folder.resolve("library").toString());
        goal.testClassPath = goal.classPath;
        goal.root = folder.toFile();
        return goal;
    }

    private CheckMojo check() {
        return described(new CheckMojo());
    }

    private FixMojo fix() {
        return described(new FixMojo());
    }

    private String all() {
        return String.join("\n", said.lines);
    }

    @Test
    void aFindingIsPrintedAndFailsTheBuild() throws Exception {
        Files.writeString(main.resolve("Sum.java"), SUM);
        MojoFailureException failure =
                assertThrows(MojoFailureException.class, () -> check().execute());
        assertTrue(
                failure.getMessage().startsWith("1 finding of severity LOW or higher"),
                failure.getMessage());
        assertTrue(
                failure.getMessage()
                        .endsWith(
                                "set cleave.failOn, which is LOW, to MEDIUM or HIGH"
                                        + " to fail on worse ones only, NEVER to fail on none"),
                failure.getMessage());
        assertTrue(
                said.lines
                        .get(0)
                        .startsWith("error module/src/main/java/Sum.java:16:9: FJ8 medium"),
                all());
        assertTrue(all().contains("error      16 |         right.fork();"), all());
        assertEquals(
                "error 1 finding {FJ8=1}; 1 Java file, 1 parsed",
                said.lines.get(said.lines.size() - 1));
    }

    @Test
    void theSeverityThatFailsMayBeHigherAndTheRestIsAWarning() throws Exception {
        Files.writeString(main.resolve("Sum.java"), SUM);
        for (String passing : List.of("HIGH", "never")) {
            said.lines.clear();
            CheckMojo goal = check();
            goal.failOn = passing;
            goal.execute();
            assertTrue(said.lines.get(0).startsWith("warn module/src/main/java/Sum.java"), all());
        }
        Files.writeString(main.resolve("Sleeper.java"), SLEEPER);
        CheckMojo goal = check();
        goal.failOn = "HIGH";
        MojoFailureException failure = assertThrows(MojoFailureException.class, goal::execute);
        assertTrue(
                failure.getMessage().startsWith("1 finding of severity HIGH, printed"),
                failure.getMessage());
    }

    @Test
    void testsAreCheckedIfTheyAreIncluded() throws Exception {
        Files.writeString(tests.resolve("Sleeper.java"), SLEEPER);
        check().execute();
        assertEquals(List.of("info no findings; 0 Java files, 0 parsed"), said.lines);
        CheckMojo goal = check();
        goal.includeTests = "true";
        assertThrows(MojoFailureException.class, goal::execute);
    }

    @Test
    void generatedSourcesAreNotLookedAt() throws Exception {
        Path generated = Files.createDirectories(target.resolve("generated-sources"));
        Files.writeString(generated.resolve("Sleeper.java"), SLEEPER);
        check().execute();
        FixMojo goal = fix();
        goal.sources = List.of(generated.toString());
        goal.execute();
        assertEquals(
                List.of(
                        "info no findings; 0 Java files, 0 parsed",
                        "info No sources to look at: none of ["
                                + generated
                                + "] exists outside of "
                                + target),
                said.lines);
    }

    @Test
    void reportsAreWrittenAndOneIsTheNextBaseline() throws Exception {
        Files.writeString(main.resolve("Sleeper.java"), SLEEPER);
        CheckMojo goal = check();
        goal.formats = List.of("sarif", " JSON", "html");
        assertThrows(MojoFailureException.class, goal::execute);
        Path output = target.resolve("cleave");
        assertTrue(Files.readString(output.resolve("findings.sarif")).contains("\"2.1.0\""));
        assertTrue(Files.readString(output.resolve("findings.html")).contains("FJ6"));
        assertTrue(all().contains("info Wrote " + output.resolve("findings.json")), all());
        CheckMojo next = check();
        next.baseline = output.resolve("findings.json").toFile();
        next.execute();
    }

    @Test
    void whatIsSuppressedDoesNotFail() throws Exception {
        Files.writeString(
                main.resolve("Sleeper.java"),
                SLEEPER.replace("sleep(1);", "sleep(1); // cleave:ignore FJ6 paced by a device"));
        check().execute();
        assertEquals(List.of("info no findings; 1 Java file, 1 parsed, 1 suppressed"), said.lines);
    }

    @Test
    void whatMakesNoSenseIsSaid() throws Exception {
        Files.writeString(main.resolve("Sum.java"), SUM);
        CheckMojo limit = check();
        limit.failOn = "some";
        assertSays(limit, "cleave.failOn is 'some'; choose LOW, MEDIUM, HIGH or NEVER");
        CheckMojo format = check();
        format.formats = List.of("xml");
        assertSays(format, "'xml' in cleave.formats is no format; choose sarif, json or html");
        format.formats = Arrays.asList("json", null);
        assertSays(format, "'' in cleave.formats is no format; choose sarif, json or html");
        CheckMojo report = check();
        report.failOn = "NEVER";
        report.formats = List.of("json");
        report.outputDirectory = Files.createFile(folder.resolve("a-file")).toFile();
        assertSays(report, "cannot be written; make room there, or name another folder with");
        CheckMojo baseline = check();
        baseline.baseline = new File("nowhere.json");
        assertSays(baseline, "nowhere.json does not exist; write it, or leave out cleave.baseline");
        CheckMojo encoding = check();
        encoding.encoding = "UTF-99";
        assertSays(encoding, "UTF-99 is no encoding that this JDK knows");
        FixMojo release = fix();
        release.release = "99";
        assertSays(release, "cannot compile for Java 99, only for ");
        release.release = "new";
        assertSays(release, "'new' is no release of Java; give one as 17");
        Files.writeString(main.resolve("Sum.java"), "class RecursiveTask ) {{");
        assertSays(check(), "could be checked");
        said.lines.clear();
        assertSays(fix(), "could be read or parsed");
        assertTrue(said.lines.get(0).contains("Sum.java: not checked: "), said.lines.toString());
    }

    private static void assertSays(AbstractDetectorMojo goal, String text) {
        MojoExecutionException failure = assertThrows(MojoExecutionException.class, goal::execute);
        assertTrue(failure.getMessage().contains(text), failure.getMessage());
    }

    @Test
    void sourcesAreRepaired() throws Exception {
        Path source = Files.writeString(main.resolve("Sum.java"), SUM);
        Path left = Files.writeString(main.resolve("Sleeper.java"), SLEEPER);
        FixMojo goal = fix();
        goal.target = "1.8";
        goal.execute();
        assertEquals(REPAIRED, Files.readString(source));
        assertEquals(SLEEPER, Files.readString(left));
        assertTrue(all().contains("Sum.java:16: FJ8: the parent computes one part"), all());
        assertTrue(all().contains("Sleeper.java:5: FJ6: not repaired: "), all());
    }

    @Test
    void aDryRunWritesAPatchAndNothingElse() throws Exception {
        Path source = Files.writeString(main.resolve("Sum.java"), SUM);
        FixMojo goal = fix();
        goal.dryRun = "true";
        goal.execute();
        assertEquals(SUM, Files.readString(source));
        Path patch = target.resolve("cleave/fix.patch");
        assertTrue(
                Files.readString(patch).contains("+++ b/module/src/main/java/Sum.java"),
                Files.readString(patch));
        assertTrue(all().contains("info Nothing was changed; apply it in " + folder), all());
        Files.writeString(source, REPAIRED);
        goal.execute();
        assertFalse(Files.exists(patch), "the patch of an earlier run");
    }

    @Test
    void whatIsNeitherTrueNorFalseRepairsNothing() throws Exception {
        Path source = Files.writeString(main.resolve("Sum.java"), SUM);
        FixMojo goal = fix();
        goal.dryRun = "yes";
        assertSays(goal, "cleave.dryRun is 'yes'; choose true or false");
        goal = fix();
        goal.futures = "yes";
        assertSays(goal, "cleave.futures is 'yes'; choose true or false");
        goal = fix();
        goal.includeTests = "yes";
        assertSays(goal, "cleave.includeTests is 'yes'; choose true or false");
        assertEquals(SUM, Files.readString(source));
    }

    @Test
    void testsThatAreNeitherIncludedNorLeftOutAreNoCheck() {
        CheckMojo goal = check();
        goal.includeTests = "yes";
        assertSays(goal, "cleave.includeTests is 'yes'; choose true or false");
    }

    /** The class is gone afterwards: a test that uses it has to follow. */
    @Test
    void tasksBecomeFuturesInTestsToo() throws Exception {
        Files.writeString(
                main.resolve("Fib.java"),
                """
                import java.util.concurrent.RecursiveTask;

                class Fib extends RecursiveTask<Integer> {
                    private final int n;

                    Fib(int n) {
                        this.n = n;
                    }

                    @Override
                    protected Integer compute() {
                        if (n < 2) return n;
                        Fib left = new Fib(n - 1);
                        left.fork();
                        Fib right = new Fib(n - 2);
                        return right.compute() + left.join();
                    }
                }
                """);
        Path test =
                Files.writeString(
                        tests.resolve("FibTest.java"),
                        "class FibTest { int fib = new Fib(3).invoke(); }\n");
        FixMojo goal = fix();
        goal.futures = "true";
        goal.execute();
        assertEquals("class FibTest { int fib = Fib.compute(3); }\n", Files.readString(test));
    }

    @Test
    void skippingDoesNothing() throws Exception {
        Path source = Files.writeString(main.resolve("Sum.java"), SUM);
        CheckMojo check = check();
        check.skip = "true";
        check.execute();
        FixMojo fix = fix();
        fix.skip = "true";
        fix.execute();
        assertEquals(SUM, Files.readString(source));
        assertEquals(
                List.of(
                        "info Not checking: cleave.check.skip is set",
                        "info Not repairing: cleave.fix.skip is set"),
                said.lines);
    }
}
