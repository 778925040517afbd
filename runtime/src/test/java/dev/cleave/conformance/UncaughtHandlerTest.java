package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who hears of an exception that no future can report. */
@Conformance
class UncaughtHandlerTest {

    private record Uncaught(Thread thread, Throwable exception) {}

    private final LinkedBlockingQueue<Uncaught> uncaught = new LinkedBlockingQueue<>();
    private final UncaughtExceptionHandler handler =
            (thread, exception) -> uncaught.add(new Uncaught(thread, exception));
    private final AtomicBoolean failing = new AtomicBoolean(true);

    private Uncaught next() throws InterruptedException {
        Uncaught next = uncaught.poll(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertTrue(next != null, "the handler is called");
        return next;
    }

    private ForkJoinPool create(PoolShape shape) {
        return new ForkJoinPool(
                shape.workers,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                handler,
                shape.async);
    }

    @OnEveryPool
    void workersHaveThePoolsHandler(PoolShape shape) throws Exception {
        PoolShape.using(
                create(shape),
                pool -> {
                    assertSame(handler, pool.getUncaughtExceptionHandler());
                    PoolShape.runIn(
                            pool,
                            () ->
                                    assertSame(
                                            handler,
                                            Thread.currentThread().getUncaughtExceptionHandler()));
                });
    }

    @OnEveryPool
    void theHandlerHearsOfAnExecutedRunnableThatThrows(PoolShape shape) throws Exception {
        PoolShape.using(
                create(shape),
                pool -> {
                    Failure failure = new Failure();
                    pool.execute(
                            (Runnable)
                                    () -> {
                                        throw failure;
                                    });
                    Uncaught first = next();
                    assertSame(failure, first.exception);
                    assertSame(
                            pool,
                            assertInstanceOf(ForkJoinWorkerThread.class, first.thread).getPool());
                    AssertionError error = new AssertionError();
                    pool.execute(
                            (Runnable)
                                    () -> {
                                        throw error;
                                    });
                    assertSame(error, next().exception);
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    /** A pool whose submissions can be taken. */
    private static final class OpenPool extends ForkJoinPool {
        OpenPool() {
            super(1);
        }

        ForkJoinTask<?> take() {
            return pollSubmission();
        }
    }

    @Test
    void whatAHandlerThrowsIsIgnored() throws Exception {
        OpenPool one = new OpenPool();
        PoolShape.using(
                one,
                pool -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    Failure failure = new Failure();
                    pool.execute(
                            (Runnable)
                                    () -> {
                                        throw failure;
                                    });
                    ForkJoinTask<?> executed = one.take();
                    Background.run(
                                    () -> {
                                        Thread.currentThread()
                                                .setUncaughtExceptionHandler(
                                                        (thread, exception) -> {
                                                            throw new IllegalStateException();
                                                        });
                                        executed.quietlyInvoke();
                                        assertSame(failure, executed.getException());
                                    })
                            .await();
                    gate.open();
                });
    }

    @OnEveryPool
    void theHandlerDoesNotHearOfWhatAFutureReports(PoolShape shape) throws Exception {
        PoolShape.using(
                create(shape),
                pool -> {
                    pool.submit(new Failing(new Failure())).quietlyJoin();
                    pool.submit(
                                    () -> {
                                        throw new Failure();
                                    })
                            .quietlyJoin();
                    Failing executed = new Failing(new Failure());
                    pool.execute(executed);
                    executed.quietlyJoin();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(0, uncaught.size());
                });
    }

    /** Fails to start if it is the first of its test. */
    private final class Fragile extends ForkJoinWorkerThread {
        Fragile(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onStart() {
            super.onStart();
            if (failing.getAndSet(false)) throw new Failure();
        }
    }

    @OnEveryPool
    void theHandlerHearsOfAWorkerThatFailsToStart(PoolShape shape) throws Exception {
        PoolShape.using(
                new ForkJoinPool(shape.workers, Fragile::new, handler, shape.async),
                pool -> {
                    pool.execute(() -> {});
                    assertInstanceOf(Failure.class, next().exception);
                });
    }

    @OnEveryPool
    void whatTheHandlerSubmitsForAWorkerThatHasEndedRuns(PoolShape shape) throws Exception {
        CountDownLatch ran = new CountDownLatch(3);
        UncaughtExceptionHandler submitting =
                (thread, exception) -> {
                    ForkJoinPool pool = ((ForkJoinWorkerThread) thread).getPool();
                    pool.execute(ran::countDown);
                    pool.submit(ran::countDown);
                    pool.submit(ForkJoinTask.adapt(ran::countDown));
                };
        PoolShape.using(
                new ForkJoinPool(shape.workers, Fragile::new, submitting, shape.async),
                pool -> {
                    pool.execute(() -> {});
                    assertTrue(ran.await(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }
}
