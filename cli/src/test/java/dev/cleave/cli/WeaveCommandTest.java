package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cleave weave}, and what it wrote really run. */
class WeaveCommandTest {
    private static final String WOVE_ONE = "wove 1 future in 1 class" + System.lineSeparator();

    @TempDir private Path folder;
    private Path sources;
    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        sources = folder.resolve("sources");
        classes = folder.resolve("classes");
        Woven.compile(sources, "some/place/Fib.java", Woven.FIB, classes);
    }

    @Test
    void aFolderIsWovenInPlace() throws Exception {
        assertEquals("6765 as compiled", ran(classes));
        assertEquals(new CommandRun(0, WOVE_ONE, ""), CommandRun.inProcess("weave", classes));
        assertEquals("6765 woven", ran(classes));
        assertEquals(
                "nothing to weave: 1 class was woven before" + System.lineSeparator(),
                CommandRun.inProcess("weave", classes).out());
    }

    @Test
    void whatIsGivenTwiceCountsOnce() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), classes);
        assertEquals(
                new CommandRun(0, WOVE_ONE, ""),
                CommandRun.inProcess("weave", classes, classes, link));
        assertEquals("6765 woven", ran(classes));
    }

    @Test
    void aFolderIsWovenElsewhere() throws Exception {
        Path output = folder.resolve("output");
        CommandRun run = CommandRun.inProcess("weave", classes, "-o", output);
        assertEquals(new CommandRun(0, WOVE_ONE, ""), run);
        assertEquals("6765 as compiled", ran(classes));
        assertEquals("6765 woven", ran(output));
    }

    @Test
    void aWarIsWovenInPlaceAndElsewhere() throws Exception {
        Path war = Woven.jar(folder.resolve("program.war"), classes);
        Path output = folder.resolve("new.war");
        assertEquals(
                new CommandRun(0, WOVE_ONE, ""), CommandRun.inProcess("weave", war, "-o", output));
        assertEquals("6765 as compiled", ran(war));
        assertEquals("6765 woven", ran(output));
        assertEquals(0, CommandRun.inProcess("weave", war).status());
        assertEquals("6765 woven", ran(war));
    }

    @Test
    void aJarIsWovenInPlaceAndElsewhere() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path output = folder.resolve("new.jar");
        assertEquals(0, CommandRun.inProcess("weave", jar, "-o", output).status());
        assertEquals("6765 as compiled", ran(jar));
        assertEquals("6765 woven", ran(output));
        assertEquals(0, CommandRun.inProcess("weave", jar).status());
        assertEquals("6765 woven", ran(jar));
    }

    @Test
    void aJarWithinAJarThatStaysSerialIsNamed() throws Exception {
        Path packed = Files.createDirectories(folder.resolve("packed/lib"));
        Path library = Woven.jar(packed.resolve("library.jar"), classes);
        Path program = Woven.jar(folder.resolve("program.jar"), packed.getParent());
        CommandRun run = CommandRun.inProcess("weave", program);
        String warning = "warning: " + program + "!/lib/library.jar has futures";
        assertTrue(run.err().startsWith(warning), run.err());
        assertEquals("nothing to weave" + System.lineSeparator(), run.out());
        assertEquals(0, run.status());

        CommandRun.inProcess("weave", library);
        Woven.jar(program, packed.getParent());
        assertEquals("", CommandRun.inProcess("weave", program).err());
    }

    @Test
    void severalGoIntoAFolderByTheirNames() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path output = folder.resolve("output");
        CommandRun run = CommandRun.inProcess("weave", jar, classes, "-o", output);
        assertEquals("wove 2 futures in 2 classes" + System.lineSeparator(), run.out());
        assertEquals("6765 woven", ran(output.resolve("program.jar")));
        assertEquals("6765 woven", ran(output.resolve("classes")));
    }

    @Test
    void twoOfOneNameAreRefusedBeforeAnythingIsWritten() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path same = Files.createDirectory(folder.resolve("same"));
        Path other = Files.copy(jar, same.resolve("program.jar"));
        Path output = folder.resolve("output");
        assertRefused(
                CommandRun.inProcess("weave", jar, other, "-o", output),
                jar + " and " + other + " would both be written to " + output,
                "one at a time");
        Path namesake = Files.createDirectory(same.resolve("classes"));
        assertRefused(
                CommandRun.inProcess("weave", classes, namesake, "-o", output),
                classes + " and " + namesake + " would both be");
        assertTrue(Files.notExists(output));
        assertEquals(0, CommandRun.inProcess("weave", jar, other).status());
    }

    @Test
    void whatCannotBeWrittenIsSaidWithWhatHasBeen() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path output = Files.createDirectory(folder.resolve("output"));
        Files.writeString(output.resolve("classes"), "in the way");
        CommandRun run = CommandRun.inProcess("weave", jar, classes, "-o", output);
        assertEquals(1, run.status(), run.err());
        assertTrue(
                run.err()
                        .contains(
                                classes
                                        + " is not woven, or only in part: "
                                        + output.resolve("classes")),
                run.err());
        assertTrue(run.err().contains("; woven already: " + jar + ". Mend that and"), run.err());
        assertEquals("6765 woven", ran(output.resolve("program.jar")));
    }

    @Test
    void aLinkStaysAndWhatItLeadsToIsWoven() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
        assertEquals(WOVE_ONE, CommandRun.inProcess("weave", link).out());
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("6765 woven", ran(jar));
    }

    @Test
    void aLinkToAFolderStaysAndTheFolderIsWoven() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), classes);
        Path copy = folder.resolve("copy");
        assertEquals(WOVE_ONE, CommandRun.inProcess("weave", link, "-o", copy).out());
        assertEquals("6765 woven", ran(copy));
        assertEquals("6765 as compiled", ran(classes));
        assertEquals(WOVE_ONE, CommandRun.inProcess("weave", link).out());
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("6765 woven", ran(classes));
    }

    @Test
    void aRefusalIsAnErrorAndNothingIsWritten() throws Exception {
        Woven.compile(sources, "some/place/Refused.java", Woven.REFUSED, classes);
        byte[] before = Files.readAllBytes(classes.resolve("some/place/Fib.class"));
        CommandRun run = CommandRun.inProcess("weave", classes);
        assertEquals(1, run.status());
        assertEquals("", run.out());
        assertTrue(
                run.err()
                        .startsWith(
                                "some/place/Refused.java:7: in some.place.Refused.sum: the"
                                        + " initialiser is not a call; initialise it by one call"),
                run.err());
        assertTrue(run.err().contains("nothing was written"), run.err());
        assertArrayEquals(before, Files.readAllBytes(classes.resolve("some/place/Fib.class")));
    }

    @Test
    void aRefusalMayBeAWarning() throws Exception {
        Woven.compile(sources, "some/place/Refused.java", Woven.REFUSED, classes);
        CommandRun run = CommandRun.inProcess("weave", "--warn", classes);
        assertEquals(0, run.status());
        assertEquals(WOVE_ONE, run.out());
        assertTrue(run.err().startsWith("warning: some/place/Refused.java:7: "), run.err());
        assertEquals("6765 woven", ran(classes));
        assertEquals("2", Woven.run(classes, "some.place.Refused").out().strip());
    }

    @Test
    void aSignedJarIsRefused() throws Exception {
        Path jar = Woven.jar(folder.resolve("signed.jar"), classes, "META-INF/MINE.SF", "");
        assertRefused(CommandRun.inProcess("weave", jar), jar + " is signed", "before it is");
    }

    @Test
    void whatCannotBeWovenIsNamed() throws Exception {
        Path missing = folder.resolve("missing");
        assertRefused(
                CommandRun.inProcess("weave", missing), missing + " does not exist", "check the");
        Path text = Files.writeString(folder.resolve("notes.txt"), "");
        assertRefused(CommandRun.inProcess("weave", text), text + " cannot be woven", ".jar");
        Path broken = Files.writeString(folder.resolve("broken.jar"), "not a jar");
        assertRefused(
                CommandRun.inProcess("weave", broken), broken + " is no jar that can be read");
        assertRefused(
                CommandRun.inProcess("weave", classes, "-o", broken),
                "--output " + broken + " is a file",
                "name a folder");
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path cut = folder.resolve("cut.jar");
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(jar), (int) Files.size(jar) - 9));
        assertRefused(CommandRun.inProcess("weave", cut), cut + " is no jar that can be read");
        assertRefused(
                CommandRun.inProcess("weave", classes, "--classpath", cut),
                cut + " is no jar that can be read");
        Path taken = Files.createDirectory(folder.resolve("taken.jar"));
        assertRefused(
                CommandRun.inProcess("weave", jar, "-o", taken),
                "--output " + taken + " is a folder",
                "name a file");
        Path inside = classes.resolve("woven");
        assertRefused(
                CommandRun.inProcess("weave", classes, "-o", inside),
                "--output " + inside + " is in " + classes,
                "choose another place");
        assertRefused(CommandRun.inProcess("weave"), "DIR|JAR", "--help");
    }

    @Test
    void sourcesAreToBeCompiledFirst() throws Exception {
        Path source = sources.resolve("some/place/Fib.java");
        assertRefused(
                CommandRun.inProcess("weave", source),
                source + " is a Java file, and only compiled classes are woven",
                "javac -cp " + RuntimeLocation.path() + " -d classes " + source,
                "./cleave run " + source);
        assertRefused(
                CommandRun.inProcess("weave", classes, sources),
                sources + " has Java files and no class files in it or below",
                "javac -cp " + RuntimeLocation.path() + " -d classes FILE.java…",
                "./cleave run " + sources);
        assertEquals("6765 as compiled", ran(classes));
        Files.copy(source, classes.resolve("Fib.java"));
        assertEquals(0, CommandRun.inProcess("weave", classes).status());
    }

    @Test
    void aClassFileThatCannotBeReadIsNamedWithWhatItIsIn() throws Exception {
        Path jar = Woven.jar(folder.resolve("program.jar"), classes);
        Path file = classes.resolve("some/place/Fib.class");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 20));
        Path broken = Woven.jar(folder.resolve("broken.jar"), classes);
        CommandRun run = CommandRun.inProcess("weave", "--warn", jar, broken, classes);
        assertEquals(0, run.status());
        assertEquals(
                List.of(
                        "warning: " + broken + "!/some/place/Fib.class: in some.place.Fib",
                        "warning: " + file + ": in some.place.Fib"),
                run.err().lines().map(line -> line.replaceFirst("(?<=Fib): .*", "")).toList());
    }

    @Test
    void classesOfTheClassPathTellWhereFramesMeet() throws Exception {
        Path library = folder.resolve("library");
        Woven.compile(
                folder.resolve("library-sources"),
                "lib/Shapes.java",
                """
                package lib;

                public class Shapes {
                    public static class Shape {
                        public int corners() { return 0; }
                    }
                    public static class Square extends Shape {
                        @Override public int corners() { return 4; }
                    }
                    public static class Triangle extends Shape {
                        @Override public int corners() { return 3; }
                    }
                }
                """,
                library);
        Path program = folder.resolve("program");
        Files.createDirectories(program);
        Path source =
                Files.writeString(
                        folder.resolve("Meets.java"),
                        """
                        import dev.cleave.Future;
                        import lib.Shapes.*;

                        public class Meets {
                            static int one(int n) { return n; }

                            public static void main(String[] args) {
                                @Future int x = one(38);
                                Shape shape = args.length > 0 ? new Square() : new Triangle();
                                System.out.println(x + shape.corners());
                            }
                        }
                        """);
        String classPath = library + java.io.File.pathSeparator + RuntimeLocation.path();
        assertEquals(
                0,
                javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                classPath,
                                "-d",
                                program.toString(),
                                source.toString()));
        assertEquals(0, CommandRun.inProcess("weave", program, "--classpath", library).status());
        Path both = Path.of(program + java.io.File.pathSeparator + library);
        assertEquals(
                new CommandRun(0, "41" + System.lineSeparator(), ""), Woven.run(both, "Meets"));
    }

    private static String ran(Path classes) throws Exception {
        CommandRun run = Woven.run(classes, "some.place.Fib");
        assertEquals("", run.err());
        return run.out().strip();
    }

    private static void assertRefused(CommandRun run, String... said) {
        assertEquals(2, run.status(), run.err());
        assertEquals("", run.out());
        for (String words : said) {
            assertTrue(run.err().contains(words), () -> words + " in:\n" + run.err());
        }
    }
}
