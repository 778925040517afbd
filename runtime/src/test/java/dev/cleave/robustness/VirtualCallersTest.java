package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Far more virtual threads than there are processors to carry them wait for a pool, which needs
 * none of those.
 */
class VirtualCallersTest {
    private static final int CALLERS = 500;

    @BeforeEach
    void requireVirtualThreads() {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21 or later");
    }

    private static Thread start(Runnable task) throws Exception {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    /** Each in a virtual thread; the gate opens when all have begun. */
    private static void allGet(int expected, Gate gate, Callable<Integer> call) throws Exception {
        CountDownLatch begun = new CountDownLatch(CALLERS);
        List<FutureTask<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            FutureTask<Integer> caller =
                    new FutureTask<>(
                            () -> {
                                begun.countDown();
                                return call.call();
                            });
            callers.add(caller);
            start(caller);
        }
        Waiting.await(begun);
        gate.open();
        for (FutureTask<Integer> caller : callers) {
            assertEquals(expected, caller.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    @OnEveryScheduling
    void theyWaitInEveryWay(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    for (Callable<Integer> way : ways(pool)) {
                        allGet(21, Gate.occupy(pool, 1).get(0), way);
                    }
                });
    }

    private static List<Callable<Integer>> ways(ForkJoinPool pool) {
        Callable<Integer> fib = () -> new Fib(8).invoke();
        return List.of(
                () -> pool.submit(fib).get(),
                () -> pool.submit(fib).get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS),
                () -> pool.submit(fib).join(),
                () -> pool.invoke(new Fib(8)),
                () -> pool.invokeAny(Collections.nCopies(3, fib)),
                () -> {
                    int sum = 0;
                    for (Future<Integer> each : pool.invokeAll(Collections.nCopies(3, fib))) {
                        sum += each.get();
                    }
                    return sum / 3;
                });
    }

    @Test
    void whatTheyForkTheCommonPoolRuns() throws Exception {
        allGet(
                42,
                Gate.occupy(ForkJoinPool.commonPool(), 1).get(0),
                () -> {
                    ForkJoinTask<Integer> forked = new Fib(8).fork();
                    int[] others = new int[2];
                    Cleave.invokeAll(
                            () -> others[0] = new Fib(6).invoke(),
                            () -> others[1] = new Fib(7).invoke());
                    return forked.join() + others[0] + others[1];
                });
    }

    @Test
    void anInterruptEndsTheWaitOfThatOne() throws Exception {
        Pools.outside(
                Scheduling.DEFAULT,
                1,
                pool -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    List<FutureTask<Integer>> calls = new ArrayList<>();
                    List<Thread> callers = new ArrayList<>();
                    for (int i = 0; i < CALLERS; i++) {
                        calls.add(new FutureTask<>(() -> pool.submit(() -> 1).get()));
                        callers.add(start(calls.get(i)));
                    }
                    for (int i = 0; i < CALLERS; i += 2) {
                        callers.get(i).interrupt();
                    }
                    for (int i = 0; i < CALLERS; i += 2) {
                        FutureTask<Integer> call = calls.get(i);
                        Exception e =
                                assertThrows(
                                        Exception.class,
                                        () -> call.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                        assertTrue(e.getCause() instanceof InterruptedException, e::toString);
                    }
                    gate.open();
                    for (int i = 1; i < CALLERS; i += 2) {
                        assertEquals(1, calls.get(i).get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    }
                });
    }
}
