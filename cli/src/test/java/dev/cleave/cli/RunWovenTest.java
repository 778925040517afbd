package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cleave run} weaves what it runs, and leaves what it was given as it is. */
class RunWovenTest {
    private static final String WOVEN = "6765 woven" + System.lineSeparator();
    private static final String AS_COMPILED = "6765 as compiled" + System.lineSeparator();
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    @TempDir private Path folder;
    private Path source;
    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        classes = folder.resolve("classes");
        source =
                Woven.compile(folder.resolve("sources"), "some/place/Fib.java", Woven.FIB, classes);
    }

    @Test
    void aSourceFileAndAFolderOfThem() throws Exception {
        assertEquals(new CommandRun(0, WOVEN, ""), CommandRun.inChild("run", source));
        assertEquals(
                new CommandRun(0, WOVEN, ""), CommandRun.inChild("run", folder.resolve("sources")));
        assertEquals(
                new CommandRun(0, AS_COMPILED, ""),
                CommandRun.inChild("run", "--no-weave", source));
    }

    /** Whoever completes a future on the last frames is not to be the first to need its classes. */
    @Test
    void futuresAreOfUseAfterTheFirstHaveOverflowedTheStack() throws Exception {
        Path deep = folder.resolve("Deep.java");
        Files.writeString(
                deep,
                """
                import dev.cleave.Future;
                import java.util.function.IntUnaryOperator;

                public class Deep {
                    static IntUnaryOperator call = Deep::descend;

                    static int descend(int n) {
                        @Future int x = leaf(n);
                        int y = call.applyAsInt(n + 1);
                        return x + y;
                    }

                    static int leaf(int n) { return n; }

                    static int fib(int n) {
                        if (n < 2) return n;
                        @Future int x = fib(n - 1);
                        int y = fib(n - 2);
                        return x + y;
                    }

                    static void overflow() {
                        try {
                            descend(0);
                        } catch (StackOverflowError full) {
                            System.out.print("full ");
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        Thread small = new Thread(null, Deep::overflow, "small", 256 << 10);
                        small.start();
                        small.join();
                        System.out.println(fib(25));
                    }
                }
                """);
        assertEquals(
                new CommandRun(0, "full 75025" + System.lineSeparator(), ""),
                CommandRun.inChild("run", deep));
    }

    /**
     * Nobody ever has the room to initialise what hands calls to others, and each call is asked.
     */
    @Test
    void aProgramWithSmallStacksIsNotSlowedDown() throws Exception {
        Path fib = folder.resolve("Fib.java");
        Files.writeString(
                fib,
                """
                public class Fib {
                    static int fib(int n) {
                        if (n < 2) return n;
                        @dev.cleave.Future int x = fib(n - 1);
                        int y = fib(n - 2);
                        return x + y;
                    }

                    public static void main(String[] args) {
                        System.out.println(fib(40));
                    }
                }
                """);
        CommandRun run = CommandRun.inChild("run", "--stats", "--jvm-arg=-Xss160k", fib);
        assertEquals("102334155" + System.lineSeparator(), run.out());
    }

    @Test
    void aFolderOfClassesWithWhatLiesBesideThem() throws Exception {
        Files.writeString(classes.resolve("notes.txt"), "found");
        Woven.compile(
                folder.resolve("more"),
                "Reads.java",
                """
                import dev.cleave.Future;

                public class Reads {
                    static int one(int n) { return n; }

                    public static void main(String[] args) throws Exception {
                        @Future int length = one(5);
                        try (var in = Reads.class.getResourceAsStream("/notes.txt")) {
                            System.out.println(new String(in.readNBytes(length)));
                        }
                    }
                }
                """,
                classes);
        Map<String, byte[]> before = contents();
        assertEquals(
                new CommandRun(0, "found" + System.lineSeparator(), ""),
                CommandRun.inChild("run", classes, "--main", "Reads"));
        assertEquals(
                new CommandRun(0, WOVEN, ""),
                CommandRun.inChild("run", classes, "--main", "some.place.Fib"));
        assertEquals(
                new CommandRun(0, AS_COMPILED, ""),
                CommandRun.inChild("run", "--no-weave", classes, "--main", "some.place.Fib"));
        contents().forEach((name, bytes) -> assertArrayEquals(before.get(name), bytes, name));
    }

    @Test
    void theOnlyMainClassOfAFolderOfClassesNeedsNoName() throws Exception {
        Woven.compile(folder, "lib/Plain.java", "package lib; public class Plain {}", classes);
        assertEquals(new CommandRun(0, WOVEN, ""), CommandRun.inChild("run", classes));
        String main = "public static void main(String[] args) {}";
        Woven.compile(folder, "Other.java", "public class Other {" + main + "}", classes);
        CommandRun run = CommandRun.inProcess("run", classes);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(classes + " has 2 classes with a main method"), run.err());
        assertTrue(run.err().contains("--main Other"), run.err());
    }

    @Test
    void aJarThatStaysAsItIs() throws Exception {
        String manifest = "Manifest-Version: 1.0\nMain-Class: some.place.Fib\n\n";
        Path jar = Woven.jar(folder.resolve("program.jar"), classes, MANIFEST, manifest);
        byte[] before = Files.readAllBytes(jar);
        assertEquals(new CommandRun(0, WOVEN, ""), CommandRun.inChild("run", jar));
        assertEquals(
                new CommandRun(0, AS_COMPILED, ""), CommandRun.inChild("run", "--no-weave", jar));
        assertArrayEquals(before, Files.readAllBytes(jar));
    }

    @Test
    void aJarWithinTheJarThatStaysSerialIsNamedOnce() throws Exception {
        Files.createDirectories(classes.resolve("lib"));
        Woven.jar(classes.resolve("lib/library.jar"), classes.resolve("some"));
        String manifest = "Manifest-Version: 1.0\nMain-Class: some.place.Fib\n\n";
        Path jar = Woven.jar(folder.resolve("program.jar"), classes, MANIFEST, manifest);
        String warning = "warning: " + jar + "!/lib/library.jar has futures";
        CommandRun run = CommandRun.inChild("run", jar);
        assertEquals(WOVEN, run.out());
        assertTrue(run.err().startsWith(warning), run.err());
        Path profile = folder.resolve("profile");
        CommandRun both = CommandRun.inChild("run", "--profile=" + profile, "--work-span", jar);
        assertEquals(1, both.err().split("has futures", -1).length - 1, both.err());
    }

    @Test
    void aWovenJarFindsTheLibrariesThatItsManifestNames() throws Exception {
        Path library = folder.resolve("library");
        Woven.compile(
                folder.resolve("more"),
                "lib/Text.java",
                "package lib; public class Text { public static int n = 42; }",
                library);
        Files.createDirectories(folder.resolve("lib dir"));
        Woven.jar(folder.resolve("lib dir/text.jar"), library);
        Woven.jar(folder.resolve("lib [1].jar"), library);
        Woven.compile(
                folder.resolve("more"),
                "Start.java",
                """
                import dev.cleave.Future;

                public class Start {
                    static int one() throws Exception {
                        return (int) Class.forName("lib.Text").getField("n").get(null);
                    }

                    public static void main(String[] args) throws Exception {
                        @Future int n = one();
                        System.out.println(n);
                    }
                }
                """,
                classes);
        // The virtual machine takes an entry for a URL, in which brackets may stand as they are.
        for (String entry : new String[] {"lib%20dir/text.jar", "lib%20[1].jar"}) {
            String manifest =
                    "Manifest-Version: 1.0\nMain-Class: Start\nClass-Path: " + entry + "\n\n";
            Path jar = Woven.jar(folder.resolve("program.jar"), classes, MANIFEST, manifest);
            CommandRun found = new CommandRun(0, "42" + System.lineSeparator(), "");
            assertEquals(found, CommandRun.inChild("run", "--no-weave", jar), entry);
            assertEquals(found, CommandRun.inChild("run", jar), entry);
            // They are beside the jar, not beside a symbolic link to it.
            Path link = Files.createDirectories(folder.resolve("links")).resolve("link.jar");
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, jar);
            assertEquals(found, CommandRun.inChild("run", link), entry);
        }
    }

    @Test
    void aProgramUsesTheLibrariesOfTheClassPath() throws Exception {
        Path library = folder.resolve("library");
        Woven.compile(
                folder.resolve("more"),
                "lib/Number.java",
                "package lib; public class Number { public static int get() { return 42; } }",
                library);
        Path jars = Files.createDirectories(folder.resolve("jars"));
        Woven.jar(jars.resolve("number.jar"), library);
        String text =
                """
                import dev.cleave.Future;

                public class Uses extends Base {
                    static int number() {
                        @Future int n = lib.Number.get();
                        return n;
                    }
                }

                class Base {
                    public static void main(String[] args) {
                        System.out.println(Uses.number());
                    }
                }
                """;
        Path source = Files.writeString(folder.resolve("Uses.java"), text);
        Path compiled = folder.resolve("compiled");
        String places = RuntimeLocation.path() + File.pathSeparator + library;
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", places, "-d", "" + compiled, "" + source));
        String manifest = "Manifest-Version: 1.0\nMain-Class: Uses\n\n";
        Path jar = Woven.jar(folder.resolve("uses.jar"), compiled, MANIFEST, manifest);
        CommandRun found = new CommandRun(0, "42" + System.lineSeparator(), "");
        for (Path program : List.of(source, compiled, jar)) {
            Path place = program == source ? library : jars.resolve("*");
            assertEquals(found, CommandRun.inChild("run", "--main=Uses", "-cp", place, program));
        }
        CommandRun measured = CommandRun.inChild("run", "--work-span", "-cp", library, jar);
        assertEquals(0, measured.status(), measured.err());
        CommandRun without = CommandRun.inProcess("run", source);
        assertEquals(2, without.status());
        assertTrue(without.err().contains("add -cp LIBRARY.jar"), without.err());
        CommandRun missing = CommandRun.inProcess("run", "-cp", folder.resolve("none"), source);
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains("none in --classpath does not exist"), missing.err());
    }

    @Test
    void aManifestThatNamesNoLibrariesBringsNoneIn() throws Exception {
        String manifest = "Manifest-Version: 1.0\nMain-Class: some.place.Fib\nClass-Path: \n\n";
        Path jar = Woven.jar(folder.resolve("program.jar"), classes, MANIFEST, manifest);
        assertEquals(List.of(), JarProgram.classPathOf(jar));
    }

    @Test
    void aLinkWithinAFolderLeadsToClasses() throws Exception {
        Path linked = Files.createDirectory(folder.resolve("linked"));
        Files.createSymbolicLink(linked.resolve("some"), classes.resolve("some"));
        Files.createSymbolicLink(linked.resolve("again"), linked);
        assertEquals(new CommandRun(0, WOVEN, ""), CommandRun.inChild("run", linked));
        assertEquals(
                new CommandRun(0, AS_COMPILED, ""),
                CommandRun.inChild("run", "--no-weave", linked));
    }

    @Test
    void aSignedJarRunsOnlyAsItIs() throws Exception {
        Path jar =
                Woven.jar(
                        folder.resolve("signed.jar"),
                        classes,
                        MANIFEST,
                        "Manifest-Version: 1.0\nMain-Class: some.place.Fib\n\n",
                        "META-INF/MINE.SF",
                        "Signature-Version: 1.0\n\n");
        CommandRun run = CommandRun.inProcess("run", jar);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(jar + " is signed"), run.err());
        assertTrue(run.err().contains("--no-weave"), run.err());
        assertEquals(
                new CommandRun(0, AS_COMPILED, ""), CommandRun.inChild("run", "--no-weave", jar));
    }

    @Test
    void aRefusalStopsTheProgramWithFileLineReasonAndRemedy() throws Exception {
        Path refused =
                Woven.compile(
                        folder.resolve("bad"), "some/place/Refused.java", Woven.REFUSED, classes);
        for (Path program : List.of(refused, folder.resolve("bad"))) {
            CommandRun run = CommandRun.inProcess("run", program);
            assertEquals(1, run.status());
            assertEquals("", run.out());
            assertTrue(
                    run.err()
                            .startsWith(
                                    refused
                                            + ":7: error: @Future cannot be honoured: the"
                                            + " initialiser is not a call; initialise it by one call"),
                    run.err());
            assertTrue(run.err().contains("--no-weave"), run.err());
        }
        assertEquals(
                new CommandRun(0, "2" + System.lineSeparator(), ""),
                CommandRun.inChild("run", "--no-weave", refused));
        // A run that is measured cannot do without weaving.
        for (CommandRun measured :
                List.of(
                        CommandRun.inProcess("run", "--work-span", refused),
                        CommandRun.inProcess(
                                "run", "--work-span", classes, "--main", "some.place.Refused"),
                        CommandRun.inProcess("simulate", refused))) {
            assertEquals(1, measured.status());
            assertTrue(
                    measured.err().endsWith("as said above; mend that" + System.lineSeparator()),
                    measured.err());
        }
        CommandRun compiled = CommandRun.inProcess("run", classes, "--main", "some.place.Refused");
        assertEquals(1, compiled.status());
        assertTrue(compiled.err().startsWith("some/place/Refused.java:7: "), compiled.err());
    }

    /** It leaves no trace in the class file, and would be serial without a word. */
    @Test
    void aFutureWithoutAWrittenTypeIsRefused() throws Exception {
        Path inferred =
                Woven.compile(
                        folder.resolve("bad"),
                        "Inferred.java",
                        """
                        import dev.cleave.Future;

                        public class Inferred {
                            static int one() { return 1; }

                            public static void main(String[] args) {
                                @Future var x = one();
                                System.out.println(x);
                            }
                        }
                        """,
                        classes);
        CommandRun run = CommandRun.inProcess("run", inferred);
        assertEquals(1, run.status());
        assertTrue(run.err().startsWith(inferred + ":7: error: @Future cannot"), run.err());
        assertTrue(run.err().contains("write the variable's type instead of var"), run.err());
        assertTrue(run.err().contains("--no-weave"), run.err());
        assertEquals(
                new CommandRun(0, "1" + System.lineSeparator(), ""),
                CommandRun.inChild("run", "--no-weave", inferred));
    }

    /** By the compiler, if it can tell; else by the weaver. */
    @Test
    void theAnnotationThatCannotBeHonouredIsNamed() throws Exception {
        Path loops =
                Woven.compile(
                        folder.resolve("bad"),
                        "Loops.java",
                        """
                        import dev.cleave.*;

                        public class Loops {
                            public static void main(String[] args) {
                                int[] a = new int[100];
                                for (@Parallel int i = 0; i != a.length; i++) {
                                    a[i] = i;
                                }
                            }
                        }
                        """,
                        classes);
        String why = "@Parallel cannot be honoured, as said above; ";
        CommandRun run = CommandRun.inProcess("run", loops);
        assertEquals(1, run.status());
        assertTrue(
                run.err().startsWith(loops + ":6: in Loops.main: the loop ends by == or !="),
                run.err());
        assertTrue(run.err().contains(why), run.err());
        Path inferred =
                Woven.compile(
                        folder.resolve("bad"),
                        "Inferred.java",
                        Files.readString(loops)
                                .replace("Loops", "Inferred")
                                .replace("int i = 0; i != a.length", "var i = 0; i < 100"),
                        classes);
        run = CommandRun.inProcess("run", inferred);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.err().startsWith(inferred + ":6: error: @Parallel cannot"), run.err());
        assertTrue(run.err().contains(why), run.err());
    }

    /** The same by each way: of a source text, of what the compiler makes of it. */
    @Test
    void theVariableOfALoopOverElementsIsRefused() throws Exception {
        Path each =
                Woven.compile(
                        folder.resolve("bad"),
                        "Each.java",
                        """
                        import dev.cleave.Future;
                        import java.util.List;

                        public class Each {
                            public static void main(String[] args) {
                                for (@Future String x : List.of("a", "b")) {
                                    System.out.println(x);
                                }
                            }
                        }
                        """,
                        folder.resolve("each"));
        String why =
                "@Future marks the variable of a loop, which no call initialises; declare a"
                        + " variable in the loop's body";
        for (Path program : List.of(each, folder.resolve("each"))) {
            CommandRun run = CommandRun.inProcess("run", program);
            assertEquals(1, run.status());
            assertTrue(run.err().contains("Each.java:6: "), run.err());
            assertTrue(run.err().contains(why), run.err());
            assertTrue(run.err().contains("@Future cannot be honoured, as said above"), run.err());
        }
    }

    @Test
    void anErrorOfTheProgramIsStillOne() throws Exception {
        Path both =
                Files.writeString(
                        folder.resolve("Both.java"),
                        Woven.REFUSED
                                .replace("package some.place;", "")
                                .replace("Refused", "Both")
                                .replace("sum(1)", "\"a\" - 1"));
        CommandRun run = CommandRun.inProcess("run", both);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(both + " does not compile"), run.err());
    }

    /** The main thread is no worker: what it offers is the guests' line, not a worker's. */
    @Test
    void statisticsTellWhatBecameOfTheCallsOfAThreadThatIsNoWorker() throws Exception {
        Path offers =
                Woven.compile(
                        folder.resolve("more"),
                        "Offers.java",
                        """
                        import dev.cleave.Future;
                        import java.util.concurrent.CountDownLatch;

                        public class Offers {
                            static final CountDownLatch taken = new CountDownLatch(1);

                            static int one() { taken.countDown(); return 1; }

                            static int both() throws Exception {
                                @Future int one = one();
                                while (taken.getCount() > 0) { none(); }
                                return one;
                            }

                            static void none() { dev.cleave.Cleave.tryLoadBalance(); }

                            public static void main(String[] args) throws Exception {
                                System.out.println(both());
                            }
                        }
                        """,
                        classes);
        CommandRun run = CommandRun.inChild("run", "--workers", "2", "--stats", offers);
        assertEquals("1" + System.lineSeparator(), run.out());
        assertTrue(
                run.err()
                        .lines()
                        .anyMatch(line -> line.startsWith("  guests   : promotions 1, steals ")),
                run.err());
        assertTrue(run.err().contains(", promotions 1, parks "), run.err());
    }

    private Map<String, byte[]> contents() throws Exception {
        try (Stream<Path> files = Files.walk(classes)) {
            Map<String, byte[]> contents = new java.util.TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            return contents;
        }
    }
}
