package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.conformance.Background;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What is wrong says so, with what to do instead, and never hangs. */
class ParallelRegionMisuseTest {
    @Test
    void numbersBelowOne() {
        refused(IllegalArgumentException.class, () -> LoopSchedule.dynamic(0), "0 iterations");
        refused(IllegalArgumentException.class, () -> LoopSchedule.guided(-3), "-3 iterations");
        refused(IllegalArgumentException.class, () -> LoopSchedule.staticChunks(0), "at least 1");
        refused(
                IllegalArgumentException.class,
                () -> ParallelRegion.run(0, region -> {}),
                "0 threads: give at least 1");
        refused(
                IllegalArgumentException.class,
                () -> ParallelRegion.setNumThreads(-1),
                "-1 threads: give at least 1");
    }

    @Test
    void nulls() {
        assertThrows(NullPointerException.class, () -> ParallelRegion.run(null));
        assertThrows(
                NullPointerException.class,
                () -> ParallelRegion.run(1, region -> region.forEach(0, 1, null)));
        assertThrows(
                NullPointerException.class,
                () -> ParallelRegion.run(1, region -> region.forEach(0, 1, null, i -> {})));
        refused(
                NullPointerException.class,
                () -> ParallelRegion.run(1, r -> r.reduce(0, 1, null, 0, i -> i, Integer::sum)),
                "the schedule is null");
        for (Consumer<ParallelRegion> construct :
                List.<Consumer<ParallelRegion>>of(
                        region -> region.single(null),
                        region -> region.singleNowait(null),
                        region -> region.master(null),
                        region -> region.critical(null),
                        region -> region.ordered(null))) {
            refused(
                    NullPointerException.class,
                    () -> ParallelRegion.run(2, construct),
                    "the body is null");
        }
        refused(
                NullPointerException.class,
                () -> ParallelRegion.run(1, region -> region.critical(null, () -> {})),
                "the critical's name is null");
    }

    @Test
    void constructsThatMayNotBeNested() {
        BiConsumer<ParallelRegion, Runnable> single = ParallelRegion::single;
        inside(single, ParallelRegion::barrier, "a barrier inside a single: move it out");
        inside(single, r -> r.single(() -> {}), "a single inside a single");
        inside(single, r -> r.forEach(0, 1, i -> {}), "a loop inside a single");
        inside(single, r -> r.reduce(1, Integer::sum), "a reduction inside a single");
        inside(ParallelRegion::master, ParallelRegion::barrier, "a barrier inside a master");
        inside(ParallelRegion::critical, ParallelRegion::barrier, "a barrier inside a critical");
        inside(
                (r, body) -> r.forEach(0, 1, i -> body.run()),
                ParallelRegion::barrier,
                "a barrier inside a loop");
        inside(
                (r, body) -> r.forEach(0, 1, LoopSchedule.STATIC.ordered(), i -> r.ordered(body)),
                ParallelRegion::barrier,
                "a barrier inside an ordered part");
    }

    @Test
    void orderedWhereThereIsNoOrder() {
        refusedIn(r -> r.ordered(() -> {}), "an ordered part outside a loop");
        refusedIn(r -> r.forEach(0, 1, i -> r.ordered(() -> {})), "ordered()");
        inside(ParallelRegion::single, r -> r.ordered(() -> {}), "inside a single");
    }

    @Test
    void aReductionThatNobodyWaitsFor() {
        refused(
                IllegalArgumentException.class,
                () ->
                        ParallelRegion.run(
                                1,
                                r ->
                                        r.reduce(
                                                0,
                                                1,
                                                LoopSchedule.STATIC.nowait(),
                                                0,
                                                i -> i,
                                                Integer::sum)),
                "leave nowait() out");
    }

    @Test
    void setNumThreadsInsideARegion() {
        refusedIn(r -> ParallelRegion.setNumThreads(2), "call it before the region");
    }

    @Test
    void theObjectAfterTheEnd() {
        AtomicReference<ParallelRegion> kept = new AtomicReference<>();
        ParallelRegion.run(1, kept::set);
        refused(IllegalStateException.class, () -> kept.get().barrier(), "has left the region");
        refused(IllegalStateException.class, () -> kept.get().threadNumber(), "has left");
    }

    @Test
    void theObjectInAnotherThread() {
        ParallelRegion.run(
                1,
                region -> {
                    ExecutionException e =
                            assertThrows(
                                    ExecutionException.class,
                                    () -> Background.run(region::barrier).await());
                    assertEquals(IllegalStateException.class, e.getCause().getClass());
                    assertTrue(e.getCause().getMessage().contains("not in the region"));
                });
    }

    @Test
    void theObjectOfTheOuterRegionInANestedOne() {
        refusedIn(outer -> ParallelRegion.run(1, nested -> outer.barrier()), "in a nested region");
    }

    @Test
    void aCriticalInARegionBegunInsideOne() {
        inside(
                ParallelRegion::critical,
                outer -> ParallelRegion.run(1, nested -> nested.critical(() -> {})),
                "would wait for itself");
        AtomicInteger runs = new AtomicInteger();
        ParallelRegion.run(
                1,
                outer ->
                        outer.critical(
                                () ->
                                        ParallelRegion.run(
                                                1,
                                                nested ->
                                                        nested.critical(
                                                                "other", runs::incrementAndGet))));
        assertEquals(1, runs.get());
    }

    @Test
    void aBarrierThatOneThreadDoesNotComeTo() throws Exception {
        missed(ParallelRegion::barrier);
        missed(region -> region.single(() -> {}));
        missed(region -> region.reduce(1, Integer::sum));
        missed(region -> region.forEach(0, 9, i -> {}));
    }

    @Test
    void anOrderedLoopThatOneThreadDoesNotComeTo() throws Exception {
        missed(
                region ->
                        region.forEach(
                                0,
                                9,
                                LoopSchedule.staticChunks(1).ordered().nowait(),
                                i -> region.ordered(() -> {})));
    }

    /** Both who is late at the barrier and who leaves after it were there. */
    @Test
    void leavingRightAfterABarrierIsNoMisuse() throws Exception {
        Regions.inPool(
                4,
                () -> {
                    for (int i = 0; i < 2_000; i++) {
                        ParallelRegion.run(ParallelRegion::barrier);
                    }
                });
    }

    private static void missed(Consumer<ParallelRegion> construct) throws Exception {
        for (int missing = 0; missing < 2; missing++) {
            int absent = missing;
            refusedInTwo(
                    region -> {
                        if (region.threadNumber() != absent) {
                            construct.accept(region);
                        }
                    },
                    "has left the region");
        }
    }

    @Test
    void threadsThatDisagreeAboutALoop() throws Exception {
        refusedInTwo(
                region -> region.forEach(0, 5 + region.threadNumber(), i -> {}),
                "the same loops in the same order");
    }

    /** Else a part of its iterations would never be run, and nobody would know. */
    @Test
    void aLoopThatAnotherThreadMeetsWithABarrier() throws Exception {
        for (LoopSchedule schedule :
                List.of(
                        LoopSchedule.STATIC,
                        LoopSchedule.staticChunks(2),
                        LoopSchedule.STATIC.nowait(),
                        LoopSchedule.STATIC.ordered(),
                        LoopSchedule.staticChunks(1).ordered().nowait(),
                        LoopSchedule.dynamic(1).nowait())) {
            for (int looping = 0; looping < 2; looping++) {
                int alone = looping;
                refusedInTwo(
                        region -> {
                            region.forEach(0, 8, i -> {});
                            if (region.threadNumber() == alone) {
                                region.forEach(0, 9, schedule, i -> {});
                                if (schedule.toString().endsWith("nowait")) {
                                    region.barrier();
                                }
                            } else {
                                region.barrier();
                            }
                        },
                        "last to one over 0 to ");
            }
        }
    }

    @Test
    void aLastLoopAtWhoseEndNobodyWaits() throws Exception {
        LoopSchedule nowait = LoopSchedule.STATIC.nowait();
        String message = "every thread has to come to the same loops in the same order";
        refusedInTwo(r -> r.forEach(0, 5 + r.threadNumber(), nowait, i -> {}), message);
        refusedInTwo(
                region -> {
                    if (region.threadNumber() == 1) {
                        region.forEach(0, 9, nowait, i -> {});
                    }
                },
                message);
    }

    @Test
    void loopsInAnotherOrder() throws Exception {
        refusedInTwo(
                region -> {
                    int first = 5 + region.threadNumber();
                    region.forEach(0, first, LoopSchedule.STATIC.nowait(), i -> {});
                    region.forEach(0, 11 - first, LoopSchedule.STATIC.nowait(), i -> {});
                    region.forEach(0, 9, i -> {});
                },
                "every thread has to come to the same loops in the same order");
    }

    @Test
    void aReductionThatAnotherThreadMeetsWithBarriers() throws Exception {
        for (int reducing = 0; reducing < 2; reducing++) {
            int alone = reducing;
            refusedInTwo(
                    region -> {
                        region.reduce(1, Integer::sum);
                        if (region.threadNumber() == alone) {
                            region.reduce(1, Integer::sum);
                        } else {
                            region.barrier();
                            region.barrier();
                        }
                    },
                    "thread " + alone + " is at its reduction number 2");
        }
    }

    @Test
    void theBodyCatchesWhatItIsTold() throws Exception {
        Consumer<ParallelRegion> barrier = ParallelRegion::barrier;
        refusedIn(r -> r.single(() -> caught(r, barrier)), "a barrier inside a single");
        refusedIn(r -> caught(r, one -> one.ordered(() -> {})), "outside a loop");
        refusedInTwo(
                region -> caught(region, r -> r.forEach(0, 5 + r.threadNumber(), i -> {})),
                "the same loops in the same order");
        refusedInTwo(
                region -> {
                    if (region.threadNumber() == 0) {
                        caught(region, barrier);
                    }
                },
                "has left the region");
    }

    private static void caught(ParallelRegion region, Consumer<ParallelRegion> misuse) {
        try {
            misuse.accept(region);
        } catch (IllegalStateException expected) {
            // As a body may that catches too much.
        }
    }

    private static void inside(
            BiConsumer<ParallelRegion, Runnable> outer,
            Consumer<ParallelRegion> inner,
            String message) {
        refusedIn(region -> outer.accept(region, () -> inner.accept(region)), message);
    }

    private static void refusedIn(Consumer<ParallelRegion> body, String message) {
        refused(IllegalStateException.class, () -> ParallelRegion.run(1, body), message);
    }

    /** In a region of two threads. */
    private static void refusedInTwo(Consumer<ParallelRegion> body, String message)
            throws Exception {
        Regions.inPool(
                2,
                () -> refused(IllegalStateException.class, () -> Regions.again(2, body), message));
    }

    private static void refused(Class<? extends Exception> type, Executable body, String message) {
        Exception e = assertThrows(type, body);
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }
}
