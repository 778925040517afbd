package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs on {@code java.util.concurrent}, with the agent's option {@code retarget}. */
class RetargetTest extends ChildJvms {
    private static final String WHERE =
            """
            import java.util.concurrent.ForkJoinPool;

            public class Where {
                public static void main(String[] args) {
                    System.setProperty(
                            "java.util.concurrent.ForkJoinPool.common.parallelism", "3");
                    System.out.println(
                            ForkJoinPool.class.getPackageName()
                                    + " "
                                    + ForkJoinPool.getCommonPoolParallelism());
                }
            }
            """;

    private void compileResource(String name) throws Exception {
        try (InputStream in = RetargetTest.class.getResourceAsStream(name + ".java")) {
            compile(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Without a runtime in the class path: the agent brings it. */
    private Run retargeted(String option, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(agent("=retarget" + option)));
        all.addAll(List.of(arguments));
        return plain(all.toArray(String[]::new));
    }

    private Run plain(String... arguments) throws Exception {
        return runWith(folder.resolve("classes").toString(), arguments);
    }

    @Test
    void aProgramOfEveryShapeHasTheSameResultsOnCleave() throws Exception {
        compileResource("Shapes");
        Run untouched = plain("Shapes");
        assertEquals("", untouched.err());
        assertEquals(new Run(0, untouched.out(), ""), retargeted("", "Shapes"));
        assertEquals(21, untouched.out().lines().count());
    }

    @Test
    void whatItUsesIsCleaves() throws Exception {
        compileResource("Shapes");
        // On one processor CompletableFuture makes a thread for each call, as it does untouched.
        List<String> names =
                retargeted("", "-XX:ActiveProcessorCount=2", "Shapes", "names")
                        .out()
                        .lines()
                        .filter(line -> line.startsWith("> "))
                        .toList();
        assertEquals(
                List.of(
                        "> async in dev.cleave.ForkJoinPool$DefaultWorkerThread",
                        "> default dev.cleave.ForkJoinPool",
                        "> task dev.cleave.ForkJoinTask"),
                names);
    }

    @Test
    void theSettingsOfTheCommonPoolAreHeeded() throws Exception {
        compile("Where", WHERE);
        assertEquals(new Run(0, "dev.cleave 3", ""), retargeted("", "Where"));
    }

    @Test
    void whatIsExcludedStays() throws Exception {
        compile("Where", WHERE);
        assertEquals(
                new Run(0, "java.util.concurrent 3", ""), retargeted(",exclude=Where", "Where"));
    }

    private static final String HALTS =
            """
            import java.util.concurrent.ForkJoinPool;

            public class Halts {
                public static void main(String[] args) {
                    System.out.println(ForkJoinPool.class.getPackageName());
                    Runtime.getRuntime().halt(3); // as if it were killed
                }
            }
            """;

    /** Runs a program that is killed, with a copy of the agent in a folder of its own. */
    private Run killed(Path agent, Path temporary) throws Exception {
        return plain("-javaagent:" + agent + "=retarget", "-Djava.io.tmpdir=" + temporary, "Halts");
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theRuntimeIsUnpackedOnceBesideTheAgentAndAKilledProgramLeavesNothing() throws Exception {
        compile("Halts", HALTS);
        Path home = Files.createDirectory(folder.resolve("a home")); // the space has to be told
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path agent = Files.copy(Path.of(AGENT), home.resolve("cleave-agent.jar"));
        assertEquals(new Run(3, "dev.cleave", ""), killed(agent, temporary));
        List<String> left = names(home);
        assertEquals(2, left.size(), left::toString);
        assertTrue(left.get(1).matches("cleave-runtime-[0-9a-f]{8}[.]jar"), left::toString);
        Path runtime = home.resolve(left.get(1));
        Object key = Files.readAttributes(runtime, BasicFileAttributes.class).fileKey();
        assertEquals(new Run(3, "dev.cleave", ""), killed(agent, temporary));
        assertEquals(left, names(home));
        assertEquals(key, Files.readAttributes(runtime, BasicFileAttributes.class).fileKey());
        assertEquals(List.of(), names(temporary));

        // One that is not whole is replaced; where it cannot be, there is the temporary folder.
        Files.write(runtime, new byte[1]);
        assertEquals(new Run(3, "dev.cleave", ""), killed(agent, temporary));
        assertEquals(List.of(), names(temporary));
        Files.delete(runtime);
        Files.createDirectories(runtime.resolve("something in its place"));
        assertEquals(new Run(3, "dev.cleave", ""), killed(agent, temporary));
        assertEquals(left, names(home));
    }

    @Test
    void aMistakeInTheOptionStopsTheProgramBeforeItStarts() throws Exception {
        compile("Where", WHERE);
        Run run = retargeted(",packages=com", "Where");
        assertNotEquals(0, run.status());
        assertFalse(run.out().contains("java.util.concurrent"), run.out());
        assertTrue(run.err().contains("'packages=com' is not known"), run.err());
    }

    private Map<String, String> meet(String option) throws Exception {
        compileResource("Library");
        compileResource("Meets");
        Run run = retargeted(option, "program.Meets");
        assertEquals(0, run.status(), run::err);
        Map<String, String> said = new TreeMap<>();
        run.out()
                .lines()
                .forEach(
                        line -> {
                            int end = line.indexOf(' ');
                            said.put(line.substring(0, end), line.substring(end + 1));
                        });
        assertEquals(9, said.size(), run::out);
        return said;
    }

    @Test
    void whereNothingIsLeftOutNothingIsRefused() throws Exception {
        Map<String, String> said = meet("");
        assertEquals("2", said.get("casts"));
        assertEquals("5", said.get("mixes"));
        assertTrue(
                said.values().stream().noneMatch(each -> each.contains("Error")), said::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {",exclude=library", ",include=program"})
    void whatMeetsALibraryOnTheOtherSideIsRefusedWithTheRemedy(String option) throws Exception {
        Map<String, String> said = meet(option);
        String both =
                option.contains("exclude")
                        ? "do not exclude library.Library"
                        : "include=library.Library, too";
        String remedy =
                " is retargeted to dev.cleave, library.Library is not; retarget both"
                        + " (%s) or neither (exclude=program.Meets$%s)";
        assertEquals(
                "java.lang.LinkageError: program.Meets$Calls.call calls library.Library.use:"
                        + " program.Meets$Calls"
                        + remedy.formatted(both, "Calls"),
                said.get("calls"));
        assertEquals(
                "java.lang.LinkageError: program.Meets$Reads.read uses library.Library.pool:"
                        + " program.Meets$Reads"
                        + remedy.formatted(both, "Reads"),
                said.get("reads"));
        refused(said.get("refers"), "program.Meets$Refers.refer refers to library.Library.use");
        refused(said.get("lambda"), "makes a lambda of library.Library$UsesPool");
        refused(said.get("overrides"), "overrides library.Library$Base.parallelism");
        refused(said.get("mixes"), "it uses library.Library$Task");
        assertEquals(
                "java.lang.ClassCastException: program.Meets$Casts.cast casts a"
                        + " java.util.concurrent.ForkJoinPool to dev.cleave.ForkJoinPool, but it is"
                        + " one of java.util.concurrent: program.Meets$Casts is retargeted, and what"
                        + " made it is not; include both, or exclude both, in the agent's option"
                        + " retarget",
                said.get("casts").replace('/', '.'));
        assertTrue(
                said.get("gives").contains("library.Library is not retargeted"), said.get("gives"));
        assertEquals("5", said.get("passes"));
    }

    private static void refused(String said, String what) {
        assertTrue(said.startsWith("java.lang.LinkageError: "), said);
        assertTrue(said.contains(what), said);
        assertTrue(said.contains("; retarget both ("), said);
    }

    @Test
    void methodsThatWouldOverrideCleavesAreRefused() throws Exception {
        compile(
                "Overrides",
                """
                import java.util.concurrent.ForkJoinPool;

                public class Overrides {
                    static class Pool extends ForkJoinPool {
                        int current() {
                            return 5;
                        }
                    }

                    public static void main(String[] args) {
                        System.out.println(new Pool().current());
                    }
                }
                """);
        Run run = retargeted("", "Overrides");
        assertEquals(1, run.status());
        assertTrue(
                run.err()
                        .contains(
                                "java.lang.LinkageError: Overrides$Pool cannot be retargeted: its"
                                        + " method current would override Cleave's"),
                run.err());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void delayedTasksRunOnCleave() throws Exception {
        compile(
                "Delays",
                """
                import java.util.concurrent.ForkJoinPool;
                import java.util.concurrent.ScheduledExecutorService;
                import java.util.concurrent.TimeUnit;

                public class Delays {
                    static String pool() {
                        return Thread.currentThread().getClass().getPackageName();
                    }

                    public static void main(String[] args) throws Exception {
                        ForkJoinPool pool = new ForkJoinPool(1);
                        ScheduledExecutorService executor = pool;
                        System.out.println(
                                executor.schedule(() -> pool(), 1, TimeUnit.MILLISECONDS).get());
                        System.out.println(
                                pool.submitWithTimeout(() -> pool(), 1, TimeUnit.HOURS, null).join());
                    }
                }
                """);
        Run run = retargeted("", "Delays");
        assertEquals(0, run.status(), run.err());
        assertEquals("dev.cleave\ndev.cleave", run.out());
    }

    @Test
    void aTaskWrittenByAnUntouchedProgramIsRefused() throws Exception {
        compile(
                "Stores",
                """
                import java.io.*;
                import java.nio.file.*;
                import java.util.concurrent.*;

                public class Stores {
                    static class Seven extends RecursiveTask<Integer> {
                        private static final long serialVersionUID = 1;

                        @Override
                        protected Integer compute() {
                            return 7;
                        }
                    }

                    public static void main(String[] args) throws Exception {
                        Path file = Path.of(args[0]);
                        if (args.length == 2) {
                            Seven task = new Seven();
                            task.invoke();
                            try (var out = new ObjectOutputStream(Files.newOutputStream(file))) {
                                out.writeObject(task);
                            }
                        }
                        try (var in = new ObjectInputStream(Files.newInputStream(file))) {
                            System.out.println(((Seven) in.readObject()).join());
                        }
                    }
                }
                """);
        String file = folder.resolve("task").toString();
        assertEquals(new Run(0, "7", ""), retargeted("", "Stores", file, "write"));
        assertEquals(new Run(0, "7", ""), plain("Stores", file, "write"));
        Run run = retargeted("", "Stores", file);
        assertEquals(1, run.status());
        assertTrue(
                run.err().contains("Stores$Seven was written as another kind of task"), run.err());
    }

    @Test
    void poolsPrintTheirStatistics() throws Exception {
        compileResource("Shapes");
        Run run = retargeted("", "-Ddev.cleave.stats=true", "Shapes");
        assertTrue(run.err().contains("forks"), run.err());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itGoesWithWeavingWhicheverComesFirst(boolean weavingFirst) throws Exception {
        compile(
                "Both",
                """
                import dev.cleave.Future;
                import java.util.concurrent.ForkJoinPool;
                import java.util.concurrent.RecursiveTask;
                import java.util.Arrays;

                public class Both {
                    static class Task extends RecursiveTask<Integer> {
                        @Override
                        protected Integer compute() {
                            return fib(15);
                        }
                    }

                    static int fib(int n) {
                        if (n < 2) {
                            return n;
                        }
                        @Future int x = fib(n - 1);
                        int y = fib(n - 2);
                        return x + y;
                    }

                    public static void main(String[] args) {
                        boolean woven =
                                Arrays.stream(Both.class.getDeclaredMethods())
                                        .anyMatch(method -> method.getName().equals("cleave$call"));
                        System.out.println(
                                ForkJoinPool.commonPool().invoke(new Task())
                                        + (woven ? " woven " : " serial ")
                                        + RecursiveTask.class.getPackageName());
                    }
                }
                """);
        String weaving = agent("=fail");
        String retargeting = agent("=retarget");
        assertEquals(
                new Run(0, "610 woven dev.cleave", ""),
                weavingFirst
                        ? run(weaving, retargeting, "Both")
                        : run(retargeting, weaving, "Both"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itDoesNotGoWithProfilingWhicheverComesFirst(boolean profilingFirst) throws Exception {
        compile("Where", WHERE);
        String profiling = agent("=profile");
        String retargeting = agent("=retarget");
        Run run =
                profilingFirst
                        ? plain(profiling, retargeting, "Where")
                        : plain(retargeting, profiling, "Where");
        assertNotEquals(0, run.status());
        assertFalse(run.out().contains("java.util.concurrent"), run.out());
        assertTrue(run.err().contains("use retarget alone"), run.err());
    }

    @Test
    void aNameOfWhichNothingWasLoadedIsSaid() throws Exception {
        compile("Where", WHERE);
        Run run = plain(agent("=retarget,include=Where:Wehre"), "Where");
        assertEquals("dev.cleave 3", run.out());
        assertTrue(run.err().startsWith("cleave: retarget,include=Wehre: no class of"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        run = plain(agent("=retarget,exclude=Wehre"), "Where");
        assertEquals("dev.cleave 3", run.out());
        assertTrue(run.err().startsWith("cleave: retarget,exclude=Wehre: no class of"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void givenTwiceItIsDoneOnceAndNothingElseIsGuessed() throws Exception {
        compile("Where", WHERE);
        String all = agent("=retarget");
        assertEquals(new Run(0, "dev.cleave 3", ""), plain(all, all, "Where"));
        Run run = plain(all, agent("=retarget,exclude=Where"), "Where");
        assertEquals(1, run.status());
        assertTrue(
                run.err().contains("another agent has the option retarget; give one"), run.err());
    }

    /** Classes of modules may call what is in the class path, once an agent has changed them. */
    @Test
    void aProgramInModulesIsRetargeted() throws Exception {
        compile("Where", WHERE.replaceFirst("^", "package some.place;\n"));
        compile("module-info", "module some.place {}");
        Path modules = folder.resolve("classes");
        Run run =
                process(
                        List.of(
                                java("java"),
                                agent("=retarget"),
                                "--module-path",
                                modules + File.pathSeparator,
                                "--module",
                                "some.place/some.place.Where"));
        assertEquals(new Run(0, "dev.cleave 3", ""), run);
    }

    /**
     * One module of a program requires Cleave's, of which the one that is retargeted knows nothing.
     */
    @Test
    void aModuleIsRetargetedThatDoesNotReadTheRuntime() throws Exception {
        compile("Where", WHERE.replaceFirst("^", "package some.place;\n"));
        compile("module-info", "module some.place {}");
        Run run =
                process(
                        List.of(
                                java("java"),
                                agent("=retarget"),
                                "--module-path",
                                classPath(),
                                "--add-modules",
                                "dev.cleave",
                                "--module",
                                "some.place/some.place.Where"));
        assertEquals(new Run(0, "dev.cleave 3", ""), run);
    }
}
