package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How deep calls fork, as it follows from how long stretches without forks took. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CutTest {
    @Test
    void oneSlowStretchDoesNotMoveTheCut() {
        FutureStack stack = FutureStack.always();
        Cut cut = new Cut(1);
        for (int i = 0; i < 8; i++) {
            cut.timed(stack, 10_000);
        }
        int depth = cut.depth();
        cut.timed(stack, 50_000_000);
        assertEquals(depth, cut.depth());
        for (int i = 0; i < 4; i++) {
            cut.timed(stack, 50_000_000);
        }
        assertTrue(cut.depth() > depth);
    }

    @Test
    void ofTheFramesAboveACutThatNoneHasReachedSomeAreTried() throws Exception {
        Cut cut = new Cut(1);
        int depth = cut.depth();
        callAlone(
                () -> {
                    FutureStack stack = FutureStack.always();
                    reach(cut, stack, depth);
                    cut.deepen(500);
                    assertEquals(3, forksBeforeOneIsTried(cut, depth));
                    assertTried(cut, stack, depth, 30_000_000);
                    assertTrue(cut.depth() > 500, "large calls go on to fork");
                    assertEquals(7, forksBeforeOneIsTried(cut, depth));
                    assertTried(cut, stack, depth, 1_000);
                    assertEquals(depth, cut.depth(), "small ones have followed");
                    return null;
                });
    }

    /** As where a method that does not recurse forks some small calls. */
    @Test
    void aCutThatIsNeverReachedIsTriedFromTheTopAtLast() throws Exception {
        Cut cut = new Cut(1);
        int depth = cut.depth();
        callAlone(
                () -> {
                    FutureStack stack = FutureStack.always();
                    assertEquals(63, forksBeforeOneIsTried(cut, 0));
                    assertTried(cut, stack, 0, 30_000_000);
                    assertTrue(cut.depth() >= depth, "large calls go on to fork");
                    assertEquals(63, forksBeforeOneIsTried(cut, 0));
                    assertTried(cut, stack, 0, 1_000);
                    assertEquals(0, cut.depth(), "small ones have followed");
                    return null;
                });
    }

    /** As in a lopsided tree: where one stretch in many is long, the others soon do not hide it. */
    @Test
    void aLongStretchIsForgottenMoreSlowlyEachTime() {
        FutureStack stack = FutureStack.always();
        Cut cut = new Cut(1);
        int first = stretchesUntilRegular(cut, stack);
        cut.timed(stack, 5_000_000);
        int second = stretchesUntilRegular(cut, stack);
        assertTrue(second > 3 * first, first + " and " + second);
        cut.timed(stack, 5_000_000);
        int third = stretchesUntilRegular(cut, stack);
        assertTrue(third > 3 * second, second + " and " + third);
        for (int i = 0; i < 4 * third; i++) {
            cut.timed(stack, 10_000);
        }
        cut.timed(stack, 5_000_000);
        assertTrue(stretchesUntilRegular(cut, stack) < 4 * third, "doubt fades");
    }

    private static int stretchesUntilRegular(Cut cut, FutureStack stack) {
        int stretches = 0;
        for (; !cut.isRegular(); stretches++) {
            cut.timed(stack, 10_000);
        }
        return stretches;
    }

    /** A frame begins there that does not fork; how long it lasts is left out of account. */
    private static void reach(Cut cut, FutureStack stack, int top) {
        cut.begin(stack, top);
        cut.end(stack, 0);
    }

    /** As where small calls follow large ones, and end before they reach the cut of those. */
    @Test
    void aCutThatOthersHaveReachedIsTriedFromAboveNowAndThen() throws Exception {
        Cut cut = new Cut(1);
        callAlone(
                () -> {
                    FutureStack stack = FutureStack.always();
                    reach(cut, stack, 100);
                    int depth = cut.depth();
                    for (int tried = 0; tried < 9; tried++) {
                        assertEquals(depth, cut.depth());
                        // The first time it may still belong to a call that reaches the cut.
                        assertEquals(tried == 0 ? 2047 : 1023, forksBefore(cut, 0));
                        cut.begin(stack, 0);
                        assertTrue(stack.isBelow(), "it may be a large one");
                        long inAWhile = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                        cut.end(stack, inAWhile); // short, whatever the machine does now
                    }
                    assertEquals(depth - 1, cut.depth());
                    return null;
                });
    }

    /** As in large calls one after the other: a first frame among those tried is all of a call. */
    @Test
    void whileOthersReachTheCutNoFrameFarAboveItIsTried() throws Exception {
        callAlone(CutTest::reachOftenAndTryNone);
    }

    /** Where nobody urges: who is without a processor meanwhile would seem to keep one waiting. */
    private static void callAlone(Callable<Void> body) throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(1).build()) {
            pool.submit(() -> FutureStackTest.call(body)).get(60, TimeUnit.SECONDS);
        }
    }

    private static Void reachOftenAndTryNone() {
        FutureStack stack = FutureStack.always();
        Cut cut = new Cut(1);
        reach(cut, stack, 100);
        int depth = cut.depth();
        for (int i = 0; i < 10_000; i++) {
            assertFalse(cut.isReached(0));
            reach(cut, stack, depth);
        }
        assertEquals(depth, cut.depth());
        assertTrue(forksBefore(cut, depth - 1) < 1024, "of those near it, one in so many is");
        return null;
    }

    private static int forksBeforeOneIsTried(Cut cut, int depth) {
        assertFalse(cut.isReached(depth - 1));
        return forksBefore(cut, depth);
    }

    private static int forksBefore(Cut cut, int top) {
        int forks = 0;
        while (!cut.isReached(top)) {
            forks++;
        }
        return forks;
    }

    private static void assertTried(Cut cut, FutureStack stack, int depth, long nanos) {
        assertNotEquals(0, cut.begin(stack, depth), "it is timed");
        cut.timed(stack, nanos);
        cut.end(stack, 0);
    }

    @Test
    void aCutThatAFrameHasReachedStays() throws Exception {
        Cut cut = new Cut(1);
        int before = cut.depth();
        callAlone(
                () -> {
                    FutureStack stack = FutureStack.always();
                    cut.deepen(500);
                    reach(cut, stack, 600);
                    for (int i = 0; i < 1_000; i++) {
                        assertFalse(cut.isReached(before));
                    }
                    return null;
                });
        assertTrue(cut.depth() > 500);
    }

    @Test
    void aShallowStretchNoticesWhoWaitsHoweverSmallTheOnesBefore() throws Exception {
        Cut cut = new Cut(1);
        callAlone(
                () -> {
                    FutureStack stack = FutureStack.always();
                    for (int i = 0; i < 500; i++) {
                        cut.timed(stack, 1_000);
                    }
                    assertEquals(0, cut.depth());
                    cut.begin(stack, 0);
                    assertTrue(stack.isBelow());
                    cut.end(stack, 0);
                    cut.begin(stack, 6);
                    assertFalse(stack.isBelow());
                    cut.end(stack, 0);
                    return null;
                });
    }
}
