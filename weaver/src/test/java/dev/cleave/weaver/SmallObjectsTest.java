package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Constructors that call each other fork no more often than is worth it, as methods do. */
class SmallObjectsTest {
    private static final int LEVELS = 15;

    private static final int INNER = (1 << LEVELS) - 1;

    /** A node forks if its left child, a future, is made after the right one. */
    private static final String SOURCE =
            """
            import dev.cleave.Future;

            public class Node {
                private static int made;
                private final Node left;
                private final Node right;
                private final int number;

                Node(int levels, int failing) {
                    if (levels > 0) {
                        @Future Node first = new Node(levels - 1, failing);
                        this.right = new Node(levels - 1, failing);
                        this.left = first;
                    } else {
                        this.right = null;
                        this.left = null;
                    }
                    this.number = made++;
                    if (number == failing) {
                        throw new IllegalStateException("node " + number);
                    }
                }

                private int forked() {
                    return left == null
                            ? 0
                            : (left.number > right.number ? 1 : 0)
                                    + left.forked()
                                    + right.forked();
                }

                public static Integer forked(int levels) {
                    made = 0;
                    return new Node(levels, -1).forked();
                }

                public static String failed(int levels, int failing) {
                    made = 0;
                    try {
                        new Node(levels, failing);
                        return "none";
                    } catch (IllegalStateException e) {
                        return e.getMessage();
                    }
                }
            }
            """;

    @Test
    void aTreeOfSmallObjectsForksAtItsTopOnly() throws Exception {
        Class<?> node = WovenClasses.of("Node.java", SOURCE).wovenLoader().loadClass("Node");
        Method forked = node.getMethod("forked", int.class);
        Method failed = node.getMethod("failed", int.class, int.class);
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        try {
            // The other worker has something else to do: one thread alone counts the nodes.
            pool.execute(
                    () -> {
                        busy.countDown();
                        while (done.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    });
            busy.await();
            int least = INNER;
            int most = 0;
            for (int tree = 0; tree < 50; tree++) {
                int now = (int) pool.submit(() -> forked.invoke(null, LEVELS)).get();
                least = Math.min(least, now);
                most = Math.max(most, now);
                int failing = tree * (INNER / 50);
                assertEquals(
                        "node " + failing,
                        pool.submit(() -> failed.invoke(null, LEVELS, failing)).get());
            }
            assertTrue(most > 0, "no node forked in any tree");
            assertTrue(least < INNER / 2, "at least " + least + " of " + INNER + " nodes forked");
        } finally {
            done.countDown();
            pool.shutdownNow();
        }
    }
}
