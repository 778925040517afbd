package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A tree of which every leaf fails, or that has none, ends at about the first one, or where the
 * stack does, as the serial program's.
 */
final class FailingTreesTest {
    /** So many levels that nobody waits until each leaf has failed. */
    private static final int LEVELS = 50;

    private static final WovenClasses CLASSES =
            WovenClasses.of(
                    "A.java",
                    """
                    import dev.cleave.Future;
                    public class A {
                        static int fails(int levels, int leaf) {
                            if (levels == 0) throw new IllegalStateException("leaf " + leaf);
                            @Future int left = fails(levels - 1, leaf);
                            int right = fails(levels - 1, leaf + 1);
                            return left + right;
                        }
                        static int wraps(int levels, int leaf) {
                            if (levels == 0) throw new IllegalStateException("leaf " + leaf);
                            try {
                                @Future int left = wraps(levels - 1, leaf);
                                int right = wraps(levels - 1, leaf + 1);
                                return left + right;
                            } catch (IllegalStateException e) {
                                throw new IllegalStateException("at " + levels, e);
                            }
                        }
                        static Integer boxes(int levels, int leaf) {
                            if (levels == 0) throw new IllegalStateException("leaf " + leaf);
                            @Future int left = boxes(levels - 1, leaf);
                            int right = boxes(levels - 1, leaf + 1);
                            return left + right;
                        }
                        static Integer endlessBoxes(int level) {
                            @Future int left = endlessBoxes(level + 1);
                            int right = endlessBoxes(level + 1);
                            return left + right;
                        }
                        static int endless(int level) {
                            @Future int left = endless(level + 1);
                            int right = endless(level + 1);
                            return left + right;
                        }
                        public static void overflow() {
                            endless(0);
                        }
                        public static void overflowBoxes() {
                            endlessBoxes(0);
                        }
                        public static void runWraps(int levels) {
                            wraps(levels, 0);
                        }
                        public static void runBoxes(int levels) {
                            boxes(levels, 0);
                        }
                        public static void run(int levels) {
                            for (int i = 0; i < 3; i++) {
                                try {
                                    fails(levels, 0);
                                } catch (IllegalStateException again) {
                                }
                            }
                            fails(levels, 0);
                        }
                    }
                    """);

    @ParameterizedTest
    @CsvSource({"run, 2", "run, 4", "runWraps, 2", "runWraps, 4", "runBoxes, 2", "runBoxes, 4"})
    void endAtTheFirstLeaf(String name, int workers) throws Exception {
        Method run = CLASSES.wovenLoader().loadClass("A").getMethod(name, int.class);
        assertEquals("leaf 0", failure(workers, () -> run.invoke(null, LEVELS)).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"overflow, 2", "overflow, 4", "overflowBoxes, 2", "overflowBoxes, 4"})
    void endAtTheEndOfTheStack(String name, int workers) throws Exception {
        Method overflow = CLASSES.wovenLoader().loadClass("A").getMethod(name);
        for (int i = 0; i < 5; i++) {
            assertInstanceOf(
                    StackOverflowError.class, failure(workers, () -> overflow.invoke(null)));
        }
    }

    private static Throwable failure(int workers, Callable<?> call) {
        ForkJoinPool pool = new ForkJoinPool(workers);
        try {
            Throwable failure =
                    assertThrows(ExecutionException.class, () -> pool.submit(call).get());
            while (failure.getCause() != null) {
                failure = failure.getCause();
            }
            return failure;
        } finally {
            pool.shutdownNow();
        }
    }
}
