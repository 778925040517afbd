package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                    cause.getMessage().endsWith("its variable passes the end of " + type),
                    cause.getMessage());
        } finally {
            pool.shutdownNow();
        }
    }
}
