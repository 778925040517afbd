package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher script, in a tree of its own with a Maven of our making: it "builds" by copying a
 * jar whose main class prints its arguments, and notes each time it was called.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "awk",
                    "cat",
                    "cksum",
                    "cp",
                    "date",
                    "dirname",
                    "find",
                    "mkdir",
                    "mv",
                    "readlink",
                    "rm",
                    "rmdir",
                    "sed",
                    "sleep",
                    "sort",
                    "tail",
                    "touch");

    @TempDir private Path folder;
    private Path root;
    private Path tools;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void makeATree() throws Exception {
        root = Files.createDirectories(folder.resolve("a tree"));
        tools = Files.createDirectories(folder.resolve("tools"));
        Path launcher = Path.of(System.getProperty("cleave.root"), "cleave");
        Files.copy(launcher, root.resolve("cleave"));
        executable(root.resolve("cleave"));
        write("pom.xml", "<project/>");
        write(".mvn/maven.config", "");
        write("cli/pom.xml", "<project/>");
        write("cli/src/main/java/Any.java", "class Any {}");
        write("integrations/some/pom.xml", "<project/>");
        write("integrations/some/src/main/java/Other.java", "class Other {}");
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "exec " + find(tool) + " \"$@\"\n");
        }
        environment.put("PATH", tools.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        Files.createFile(folder.resolve("empty"));
        makeMaven();
    }

    /**
     * Counts itself in {@code builds}; fails if two run at once, or if there is a file "broken".
     */
    private void makeMaven() throws Exception {
        makeJar(folder.resolve("cli.jar"));
        script(
                tools.resolve("mvn"),
                """
                cd "%1$s" || exit 1
                { printf '%%s' "$JAVA_HOME"; printf '\t%%s' "$@"; echo; } >>../builds
                mkdir ../busy || { echo "two builds at once"; exit 9; }
                [ ! -e ../gate ] || cat ../gate
                if [ -e broken ]; then
                    echo "[ERROR] Any.java does not compile"
                    rmdir ../busy
                    exit 1
                fi
                mkdir -p cli/target/lib cli/target/surefire-reports
                cp ../cli.jar cli/target/cleave-cli-1.jar
                cp ../cli.jar cli/target/lib/library.jar
                mkdir -p integrations/pekko-benchmarks/target/lib
                cp ../cli.jar integrations/pekko-benchmarks/target/cleave-pekko-benchmarks-1.jar
                cp ../cli.jar integrations/pekko-benchmarks/target/lib/pekko.jar
                echo "Tests run: 5, Failures: 1, Errors: 0, Skipped: 2, Time elapsed: 1 s" \\
                    >cli/target/surefire-reports/AnyTest.txt
                echo "Tests run: 3, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 1 s" \\
                    >cli/target/surefire-reports/OtherTest.txt
                rmdir ../busy
                [ ! -e ../tests-fail ]
                """
                        .formatted(root));
    }

    private void makeJar(Path jar) throws IOException {
        Path source =
                Files.writeString(
                        Files.createDirectories(folder.resolve("dev/cleave/cli"))
                                .resolve("Main.java"),
                        """
                        package dev.cleave.cli;

                        public class Main {
                            public static void main(String[] args) throws Exception {
                                for (String argument : args) {
                                    System.out.println("[" + argument + "]");
                                }
                                System.in.transferTo(System.out);
                                if (args.length > 0 && args[0].matches("check|fix|weave")) {
                                    System.out.println(
                                            java.lang.management.ManagementFactory
                                                    .getRuntimeMXBean().getInputArguments());
                                    System.out.println("LC_ALL=" + System.getenv("LC_ALL"));
                                }
                                System.exit(args.length == 0 ? 0 : args.length + 40);
                            }
                        }
                        """);
        assertEquals(
                0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry("dev/cleave/cli/Main.class"));
            Files.copy(source.resolveSibling("Main.class"), entries);
        }
    }

    @Test
    void theFirstUseBuildsAndTheSecondDoesNot() throws Exception {
        assertEquals(
                new CommandRun(0, "", "building Cleave (first use)…\n"), launch("", List.of()));
        assertEquals(new CommandRun(0, "", ""), launch("", List.of()));
        assertEquals(1, builds().size());
    }

    @Test
    void thePekkoJarsStandInAFolderOfTheirOwn() throws Exception {
        launch("", List.of());
        Path built =
                root.resolve(".cleave")
                        .resolve(Files.readAllLines(root.resolve(".cleave/current")).get(1));
        try (Stream<Path> jars = Files.list(built.resolve("actors"))) {
            assertEquals(
                    List.of("cleave-pekko-benchmarks-1.jar", "pekko.jar"),
                    jars.map(jar -> jar.getFileName().toString()).sorted().toList());
        }
        assertTrue(Files.notExists(built.resolve("pekko.jar")), "on every command's class path");
    }

    @Test
    void argumentsInputAndExitStatusPassUnharmed() throws Exception {
        launch("", List.of());
        CommandRun run = launch("in\n", List.of("run", "", "a  b", "*", "$HOME", "-x", "\\n"));
        assertEquals(
                new CommandRun(47, "[run]\n[]\n[a  b]\n[*]\n[$HOME]\n[-x]\n[\\n]\nin\n", ""), run);
    }

    @Test
    void checksGetAHeapThatHoldsAMillionLinesOrWhatIsAskedFor() throws Exception {
        for (String command : List.of("check", "fix")) {
            environment.remove("CLEAVE_CHECK_HEAP");
            CommandRun run = launch("", List.of(command, "."));
            assertTrue(run.out().contains("-Xmx1536m"), run.out());
            environment.put("CLEAVE_CHECK_HEAP", "100M");
            assertTrue(launch("", List.of(command, ".")).out().contains("-Xmx100M"));
        }
    }

    /** Of what JMH does, which JDK 24 and later would warn of in the midst of its table. */
    @ParameterizedTest
    @CsvSource({"17.0.1, false", "24, true", "25.0.3, true"})
    void benchmarksAreNotInterruptedByAWarning(String version, boolean allows) throws Exception {
        Path jdk = fakeJdk("jdk", version);
        script(jdk.resolve("bin/java"), "echo \"$@\"\n");
        environment.put("JAVA_HOME", jdk.toString());
        String allow = "--sun-misc-unsafe-memory-access=allow ";
        assertEquals(allows, launch("", List.of("bench", "checks")).out().contains(allow));
    }

    /** Else the JDK cannot name files with other letters. */
    @Test
    void aLocaleOfAsciiIsLeftForCheckAndWeave() throws Exception {
        Map<String, String> asked = new TreeMap<>();
        asked.put("", "C.UTF-8");
        asked.put("C", "C.UTF-8");
        asked.put("POSIX", "C.UTF-8");
        asked.put("de_DE.UTF-8", "de_DE.UTF-8");
        asked.put("de_DE.ISO-8859-1", "de_DE.ISO-8859-1");
        for (Map.Entry<String, String> each : asked.entrySet()) {
            environment.put("LC_ALL", each.getKey());
            environment.put("LANG", "");
            environment.put("LC_CTYPE", "");
            for (String command : List.of("check", "weave")) {
                String out = launch("", List.of(command, ".")).out();
                assertTrue(out.contains("LC_ALL=" + each.getValue() + "\n"), each + ": " + out);
            }
        }
    }

    @Test
    void aHeapThatIsNoSizeIsRefused() throws Exception {
        launch("", List.of());
        for (String heap : List.of("much", "12", "0g", "1.5g", "-Xmx1g", "m")) {
            environment.put("CLEAVE_CHECK_HEAP", heap);
            CommandRun run = launch("", List.of("check", "."));
            assertEquals(2, run.status(), heap);
            assertSaid(run, "CLEAVE_CHECK_HEAP=" + heap, "1536m or 3g");
        }
        assertEquals(41, launch("", List.of("x")).status(), "other commands do not ask");
    }

    /** It exits with 1, which would mean that there are findings. */
    @Test
    void aVirtualMachineThatCannotStartIsNoFinding() throws Exception {
        environment.put("CLEAVE_CHECK_HEAP", "9999999g");
        CommandRun run = launch("", List.of("check", "."));
        assertEquals(2, run.status(), run.err());
        assertSaid(run, "the virtual machine cannot start", "heap");
        environment.put("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption");
        assertEquals(2, launch("", List.of("fix", ".")).status());
    }

    @Test
    void aChangedSourceBuildsAgain() throws Exception {
        launch("", List.of());
        write("cli/src/main/java/Any.java", "class Any { int changed; }");
        assertEquals("building Cleave (sources changed)…\n", launch("", List.of()).err());
        write("integrations/some/src/main/java/Other.java", "class Other { int changed; }");
        assertEquals("building Cleave (sources changed)…\n", launch("", List.of()).err());
        write("pom.xml", "<project><changed/></project>");
        assertEquals("building Cleave (sources changed)…\n", launch("", List.of()).err());
        Files.delete(root.resolve("cli/src/main/java/Any.java"));
        assertEquals("building Cleave (sources changed)…\n", launch("", List.of()).err());
        assertEquals("", launch("", List.of()).err());
        assertEquals(5, builds().size());
    }

    @Test
    void aTestSourceOrANewDateIsNoChange() throws Exception {
        write("cli/src/test/java/AnyTest.java", "class AnyTest {}");
        launch("", List.of());
        write("cli/src/test/java/AnyTest.java", "class AnyTest { int changed; }");
        write("cli/src/main/java/Any.java", "class Any {}");
        assertEquals("", launch("", List.of()).err());
        assertEquals(1, builds().size());
    }

    @Test
    void aBuildThatFailsShowsItsEndAndWhereTheRestIs() throws Exception {
        write("broken", "");
        CommandRun run = launch("", List.of());
        assertEquals(1, run.status());
        assertSaid(
                run,
                "building Cleave (first use)…",
                "[ERROR] Any.java does not compile",
                "the build failed",
                root.toRealPath().resolve(".cleave/build.log").toString());
        Files.delete(root.resolve("broken"));
        assertEquals(0, launch("", List.of()).status());
    }

    @Test
    void itWorksThroughASymbolicLinkAndFromElsewhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a tree/cleave"));
        Path linkToLink = Files.createSymbolicLink(tools.resolve("cleave"), link);
        assertEquals(
                "[x]\n",
                CommandRun.process(List.of(linkToLink.toString(), "x"), environment, "").out());
        assertTrue(Files.exists(root.resolve(".cleave/current")));
    }

    @Test
    void manyFirstUsesAtOnceBuildOnce() throws Exception {
        int shells = 4;
        ExecutorService threads = Executors.newFixedThreadPool(shells);
        try {
            List<Callable<CommandRun>> launches =
                    Collections.nCopies(shells, () -> launch("", List.of("x")));
            for (Future<CommandRun> launched : threads.invokeAll(launches)) {
                CommandRun run = launched.get();
                assertEquals(41, run.status(), run.err());
                assertEquals("[x]\n", run.out());
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(1, builds().size());
    }

    @Test
    void whoeverComesWhileAnotherBuildsIsToldAndWaits() throws Exception {
        Path gate = folder.resolve("gate");
        assertEquals(
                0, CommandRun.process(List.of("mkfifo", gate.toString()), Map.of(), "").status());
        Process first = start();
        Process second;
        String waiting;
        // Opening the gate to write returns once the build has opened it to read; closing lets it
        // go.
        try (OutputStream held = Files.newOutputStream(gate)) {
            held.flush();
            second = start();
            waiting = second.errorReader().readLine();
        }
        assertTrue(waiting.contains("waiting for another build"), waiting);
        assertTrue(waiting.contains("process " + first.pid()), waiting);
        assertTrue(waiting.contains(".cleave/lock"), waiting);
        assertEquals(0, first.waitFor());
        assertEquals(0, second.waitFor());
        assertEquals(1, builds().size());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoIsToldToStopWhileItBuildsEndsMavenAndLeavesNoLock() throws Exception {
        Path gate = folder.resolve("gate");
        assertEquals(
                0, CommandRun.process(List.of("mkfifo", gate.toString()), Map.of(), "").status());
        Process launcher = start();
        try (OutputStream held = Files.newOutputStream(gate)) {
            held.flush();
            launcher.toHandle().destroy();
            assertEquals(143, launcher.waitFor());
        }
        assertTrue(Files.notExists(root.resolve(".cleave/lock")));
        assertTrue(Files.notExists(root.resolve("cli/target")));
    }

    @Test
    void theLockOfAProcessThatDiedIsTakenOver() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        assertEquals(0, dead.waitFor());
        write(".cleave/lock/pid", dead.pid() + "\n");
        assertEquals(
                new CommandRun(0, "", "building Cleave (first use)…\n"), launch("", List.of()));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whereNothingCanBeWrittenItSaysSoInsteadOfWaiting() throws Exception {
        Files.createSymbolicLink(root.resolve(".cleave"), Path.of("/proc")); // for root, too
        for (String command : List.of("run", "test")) {
            CommandRun run = launch("", List.of(command));
            assertEquals(2, run.status(), run.err());
            assertSaid(run, "cannot write to " + root.toRealPath() + "/.cleave", "a copy");
        }
    }

    @Test
    void aCheckoutThatNoClassPathCanNameIsRefused() throws Exception {
        root = Files.move(root, folder.resolve("a:tree"));
        CommandRun run = launch("", List.of());
        assertEquals(2, run.status());
        assertSaid(run, root.toRealPath() + " cannot be on a class path", "move the checkout");
        assertTrue(Files.notExists(root.resolve(".cleave")), "nothing is built");
    }

    @Test
    void aCheckoutThatTheLocaleCannotNameIsRefused() throws Exception {
        String name = "größer";
        assumeTrue(
                Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode(name));
        launch("", List.of());
        root = Files.move(root, folder.resolve(name));
        environment.put("LC_ALL", "C");
        CommandRun run = launch("", List.of());
        assertEquals(2, run.status());
        assertSaid(run, "the locale does not have all letters of ", "set LC_ALL=C.UTF-8");
        environment.put("LC_ALL", "C.UTF-8");
        assertEquals(0, launch("", List.of()).status());
    }

    @Test
    void withoutMavenItSaysSo() throws Exception {
        Files.delete(tools.resolve("mvn"));
        CommandRun run = launch("", List.of());
        assertEquals(2, run.status());
        assertSaid(run, "Maven (mvn) 3.8 or later is needed", "not on PATH", "Install it");
    }

    @Test
    void withoutAJdkItSaysWhatItFound() throws Exception {
        environment.put("JAVA_HOME", "");
        CommandRun run = launch("", List.of());
        assertEquals(2, run.status());
        assertSaid(run, "a JDK 17 or later is needed", "JAVA_HOME is not set", "no java on PATH");
    }

    @Test
    void anOldJdkIsNamedWithItsVersion() throws Exception {
        Path old = fakeJdk("old", "11.0.2");
        Path older = fakeJdk("older", "1.8.0_392");
        environment.put("JAVA_HOME", old.toString());
        Files.createSymbolicLink(tools.resolve("java"), older.resolve("bin/java"));
        CommandRun run = launch("", List.of());
        assertEquals(2, run.status());
        assertSaid(
                run,
                "a JDK 17 or later is needed",
                "JAVA_HOME=" + old + " is Java 11",
                "java on PATH is " + older.toRealPath() + ", Java 8",
                "set JAVA_HOME");
    }

    @Test
    void aRuntimeWithoutACompilerIsNoJdk() throws Exception {
        Path jre = fakeJdk("jre", "21.0.1");
        Files.delete(jre.resolve("bin/javac"));
        environment.put("JAVA_HOME", jre.toString());
        assertSaid(launch("", List.of()), "Java 21 without a compiler");
    }

    @Test
    void javaOnThePathServesWhereJavaHomeDoesNot() throws Exception {
        Path nowhere = folder.resolve("nowhere");
        environment.put("JAVA_HOME", nowhere.toString());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Files.createSymbolicLink(tools.resolve("java"), java);
        CommandRun run = launch("", List.of());
        assertEquals(0, run.status());
        assertTrue(
                run.err()
                        .contains(
                                "JAVA_HOME=" + nowhere + " is no JDK: it has no bin/java; using /"),
                run.err());
    }

    @Test
    void testsAreMavensAndTheLastLineSumsThemUp() throws Exception {
        CommandRun run = launch("", List.of("test", "-pl", "a module", "clean"));
        assertEquals(0, run.status(), run.err());
        assertEquals(
                List.of("-B", "-pl", "a module", "clean", "verify"), builds().get(0).arguments());
        assertEquals("\nTests run: 8, Failures: 1, Errors: 1, Skipped: 2\n", run.out());
    }

    @Test
    void testsThatFailGiveMavensExitStatus() throws Exception {
        Files.createFile(folder.resolve("tests-fail"));
        assertEquals(1, launch("", List.of("test")).status());
    }

    @Test
    void testsOfEarlierRunsAreNotCounted() throws Exception {
        Path report = root.resolve("cli/target/surefire-reports/GoneTest.txt");
        write(
                "cli/target/surefire-reports/GoneTest.txt",
                "Tests run: 9, Failures: 9, Errors: 9, Skipped: 9, Time elapsed: 1 s");
        Files.setLastModifiedTime(report, FileTime.fromMillis(0));
        assertEquals(
                "\nTests run: 8, Failures: 1, Errors: 1, Skipped: 2\n",
                launch("", List.of("test")).out());
    }

    @Test
    void testsRunOnTheJdkAskedFor() throws Exception {
        Path other = fakeJdk("other jdk", "25");
        assertEquals(0, launch("", List.of("test", "--jdk", other.toString(), "-X")).status());
        assertEquals(0, launch("", List.of("test", "--jdk=" + other)).status());
        assertEquals(other.toRealPath().toString(), builds().get(0).javaHome());
        assertEquals(other.toRealPath().toString(), builds().get(1).javaHome());
        assertEquals(List.of("-B", "-X", "verify"), builds().get(0).arguments());
    }

    @Test
    void anImpossibleJdkForTestsIsRefused() throws Exception {
        CommandRun none = launch("", List.of("test", "--jdk", "nowhere"));
        assertEquals(2, none.status());
        assertSaid(none, "--jdk nowhere is not a JDK 17 or later", "no bin/java");
        for (List<String> empty :
                List.of(List.of("--jdk"), List.of("--jdk", ""), List.of("--jdk="))) {
            List<String> arguments = new ArrayList<>(List.of("test"));
            arguments.addAll(empty);
            CommandRun missing = launch("", arguments);
            assertEquals(2, missing.status());
            assertSaid(missing, "--jdk needs the folder of a JDK");
        }
    }

    @Test
    void helpOnTestsComesFromTheCommandLine() throws Exception {
        assertEquals("[test]\n[--help]\n", launch("", List.of("test", "--help")).out());
    }

    private CommandRun launch(String input, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("cleave").toString());
        command.addAll(arguments);
        return CommandRun.process(command, environment, input);
    }

    private Process start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("cleave").toString());
        builder.redirectInput(ProcessBuilder.Redirect.from(folder.resolve("empty").toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /**
     * A call of Maven.
     *
     * @param javaHome the JAVA_HOME it was given
     * @param arguments its arguments
     */
    private record Build(String javaHome, List<String> arguments) {}

    private List<Build> builds() throws IOException {
        return Files.readAllLines(folder.resolve("builds")).stream()
                .map(line -> List.of(line.split("\t")))
                .map(words -> new Build(words.get(0), words.subList(1, words.size())))
                .toList();
    }

    private Path fakeJdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.createDirectory(home.resolve("bin"));
        script(home.resolve("bin/java"), "exit 99\n");
        script(home.resolve("bin/javac"), "exit 99\n");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        executable(file);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(tool + " is not on PATH"));
    }

    private static void assertSaid(CommandRun run, String... said) {
        for (String words : said) {
            assertTrue(run.err().contains(words), () -> words + " in:\n" + run.err());
        }
    }
}
