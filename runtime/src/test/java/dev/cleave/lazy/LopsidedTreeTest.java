package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which frames fork where depth tells nothing of size. Time is a number here. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LopsidedTreeTest {
    private static final long SMALL = TimeUnit.MICROSECONDS.toNanos(99);
    private static final long LARGE = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long GIANT = TimeUnit.MILLISECONDS.toNanos(11);
    private static final int FRAME = 2;
    private static final int BELOW = 100;

    private final FutureStack stack = new FutureStack(null, FutureStack.CAPACITY);
    private final Cut cut = Cut.ofCalls(FRAME);
    private long now = System.nanoTime();

    private boolean forksAfter(long nanos, int top) {
        now += nanos;
        return cut.isLarge(stack, top, now);
    }

    @Test
    void theFirstCallsDownToALeafFork() {
        for (int top = BELOW; top < BELOW + 300 * FRAME; top += FRAME) {
            assertTrue(forksAfter(10, top), "the first at " + top);
        }
    }

    @Test
    void whatComesAfterALargeCallForks() {
        assertTrue(forksAfter(0, BELOW));
        assertTrue(forksAfter(LARGE, BELOW));
        assertTrue(forksAfter(LARGE, BELOW));
    }

    @Test
    void whatComesAfterASmallCallDoesNotFork() {
        assertTrue(forksAfter(0, BELOW));
        assertFalse(forksAfter(SMALL, BELOW));
        assertFalse(forksAfter(SMALL, BELOW));
        assertTrue(forksAfter(LARGE, BELOW), "the one before was larger");
    }

    /** The first at the same depth in another frame is not the sibling of those before. */
    @Test
    void eachFrameHasAFirstCallOfItsOwn() {
        assertTrue(forksAfter(0, BELOW));
        assertTrue(forksAfter(0, BELOW + FRAME));
        assertFalse(forksAfter(SMALL, BELOW + FRAME));
        assertTrue(forksAfter(SMALL, BELOW));
        assertTrue(forksAfter(0, BELOW + FRAME));
    }

    /** Thin deep subtrees have as many first calls as leaves: they must not all fork. */
    @Test
    void firstCallsForkAsOftenAsTimeAllows() {
        int saved = forksOfFirsts(10_000, 0);
        assertTrue(saved >= FutureStack.CAPACITY / FRAME / 2, saved + " for a descent");
        assertEquals(0, forksOfFirsts(10_000, 0));
        int rate = forksOfFirsts(10_000, TimeUnit.MICROSECONDS.toNanos(1));
        assertTrue(rate >= 900 && rate <= 1_100, rate + " in 10 ms");
    }

    private int forksOfFirsts(int frames, long nanos) {
        int forks = 0;
        for (int i = 0; i < frames; i++) {
            stack.elders.expectFirst(BELOW);
            if (forksAfter(nanos, BELOW)) {
                forks++;
            }
        }
        return forks;
    }

    /** What is above the cut forks anyway, and is not paid for. */
    @Test
    void aboveTheCutFirstCallsAreFree() {
        for (int i = 0; i < 10_000; i++) {
            stack.elders.expectFirst(0);
            assertTrue(forksAfter(0, 0));
        }
        stack.elders.expectFirst(BELOW);
        assertTrue(forksAfter(0, BELOW));
    }

    @Test
    void aTreeOfSmallCallsIsNotLopsidedAndAGiantStretchMakesItSo() {
        assertFalse(isCutByDepth());
        smallCalls(300);
        assertTrue(isCutByDepth());
        cut.timed(stack, GIANT);
        assertFalse(isCutByDepth());
        smallCalls(1_000);
        assertFalse(isCutByDepth());
        smallCalls(1_000);
        assertTrue(isCutByDepth(), "the stretch was without a processor");
    }

    /** Small ones are many there, too. */
    @Test
    void oneThatHadLargeCallsIsTakenForLopsidedForLonger() {
        forksAfter(LARGE, BELOW);
        forksAfter(LARGE, BELOW);
        cut.timed(stack, GIANT);
        smallCalls(10_000);
        assertFalse(isCutByDepth());
        smallCalls(10_000);
        assertTrue(isCutByDepth());
        cut.timed(stack, GIANT);
        smallCalls(2_000);
        assertTrue(isCutByDepth(), "there were none");
    }

    @Test
    void whatIsLargeNowAndThenKeepsTheTreeLopsided() {
        for (int i = 0; i < 100; i++) {
            smallCalls(200);
            forksAfter(LARGE, BELOW);
        }
        assertFalse(isCutByDepth());
    }

    private void smallCalls(int calls) {
        for (int i = 0; i < calls; i++) {
            forksAfter(SMALL, BELOW);
        }
    }

    /** A first call below the cut, of a stack that can afford it, tells. */
    private boolean isCutByDepth() {
        int top = FutureStack.CAPACITY / 2;
        FutureStack another = new FutureStack(null, FutureStack.CAPACITY);
        return cut.isReached(another, top);
    }

    /** Frames below the cut fork by their elders: what follows small ones is often short. */
    @Test
    void shortStretchesBelowTheCutDoNotMoveIt() {
        int depth = cut.depth();
        for (int i = 0; i < 1_000; i++) {
            cut.end(stack, cut.begin(stack, depth + FRAME));
        }
        assertTrue(cut.depth() >= depth, cut.depth() + " of " + depth);
    }

    /** There the elders have been no guide. */
    @Test
    void aGiantStretchLowersTheCut() {
        int depth = cut.depth();
        cut.timed(stack, GIANT);
        assertTrue(cut.depth() > depth, cut.depth() + " of " + depth);
    }

    @Test
    void noFrameForksForWhichThereIsNoRoom() {
        assertFalse(cut.isReached(stack, FutureStack.CAPACITY - FRAME));
        assertTrue(cut.isReached(stack, FutureStack.MAXIMUM_CAPACITY - FRAME + 1));
    }

    @Test
    void aLoopIsNeverLopsided() {
        Cut loop = new Cut(FRAME);
        loop.timed(stack, GIANT);
        assertTrue(loop.isReached(stack, FutureStack.CAPACITY / 2));
    }
}
