package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import dev.cleave.scheduling.Looks;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What woven code does, woven by hand. Requests are answered at once: see the module's pom. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutureStackTest {
    private static int processors;

    /** Or on one processor nobody would take a guest's call. */
    @BeforeAll
    static void somebodyMaySteal() {
        processors = ForkJoinPool.getCommonPoolParallelism();
        if (processors == 1) {
            ForkJoinPool.commonPool().setParallelism(2);
        }
    }

    @AfterAll
    static void asBefore() {
        if (processors == 1) {
            ForkJoinPool.commonPool().setParallelism(1);
        }
    }

    private static final int FIB = 0;
    private static final int COUNT_DOWN = 1;
    private static final int THROW = 2;
    private static final int MARK = 3;
    private static final int WIDE = 4;
    private static final int DEPTH = 5;
    private static final int BLOCK = 6;
    private static final int ASK = 7;

    private static Site site(int ordinal, int primitives, int references, int toFrameEnd) {
        try {
            return (Site)
                    Bootstrap.site(
                                    MethodHandles.lookup(),
                                    "site:"
                                            + ordinal
                                            + ":"
                                            + primitives
                                            + ":"
                                            + references
                                            + ":"
                                            + toFrameEnd,
                                    MethodType.methodType(Site.class),
                                    "site:1")
                            .getTarget()
                            .invoke();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static final Site FIB_SITE = site(FIB, 1, 0, 1);
    private static final Site COUNT_DOWN_SITE = site(COUNT_DOWN, 0, 1, 1);
    private static final Site THROW_SITE = site(THROW, 0, 1, 1);
    private static final Site MARK_SITE = site(MARK, 1, 1, 1);
    private static final Site WIDE_SITE = site(WIDE, 5, 2, 5);
    private static final Site DEPTH_SITE = site(DEPTH, 0, 1, 1);
    private static final Site BLOCK_SITE = site(BLOCK, 0, 1, 1);
    private static final Site ASK_SITE = site(ASK, 0, 1, 1);

    /** Calls begun by whoever stole them, or completed at the end of a scope. */
    private static final Semaphore BEGUN = new Semaphore(0);

    /** Found by {@link Bootstrap}. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top)
            throws Exception {
        BEGUN.release();
        switch (ordinal) {
            case FIB:
                call.result(fib((int) call.primitive(0), stack, top));
                break;
            case COUNT_DOWN:
                ((CountDownLatch) call.reference(0)).countDown();
                call.result(1);
                break;
            case THROW:
                throw (Exception) call.reference(0);
            case MARK:
                ((AtomicLong) call.reference(0)).addAndGet(call.primitive(0));
                call.result(null);
                break;
            case WIDE:
                call.result(
                        wide(
                                call.primitive(0),
                                call.primitive(1),
                                call.primitive(2),
                                call.primitive(3),
                                call.primitive(4),
                                call.reference(0),
                                call.reference(1)));
                break;
            case DEPTH:
                @SuppressWarnings("unchecked")
                List<Integer> depths = (List<Integer>) call.reference(0);
                depths.add(top);
                call.result(null);
                break;
            case BLOCK:
                ((Blocking) call.reference(0)).run();
                call.result(null);
                break;
            case ASK:
                @SuppressWarnings("unchecked")
                List<Boolean> answers = (List<Boolean>) call.reference(0);
                answers.add(stack.mayPromote());
                call.result(null);
                break;
            default:
                throw new AssertionError(ordinal);
        }
    }

    /** Ends when it is told to, whoever interrupts it. */
    private static final class Blocking {
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile boolean ended;

        void run() {
            for (boolean waits = true; waits; ) {
                try {
                    assertTrue(end.await(30, TimeUnit.SECONDS), "not told to end");
                    waits = false;
                } catch (InterruptedException e) {
                    // Of no matter.
                }
            }
            ended = true;
        }
    }

    private static String wide(long a, long b, long c, long d, long e, Object f, Object g) {
        return "" + a + b + c + d + e + f + g;
    }

    private static long fib(int n, FutureStack stack, int top) {
        if (n < 2) {
            return n;
        }
        int end = top + 1;
        stack.top(end);
        stack.argument(top, n - 1);
        stack.fork(top, FIB_SITE);
        try {
            long y = fib(n - 2, stack, end);
            PromotedCall call = stack.touch(top);
            long x =
                    call == null
                            ? fib(n - 1, stack, end)
                            : stack.await(call, end).primitiveResult();
            return x + y;
        } catch (Throwable e) {
            throw new AssertionError(stack.complete(e, top, end));
        }
    }

    private static long serial(int n) {
        return n < 2 ? n : serial(n - 1) + serial(n - 2);
    }

    /** What an entry does. */
    static <T> T call(Callable<T> body) throws Exception {
        FutureStack stack = FutureStack.always();
        int start = stack.enterCall();
        T result;
        try {
            result = body.call();
        } catch (Throwable e) {
            Throwable failure = stack.exitCall(e, start);
            if (failure instanceof Exception exception) {
                throw exception;
            }
            throw (Error) failure;
        }
        stack.exitCall(start);
        return result;
    }

    private static long fib(int n) {
        try {
            return call(() -> fib(n, FutureStack.always(), FutureStack.always().top()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aGuestsCallsAreStolenAndRunOnce() {
        long promotions = ForkJoinPool.commonPool().stats().promotions();
        for (int i = 0; i < 300; i++) {
            assertEquals(6765, fib(20));
        }
        computeUntil(
                () -> ForkJoinPool.commonPool().stats().promotions() > promotions, () -> fib(20));
    }

    /** However many calls it takes: a thief may be without a processor for a while. */
    private static void computeUntil(BooleanSupplier isStolen, Callable<Long> fib20) {
        Waiting.until(
                () -> {
                    try {
                        assertEquals(6765, fib20.call());
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return isStolen.getAsBoolean();
                },
                "somebody asks");
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void workersOfEveryDisciplineStealCalls(Scheduling scheduling) throws Exception {
        for (int workers : new int[] {2, 3, 8}) {
            try (ForkJoinPool pool =
                    ForkJoinPool.builder().workers(workers).scheduling(scheduling).build()) {
                for (int i = 0; i < 30; i++) {
                    assertEquals(6765, pool.submit(() -> fib(20)).get());
                }
                computeUntil(
                        () -> pool.stats().promotions() > 0,
                        () -> pool.submit(() -> fib(20)).get());
            }
        }
    }

    @Test
    void manyGuestsAtOnce() throws Exception {
        List<FutureTask<Long>> results = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            FutureTask<Long> result =
                    new FutureTask<>(
                            () -> {
                                long sum = 0;
                                for (int j = 0; j < 40; j++) {
                                    sum += fib(18);
                                }
                                return sum;
                            });
            results.add(result);
            new Thread(result).start();
        }
        for (FutureTask<Long> result : results) {
            assertEquals(40 * serial(18), result.get());
        }
    }

    /** In time: what takes over by force, after a grace period, answers nobody. */
    @Test
    void aStretchAnswersWhoAsks() throws Exception {
        Cut cut = new Cut(1);
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Callable<Void> untilAStretchHas =
                    () -> {
                        FutureStack stack = FutureStack.always();
                        while (!isAnsweredInStretch(pool, cut, stack)) {
                            continue; // by force, or by the fork itself
                        }
                        return null;
                    };
            pool.submit(() -> call(untilAStretchHas)).get(60, TimeUnit.SECONDS);
        }
    }

    private static boolean isAnsweredInStretch(ForkJoinPool pool, Cut cut, FutureStack stack)
            throws Exception {
        CountDownLatch made = new CountDownLatch(1);
        int top = stack.top();
        stack.argument(top, made);
        stack.fork(top, COUNT_DOWN_SITE);
        while (!cut.isRegular()) { // force has come late
            cut.timed(stack, 30_000);
        }
        long before = pool.stats().pollsAnswered();
        long begun = cut.begin(stack, top + 1);
        while (made.getCount() != 0) {
            stack.isUrgent();
        }
        cut.end(stack, begun);
        boolean answered = pool.stats().pollsAnswered() > before;
        PromotedCall call = stack.touch(top);
        assertNotNull(call, "somebody else made the call");
        awaited(stack, call, top + 1);
        stack.top(top);
        return answered;
    }

    /** In time, as a stretch does. */
    @Test
    void aTouchAnswersWhoAsks() throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Callable<Void> untilATouchHas =
                    () -> {
                        FutureStack stack = FutureStack.always();
                        while (!isAnsweredByTouch(pool, stack)) {
                            continue; // by force, or by the fork itself
                        }
                        return null;
                    };
            pool.submit(() -> call(untilATouchHas)).get(60, TimeUnit.SECONDS);
        }
    }

    private static boolean isAnsweredByTouch(ForkJoinPool pool, FutureStack stack)
            throws Exception {
        CountDownLatch made = new CountDownLatch(2);
        int top = stack.top();
        for (int slot = top; slot < top + 2; slot++) {
            stack.argument(slot, made);
            stack.fork(slot, COUNT_DOWN_SITE);
        }
        stack.top(top + 2);
        spin(TimeUnit.MICROSECONDS.toNanos(100)); // for somebody to ask
        long before = pool.stats().pollsAnswered();
        PromotedCall second = stack.touch(top + 1);
        boolean answered = pool.stats().pollsAnswered() > before;
        if (second == null) {
            made.countDown();
        } else {
            awaited(stack, second, top + 2);
        }
        PromotedCall first = stack.touch(top);
        if (first == null) {
            made.countDown();
        } else {
            awaited(stack, first, top + 1);
        }
        assertEquals(0, made.getCount());
        stack.top(top);
        return answered;
    }

    /** Or, with many workers that ask, an owner of small calls would do nothing but answer. */
    @Test
    void anOwnerWhoseStolenCallsWereSmallRests() throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Callable<Void> oftenEnough =
                    () -> {
                        FutureStack stack = FutureStack.always();
                        for (int seen = 0; seen < 20; ) {
                            seen += restsInTime(stack) ? 1 : 0;
                        }
                        return null;
                    };
            pool.submit(() -> call(oftenEnough)).get(60, TimeUnit.SECONDS);
        }
    }

    /**
     * Whether the thread has had a processor for as long as it rested, which is from a moment after
     * it has touched the call that it rests for.
     */
    private static boolean restsInTime(FutureStack stack) throws Exception {
        stack.rest = 0;
        long touched;
        do {
            touched = smallCall(stack, TimeUnit.MICROSECONDS.toNanos(200));
        } while (stack.rest < TimeUnit.MILLISECONDS.toNanos(1));
        if (System.nanoTime() - touched > TimeUnit.MICROSECONDS.toNanos(400)) {
            return false;
        }
        while (System.nanoTime() - touched < TimeUnit.MICROSECONDS.toNanos(800)) {
            smallCall(stack, TimeUnit.MICROSECONDS.toNanos(2));
            boolean answers = stack.isAnswering();
            if (System.nanoTime() - touched > TimeUnit.MICROSECONDS.toNanos(950)) {
                return false;
            }
            assertFalse(answers);
        }
        return true;
    }

    /** Makes a call pending, which somebody may take; when it was touched. */
    private static long smallCall(FutureStack stack, long nanos) throws Exception {
        int top = stack.top();
        stack.argument(top, new CountDownLatch(1));
        stack.fork(top, COUNT_DOWN_SITE);
        spin(nanos);
        long touched = System.nanoTime();
        PromotedCall call = stack.touch(top);
        if (call != null) {
            awaited(stack, call, top + 1);
            stack.top(top);
        }
        return touched;
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    /** Else each of its calls would answer the worker that sleeps, and there may be millions. */
    @Test
    void aStretchWithNothingToGiveAnswersOnce() throws Exception {
        Cut cut = new Cut(1);
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Callable<Void> untilAskedInAStretch =
                    () -> {
                        FutureStack stack = FutureStack.always();
                        while (answersInEmptyStretch(pool, cut, stack) == 0) {
                            continue; // nobody has asked
                        }
                        return null;
                    };
            pool.submit(() -> call(untilAskedInAStretch)).get(60, TimeUnit.SECONDS);
        }
    }

    private static long answersInEmptyStretch(ForkJoinPool pool, Cut cut, FutureStack stack) {
        while (!cut.isRegular()) {
            cut.timed(stack, 30_000);
        }
        long before = pool.stats().pollsAnswered();
        long begun = cut.begin(stack, stack.top());
        for (int i = 0; i < 100_000; i++) {
            stack.isUrgent();
        }
        cut.end(stack, begun);
        long answers = pool.stats().pollsAnswered() - before;
        assertTrue(answers <= 1, () -> answers + " answers");
        return answers;
    }

    /** What a stretch is does not depend on those that began and ended where it forked. */
    @Test
    void aStretchGoesOnAsItWasAfterItHasForked() throws Exception {
        Cut irregular = new Cut(1);
        Cut regular = new Cut(1);
        while (!regular.isRegular()) {
            regular.timed(new FutureStack(null, 1), 30_000);
        }
        call(
                () -> {
                    FutureStack stack = FutureStack.always();
                    int top = stack.top();
                    long outer = irregular.begin(stack, top);
                    assertEquals(-1, stack.watchedLevels());
                    int start = stack.top();
                    stack.rise(irregular, start);
                    long inner = regular.begin(stack, start);
                    assertEquals(2, stack.watchedLevels());
                    regular.end(stack, inner);
                    stack.sink(start, -1);
                    assertEquals(-1, stack.watchedLevels());
                    assertTrue(stack.isBelow());
                    irregular.end(stack, outer);
                    assertFalse(stack.isBelow());
                    stack.top(top);
                    return null;
                });
    }

    /** The program is correct when serial, where the call comes first. */
    @Test
    void aCallIsMadeAlthoughItsOwnerBlocksWithoutPolling() throws Exception {
        for (int i = 0; i < 20; i++) {
            CountDownLatch latch = new CountDownLatch(1);
            long counted =
                    call(
                            () -> {
                                FutureStack stack = FutureStack.always();
                                int top = stack.top();
                                stack.argument(top, latch);
                                stack.fork(top, COUNT_DOWN_SITE);
                                assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody came");
                                PromotedCall call = stack.touch(top);
                                assertNotNull(call, "somebody else made the call");
                                return awaited(stack, call, top + 1).primitiveResult();
                            });
            assertEquals(1, counted);
            if (i % 5 == 0) {
                Waiting.until(() -> !Looks.isWatchKept(), "the watch goes to sleep");
            }
        }
    }

    private static PromotedCall awaited(FutureStack stack, PromotedCall call, int end)
            throws Exception {
        try {
            return stack.await(call, end);
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw (Error) e;
        }
    }

    @Test
    void aStolenCallsExceptionIsItselfAndTellsWhereItWasNeeded() {
        IOException thrown = new IOException("thrown by the call");
        IOException caught =
                assertThrows(
                        IOException.class,
                        () ->
                                call(
                                        () -> {
                                            FutureStack stack = FutureStack.always();
                                            int top = stack.top();
                                            stack.argument(top, thrown);
                                            PromotedCall call = stolen(stack, top, THROW_SITE);
                                            return awaited(stack, call, top + 1);
                                        }));
        assertSame(thrown, caught);
        assertEquals(1, caught.getSuppressed().length);
        assertTrue(caught.getSuppressed()[0].getStackTrace()[0].getMethodName().equals("await"));
    }

    /** Forks a call, waits until somebody else has begun it, and touches it. */
    private static PromotedCall stolen(FutureStack stack, int slot, Site site)
            throws InterruptedException {
        forkAndBegin(stack, slot, site);
        return touchTaken(stack, slot);
    }

    private static void forkAndBegin(FutureStack stack, int slot, Site site)
            throws InterruptedException {
        BEGUN.drainPermits();
        stack.fork(slot, site);
        assertTrue(BEGUN.tryAcquire(30, TimeUnit.SECONDS), "nobody took the call");
    }

    private static PromotedCall touchTaken(FutureStack stack, int slot) {
        PromotedCall call = stack.touch(slot);
        assertNotNull(call, "made by somebody else and by its owner");
        return call;
    }

    @Test
    void leavingAScopeCompletesItsCalls() throws Exception {
        completesBoth(stack -> {});
    }

    @Test
    void aStackThatGrowsKeepsItsCalls() throws Exception {
        completesBoth(stack -> stack.grow(1));
    }

    /** Two calls of a frame, whatever happens between. */
    private static void completesBoth(Consumer<FutureStack> between) throws Exception {
        AtomicLong marks = new AtomicLong();
        for (int i = 0; i < 200; i++) {
            marks.set(0);
            call(
                    () -> {
                        FutureStack stack = FutureStack.always();
                        int top = stack.top();
                        stack.top(top + 2);
                        mark(stack, top, marks, 1);
                        between.accept(stack);
                        mark(stack, top + 1, marks, 2);
                        between.accept(stack);
                        complete(stack, top, top + 2);
                        between.accept(stack);
                        complete(stack, top + 1, top + 2);
                        return null;
                    });
            assertEquals(3, marks.get());
        }
    }

    private static void mark(FutureStack stack, int slot, AtomicLong marks, long bit) {
        stack.argument(slot, bit);
        stack.argument(slot, marks);
        stack.fork(slot, MARK_SITE);
    }

    private static void complete(FutureStack stack, int slot, int end) throws Exception {
        try {
            stack.complete(slot, end);
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw (Error) e;
        }
    }

    @Test
    void aStackThatGrowsKnowsWhatHasBeenTaken() throws Exception {
        Blocking blocking = new Blocking();
        call(
                () -> {
                    FutureStack stack = FutureStack.always();
                    int top = stack.top();
                    stack.argument(top, blocking);
                    forkAndBegin(stack, top, BLOCK_SITE);
                    stack.grow(1);
                    PromotedCall call = touchTaken(stack, top);
                    blocking.end.countDown();
                    return awaited(stack, call, top + 1);
                });
        assertTrue(blocking.ended);
    }

    /** Else a recursion would end in an overflow that is none in the serial program. */
    @Test
    void deepCallsForkOnLargeThreadStacksOnly() throws Exception {
        int first = FutureStack.CAPACITY;
        assertEquals(List.of(true, false, true), roomFor(1 << 19, first, first + 1, first));
        assertEquals(
                List.of(true, true, false),
                roomFor(
                        64 << 20,
                        first + 1,
                        FutureStack.MAXIMUM_CAPACITY,
                        FutureStack.MAXIMUM_CAPACITY + 1));
    }

    private static List<Boolean> roomFor(long stackSize, int... ends) throws Exception {
        return on(
                stackSize,
                stack -> {
                    List<Boolean> room = new ArrayList<>();
                    int start = stack.enterCall();
                    for (int end : ends) {
                        room.add(stack.hasRoom(end));
                    }
                    stack.exitCall(start);
                    return room;
                });
    }

    private static <T> T on(long stackSize, Function<FutureStack, T> body) throws Exception {
        FutureTask<T> task = new FutureTask<>(() -> body.apply(FutureStack.always()));
        new Thread(null, task, "with a stack of " + stackSize, stackSize).start();
        return task.get(60, TimeUnit.SECONDS);
    }

    /** The frames above it are on another thread's stack. */
    @Test
    void aStolenCallForksHoweverDeepItWas() throws Exception {
        int depth = FutureStack.MAXIMUM_CAPACITY / 2;
        List<Boolean> room =
                on(
                        1 << 19,
                        stack -> {
                            long saved = stack.beginStolen(depth);
                            List<Boolean> found =
                                    List.of(
                                            stack.hasRoom(depth + FutureStack.CAPACITY),
                                            stack.hasRoom(depth + FutureStack.CAPACITY + 1));
                            stack.endStolen(saved, false);
                            return found;
                        });
        assertEquals(List.of(true, false), room);
    }

    /** What looks for requests could not answer them, and takes more of the thread's stack. */
    @Test
    void aStretchOfAFullStackRunsAsItIsWritten() throws Exception {
        Cut cut = Cut.ofCalls(1);
        assertEquals(
                List.of(true, 0, true),
                on(
                        1 << 19,
                        stack -> {
                            int start = stack.enterCall();
                            boolean isReached = cut.isReached(stack, FutureStack.CAPACITY);
                            long begun = cut.begin(stack, FutureStack.CAPACITY);
                            List<Object> seen =
                                    List.of(
                                            isReached,
                                            stack.watchedLevels(),
                                            GuestStacks.acquire() == stack
                                                    && FutureStack.current() == null);
                            cut.end(stack, begun);
                            stack.exitCall(start);
                            return seen;
                        }));
    }

    @Test
    void theExceptionOfTheSerialProgramWins() throws Exception {
        IOException ofTheCall = new IOException("the call's");
        IllegalStateException later = new IllegalStateException("what followed threw");
        call(
                () -> {
                    FutureStack stack = FutureStack.always();
                    int top = stack.top();
                    stack.argument(top, ofTheCall);
                    stack.fork(top, THROW_SITE);
                    assertSame(ofTheCall, stack.complete(later, top, top + 1));
                    return null;
                });
        assertTrue(List.of(ofTheCall.getSuppressed()).contains(later));
    }

    /** The pool stops while a thief makes a call: what follows the touch may disturb it. */
    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void aTouchWaitsForACallThatHasBegunWhenThePoolStops(Scheduling scheduling) throws Exception {
        ForkJoinPool pool = ForkJoinPool.builder().workers(2).scheduling(scheduling).build();
        Blocking blocking = new Blocking();
        AtomicReference<Thread> owner = new AtomicReference<>();
        AtomicReference<Boolean> endedFirst = new AtomicReference<>();
        pool.submit(
                () -> {
                    call(
                            () -> {
                                FutureStack stack = FutureStack.always();
                                int top = stack.top();
                                stack.argument(top, blocking);
                                PromotedCall call = stolen(stack, top, BLOCK_SITE);
                                owner.set(Thread.currentThread());
                                try {
                                    return awaited(stack, call, top + 1);
                                } finally {
                                    endedFirst.set(blocking.ended);
                                }
                            });
                    return null;
                });
        Waiting.until(() -> owner.get() != null, "the call is stolen");
        pool.shutdownNow();
        Waiting.until(
                () -> endedFirst.get() != null || waitsUninterrupted(owner.get()),
                "the owner has noticed the interrupt");
        blocking.end.countDown();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
        assertTrue(endedFirst.get(), "the owner went on before the call had ended");
    }

    private static boolean waitsUninterrupted(Thread thread) {
        return thread.getState() == Thread.State.WAITING && !thread.isInterrupted();
    }

    /** The pool may have no more threads, so that a worker that waits cannot be replaced. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aTouchWaitsForACallThatHasBegunAlthoughItIsNotReplaced(int maximum) throws Exception {
        try (ForkJoinPool pool = PoolShape.withoutSpares(2, maximum)) {
            Blocking blocking = new Blocking();
            AtomicReference<Thread> owner = new AtomicReference<>();
            Future<Boolean> endedFirst =
                    pool.submit(
                            () ->
                                    call(
                                            () -> {
                                                FutureStack stack = FutureStack.always();
                                                int top = stack.top();
                                                stack.argument(top, blocking);
                                                PromotedCall call = stolen(stack, top, BLOCK_SITE);
                                                owner.set(Thread.currentThread());
                                                awaited(stack, call, top + 1);
                                                return blocking.ended;
                                            }));
            Waiting.until(() -> owner.get() != null, "the call is stolen");
            Waiting.until(
                    () -> endedFirst.isDone() || waitsUninterrupted(owner.get()),
                    "the owner waits");
            blocking.end.countDown();
            assertTrue(endedFirst.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void anExceptionThatIsThrownAgainAndAgainDoesNotGrow() throws Exception {
        IOException shared = new IOException("of each call");
        for (int i = 0; i < 1_000; i++) {
            IllegalStateException later = new IllegalStateException("what followed threw");
            call(
                    () -> {
                        FutureStack stack = FutureStack.always();
                        int top = stack.top();
                        stack.argument(top, shared);
                        stack.fork(top, THROW_SITE);
                        assertSame(shared, stack.complete(later, top, top + 1));
                        return null;
                    });
        }
        assertTrue(shared.getSuppressed().length < 100, shared.getSuppressed().length + " kept");
    }

    /** Enters woven code in every frame, down to where it has no room. */
    private static final class Deep implements Runnable {
        private final Set<FutureStack> used = ConcurrentHashMap.newKeySet();
        private volatile boolean overflown;

        @Override
        public void run() {
            try {
                descend();
            } catch (StackOverflowError full) {
                overflown = true;
            }
        }

        private int descend() {
            FutureStack stack = FutureStack.current();
            if (stack != null) {
                int start = stack.enterCall();
                try {
                    used.add(stack);
                } catch (Throwable failure) {
                    throw (StackOverflowError) stack.exitCall(failure, start);
                }
                stack.exitCall(start);
            }
            return 1 + descend();
        }

        boolean hasLeftOne() {
            return used.stream().anyMatch(stack -> stack.guest != null);
        }
    }

    @Test
    void whoHasNoRoomToLeaveWovenCodeDoesNotEnterIt() throws Exception {
        for (int i = 0; i < 50; i++) {
            Deep deep = new Deep();
            Thread thread = new Thread(null, deep, "deep", 1 << 20);
            thread.start();
            Waiting.untilDead(thread);
            assertTrue(deep.overflown);
            assertFalse(deep.used.isEmpty());
            assertFalse(deep.hasLeftOne(), "a stack is still in use after " + i);
        }
    }

    @Test
    void callsDeclaredAfterAFailedOneAreTakenBackOrAwaited() throws Exception {
        AtomicLong marks = new AtomicLong();
        Exception failure = new Exception("of the first");
        for (int i = 0; i < 200; i++) {
            call(
                    () -> {
                        FutureStack stack = FutureStack.always();
                        int top = stack.top();
                        stack.top(top + 2);
                        mark(stack, top + 1, marks, 1);
                        assertSame(failure, stack.drop(failure, top + 1));
                        assertFalse(stack.isPending(top + 1));
                        long now = marks.get();
                        Thread.yield();
                        assertEquals(now, marks.get(), "a dropped call still ran");
                        return null;
                    });
        }
    }

    @Test
    void argumentsOfAllKindsArrive() throws Exception {
        Object f = new Object();
        String wide =
                call(
                        () -> {
                            FutureStack stack = FutureStack.always();
                            int top = stack.top();
                            for (int i = 0; i < 5; i++) {
                                stack.argument(top + i, Long.MAX_VALUE - i);
                            }
                            stack.argument(top, f);
                            stack.argument(top + 1, (Object) null);
                            PromotedCall call = stolen(stack, top, WIDE_SITE);
                            return (String) awaited(stack, call, top + 5).referenceResult();
                        });
        long m = Long.MAX_VALUE;
        assertEquals(wide(m, m - 1, m - 2, m - 3, m - 4, f, null), wide);
    }

    /** Another thread that used the class would wait for the initialiser, and that for it. */
    @Test
    void aClassInitialiserKeepsItsCalls() {
        assertEquals(832040, Initialised.VALUE);
    }

    private static final class Initialised {
        static final long VALUE = compute();

        private static long compute() {
            try {
                return call(
                        () -> {
                            FutureStack stack = FutureStack.always();
                            int top = stack.top();
                            stack.argument(top, 29L);
                            stack.fork(top, FIB_SITE);
                            Waiting.until(() -> Looks.isRefused(stack), "somebody asks");
                            long y = FutureStackTest.fib(28);
                            assertSame(null, stack.touch(top));
                            return fib(29, stack, top + 1) + y;
                        });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void whatWasFoundOutAboutInitialisersHoldsForItsCallAlone() {
        FutureStack stack = FutureStack.always();
        int start = stack.enterCall();
        assertTrue(stack.mayPromote());
        assertEquals(List.of(false, true, false), InitialisedBelow.MAY_PROMOTE);
        assertTrue(stack.mayPromote());
        stack.exitCall(start);
    }

    private static final class InitialisedBelow {
        /** Of a call within the initialiser, of one that it helps with while it waits, and then. */
        static final List<Boolean> MAY_PROMOTE = new ArrayList<>();

        static {
            FutureStack stack = FutureStack.always();
            int start = stack.enterCall();
            MAY_PROMOTE.add(stack.mayPromote());
            long saved = stack.beginStolen(stack.top());
            MAY_PROMOTE.add(stack.mayPromote());
            stack.endStolen(saved, false);
            MAY_PROMOTE.add(stack.mayPromote());
            stack.exitCall(start);
        }
    }

    /** While one is made as its scope ends, the others are pending. */
    @Test
    void whatAnInitialiserLeavesUntouchedStaysWithItsThread() {
        assertEquals(List.of(false, false, false), InitialisedByCompletions.MAY_PROMOTE);
    }

    private static final class InitialisedByCompletions {
        /** Of a completion whose call knows nothing, between, and of one where it is known. */
        static final List<Boolean> MAY_PROMOTE = new ArrayList<>();

        static {
            FutureStack stack = FutureStack.always();
            int start = stack.enterCall();
            int end = start + 2;
            for (int slot = start; slot < end; slot++) {
                stack.argument(slot, MAY_PROMOTE);
                stack.fork(slot, ASK_SITE);
            }
            try {
                stack.complete(start + 1, end);
                MAY_PROMOTE.add(stack.mayPromote());
                stack.complete(start, end);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            stack.exitCall(start);
        }
    }

    @Test
    void aCompletionBeginsWhereItsFrameEnds() throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(1).build()) {
            List<Integer> depths =
                    pool.submit(() -> call(FutureStackTest::completeThree))
                            .get(30, TimeUnit.SECONDS);
            assertEquals(List.of(3, 3, 3), depths);
        }
    }

    private static List<Integer> completeThree() throws Exception {
        FutureStack stack = FutureStack.always();
        int top = stack.top();
        int end = top + 3;
        List<Integer> depths = new ArrayList<>();
        for (int slot = top; slot < end; slot++) {
            stack.argument(slot, depths);
            stack.fork(slot, DEPTH_SITE);
        }
        stack.top(end + 10); // as the frames of a call made meanwhile would
        try {
            for (int slot = top; slot < end; slot++) {
                stack.complete(slot, end);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return depths.stream().map(depth -> depth - top).toList();
    }

    @Test
    void stolenCallsOfAnyNumberOfGuestsHaveStacksThatAreUsedAgain() throws Exception {
        int guests = 300;
        Set<FutureStack> used = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 3; round++) {
            CyclicBarrier together = new CyclicBarrier(guests);
            List<FutureTask<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < guests; i++) {
                calls.add(
                        new FutureTask<>(
                                () -> {
                                    for (int again = 0; again < 2; again++) {
                                        FutureStack stack = FutureStack.always();
                                        used.add(stack);
                                        int start = stack.enterCall();
                                        together.await(60, TimeUnit.SECONDS);
                                        stack.exitCall(start);
                                    }
                                    return true;
                                }));
                new Thread(calls.get(i)).start();
            }
            for (FutureTask<Boolean> call : calls) {
                assertTrue(call.get(100, TimeUnit.SECONDS));
            }
        }
        assertTrue(used.size() < 2 * guests, used.size() + " stacks");
    }

    /** Thousands of virtual threads may have parts that wait. */
    @Test
    void ofMoreGuestsThanUsualTheStacksAreNotKept() throws Exception {
        int guests = 700;
        CyclicBarrier together = new CyclicBarrier(guests);
        List<Thread> threads = new ArrayList<>();
        List<WeakReference<FutureStack>> stacks = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < guests; i++) {
            Runnable part =
                    () -> {
                        try {
                            stacks.add(new WeakReference<>(FutureStack.always()));
                            together.await(60, TimeUnit.SECONDS);
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    };
            threads.add(new Thread(() -> Cleave.join(part, () -> {})));
            threads.get(i).start();
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        }
        assertEquals(guests, stacks.size());
        Waiting.until(
                () -> {
                    System.gc();
                    return stacks.stream().filter(s -> s.get() != null).count() < 600;
                },
                "most stacks are gone");
    }

    /** Of 300 guests each finds the heap full; then there is room again. */
    private static final class GuestsInAFullHeap {
        private static Object[] hog;

        public static void main(String[] args) throws Exception {
            ForkJoinPool.commonPool().submit(() -> {}).join();
            CountDownLatch end = new CountDownLatch(1);
            call(
                    () -> {
                        int start = GuestStacks.acquireAlways().enterCall();
                        new Thread(
                                        () -> {
                                            fail();
                                            hog = null;
                                            end.countDown();
                                        })
                                .start();
                        end.await();
                        System.out.println(onAThreadOfItsOwn(GuestStacks::acquire) != null);
                        GuestStacks.acquireAlways().exitCall(start);
                        return null;
                    });
        }

        private static void fail() {
            for (int size = 1 << 18; size > 256; ) {
                try {
                    Object[] next = new Object[size];
                    next[0] = hog;
                    hog = next;
                } catch (OutOfMemoryError full) {
                    size /= 2;
                }
            }
            for (int i = 0; i < 300; i++) {
                try {
                    GuestStacks.acquireAlways();
                    throw new AssertionError("the heap is not full");
                } catch (OutOfMemoryError full) {
                    // as it should
                }
            }
        }

        private static <T> T onAThreadOfItsOwn(Callable<T> task) throws Exception {
            FutureTask<T> run = new FutureTask<>(task);
            new Thread(run).start();
            return run.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aFullHeapTakesNoStackFromLaterGuests() throws Exception {
        assertEquals(
                List.of("true"),
                ChildJvm.run(GuestsInAFullHeap.class, "-Xmx16m", "-XX:+UseSerialGC"));
    }
}
