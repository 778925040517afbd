package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tree of which every leaf fails ends at about the first one, as the serial program does. */
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
    @ValueSource(ints = {2, 4})
    void endAtTheFirstLeaf(int workers) throws Exception {
        Method run = CLASSES.wovenLoader().loadClass("A").getMethod("run", int.class);
        ForkJoinPool pool = new ForkJoinPool(workers);
        try {
            Throwable failure =
                    assertThrows(
                            ExecutionException.class,
                            () -> pool.submit(() -> run.invoke(null, LEVELS)).get());
            while (failure.getCause() != null) {
                failure = failure.getCause();
            }
            assertEquals("leaf 0", failure.getMessage());
        } finally {
            pool.shutdownNow();
        }
    }
}
