package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever keeps a program from starting is said with its value, what is right and what to do. */
class RunErrorsTest {
    private static final String MAIN = "public static void main(String[] args) {}";

    @TempDir private Path folder;

    @Test
    void aFileThatDoesNotExist() {
        Path missing = folder.resolve("Missing.java");
        assertRefused(
                CommandRun.inProcess("run", missing),
                missing + " does not exist (looked in ",
                "check the path");
    }

    /** As {@code java -cp} takes it. */
    @Test
    void aClassInPlaceOfAFile() {
        assertRefused(
                CommandRun.inProcess("run", "-cp", folder, "com.example.Main"),
                "com.example.Main does not exist (looked in ",
                "give a class by its folder or jar and --main com.example.Main");
    }

    @Test
    void aFileThatIsNothingToRun() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "");
        assertRefused(
                CommandRun.inProcess("run", text),
                text + " is not something to run",
                "give a .java file, a folder of them or of class files, or a .jar");
    }

    /** As in a container whose file system is for reading only. */
    @Test
    void whereNoTemporaryFileCanBe() throws Exception {
        Path nowhere = folder.resolve("nowhere");
        List<String> command = CommandRun.childCommand("run", folder);
        command.add(1, "-Djava.io.tmpdir=" + nowhere);
        assertRefused(
                CommandRun.process(command, Map.of(), ""),
                "cleave run: nothing can be written among temporary files, in " + nowhere,
                "there is no such file or folder",
                "-Djava.io.tmpdir=FOLDER");
    }

    /** As on a full disk: the class fits as it is compiled, and does not as it is woven. */
    @Test
    void whereThereIsNoRoomForWhatIsWoven() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("A.java"),
                        """
                        public class A {
                            static int f() { return 1; }
                            public static void main(String[] a) { @dev.cleave.Future int x = f(); }
                        }
                        """);
        assertRefused(
                runWithLittleRoom(program),
                "cleave run: nothing can be written among temporary files, in ",
                "); make room there, or name another folder");
    }

    @Test
    void whereThereIsNoRoomForWhatIsCompiled() throws Exception {
        Path program =
                write(
                        "A.java",
                        "class A {\nString s = \"" + "x".repeat(3_000) + "\";\n" + MAIN + "}");
        CommandRun run = runWithLittleRoom(program);
        assertRefused(
                run,
                "cleave run: nothing can be written among temporary files, in ",
                " (the compiler's message is above); make room there, or name another folder");
        assertFalse(run.err().contains("does not compile"), run.err());
    }

    /** In a file, for two KiB. */
    private static CommandRun runWithLittleRoom(Path program) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -f 4 && exec \"$@\"", "sh"));
        command.addAll(CommandRun.childCommand("run", program));
        command.add(5, "-XX:-UsePerfData"); // which would be a larger file
        return CommandRun.process(command, Map.of(), "");
    }

    /**
     * In a script, it is mostly a variable that has no value; the folder one is in is not meant.
     */
    @Test
    void anEmptyName() {
        for (String command : List.of("run", "weave", "check", "fix", "profile")) {
            assertRefused(
                    CommandRun.inProcess(command, ""),
                    "cleave " + command + ": Invalid value for positional parameter",
                    "'' names no file and no folder; the folder you are in is .");
        }
        assertRefused(
                CommandRun.inProcess("simulate", "fib:3", "--json", ""),
                "Invalid value for option '--json'",
                "'' names no file and no folder");
    }

    @Test
    void anEmptyValueOfAnOptionThatNeedsNone() throws IOException {
        Path source = write("Main.java", "class Main { " + MAIN + " }");
        assertRefused(
                CommandRun.inProcess("run", "--profile=", source),
                "--profile= is without the DIR after it: give one, or leave out the =");
        assertRefused(
                CommandRun.inProcess("run", "--work-span=", source),
                "--work-span= is without the FILE after it: give one, or leave out the =");
    }

    @Test
    void noProgramAtAll() {
        assertRefused(
                CommandRun.inProcess("run"),
                "Missing required parameter: 'PROGRAM'",
                "See: ./cleave run --help");
    }

    @Test
    void aFileThatDoesNotCompile() throws IOException {
        Path source = write("Broken.java", "class Broken {\n    int one = \"two\";\n}\n");
        CommandRun run = CommandRun.inProcess("run", source);
        assertRefused(
                run,
                source + ":2: error: incompatible types",
                "int one = \"two\";",
                source + " does not compile");
        assertFalse(run.err().contains("compiled alone"), run.err());
    }

    /** As another user's among those of a folder. For root, who reads all, one that is gone. */
    @Test
    void aFileThatTheCompilerCannotRead() {
        Path gone = folder.resolve("Gone.java");
        StringWriter said = new StringWriter();
        SourceCompiler compiler =
                new SourceCompiler(List.of(), folder, true, List.of(), new PrintWriter(said));
        assertEquals(Optional.empty(), compiler.compile(List.of(gone)));
        assertTrue(said.toString().contains(gone.toString()), said.toString());
    }

    /** As a Maven project's, whose tests need JUnit. */
    @Test
    void aFolderThatNeedsALibrary() throws IOException {
        write("Broken.java", "class Broken { @org.junit.jupiter.api.Test void test() {} }");
        assertRefused(
                CommandRun.inProcess("run", folder),
                folder + " does not compile; the compiler's messages are above.",
                "If it needs a library, add -cp LIBRARY.jar; of a project, give the classes that its"
                        + " build has made, as target/classes");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatNeedsAnAnnotationProcessor(boolean inJar) throws IOException {
        Path source = write("Broken.java", "class Broken {\n    int one = Made.ONE;\n}\n");
        Path library = folder.resolve("library");
        Path services = Files.createDirectories(library.resolve("META-INF/services"));
        String name = "javax.annotation.processing.Processor";
        Files.writeString(services.resolve(name), "maker.Maker\n");
        Path place = inJar ? Woven.jar(folder.resolve("maker.jar"), library) : library;
        assertRefused(
                CommandRun.inProcess("run", "-cp", place, source),
                source + " does not compile; the compiler's messages are above.",
                "if it needs a library, add -cp LIBRARY.jar",
                "Annotation processors, as that of " + place.getFileName() + ", do not run here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Other other;", "int one = Other.ONE;", "int one = other.Other.ONE;"})
    void aFileThatNeedsAnother(String field) throws IOException {
        Path source = write("Broken.java", "class Broken {\n    " + field + "\n}\n");
        assertRefused(
                CommandRun.inProcess("run", source),
                source + " does not compile; the compiler's messages are above.",
                "A file is compiled alone; if it needs the others beside it: ./cleave run "
                        + folder);
    }

    /** Editors of some systems write it, and do not show it. */
    @Test
    void aFileThatBeginsWithAByteOrderMark() throws IOException {
        Path source = write("Marked.java", "\uFEFFclass Marked {" + MAIN + "}");
        for (Path program : List.of(source, folder)) {
            CommandRun run = CommandRun.inProcess("run", program);
            assertRefused(
                    run,
                    program + " does not compile; the compiler's messages are above.",
                    source + " begins with a byte-order mark",
                    "save it as UTF-8 without one");
            assertFalse(run.err().contains("compiled alone"), run.err());
        }
    }

    @Test
    void anAnnotationThatIsNotImported() throws IOException {
        Path source =
                write(
                        "Broken.java",
                        "class Broken { void m() { @Future int x = hashCode(); @Reduce int y = 1;"
                                + " @Unknown int z = 2; } }");
        assertRefused(
                CommandRun.inProcess("run", source),
                source + " does not compile; the compiler's messages are above.",
                "\n@Future is Cleave's with: import dev.cleave.Future;",
                "\n@Reduce is Cleave's with: import dev.cleave.Reduce;");
    }

    /** As OpenMP's pragmas stand. */
    @Test
    void anAnnotationBeforeALoop() throws IOException {
        Path source =
                write(
                        "Broken.java",
                        "import dev.cleave.Parallel; class Broken { void m() {\n    @Parallel\n"
                                + "    for (int i = 0; i < 3; i++) { hashCode(); } } }");
        assertRefused(
                CommandRun.inProcess("run", source),
                source + " does not compile; the compiler's messages are above.",
                "\n@Parallel stands before the loop's variable: for (@Parallel int i = 0;");
    }

    /** As in a file that imports all of both packages. */
    @Test
    void aTypeThatAnotherImportHasToo() throws IOException {
        Path source =
                write(
                        "Broken.java",
                        "import dev.cleave.*; import java.util.concurrent.*; class Broken {"
                                + " class T extends RecursiveTask<Long> { protected Long compute()"
                                + " { T t = new T(); t.fork(); return t.join(); } }"
                                + " long m() { return ForkJoinPool.commonPool().invoke(new T()); } }");
        CommandRun run = CommandRun.inProcess("run", source);
        assertRefused(
                run,
                source + " does not compile; the compiler's messages are above.",
                "\nAnother import has a ForkJoinPool, too; Cleave's is meant with:"
                        + " import dev.cleave.ForkJoinPool;",
                "\nAnother import has a RecursiveTask, too;");
        assertFalse(run.err().contains("compiled alone"), run.err());
    }

    /** The annotation's name is also a famous type's. */
    @ParameterizedTest
    @CsvSource({"import dev.cleave.*;, Future is ambiguous", "'', cannot be converted"})
    void anAnnotationWithTheNameOfAnotherType(String imported, String said) throws IOException {
        Path source =
                write(
                        "Broken.java",
                        imported
                                + " import java.util.concurrent.*; class Broken {"
                                + " void m() { @Future int x = hashCode(); } }");
        assertRefused(
                CommandRun.inProcess("run", source),
                said,
                "\n@Future is Cleave's with: import dev.cleave.Future;");
    }

    /** So many that the compiler overflows its stack. */
    @Test
    void anExpressionOfThousandsOfParts() throws IOException {
        String sum = "0" + " + Math.abs(1)".repeat(50_000);
        String nested = "(".repeat(50_000) + "1" + ")".repeat(50_000);
        for (String expression : new String[] {sum, nested}) {
            Path source =
                    write("Long.java", "class Long { int i = " + expression + ";" + MAIN + "}");
            CommandRun run = CommandRun.inProcess("run", source);
            assertEquals(1, run.err().lines().count(), "lines said");
            assertRefused(run, "the compiler gave up", "javac -J-Xss512m");
        }
    }

    /** A try above a long that waits on the operand stack: javac 17 to 25 at least. */
    @Test
    void whatTheCompilerFailsAt() throws IOException {
        Path source =
                write(
                        "Fails.java",
                        "class Fails { long m(long s) { return s + switch (hashCode()) { case 0 ->"
                                + " { try { yield 1; } finally { hashCode(); } } default -> 2; };"
                                + " } "
                                + MAIN
                                + "}");
        CommandRun run = CommandRun.inProcess("run", source);
        assumeTrue(run.status() != 0, "this JDK's compiler does not fail there");
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("An exception has occurred in the compiler"), run.err());
        assertTrue(run.err().contains("javac alone meets"), run.err());
        assertEquals(1, run.err().split("NullPointerException", -1).length - 1, run.err());
    }

    @Test
    void aFileForWhichTheHeapIsTooSmall() throws Exception {
        Path source = write("Large.java", "/*" + " ".repeat(40 << 20) + "*/");
        List<String> command = CommandRun.childCommand("run", source);
        command.add(1, "-Xmx40m");
        assertRefused(
                CommandRun.process(command, Map.of(), ""),
                "cleave run: the command's heap of ",
                " MiB is full; give it a larger one, as in JAVA_TOOL_OPTIONS=-Xmx1g");
    }

    @Test
    void anEmptyOptionForTheVirtualMachine() {
        assertRefused(
                CommandRun.inProcess("run", "--jvm-arg=", "Any.java"),
                "--jvm-arg is empty",
                "leave it out");
    }

    @ParameterizedTest
    @CsvSource({
        "run, Xmx1g",
        "bench, Xmx1g",
        "simulate, -Xmx4g Xmx1g",
        "run, --add-modules=a Xmx1g"
    })
    void anOptionForTheVirtualMachineWithoutItsDash(String command, String options)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command));
        for (String option : options.split(" ")) {
            arguments.add("--jvm-arg=" + option);
        }
        arguments.add(
                command.equals("bench")
                        ? "futures"
                        : Files.writeString(folder.resolve("Any.java"), "class Any {}").toString());
        assertRefused(
                CommandRun.inProcess(arguments.toArray(Object[]::new)),
                "cleave " + command + ": --jvm-arg=Xmx1g is no option of the virtual machine",
                "as --jvm-arg=-Xmx1g");
    }

    /** In a locale that has only ASCII. */
    @ParameterizedTest
    @CsvSource({"run, ä.java", "simulate, ä.graph", "weave, ä.jar"})
    void aNameThatTheLocaleCannotExpress(String command, String file) throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "other systems have no such");
        assertRefused(
                CommandRun.process(
                        CommandRun.childCommand(command, file), Map.of("LC_ALL", "C"), ""),
                "cannot be the name of a file here",
                "set LC_ALL=C.UTF-8");
    }

    /** The same, of what is in a folder; the name is made by a shell, which takes its bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "class"})
    void aNameInAFolderThatTheLocaleCannotExpress(String suffix) throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "other systems have no such");
        String make = "cd \"$1\" && : >\"$(printf 'Schl\\303\\244fer')." + suffix + "\"";
        List<String> command = List.of("sh", "-c", make, "sh", folder.toString());
        assertEquals(0, CommandRun.process(command, Map.of(), "").status());
        assertRefused(
                CommandRun.process(
                        CommandRun.childCommand("run", folder), Map.of("LC_ALL", "C"), ""),
                "fer." + suffix + "' cannot be the name of a file here",
                "set LC_ALL=C.UTF-8");
    }

    @Test
    void aFileWithASyntaxError() throws IOException {
        Path source = write("Broken.java", "class Broken {\n    int one = 1\n}\n");
        assertRefused(
                CommandRun.inProcess("run", source),
                source + ":2: error: ';' expected",
                source + " does not compile");
    }

    @Test
    void aFolderThatDoesNotCompile() throws IOException {
        write("Good.java", "class Good {" + MAIN + "}");
        Path bad = write("a/Bad.java", "package a; class Bad extends Missing {}");
        assertRefused(
                CommandRun.inProcess("run", folder),
                bad + ":1: error: cannot find symbol",
                folder + " does not compile");
    }

    @Test
    void aFileWithoutAMainMethod() throws IOException {
        Path source = write("Quiet.java", "class Quiet { private static void main(int i) {} }");
        assertRefused(
                CommandRun.inProcess("run", source),
                source + " has no class with a main method",
                "add public static void main(String[] args)");
    }

    @Test
    void aFolderWithoutJavaFiles() {
        assertRefused(
                CommandRun.inProcess("run", folder),
                folder + " has no Java file and no class file in it or below",
                "give the folder of the sources, or of the classes");
    }

    /** As target of a Maven project, and as the folder in it that the class file is in. */
    @ParameterizedTest
    @ValueSource(strings = {"target", "target/classes/com/acme"})
    void aFolderAboveOrBelowThatOfTheClasses(String given) throws IOException {
        Path source = write("App.java", "package com.acme; class App {" + MAIN + "}");
        Path classes = Files.createDirectories(folder.resolve("target/classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", "" + classes, "" + source));
        assertRefused(
                CommandRun.inProcess("run", folder.resolve(given)),
                " is not the folder to start com.acme.App from; give " + classes.toRealPath());
    }

    @Test
    void aFolderWithSeveralMainMethodsListsThemAndNamesTheOption() throws IOException {
        Path one = write("a/One.java", "package a; class One {" + MAIN + "}");
        Path two = write("b/Two.java", "package b; class Two {" + MAIN + "}");
        write("b/Other.java", "package b; class Other {}");
        assertRefused(
                CommandRun.inProcess("run", folder),
                folder + " has 2 classes with a main method",
                "a.One (" + one + "), b.Two (" + two + ")",
                "choose one, as in: --main a.One");
    }

    @Test
    void aMainClassThatIsNotThere() throws IOException {
        Path one = write("One.java", "class One {" + MAIN + "}");
        assertRefused(
                CommandRun.inProcess("run", one, "--main", "Two"),
                "--main Two: " + one + " has no such class with a main method",
                "it has One (" + one + ")");
    }

    /** Where an instance can be started, it must be possible to make one; else none can. */
    @ParameterizedTest
    @ValueSource(strings = {"Inner", "Abstract", "Made", "Only"})
    void aMainClassThatTheVirtualMachineWouldNotStart(String name) throws IOException {
        Path source =
                write(
                        "App.java",
                        """
                        class App {
                            public static void main(String[] args) {}
                            class Inner { public void main(String[] args) {} }
                            static abstract class Abstract { public void main(String[] args) {} }
                            static class Made { Made(int n) {} public void main(String[] args) {} }
                            static class Only extends Made {
                                Only(int n) { super(n); }
                                static void main() {}
                            }
                        }
                        """);
        assertRefused(
                CommandRun.inProcess("run", source, "--main", "App$" + name),
                "--main App$" + name + ": " + source + " has no such class with a main method");
    }

    @Test
    void aJarWithoutAMainClass() throws IOException {
        Path jar = folder.resolve("library.jar");
        try (OutputStream file = Files.newOutputStream(jar)) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
            new JarOutputStream(file, manifest).close();
        }
        assertRefused(
                CommandRun.inProcess("run", jar),
                jar + " names no class to start (its manifest has no Main-Class)",
                "name one with --main CLASS");
        assertRefused(
                CommandRun.inProcess("run", jar, "--main", "Nowhere"),
                "--main Nowhere: " + jar + " has no such class with a main method");
    }

    @Test
    void aJarThatIsNone() throws IOException {
        Path jar = Files.writeString(folder.resolve("text.jar"), "not a jar");
        assertRefused(
                CommandRun.inProcess("run", jar), jar + " cannot be read as a jar", "completely?");
    }

    /** Opening one waits until another program writes into it. */
    @ParameterizedTest
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource({
        "run, p.jar, ",
        "run, p.java, ",
        "simulate, p.jar, ",
        "weave, p.jar, ",
        "profile, p.jfr, ",
        "check, p.jfr, --recording"
    })
    void aPipeIsNoFile(String command, String name, String option) throws Exception {
        assumeTrue(!System.getProperty("os.name").startsWith("Windows"), "it has no mkfifo");
        Path pipe = folder.resolve(name);
        List<String> make = List.of("mkfifo", pipe.toString());
        assertEquals(0, CommandRun.process(make, Map.of(), "").status());
        assertRefused(
                option == null
                        ? CommandRun.inProcess(command, pipe)
                        : CommandRun.inProcess(command, folder, option, pipe),
                pipe + " is a pipe or a device; write what it gives to a file first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "32768", "99999999999", "two", "", "\u0663"})
    void aNumberOfWorkersOutOfRange(String workers) {
        assertRefused(
                CommandRun.inProcess("run", "--workers=" + workers, "Any.java"),
                "--workers",
                "'" + workers + "' is not a number of workers, which is from 1 to 32767",
                "leave the option out to use the processors there are");
    }

    @Test
    void anUnknownSchedulingListsTheKnown() {
        assertRefused(
                CommandRun.inProcess("run", "--scheduling", "FAIR", "Any.java"),
                "--scheduling",
                "FAIR",
                "choose one of",
                "THE",
                "CHASE_LEV",
                "RECEIVER_INITIATED",
                "SENDER_INITIATED",
                "SPLIT",
                "LINKED",
                "SHARED");
    }

    @Test
    void anUnknownOptionSuggestsTheNearest() {
        assertRefused(
                CommandRun.inProcess("run", "--worker", "2", "Any.java"),
                "Unknown option: '--worker'",
                "--workers");
    }

    @Test
    void whereAnOptionOfTheProgramsStandsIsSaid() {
        assertRefused(
                CommandRun.inProcess("run", "Any.java", "-x"),
                "Unknown option: '-x'",
                "If it is for the program: -- -x");
        CommandRun check = CommandRun.inProcess("check", "Any.java", "-x");
        assertFalse(check.err().contains("program"), check.err());
    }

    @Test
    void anUnknownCommandSuggestsTheNearest() {
        assertRefused(CommandRun.inProcess("rum", "Any.java"), "rum", "Did you mean", "cleave run");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void assertRefused(CommandRun run, String... saidInOrder) {
        assertAll(
                () -> assertEquals(2, run.status(), "exit status"),
                () -> assertEquals("", run.out(), "standard output"),
                () -> {
                    int from = 0;
                    for (String said : saidInOrder) {
                        int at = run.err().indexOf(said, from);
                        assertTrue(at >= 0, () -> "<" + said + "> is missing in:\n" + run.err());
                        from = at + said.length();
                    }
                },
                () -> assertTrue(!run.err().contains("\tat "), "a stack trace: " + run.err()));
    }
}
