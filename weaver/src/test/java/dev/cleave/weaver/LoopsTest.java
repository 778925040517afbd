package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** What a parallel loop does that differs from the loop as it was written. */
final class LoopsTest {
    @ParameterizedTest
    @CsvSource({
        "bound(), 1",
        "bound(), 4",
        "bound, 1",
        "bound, 4",
        "bound() - 1L + 1L, 1",
        "bound() - 1L + 1L, 4"
    })
    void theBoundIsEvaluatedOnce(String bound, int workers) throws Exception {
        String type = bound.contains("L") ? "long" : "int";
        String source =
                "import dev.cleave.*; public class A { static volatile int bound = 100;\n"
                        + "static int bound() { return bound; }\n"
                        + "public static int iterations() { @Reduce int done = 0;\n"
                        + "for (@Parallel "
                        + type
                        + " i = 0; i < "
                        + bound
                        + "; i++) { done++; bound = 7; }\n"
                        + "return done; } }";
        WovenClasses classes = WovenClasses.of("A.java", source, "-g");
        assertEquals(List.of(), classes.refusals);
        Method iterations = classes.wovenLoader().loadClass("A").getMethod("iterations");
        ForkJoinPool pool = new ForkJoinPool(workers);
        try {
            assertEquals(100, pool.submit(() -> iterations.invoke(null)).get());
            assertEquals(
                    7,
                    classes.originalLoader().loadClass("A").getMethod("iterations").invoke(null));
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for (@Parallel int i = 0; i < n; i++) fails(i);",
                "for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++) fails(j);",
                "for (@Parallel int i = 0; i < n; i++) LINE { int j = i; fails(j); }",
                "Cleave.forEach(0, n, i -> fails(i));",
                "Cleave.reduce(0, n, 0, i -> fails(i), (a, b) -> a);"
            })
    void everyFrameHasItsLine(String loop) throws Exception {
        String source =
                "import dev.cleave.*; public class A {\n"
                        + "static int fails(int n) { throw new IllegalStateException(); }\n"
                        + "public static void run(int n) {\n"
                        + loop.replace("LINE", "\n")
                        + "} }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertNotSame(classes.original.get("A"), classes.woven.get("A"));
        Method run = classes.wovenLoader().loadClass("A").getMethod("run", int.class);
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            List<StackTraceElement> frames = pool.submit(() -> framesOf(run)).get();
            assertEquals(2, frames.get(0).getLineNumber(), frames::toString);
            for (StackTraceElement frame : frames.subList(1, frames.size())) {
                boolean isBody = loop.contains("LINE") && frame.equals(frames.get(1));
                assertEquals(isBody ? 5 : 4, frame.getLineNumber(), frames::toString);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** The program's own, of what its method throws in the calling thread. */
    private static List<StackTraceElement> framesOf(Method run) {
        InvocationTargetException thrown =
                assertThrows(InvocationTargetException.class, () -> run.invoke(null, 100));
        return Arrays.stream(thrown.getCause().getStackTrace())
                .filter(frame -> frame.getClassName().equals("A"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(SourceCompiler.class)
    void debuggersSeeTheVariables(SourceCompiler compiler) {
        assumeTrue(compiler.isPresent(), "no JDK 25 or later stands beside the one that runs this");
        String source =
                "import dev.cleave.*; class A { int f;\n"
                        + "<T> long run(T[] all, int n) { @Reduce long sum = 0; double unused = n;\n"
                        + "for (@Parallel int i = 0; i < n; i++) { @Reduce int inner = 0;\n"
                        + "for (@Parallel T each : all) { int h = each.hashCode() + f; inner += h + i; }\n"
                        + "sum += inner; } return sum + (long) unused; } }";
        WovenClasses classes =
                new WovenClasses(
                        compiler.compile(Map.of("A.java", source), "-g", "--release", "17"));
        assertEquals(List.of(), classes.refusals);
        ClassNode woven = new ClassNode();
        new ClassReader(classes.woven.get("A")).accept(woven, 0);
        assertEquals(
                Set.of("this", "all", "i", "sum", "inner", "each", "h"),
                variables(woven, "run$loop0"));
        assertEquals(
                Set.of("this", "i", "each", "h", "inner"), variables(woven, "run$loop0$loop1"));
    }

    @ParameterizedTest
    @EnumSource(SourceCompiler.class)
    void elementsInACompactConstructor(SourceCompiler compiler) {
        assumeTrue(compiler.isPresent(), "no JDK 25 or later stands beside the one that runs this");
        String source =
                "import dev.cleave.*; import java.util.*; record A(int n, List<String> all, int... b) {\n"
                        + "A { @Reduce int sum = 0; for (@Parallel int x : b) { sum += x; }\n"
                        + "for (@Parallel String s : all) { sum += s.length(); } n = sum; } }";
        WovenClasses classes =
                new WovenClasses(
                        compiler.compile(Map.of("A.java", source), "-g", "--release", "17"));
        assertEquals(List.of(), classes.refusals);
        assertNotSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Where one jump is longer than 32 KB, compilers write all of them in another way. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COVERED_ECJ")
    void inALongMethod(SourceCompiler compiler) throws Exception {
        assumeTrue(compiler.isPresent(), "no JDK 25 or later stands beside the one that runs this");
        String source =
                "import dev.cleave.*; import java.util.*; public class A {\n"
                        + "public static int run(List<String> all, int n) { @Reduce int r = 0;\n"
                        + "for (@Parallel long i = n; i > 0; i--) { if (i == 3) continue; r += 2; }\n"
                        + "for (@Parallel String s : all) { if (s != null) r += s.length(); }\n"
                        + "for (@Parallel int i = 0; i < n; i++) { int t = i; if (t == 7) continue;\n"
                        + "t = t * 77777 ^ 88888 + i * n;\n".repeat(2500)
                        + "r += t; } return r; } }";
        for (String debug : List.of("-g", "-g:none")) {
            WovenClasses classes =
                    new WovenClasses(
                            compiler.compile(Map.of("A.java", source), debug, "--release", "17"));
            assertEquals(List.of(), classes.refusals);
            assertNotSame(classes.original.get("A"), classes.woven.get("A"));
            List<Object> results = new ArrayList<>();
            for (ClassLoader loader : List.of(classes.originalLoader(), classes.wovenLoader())) {
                Method run = loader.loadClass("A").getMethod("run", List.class, int.class);
                ForkJoinPool pool = new ForkJoinPool(2);
                try {
                    results.add(pool.submit(() -> run.invoke(null, List.of("a", "bc"), 9)).get());
                } finally {
                    pool.shutdownNow();
                }
            }
            assertEquals(results.get(0), results.get(1));
        }
    }

    /** The loop's own jump may be the continue's: what the body declares ends behind it. */
    @ParameterizedTest
    @EnumSource(SourceCompiler.class)
    void aBodyThatEndsByContinue(SourceCompiler compiler) {
        assumeTrue(compiler.isPresent(), "no JDK 25 or later stands beside the one that runs this");
        String source =
                "import dev.cleave.*; import java.util.*; class A {\n"
                        + "static long f(long n) { return n; }\n"
                        + "static long run(List<Integer> all) { @Reduce long sum = 0;\n"
                        + "for (@Parallel int each : all) { @Reduce long inner = 0;\n"
                        + "for (@Parallel int i = 0; i < each; i++) inner += i;\n"
                        + "@Future long x = f(each); sum += f(inner) + x; continue; }\n"
                        + "return sum; } }";
        WovenClasses classes =
                new WovenClasses(
                        compiler.compile(Map.of("A.java", source), "-g", "--release", "17"));
        assertEquals(List.of(), classes.refusals);
        ClassNode woven = new ClassNode();
        new ClassReader(classes.woven.get("A")).accept(woven, 0);
        assertTrue(variables(woven, "run$loop0$cleave").contains("x"), "the loop's body forks");
        assertTrue(variables(woven, "run$loop0$loop1").contains("inner"));
    }

    private static Set<String> variables(ClassNode type, String method) {
        return type.methods.stream()
                .filter(m -> m.name.equals(method))
                .flatMap(m -> m.localVariables.stream())
                .map(v -> v.name)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource({
        "int i = Integer.MAX_VALUE - 5; i <= Integer.MAX_VALUE; i++, int",
        "int i = 0; i < Integer.MAX_VALUE; i += 2, int",
        "int i = 0; i > Integer.MIN_VALUE; i -= 3, int",
        "int i = -5; i >= Integer.MIN_VALUE; i--, int",
        "long i = Long.MAX_VALUE - 5; i <= Long.MAX_VALUE; i++, long",
        "long i = 5 + Long.MIN_VALUE; i >= Long.MIN_VALUE; i -= 4, long"
    })
    void aLoopThatWouldNotEndSaysSo(String loop, String type) throws Exception {
        String source =
                "import dev.cleave.*; public class A { public static void run() { for (@Parallel "
                        + loop
                        + ") { } } }";
        WovenClasses classes = WovenClasses.of("A.java", source, "-g");
        assertEquals(List.of(), classes.refusals);
        Method run = classes.wovenLoader().loadClass("A").getMethod("run");
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            ExecutionException thrown =
                    assertThrows(
                            ExecutionException.class,
                            () -> pool.submit(() -> run.invoke(null)).get());
            Throwable cause = thrown;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            assertEquals(IllegalArgumentException.class, cause.getClass());
            assertTrue(
                    cause.getMessage()
                            .endsWith("end late or never: its variable passes the end of " + type),
                    cause.getMessage());
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * Whoever parks as the owner joins a part asks for the next one: if that is lost, the loops
     * that follow run in one thread, for ever.
     */
    @Test
    void oneLoopAfterTheOtherIsDivided() throws Exception {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        assumeTrue(pool.getParallelism() > 1, "nobody would steal");
        String source =
                "import dev.cleave.*; public class A { static double[] all = new double[200];\n"
                        + "public static void run() { for (@Parallel int i = 0; i < 200; i++) {\n"
                        + "double x = i; for (int k = 0; k < 2000; k++) x = Math.sqrt(x + k);\n"
                        + "all[i] = x; } } }";
        Method run =
                WovenClasses.of("A.java", source, "-g")
                        .wovenLoader()
                        .loadClass("A")
                        .getMethod("run");
        for (int round = 0; round < 60; round++) {
            while (pool.getRunningThreadCount() > 0) {
                Thread.onSpinWait(); // until the workers sleep
            }
            for (int i = 0; i < 20; i++) {
                run.invoke(null);
            }
            long before = pool.getStealCount();
            while (pool.getStealCount() == before) {
                run.invoke(null);
            }
        }
    }

    /** A compiler that sees the number divides by it in a third of the time. */
    @Test
    void whatIsAlwaysTheSameNumberIsNotCaptured() throws Exception {
        WovenClasses classes =
                WovenClasses.of(
                        "A.java",
                        """
                        import dev.cleave.*;

                        public class A {
                            public static double run(int k, boolean b) {
                                int n = 400;
                                int either = b ? 3 : 4;
                                int changed = 5;
                                changed++;
                                long large = 7_000_000_000L;
                                double half = 0.5;
                                @Reduce double sum = 0;
                                for (@Parallel int i = 0; i < n; i++) {
                                    sum += k % n + either + changed + large * half;
                                }
                                return sum;
                            }
                        }
                        """,
                        "-g");
        assertEquals(List.of(), classes.refusals);
        ClassNode woven = new ClassNode();
        new ClassReader(classes.woven.get("A")).accept(woven, 0);
        assertEquals(
                List.of("(IIIJJJJ[J)V"), // k, either and changed
                woven.methods.stream()
                        .filter(m -> m.name.equals("run$loop0"))
                        .map(m -> m.desc)
                        .toList());
        Method run =
                classes.wovenLoader().loadClass("A").getMethod("run", int.class, boolean.class);
        ForkJoinPool pool = new ForkJoinPool(4);
        try {
            for (int round = 0; round < 100; round++) {
                assertEquals(
                        400 * (9.0 + 3 + 6 + 3_500_000_000.0),
                        pool.submit(() -> run.invoke(null, 9, true)).get());
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
