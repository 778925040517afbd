package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What threads have allocated, while threads come and go. */
class AllocationTest {
    private static final int BYTES = 1 << 24;

    /** Kept, so that no compiler can leave the allocation out. */
    private volatile byte[] kept;

    @Test
    void aThreadThatBeginsCountsFromNothing() throws InterruptedException {
        Allocation before = Allocation.now();
        CountDownLatch allocated = new CountDownLatch(1);
        CountDownLatch measured = new CountDownLatch(1);
        Thread thread =
                new Thread(
                        () -> {
                            kept = new byte[BYTES];
                            allocated.countDown();
                            awaitQuietly(measured);
                        });
        thread.start();
        allocated.await();
        long bytes = Allocation.now().since(before);
        measured.countDown();
        thread.join();
        assertTrue(bytes >= BYTES && bytes < 2 * BYTES, bytes + " bytes");
    }

    @Test
    void aThreadThatHasEndedIsNotTakenOffTheOthers() {
        Allocation before = new Allocation(new long[] {1, 2}, new long[] {100, 5_000});
        Allocation after = new Allocation(new long[] {1, 3}, new long[] {130, 7});
        assertEquals(37, after.since(before));
    }

    @Test
    void aThreadThatEndsWhileItIsAskedCountsNothing() {
        Allocation before = new Allocation(new long[] {1}, new long[] {-1});
        assertEquals(0, new Allocation(new long[] {1}, new long[] {-1}).since(before));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
