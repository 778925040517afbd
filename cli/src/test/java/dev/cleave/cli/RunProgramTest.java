package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.processors.manager.ManagerFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Programs really run, in virtual machines of their own. */
class RunProgramTest {
    /** Prints its arguments, one a line, in brackets. */
    private static final String ECHO =
            """
            class Echo {
                public static void main(String[] args) {
                    for (String argument : args) {
                        System.out.println("[" + argument + "]");
                    }
                }
            }
            """;

    @TempDir private Path folder;

    @Test
    void aFileRunsWithTheRuntimeAndItsExitStatusIsPassedOn() throws Exception {
        Path source =
                write(
                        "Exits.java",
                        """
                        package some.place;

                        import dev.cleave.ForkJoinPool;

                        public class Exits {
                            public static void main(String[] args) {
                                System.out.println(ForkJoinPool.class.getName());
                                System.err.println("leaving");
                                System.exit(7);
                            }
                        }
                        """);
        assertEquals(
                new CommandRun(7, lines("dev.cleave.ForkJoinPool"), lines("leaving")),
                CommandRun.inChild("run", source));
    }

    @Test
    void argumentsReachTheProgramAsTheyAre() throws Exception {
        Path source = write("Echo.java", ECHO);
        String[] odd = {
            "", " ", "a b", "--workers", "@file", "$HOME", "*", "'\"\\", "--", "-x=${y}"
        };
        CommandRun run =
                CommandRun.inChild(
                        "run", source, "--", odd[0], odd[1], odd[2], odd[3], odd[4], odd[5], odd[6],
                        odd[7], odd[8], odd[9]);
        StringBuilder expected = new StringBuilder();
        for (String argument : odd) {
            expected.append(lines("[" + argument + "]"));
        }
        assertEquals(new CommandRun(0, expected.toString(), ""), run);
    }

    @Test
    void optionsBecomeThePropertiesThatTheRuntimeReads() throws Exception {
        Path source =
                write(
                        "Properties.java",
                        """
                        public class Properties {
                            public static void main(String[] args) {
                                for (String name : args) {
                                    System.out.println(System.getProperty(name));
                                }
                            }
                        }
                        """);
        CommandRun run =
                CommandRun.inChild(
                        "run",
                        "--workers",
                        3,
                        "--scheduling",
                        "chase-lev",
                        "--stats",
                        "--jvm-arg=-Done=1",
                        "--jvm-arg",
                        "-Dtwo=2 2",
                        source,
                        "dev.cleave.ForkJoinPool.common.parallelism",
                        "dev.cleave.scheduling",
                        "dev.cleave.stats",
                        "one",
                        "two");
        assertEquals(lines("3", "CHASE_LEV", "true", "1", "2 2"), run.out());
        assertEquals(0, run.status());
    }

    @Test
    void oneWorkerIsNotSeveral() throws Exception {
        Path source =
                write(
                        "One.java",
                        "class One { public static void main(String[] args) {"
                                + " dev.cleave.ForkJoinPool.commonPool(); } }");
        CommandRun run = CommandRun.inChild("run", "--workers", 1, "--stats", source);
        assertTrue(run.err().contains(": SPLIT, 1 worker: tasks 0 "), run.err());
    }

    @Test
    void withoutOptionsThePropertiesAreLeftAlone() throws Exception {
        Path source =
                write(
                        "Unset.java",
                        """
                        public class Unset {
                            public static void main(String[] args) {
                                System.out.println(
                                        System.getProperties().stringPropertyNames().stream()
                                                .filter(name -> name.startsWith("dev.cleave"))
                                                .toList());
                            }
                        }
                        """);
        assertEquals(new CommandRun(0, lines("[]"), ""), CommandRun.inChild("run", source));
    }

    @Test
    void whatBindsWorkersIsBroughtWhereAManagerMayBe() throws Exception {
        Path source =
                write(
                        "ClassPath.java",
                        """
                        public class ClassPath {
                            public static void main(String[] args) {
                                for (String name : args) {
                                    System.out.println(
                                            ClassPath.class.getResource("/" + name) != null);
                                }
                            }
                        }
                        """);
        List<String> command =
                CommandRun.childCommand(
                        "run",
                        source,
                        "META-INF/services/dev.cleave.processors.ThreadBinding",
                        "com/sun/jna/Native.class");
        Path manager = folder.resolve("manager");
        Map<String, String> environment = Map.of(ManagerFolder.VARIABLE, manager.toString());
        assertEquals(
                new CommandRun(0, lines("false", "false"), ""),
                CommandRun.process(command, environment, ""));
        Files.createDirectory(manager);
        assertEquals(
                new CommandRun(0, lines("true", "true"), ""),
                CommandRun.process(command, environment, ""));
    }

    @Test
    void aProgramReadsOurInput() throws Exception {
        Path source =
                write(
                        "Reads.java",
                        """
                        public class Reads {
                            public static void main(String[] args) throws Exception {
                                System.in.transferTo(System.out);
                            }
                        }
                        """);
        CommandRun run =
                CommandRun.process(CommandRun.childCommand("run", source), Map.of(), "one\ntwo");
        assertEquals(new CommandRun(0, "one\ntwo", ""), run);
    }

    @Test
    void ofAFileTheFirstClassWithAMainMethodIsStarted() throws Exception {
        Path source =
                write(
                        "Several.java",
                        """
                        interface Before {}
                        class First {
                            public static void main(String[] args) {
                                System.out.println("first");
                            }
                        }
                        class Second extends First {
                            public static void main(String[] args) {
                                System.out.println("second");
                            }
                            static class Inner extends First {}
                        }
                        """);
        assertEquals(lines("first"), CommandRun.inChild("run", source).out());
        assertEquals(lines("second"), CommandRun.inChild("run", "--main", "Second", source).out());
        assertEquals(
                lines("first"), CommandRun.inChild("run", "--main", "Second$Inner", source).out());
    }

    /** As with {@code java FILE.java}; a script is named after what it does, or is a link. */
    @Test
    void aPublicClassOfOneFileMayHaveAnotherName() throws Exception {
        Path source = write("print-it.java", "public " + ECHO + "class Other {}");
        assertEquals(new CommandRun(0, lines("[it]"), ""), CommandRun.inChild("run", source, "it"));
    }

    @Test
    void aMainMethodMayBeInherited() throws Exception {
        write("a/Base.java", "package a; public abstract class Base {}");
        write(
                "a/Echo.java",
                "package a; " + ECHO.replace("class Echo", "public class Echo extends Base"));
        Path child = write("b/Child.java", "package b; public class Child extends a.Echo {}");
        CommandRun run = CommandRun.inChild("run", folder, "--main", "b.Child", "--", "x");
        assertEquals(new CommandRun(0, lines("[x]"), ""), run, () -> "of " + child);
    }

    @Test
    void theFilesOfAFolderAreCompiledTogether() throws Exception {
        write("app/Start.java", "package app; class Start {" + callsText() + "}");
        write("lib/Text.java", "package lib; public class Text { public static int n = 42; }");
        write("module-info.java", "module needs.more { requires not.there; }");
        write("notes.txt", "not Java");
        assertEquals(new CommandRun(0, lines("42"), ""), CommandRun.inChild("run", folder));
    }

    private static String callsText() {
        return "public static void main(String[] args) { System.out.println(lib.Text.n); }";
    }

    @Test
    void aLinkToAFolderIsThatFolder() throws Exception {
        compile("lib.Text", "public class Text { public static int n = 42; }");
        Path classes = compile("app.Start", "public class Start {" + callsText() + "}");
        Path sources = folder.resolve("sources");
        Files.move(folder.resolve("classes/lib.Text/lib"), classes.resolve("lib"));
        for (Path meant : new Path[] {sources, classes}) {
            Path link =
                    Files.createSymbolicLink(folder.resolve("to-" + meant.getFileName()), meant);
            assertEquals(new CommandRun(0, lines("42"), ""), CommandRun.inChild("run", link));
        }
    }

    @Test
    void classFilesOfANewerJavaNeedIt() throws Exception {
        Path classes = compile("app.Start", "public class Start {" + callsNothing() + "}");
        Path file = classes.resolve("app/Start.class");
        byte[] bytes = Files.readAllBytes(file);
        int next = Runtime.version().feature() + 2; // of one more, the compiler does read it
        bytes[7] = (byte) (next + 44);
        Files.write(file, bytes);
        CommandRun run = CommandRun.inProcess("run", classes);
        assertEquals(2, run.status(), run.err());
        String said = "cleave run: " + file + " was compiled for Java " + next;
        assertTrue(run.err().startsWith(said), run.err());
        assertTrue(run.err().contains("JAVA_HOME to a JDK " + next), run.err());
    }

    /** Where a class path has a colon, the virtual machine would look for two places. */
    @Test
    void whatCannotBeOnAClassPathIsSaid() throws Exception {
        Path classes = compile("app.Start", "public class Start {" + callsNothing() + "}");
        Path apart = Files.createDirectory(folder.resolve("a" + java.io.File.pathSeparator + "b"));
        Path moved = Files.move(classes, apart.resolve("classes"));
        Path program = apart.resolve("program.jar");
        jar(program, moved, "Manifest-Version: 1.0\nMain-Class: app.Start\n\n");
        for (Path given : new Path[] {moved, program}) {
            CommandRun run = CommandRun.inProcess("run", given);
            assertEquals(2, run.status(), run.err());
            assertTrue(
                    run.err().startsWith("cleave run: " + given + " cannot be on a class path"),
                    run.err());
        }
    }

    private static String callsNothing() {
        return "public static void main(String[] args) {}";
    }

    @Test
    void aJarStartsItsMainClassWithItsClassPath() throws Exception {
        Path library = folder.resolve("lib dir/library.jar");
        jar(library, compile("lib.Text", "public class Text { public static int n = 42; }"), null);
        Path program = folder.resolve("program.jar");
        String manifest =
                """
                Manifest-Version: 1.0
                Main-Class: app.Start
                Class-Path: lib%20dir/library.jar
                Add-Opens: java.base/java.lang

                """;
        jar(
                program,
                compile("app.Start", "public class Start {" + opensAndCalls() + "}"),
                manifest);
        assertEquals(new CommandRun(0, lines("42"), ""), CommandRun.inChild("run", program));
        assertEquals(
                new CommandRun(0, lines("42"), ""),
                CommandRun.inChild("run", "--main", "app.Start", program));
    }

    @ParameterizedTest
    @ValueSource(strings = {"program.war", "PROGRAM.JAR", "program"})
    void aJarMayHaveAnyName(String name) throws Exception {
        String main = "public static void main(String[] args) { System.out.println(1); }";
        Path program = folder.resolve(name);
        jar(
                program,
                compile("app.Start", "public class Start {" + main + "}"),
                "Manifest-Version: 1.0\nMain-Class: app.Start\n\n");
        assertEquals(new CommandRun(0, lines("1"), ""), CommandRun.inChild("run", program));
    }

    private static String opensAndCalls() {
        return "public static void main(String[] args) throws Exception {"
                + " String.class.getDeclaredField(\"value\").setAccessible(true);"
                + " System.out.println(lib.Text.n);"
                + " dev.cleave.ForkJoinPool.class.getName(); }";
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void aJarMayCallNativeCodeIfItsManifestSaysSo() throws Exception {
        Path program = folder.resolve("program.jar");
        String main =
                "public static void main(String[] args) throws Exception { System.out.println("
                        + "Module.class.getMethod(\"isNativeAccessEnabled\")"
                        + ".invoke(Start.class.getModule())); }";
        jar(
                program,
                compile("app.Start", "public class Start {" + main + "}"),
                "Manifest-Version: 1.0\nMain-Class: app.Start\nEnable-Native-Access: ALL-UNNAMED\n\n");
        assertEquals(new CommandRun(0, lines("true"), ""), CommandRun.inChild("run", program));
    }

    @Test
    void nothingCompiledIsLeftBehind() throws Exception {
        Path source = write("Echo.java", ECHO);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> command = CommandRun.childCommand("run", source, "--", "x");
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        assertEquals(lines("[x]"), CommandRun.process(command, Map.of(), "").out());
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    @Timeout(60)
    void nothingIsLeftBehindByACommandThatIsStoppedWhileItCompiles() throws Exception {
        Path source = write("Echo.java", ECHO);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> line = CommandRun.childCommand("run", source);
        line.add(1, "-Djava.io.tmpdir=" + temporary);
        Process command = new ProcessBuilder(line).redirectErrorStream(true).start();
        try {
            while (isEmpty(temporary)) {
                assertTrue(command.isAlive());
                command.waitFor(1, TimeUnit.MILLISECONDS);
            }
            command.destroy();
            command.waitFor();
            assertTrue(isEmpty(temporary));
        } finally {
            command.destroyForcibly();
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void stoppingTheCommandStopsTheProgram() throws Exception {
        Path source =
                write(
                        "Waits.java",
                        """
                        public class Waits {
                            public static void main(String[] args) throws Exception {
                                Runtime.getRuntime()
                                        .addShutdownHook(new Thread(Waits::leave));
                                System.out.println(ProcessHandle.current().pid());
                                Thread.currentThread().join();
                            }

                            static void leave() {
                                System.out.println("asked to stop");
                                Runtime.getRuntime().halt(5);
                            }
                        }
                        """);
        Process command =
                new ProcessBuilder(CommandRun.childCommand("run", source))
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(command.getInputStream(), StandardCharsets.UTF_8))) {
            ProcessHandle program = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            // Process.destroy would also close the stream that is read next.
            command.toHandle().destroy();
            assertEquals("asked to stop", out.readLine());
            assertEquals(5, command.waitFor());
            program.onExit().join();
        } finally {
            command.destroyForcibly();
        }
    }

    /** As a service manager or a script sends it: only to the command, not to the program. */
    @ParameterizedTest
    @CsvSource({"HUP, 129", "TERM, 143"})
    void aCommandThatASignalStopsSaysWhich(String signal, int status) throws Exception {
        // What nohup had these tests ignore is ignored by all that they start.
        String trapped = "trap 'exit 7' " + signal + "; kill -" + signal + " $$; exit 1";
        assumeTrue(shell(trapped).status() == 7, signal + " is ignored");
        Path source =
                write(
                        "Waits.java",
                        """
                        public class Waits {
                            public static void main(String[] args) throws Exception {
                                System.out.println(ProcessHandle.current().pid());
                                Thread.currentThread().join();
                            }
                        }
                        """);
        Process command =
                new ProcessBuilder(CommandRun.childCommand("run", source))
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out = command.inputReader()) {
            ProcessHandle program = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            assertEquals(0, shell("kill -" + signal + " " + command.pid()).status());
            assertEquals(status, command.waitFor());
            program.onExit().join();
        } finally {
            command.destroyForcibly();
        }
    }

    private static CommandRun shell(String line) throws Exception {
        return CommandRun.process(List.of("sh", "-c", line), Map.of(), "");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void aCompactSourceFileRunsWhereJavaHasThem() throws Exception {
        Path source = write("Compact.java", "void main() { IO.println(\"compact\"); }");
        assertEquals(new CommandRun(0, lines("compact"), ""), CommandRun.inChild("run", source));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void ofTheModuleThePackageIsToBeImported() throws Exception {
        String program =
                "import %s; void main() { @Future int x = abs(-1); IO.println(x); }"
                        + " int abs(int n) { return -n; }";
        CommandRun run =
                CommandRun.inProcess(
                        "run", write("Module.java", program.formatted("module dev.cleave")));
        assertTrue(
                run.err().endsWith(lines("import its package: import dev.cleave.*;")), run.err());
        Path source = write("Package.java", program.formatted("dev.cleave.*"));
        assertEquals(new CommandRun(0, lines("1"), ""), CommandRun.inChild("run", source));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void aRecordWithoutComponentsCanBeStartedWhereAnInstanceCan() throws Exception {
        Path source = write("Made.java", "record Made() { void main() { IO.println(this); } }");
        assertEquals(new CommandRun(0, lines("Made[]"), ""), CommandRun.inChild("run", source));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25, max = JRE.JAVA_25)
    void whatIsAPreviewRunsFromSourceAndFromClasses() throws Exception {
        Path source =
                write(
                        "Preview.java",
                        """
                        public class Preview {
                            public static void main(String[] args) {
                                Object o = 5;
                                System.out.println(o instanceof int i ? i : 0);
                            }
                        }
                        """);
        String option = "--jvm-arg=--enable-preview";
        CommandRun run = CommandRun.inChild("run", option, source);
        assertEquals(lines("5"), run.out(), run.err());
        Path classes = Files.createDirectory(folder.resolve("compiled"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                OutputStream.nullOutputStream(),
                                OutputStream.nullOutputStream(),
                                "--enable-preview",
                                "--release",
                                "25",
                                "-d",
                                classes.toString(),
                                source.toString()));
        assertEquals(new CommandRun(0, lines("5"), ""), CommandRun.inChild("run", option, classes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", " "})
    void aModuleThatJavaDoesNotStartWithIsUsed(String between) throws Exception {
        Path source =
                write(
                        "Vectors.java",
                        """
                        import dev.cleave.Future;
                        import jdk.incubator.vector.*;

                        public class Vectors {
                            static Vector<?> made(boolean whole) {
                                VectorSpecies<?> species =
                                        whole ? IntVector.SPECIES_128 : FloatVector.SPECIES_128;
                                Vector<?> one = whole ? null : FloatVector.zero(FloatVector.SPECIES_128);
                                @Future Vector<?> two = species.zero();
                                return one == null ? two : one;
                            }

                            public static void main(String[] args) {
                                System.out.println(made(true).length() + made(false).length());
                            }
                        }
                        """);
        List<String> arguments = new ArrayList<>(List.of("run"));
        for (String part : ("--add-modules" + between + "jdk.incubator.vector").split(" ")) {
            arguments.add("--jvm-arg=" + part);
        }
        arguments.add(source.toString());
        CommandRun run = CommandRun.inChild(arguments.toArray());
        assertEquals(lines("8"), run.out(), run.err());
    }

    @Test
    void anOptionThatTheCompilerDoesNotTakeIsNamed() throws Exception {
        Path source = write("Quiet.java", "class Quiet { public static void main(String[] a) {} }");
        CommandRun run =
                CommandRun.inProcess("run", "--jvm-arg=--add-exports=java.base", source.toString());
        assertEquals(2, run.status());
        assertTrue(
                run.err().startsWith("cleave run: --jvm-arg: the compiler, which needs that"),
                run.err());
        assertTrue(run.err().contains("'java.base'"), run.err());
    }

    @Test
    void theVersionNamesTheJavaThatRunsIt() {
        CommandRun run = CommandRun.inProcess("--version");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("cleave "), run.out());
        assertTrue(run.out().contains("Java " + Runtime.version()), run.out());
    }

    /** As the virtual machine does, which never looks for it. */
    @Test
    void aNestedClassThatIsNotUsedNeedsNoFile() throws Exception {
        String main = "public static void main(String[] args) { System.out.println(1); }";
        Path classes = compile("app.Start", "class Start { class In {} enum E {} " + main + "}");
        Files.delete(classes.resolve("app/Start$In.class"));
        Files.delete(classes.resolve("app/Start$E.class"));
        CommandRun expected = new CommandRun(0, lines("1"), "");
        assertEquals(expected, CommandRun.inChild("run", classes));
        assertEquals(expected, CommandRun.inChild("run", "--main=app.Start", classes));
    }

    /** As Kotlin compiles {@code fun main()}. */
    @Test
    void aSyntheticMainMethodIsOne() throws Exception {
        String main = "public static void main(String[] args) { System.out.println(1); }";
        Path classes = compile("app.Start", "public class Start {" + main + "}");
        Path file = classes.resolve("app/Start.class");
        ClassWriter written = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(file))
                .accept(
                        new ClassVisitor(Opcodes.ASM9, written) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String type, String s, String[] e) {
                                int flags = name.equals("main") ? Opcodes.ACC_SYNTHETIC : 0;
                                return super.visitMethod(access | flags, name, type, s, e);
                            }
                        },
                        0);
        Files.write(file, written.toByteArray());
        Path jar = folder.resolve("program.jar");
        jar(jar, classes, null);
        CommandRun expected = new CommandRun(0, lines("1"), "");
        assertEquals(expected, CommandRun.inChild("run", classes));
        assertEquals(expected, CommandRun.inChild("run", "--main=app.Start", classes));
        assertEquals(expected, CommandRun.inChild("run", "--main=app.Start", jar));
    }

    @Test
    void aLocalClassMayBeStarted() throws Exception {
        String main = "public static void main(String[] args) { System.out.println(1); }";
        Path source = write("Start.java", "class Start { void m() { class In {" + main + "} } }");
        CommandRun run = CommandRun.inChild("run", "--main=Start$1In", source);
        assertEquals(new CommandRun(0, lines("1"), ""), run);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** The folder of one compiled class; what was compiled before is on its class path. */
    private Path compile(String name, String declaration) throws IOException {
        int dot = name.lastIndexOf('.');
        String text = "package " + name.substring(0, dot) + ";\n" + declaration;
        Path source = write("sources/" + name.replace('.', '/') + ".java", text);
        Path classes = Files.createDirectories(folder.resolve("classes/" + name));
        String classPath =
                RuntimeLocation.path()
                        + java.io.File.pathSeparator
                        + folder.resolve("classes/lib.Text");
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                classPath,
                                "-d",
                                classes.toString(),
                                source.toString()));
        return classes;
    }

    private static void jar(Path jar, Path classes, String manifest) throws IOException {
        Files.createDirectories(jar.getParent());
        String text = manifest == null ? "Manifest-Version: 1.0\n\n" : manifest;
        Manifest parsed =
                new Manifest(
                        new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, parsed);
                var walk = Files.walk(classes)) {
            for (Path entry : walk.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, entries);
            }
        }
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
