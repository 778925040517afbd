package dev.cleave.lazy;

import static dev.cleave.metrics.Recordings.named;
import static dev.cleave.metrics.Recordings.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.Waiting;
import dev.cleave.metrics.Lifetimes;
import dev.cleave.metrics.Recordings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What recordings and counters tell of woven calls, woven by hand. */
class CallEventsTest {
    private static final String POOL = "woven";

    /** As woven code would call its bootstrap, from line 1 of a method {@code site}. */
    private static Site site() {
        try {
            return (Site)
                    Bootstrap.site(
                                    MethodHandles.lookup(),
                                    "site:0:0:1:1",
                                    MethodType.methodType(Site.class),
                                    "site:1")
                            .getTarget()
                            .invoke();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static final Site SITE = site();

    /** Found by {@link Bootstrap}. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top) {
        ((CountDownLatch) call.reference(0)).countDown();
    }

    /** A call that is stolen, as its owner waits until it has been made. */
    private static void stolenCall() {
        FutureStack stack = FutureStack.always();
        int start = stack.enterCall();
        CountDownLatch made = new CountDownLatch(1);
        stack.argument(start, made);
        stack.fork(start, SITE);
        Waiting.await(made);
        PromotedCall call = stack.touch(start);
        assertNotNull(call);
        try {
            stack.await(call, start + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        stack.exitCall(start);
    }

    /** What a worker of two runs, as a recording of their pool has it. */
    private static List<RecordedEvent> recorded(Runnable work) throws Exception {
        return Recordings.of(
                POOL,
                () -> {
                    try (ForkJoinPool pool = ForkJoinPool.builder().name(POOL).workers(2).build()) {
                        pool.submit(work).join();
                    }
                });
    }

    @Test
    void aStolenCallIsToldByItsPlaceInTheSource() throws Exception {
        List<RecordedEvent> events = recorded(CallEventsTest::stolenCall);
        RecordedEvent promotion = only("Promotion", events);
        String place = "dev.cleave.lazy.CallEventsTest.site:1";
        assertEquals(place, Recordings.text("site", promotion, place));
        assertEquals(1, promotion.getInt("count"));
        RecordedEvent steal = only("Steal", events);
        assertEquals(place, Recordings.text("taskClass", steal, place));
        assertEquals(promotion.getInt("worker"), steal.getInt("victim"));
        assertEquals(1 - steal.getInt("victim"), steal.getInt("thief"));
    }

    @Test
    void aLoopThatIsNotWovenIsToldByTheClassThatHasIt() throws Exception {
        List<RecordedEvent> events = recorded(CallEventsTest::loopOfTwo);
        String place = "dev.cleave.lazy.CallEventsTest (loop)";
        assertEquals(place, Recordings.text("site", only("Promotion", events), place));
        assertEquals(place, Recordings.text("taskClass", only("Steal", events), place));
    }

    private static void loopOfTwo() {
        CountDownLatch underWay = new CountDownLatch(2);
        Cleave.forEach(
                0,
                2,
                i -> {
                    underWay.countDown();
                    Waiting.await(underWay);
                });
    }

    @Test
    void aGuestIsNoWorker() throws Exception {
        List<RecordedEvent> events =
                Recordings.of(
                        "Cleave-common",
                        () -> {
                            if (ForkJoinPool.getCommonPoolParallelism() > 1) {
                                stolenCall();
                            }
                        });
        if (ForkJoinPool.getCommonPoolParallelism() > 1) {
            assertEquals(-1, named("Steal", events).get(0).getInt("victim"));
            RecordedEvent guests =
                    named("WorkerStatistics", events).stream()
                            .filter(e -> e.getInt("worker") == -1)
                            .reduce((earlier, later) -> later)
                            .orElseThrow();
            assertTrue(guests.getLong("promotions") > 0);
            assertEquals(0, guests.getLong("idleTime"), "a guest has no times");
            assertEquals(null, guests.getString("threadName"));
        }
    }

    /** A worker has two queues, but one clock. */
    @Test
    void theTimesOfWorkersWithCallsAreAtMostTheirLifetimes() {
        Lifetimes.assertNoTimeIsCountedTwice(
                pool -> {
                    for (int i = 0; i < 20; i++) {
                        pool.submit(CallEventsTest::stolenCall).join();
                    }
                });
    }
}
