package dev.cleave.maven;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals, on folders as a build leaves them. */
class WeaveMojoTest {
    private static final String FIB =
            """
            import dev.cleave.Future;

            public class Fib {
                public static long fib(int n) {
                    if (n < 2) {
                        return n;
                    }
                    @Future long x = fib(n - 1);
                    long y = fib(n - 2);
                    return x + y;
                }
            }
            """;

    private static final String REFUSED =
            """
            package a;

            import dev.cleave.Future;

            class Refused {
                static int sum(int n) {
                    @Future int x = n + 1;
                    return x;
                }
            }
            """;

    @TempDir private Path folder;
    private final Said said = new Said();
    private final WeaveMojo goal = new WeaveMojo();
    private Path sources;

    @BeforeEach
    void prepare() throws IOException {
        sources = Files.createDirectories(folder.resolve("sources"));
        goal.classes = Files.createDirectories(folder.resolve("classes")).toFile();
        goal.classPath = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        goal.sources = List.of(sources.toString());
        goal.setLog(said);
    }

    @Test
    void classesAreWovenOnce() throws Exception {
        compile("Fib.java", FIB);
        goal.execute();
        byte[] woven = Files.readAllBytes(classFile("Fib"));
        goal.execute();
        assertEquals(
                List.of(
                        "info Wove 1 future in 1 class",
                        "info Nothing to weave: 1 class was woven before"),
                said.lines);
        assertArrayEquals(woven, Files.readAllBytes(classFile("Fib")));
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {goal.classes.toURI().toURL()}, getClass().getClassLoader())) {
            assertEquals(
                    6765L, loader.loadClass("Fib").getMethod("fib", int.class).invoke(null, 20));
        }
    }

    /** As in the phase package, where the jar comes first. */
    @Test
    void aJarThatWasMadeBeforeIsNamed() throws Exception {
        compile("Fib.java", FIB);
        goal.artifact = Files.createFile(folder.resolve("fib.jar")).toFile();
        goal.execute();
        goal.execute(); // whose jar has what the first has woven
        assertEquals(
                List.of(
                        "info Wove 1 future in 1 class",
                        "warn "
                                + goal.artifact
                                + " was made before its classes were woven; bind the goal to an"
                                + " earlier phase, such as process-classes, its default",
                        "info Nothing to weave: 1 class was woven before"),
                said.lines);
    }

    @Test
    void aRefusalFailsTheBuildAndNothingIsWritten() throws Exception {
        compile("Fib.java", FIB);
        Path source = compile("a/Refused.java", REFUSED);
        byte[] before = Files.readAllBytes(classFile("Fib"));
        MojoFailureException failure = assertThrows(MojoFailureException.class, goal::execute);
        assertTrue(failure.getMessage().contains("in 1 place"), failure.getMessage());
        assertTrue(failure.getMessage().contains("cleave.failOnRefusal"), failure.getMessage());
        assertEquals(1, said.lines.size());
        String line = said.lines.get(0);
        assertTrue(
                line.startsWith(
                        "error "
                                + source
                                + ":7: in a.Refused.sum: the initialiser is not a call; "),
                line);
        assertArrayEquals(before, Files.readAllBytes(classFile("Fib")));
    }

    @Test
    void theAnnotationsThatCannotBeHonouredAreNamed() throws Exception {
        Path source =
                compile(
                        "Loops.java",
                        """
                        import dev.cleave.*;

                        class Loops {
                            static void loops(int[] a) {
                                for (@Parallel int i = 0; i != a.length; i++) {
                                    a[i] = i;
                                }
                            }

                            static void each(java.util.List<String> all) {
                                for (@Future String x : all) {
                                    System.out.println(x);
                                }
                            }
                        }
                        """);
        MojoFailureException failure = assertThrows(MojoFailureException.class, goal::execute);
        assertTrue(
                failure.getMessage()
                        .startsWith("@Future and @Parallel cannot be honoured in 2 places"),
                failure.getMessage());
        assertEquals(
                List.of(
                        "error "
                                + source
                                + ":5: in Loops.loops: the loop ends by == or !=; compare by <, <=,"
                                + " > or >=",
                        "error "
                                + source
                                + ":11: in Loops.each: @Future marks the variable of a loop, which"
                                + " no call initialises; declare a variable in the loop's body"),
                said.lines);
    }

    @Test
    void aRefusalMayBeAWarningAndTheRestIsWoven() throws Exception {
        compile("Fib.java", FIB);
        compile("a/Refused.java", REFUSED);
        goal.failOnRefusal = "false";
        goal.execute();
        assertEquals(2, said.lines.size());
        assertTrue(said.lines.get(0).startsWith("warn "), said.lines.get(0));
        assertEquals("info Wove 1 future in 1 class", said.lines.get(1));
    }

    @Test
    void skippingLeavesTheClassesAlone() throws Exception {
        compile("Fib.java", FIB);
        byte[] before = Files.readAllBytes(classFile("Fib"));
        goal.skip = "true";
        goal.execute();
        assertArrayEquals(before, Files.readAllBytes(classFile("Fib")));
        assertEquals(
                List.of(
                        "info Not weaving: cleave.skip is set; what an earlier build wove stays woven"
                                + " until it is compiled again, as after mvn clean"),
                said.lines);
    }

    /** Maven itself makes false of it: classes would be woven, or a refusal be no failure. */
    @Test
    void whatIsNeitherTrueNorFalseWeavesNothing() throws Exception {
        compile("Fib.java", FIB);
        byte[] before = Files.readAllBytes(classFile("Fib"));
        goal.skip = "yes";
        MojoExecutionException failure = assertThrows(MojoExecutionException.class, goal::execute);
        assertEquals("cleave.skip is 'yes'; choose true or false", failure.getMessage());
        goal.skip = "false";
        goal.failOnRefusal = "on";
        failure = assertThrows(MojoExecutionException.class, goal::execute);
        assertEquals("cleave.failOnRefusal is 'on'; choose true or false", failure.getMessage());
        assertArrayEquals(before, Files.readAllBytes(classFile("Fib")));
    }

    @Test
    void aModuleWithoutClassesIsFine() throws Exception {
        goal.classes = folder.resolve("none").toFile();
        goal.execute();
        assertEquals(List.of("info Nothing to weave: there is no " + goal.classes), said.lines);
    }

    /** As in a phase before compile: the classes, compiled later, would stay serial in silence. */
    @Test
    void sourcesThatAreNotCompiledYetAreNamed() throws Exception {
        goal.classes = folder.resolve("none").toFile();
        goal.sources = List.of(folder.resolve("nowhere").toString(), sources.toString());
        goal.execute();
        Files.writeString(Files.createDirectory(sources.resolve("a")).resolve("Fib.java"), FIB);
        goal.execute();
        String nothing = "Nothing to weave: there is no " + goal.classes;
        assertEquals(
                List.of(
                        "info " + nothing,
                        "warn "
                                + nothing
                                + ", but there are sources in "
                                + goal.sources
                                + "; compile them first, or bind the goal to a later phase, such as"
                                + " process-classes, its default"),
                said.lines);
    }

    @Test
    void aFileInPlaceOfTheFolderIsAnError() throws Exception {
        goal.classes = compile("Fib.java", FIB).toFile();
        String message = assertThrows(MojoExecutionException.class, goal::execute).getMessage();
        assertEquals(
                "cannot weave "
                        + goal.classes
                        + ", which is not a folder; name a folder of classes",
                message);
    }

    @Test
    void testClassesAreWovenToo() throws Exception {
        compile("Fib.java", FIB);
        TestWeaveMojo tests = new TestWeaveMojo();
        tests.classes = goal.classes;
        tests.classPath = goal.classPath;
        tests.sources = goal.sources;
        tests.setLog(said);
        tests.execute();
        assertEquals(List.of("info Wove 1 future in 1 class"), said.lines);
    }

    /** What Maven reads of a goal comes from annotations, by way of a tool. */
    @Test
    void theDescriptorHasTheGoalsPhasesAndProperties() throws Exception {
        String descriptor = resource("/META-INF/maven/plugin.xml");
        for (String part :
                List.of(
                        "<goalPrefix>cleave</goalPrefix>",
                        "<goal>weave</goal>",
                        "<phase>process-classes</phase>",
                        "<goal>test-weave</goal>",
                        "<phase>process-test-classes</phase>",
                        "<threadSafe>true</threadSafe>",
                        "<requiredJavaVersion>17</requiredJavaVersion>",
                        "<goal>check</goal>",
                        "<phase>verify</phase>",
                        "<goal>fix</goal>",
                        "<requiresDependencyResolution>test</requiresDependencyResolution>",
                        "${cleave.failOn}",
                        "${cleave.dryRun}",
                        "${cleave.failOnRefusal}",
                        "${cleave.skip}")) {
            assertTrue(descriptor.contains(part), part);
        }
    }

    /**
     * Eclipse reports a goal of a phase up to process-test-classes that it is told nothing about.
     */
    @Test
    void eclipseIsToldOfTheGoalsThatABuildRunsByItself() throws Exception {
        String mapping = resource("/META-INF/m2e/lifecycle-mapping-metadata.xml");
        for (String part : List.of("<goal>weave</goal>", "<goal>test-weave</goal>", "<ignore/>")) {
            assertTrue(mapping.contains(part), part);
        }
    }

    private String resource(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Path classFile(String name) {
        return goal.classes.toPath().resolve(name + ".class");
    }

    private Path compile(String name, String text) throws IOException {
        Path source = sources.resolve(name);
        Files.createDirectories(source.getParent());
        Files.writeString(source, text);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                goal.classes.toString(),
                                source.toString());
        assertEquals(0, status);
        return source;
    }
}
