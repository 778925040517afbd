package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.internal.data.CRC64;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent's jar, as users get it, in virtual machines of their own. */
class AgentTest extends ChildJvms {
    private static final String REFUSED =
            """
            import dev.cleave.Future;

            public class Refused {
                static int sum(int n) {
                    @Future int x = n + 1;
                    return x;
                }

                public static void main(String[] args) {
                    System.out.println(sum(1));
                }
            }
            """;

    private static final String REFUSAL =
            "Refused.java:5: in Refused.sum: the initialiser is not a call; initialise it by one call";

    /** Lines, branches, a loop and an instance, between which probes are set. */
    private static final String COUNTED =
            """
            import dev.cleave.Future;
            import dev.cleave.Parallel;
            import dev.cleave.Reduce;
            import java.util.Arrays;
            import java.util.List;

            public class Counted {
                private final int step;

                Counted(int step) {
                    this.step = step;
                }

                long fib(int n) {
                    if (n < 2) {
                        return n;
                    }
                    @Future long x =
                            fib(
                                    n - step);
                    long y = fib(n - 2);
                    return x + y;
                }

                static int two() {
                    return 2;
                }

                static int branches(boolean left) {
                    int sum = 0;
                    for (int i = 0; i < 2; i++) {
                        @Future int x;
                        if (left) {
                            x = two();
                        } else {
                            x = Math.abs(-3);
                        }
                        sum += i;
                        sum += x;
                        @Future Integer boxed = two();
                        @Future Counted made = new Counted(two());
                        sum += boxed + made.step;
                    }
                    return sum;
                }

                static long loops(int[] all, List<String> words, int step) {
                    @Reduce long sum = 0;
                    for (@Parallel int i = 0; i < all.length; i += step) {
                        sum += all[i];
                    }
                    for (@Parallel long i = 0; i < 4; i += step) {
                        sum += i;
                    }
                    if (step > 0)
                        for (@Parallel int each : all) {
                            if (each == 2) {
                                continue;
                            }
                            sum += each;
                        }
                    if (step > 0)
                        for (@Parallel String outer : words) {
                            for (@Parallel String inner : words) {
                                if (outer != inner)
                                    sum += inner.length();
                            }
                        }
                    return sum;
                }

                /** Compilers repeat the block, with other places for its variables. */
                static long copies(int n) {
                    int[] squares = new int[n];
                    @Reduce long sum = 0;
                    try {
                        sum = two();
                    } finally {
                        for (@Parallel int i = 0, end = n; i < end; i++) {
                            squares[i] = i * i;
                        }
                    }
                    for (@Parallel int square : squares) {
                        sum += square;
                    }
                    return sum;
                }

                public static void main(String[] args) {
                    long loops = loops(new int[] {1, 2, 3}, List.of("a", "bc"), 2) + copies(3);
                    boolean woven =
                            Arrays.stream(Counted.class.getDeclaredMethods())
                                    .anyMatch(method -> method.getName().equals("cleave$call"));
                    long sum = new Counted(1).fib(9) + branches(true) + branches(false);
                    System.out.println(sum + " " + loops + (woven ? " woven" : " serial"));
                }
            }
            """;

    @Test
    void aClassIsWovenWhenItIsLoaded() throws Exception {
        compile("Fib", FIB);
        assertEquals(new Run(0, "6765 serial", ""), run("Fib"));
        assertEquals(new Run(0, "6765 woven", ""), run(agent(""), "Fib"));
        assertEquals(new Run(0, "6765 woven", ""), run(agent("=fail"), "Fib"));
    }

    @Test
    void classesWovenBeforeStayAsTheyAre() throws Exception {
        compile("Fib", FIB);
        // The agent is there twice: what the first has woven is the second's input.
        assertEquals(new Run(0, "6765 woven", ""), run(agent(""), agent("=fail"), "Fib"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=warn"})
    void aRefusalIsOneLineAndTheProgramRuns(String option) throws Exception {
        compile("Refused", REFUSED);
        Run run = run(agent(option), "Refused");
        assertEquals(0, run.status());
        assertEquals("2", run.out());
        assertEquals(1, run.err().lines().filter(line -> line.contains(REFUSAL)).count());
        assertTrue(run.err().contains("WARNING: " + REFUSAL), run.err());
    }

    @Test
    void aRefusalMayMakeTheClassUnusable() throws Exception {
        compile("Refused", REFUSED);
        Run run = run(agent("=fail"), "Refused");
        assertEquals(1, run.status());
        assertEquals("", run.out());
        assertTrue(run.err().contains("SEVERE: " + REFUSAL), run.err());
        assertTrue(run.err().contains("java.lang.LinkageError: " + REFUSAL), run.err());
    }

    @Test
    void theVariableOfALoopOverElementsIsRefused() throws Exception {
        compile(
                "Each",
                """
                import dev.cleave.Future;
                import java.util.List;

                public class Each {
                    public static void main(String[] args) {
                        for (@Future String x : List.of("a")) {
                            System.out.println(x);
                        }
                    }
                }
                """);
        Run run = run(agent(""), "Each");
        assertEquals("a", run.out());
        assertTrue(
                run.err()
                        .contains(
                                "WARNING: Each.java:6: in Each.main: @Future marks the variable of"
                                        + " a loop, which no call initialises; declare a variable"
                                        + " in the loop's body"),
                run.err());
    }

    @Test
    void anUnknownOptionStopsTheProgramBeforeItStarts() throws Exception {
        compile("Fib", FIB);
        Run run = run(agent("=stop"), "Fib");
        assertEquals(1, run.status(), run.err());
        assertEquals("", run.out());
        assertEquals(
                "cleave: -javaagent:cleave-agent.jar=stop: the option is warn (which is the"
                        + " default), fail, profile or retarget",
                run.err().strip());
    }

    @Test
    void withoutTheRuntimeTheProgramIsToldAndRunsSerially() throws Exception {
        compile("Fib", FIB);
        Run run = runWith(folder.resolve("classes").toString(), agent(""), "Fib");
        assertEquals(0, run.status());
        assertEquals("6765 serial", run.out());
        assertEquals(1, run.err().lines().filter(line -> line.contains("stays serial")).count());
        assertTrue(run.err().contains("put cleave-runtime on the program's class path"), run.err());
    }

    /**
     * A loader then gives the classes of the modules that its own reads, but not their files. What
     * is woven needs some of those: the runtime's, and that of a class above two others.
     */
    @Test
    void modulesOfALayerWithALoaderEachAreWoven() throws Exception {
        Map<String, String> sources =
                Map.of(
                        "base/module-info",
                        "module base { exports base; }",
                        "base/base/Top",
                        "package base; public class Top {}",
                        "middle/module-info",
                        "module middle { requires transitive base; exports middle; }",
                        "middle/middle/Left",
                        "package middle; public class Left extends base.Top {}",
                        "middle/middle/Right",
                        "package middle; public class Right extends base.Top {}",
                        "program/module-info",
                        "module program { requires dev.cleave; requires middle; exports program; }",
                        "program/program/Fib",
                        "package program;\n"
                                + FIB.replace(
                                        "public static void main",
                                        """
                                        static int either(boolean left) {
                                            @Future int n = Math.abs(1);
                                            Object made = left ? new middle.Left() : new middle.Right();
                                            return n + made.hashCode();
                                        }

                                        public static void main"""));
        for (String name : sources.keySet()) {
            Path file = folder.resolve("sources/" + name + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, sources.get(name));
        }
        Path modules = folder.resolve("modules");
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--module-source-path",
                                folder.resolve("sources").toString(),
                                "--module-path",
                                runtime().toString(),
                                "--module",
                                "program",
                                "-d",
                                modules.toString());
        assertEquals(0, status);
        compile(
                "Layered",
                """
                import java.lang.module.ModuleFinder;
                import java.nio.file.Path;
                import java.util.Set;
                import java.util.stream.Stream;

                public class Layered {
                    public static void main(String[] modules) throws Exception {
                        Path[] all = Stream.of(modules).map(Path::of).toArray(Path[]::new);
                        ModuleLayer java = ModuleLayer.boot();
                        java.defineModulesWithManyLoaders(
                                        java.configuration()
                                                .resolve(
                                                        ModuleFinder.of(all),
                                                        ModuleFinder.of(),
                                                        Set.of("program")),
                                        null)
                                .findLoader("program")
                                .loadClass("program.Fib")
                                .getMethod("main", String[].class)
                                .invoke(null, (Object) modules);
                    }
                }
                """);
        Run run =
                runWith(
                        folder.resolve("classes").toString(),
                        agent(""),
                        "Layered",
                        modules.toString(),
                        runtime().toString());
        assertEquals(new Run(0, "6765 woven", ""), run);
    }

    /** The hierarchy of what meets in a frame is read, not loaded. */
    @Test
    void noClassIsLoadedToWeaveAnother() throws Exception {
        compile(
                "Meets",
                """
                import dev.cleave.Future;

                public class Meets {
                    static class Base { int number() { return 7; } }
                    static class One extends Base {}
                    static class Two extends Base {}

                    static int seven() { return 7; }

                    static int met(int n) {
                        @Future int x = seven();
                        Base y = n > 0 ? new One() : new Two();
                        return x + y.number();
                    }

                    public static void main(String[] args) {
                        System.out.println(met(args.length));
                    }
                }
                """);
        Run run = run("-Xlog:class+load", agent(""), "Meets");
        List<String> loaded =
                run.out()
                        .lines()
                        .filter(line -> line.contains("] Meets"))
                        .map(line -> line.replaceAll(".*\\] (\\S+) .*", "$1"))
                        .toList();
        assertEquals("14", run.out().lines().filter("14"::equals).findAny().orElse(run.out()));
        // The verifier asks for the three; the branch that is not taken makes no One.
        assertEquals("Meets", loaded.get(0));
        assertEquals(List.of("Meets", "Meets$Base"), loaded.subList(0, 2));
    }

    @Test
    void aDamagedClassThatAnotherMentionsIsALine() throws Exception {
        compile(
                "Mentions",
                """
                import dev.cleave.Future;

                public class Mentions {
                    interface Base { default int number() { return 7; } }
                    static class One implements Base {}
                    static class Two implements Base {}

                    static int seven() { return 7; }

                    static int met(int n) {
                        @Future int x = seven();
                        Base y = n > 0 ? new One() : new Two();
                        return x + y.number();
                    }

                    public static void main(String[] args) {
                        System.out.println("begun");
                    }
                }
                """);
        // The verifier does not ask for what is assigned to an interface.
        Files.write(folder.resolve("classes/Mentions$One.class"), new byte[] {1, 2, 3, 4});
        Run run = run(agent(""), "Mentions");
        assertEquals("begun", run.out());
        String said =
                "Mentions could not be woven, and stays serial: Mentions$One, which it mentions, is"
                        + " not a class file: it begins with other bytes";
        assertTrue(run.err().contains(said), run.err());
        assertFalse(run.err().contains("\tat "), run.err());
    }

    @Test
    void anInstallationIsRemoved() throws Exception {
        compile("Fib", FIB);
        compile(
                "Installs",
                """
                import dev.cleave.agent.Agent;
                import dev.cleave.agent.Installation;
                import dev.cleave.agent.OnRefusal;
                import java.lang.instrument.Instrumentation;
                import java.net.URL;
                import java.net.URLClassLoader;

                public class Installs {
                    public static void premain(String option, Instrumentation instrumentation)
                            throws Exception {
                        Installation installed = Agent.install(instrumentation, OnRefusal.WARN);
                        fib();
                        installed.close();
                        fib();
                        installed.close();
                        fib();
                    }

                    private static void fib() throws Exception {
                        URL[] only = {new java.io.File(System.getProperty("classes")).toURI().toURL()};
                        try (URLClassLoader loader = new URLClassLoader(only, onlyRuntime())) {
                            loader.loadClass("Fib")
                                    .getMethod("main", String[].class)
                                    .invoke(null, (Object) new String[0]);
                        }
                    }

                    private static ClassLoader onlyRuntime() throws Exception {
                        URL[] runtime = {new java.io.File(System.getProperty("runtime")).toURI().toURL()};
                        return new URLClassLoader(runtime, ClassLoader.getPlatformClassLoader());
                    }

                    public static void main(String[] args) {}
                }
                """);
        Path jar = folder.resolve("installs.jar");
        agentJar(jar, "Installs");
        Run run =
                run(
                        "-Dclasses=" + folder.resolve("classes"),
                        "-Druntime=" + runtime(),
                        "-javaagent:" + jar,
                        "Installs");
        assertEquals("", run.err());
        assertEquals(
                List.of("6765 woven", "6765 serial", "6765 serial"), run.out().lines().toList());
    }

    /** As the JDK's own attachment does, which is being closed: by a tool, to a running program. */
    @Test
    void attachedItWeavesWhatIsLoadedFromThenOn() throws Exception {
        compile("Fib", FIB);
        compile(
                "Waits",
                """
                public class Waits {
                    public static void main(String[] args) throws Exception {
                        System.out.println("ready");
                        System.in.read();
                        Fib.main(args);
                    }
                }
                """);
        Process program =
                new ProcessBuilder(command(classPath(), "-XX:+EnableDynamicAgentLoading", "Waits"))
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", out.readLine());
            Run attach =
                    process(
                            List.of(
                                    java("jcmd"),
                                    "-J-Dsun.tools.attach.attachTimeout=60000",
                                    Long.toString(program.pid()),
                                    "JVMTI.agent_load",
                                    '"' + AGENT + '"'));
            assertEquals(0, attach.status(), attach.out());
            program.getOutputStream().write('\n');
            program.getOutputStream().flush();
            List<String> rest = out.lines().toList();
            assertTrue(rest.contains("6765 woven"), rest + attach.out());
        } finally {
            program.destroyForcibly();
        }
    }

    /** Whichever comes first: the program is woven, and its coverage is counted. */
    @ParameterizedTest
    @CsvSource({"true, -g", "true, '-g:source,lines'", "false, -g", "false, '-g:source,lines'"})
    void itGetsAlongWithJaCoCo(boolean coverageFirst, String names) throws Exception {
        compile("Counted", COUNTED, names);
        Path data = folder.resolve("jacoco.exec");
        String coverage = "-javaagent:" + coverageAgent() + "=includes=Counted,destfile=" + data;
        Run run =
                coverageFirst
                        ? run(coverage, agent("=fail"), "Counted")
                        : run(agent("=fail"), coverage, "Counted");
        assertEquals(new Run(0, "62 20 woven", ""), run);
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(data.toFile());
        ExecutionDataStore store = loader.getExecutionDataStore();
        ExecutionData counted =
                store.getContents().stream()
                        .filter(each -> each.getName().equals("Counted"))
                        .findAny()
                        .orElseThrow();
        assertTrue(counted.hasHits());
        // A report finds the data of a class by the class file it has seen.
        long compiled = CRC64.classId(Files.readAllBytes(folder.resolve("classes/Counted.class")));
        assertEquals(coverageFirst, counted.getId() == compiled);
    }

    /** Where there is nothing to write more simply: the handler of a record pattern. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aLoopThatCannotBeReadBehindJaCoCoIsToBeWovenBefore() throws Exception {
        compile(
                "Patterns",
                """
                import dev.cleave.Parallel;
                import dev.cleave.Reduce;

                public class Patterns {
                    record Pair(int a, Object b) {}

                    static int sum(Object[] all) {
                        @Reduce int sum = 0;
                        for (@Parallel int i = 0; i < all.length; i++) {
                            if (all[i] instanceof Pair(int a, Integer b)) {
                                sum += a + b;
                            }
                        }
                        return sum;
                    }

                    public static void main(String[] args) {
                        System.out.println(sum(new Object[] {"", new Pair(1, 2)}));
                    }
                }
                """);
        Path data = folder.resolve("jacoco.exec");
        Run run =
                run(
                        "-javaagent:" + coverageAgent() + "=includes=Patterns,destfile=" + data,
                        agent("=warn"),
                        "Patterns");
        assertEquals("3", run.out());
        assertTrue(
                run.err()
                        .contains(
                                "Patterns.java:9: in Patterns.sum: a try statement begins or ends"
                                        + " within the loop; weave the class before JaCoCo sets its"
                                        + " probes, as cleave-maven-plugin does"),
                run.err());
    }

    @Test
    void theJarBringsNothingThatAProgramMightTakeForItsOwn() throws Exception {
        try (ZipFile jar = new ZipFile(AGENT)) {
            List<String> names =
                    jar.stream()
                            .filter(entry -> !entry.isDirectory())
                            .map(ZipEntry::getName)
                            .toList();
            assertTrue(names.contains("META-INF/licenses/asm.txt"));
            assertTrue(names.contains("META-INF/LICENSE"));
            assertEquals(
                    List.of(),
                    names.stream()
                            .filter(name -> !name.startsWith("dev/cleave/agent/"))
                            .filter(name -> !name.startsWith("META-INF/"))
                            .toList());
            assertNull(jar.getEntry("META-INF/services/com.sun.source.util.Plugin"));
        }
    }
}
