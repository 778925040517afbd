package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a future costs that nobody takes: no object. */
final class AllocationTest {
    /** Only rounds in which the call was postponed count, so that it was pending for a while. */
    private static final String SOURCE =
            """
            import com.sun.management.ThreadMXBean;
            import dev.cleave.Future;
            import java.lang.management.ManagementFactory;

            public class A {
                static final ThreadMXBean MEMORY =
                        (ThreadMXBean) ManagementFactory.getThreadMXBean();

                static int calls;

                static int count(int n, Object o, double d, long l) {
                    calls++;
                    return n;
                }

                static boolean isPostponed(Object o, int n) {
                    int before = calls;
                    @Future int x = count(n, o, 1.5, 2L);
                    boolean postponed = calls == before;
                    @Future long y = count(n, null, 2.5, 3L);
                    return postponed & x + y == 2 * n;
                }

                public static Long least() {
                    long least = Long.MAX_VALUE;
                    for (int round = 0; round < 10_000 && least > 0; round++) {
                        long before = MEMORY.getCurrentThreadAllocatedBytes();
                        boolean postponed = isPostponed("argument", 7);
                        long made = MEMORY.getCurrentThreadAllocatedBytes() - before;
                        if (postponed) {
                            least = Math.min(least, made);
                        }
                    }
                    return least;
                }
            }
            """;

    @Test
    void aFutureThatNobodyTakesMakesNoObject() throws Exception {
        Method least =
                WovenClasses.of("A.java", SOURCE).wovenLoader().loadClass("A").getMethod("least");
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch measured = new CountDownLatch(1);
        try {
            // The other worker has something else to do, and asks for nothing.
            pool.execute(
                    () -> {
                        busy.countDown();
                        while (measured.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    });
            busy.await();
            assertEquals(0L, pool.submit(() -> least.invoke(null)).get());
        } finally {
            measured.countDown();
            pool.shutdownNow();
        }
    }
}
