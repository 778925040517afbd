package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Background;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Incomplete;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code quietlyJoin} and {@code quietlyJoinUninterruptibly} with a limit on the wait. */
@Conformance
class TimedQuietlyJoinTest {

    private static final long LIMIT = Waiting.LIMIT_SECONDS;

    @OnEveryPool
    void aForkThatEndsInTimeIsJoined(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Fib first = new Fib(12);
                    first.fork();
                    assertTrue(first.quietlyJoin(LIMIT, TimeUnit.SECONDS));
                    assertEquals(144, first.getRawResult());
                    Fib second = new Fib(12);
                    second.fork();
                    assertTrue(second.quietlyJoinUninterruptibly(LIMIT, TimeUnit.SECONDS));
                    assertEquals(144, second.getRawResult());
                });
    }

    @OnEveryPool
    void aSubmissionThatEndsInTimeIsJoined(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertTrue(pool.submit(new Fib(12)).quietlyJoin(LIMIT, TimeUnit.SECONDS));
                    assertTrue(
                            pool.submit(new Fib(12))
                                    .quietlyJoinUninterruptibly(LIMIT, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void abnormalEndsCountAsEnds(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Failing failing = new Failing(new Failure());
                    failing.fork();
                    assertTrue(failing.quietlyJoin(LIMIT, TimeUnit.SECONDS));
                    assertTrue(failing.quietlyJoinUninterruptibly(LIMIT, TimeUnit.SECONDS));
                    Incomplete<String> cancelled = new Incomplete<>();
                    cancelled.cancel(false);
                    assertTrue(cancelled.quietlyJoin(LIMIT, TimeUnit.SECONDS));
                    assertTrue(cancelled.quietlyJoinUninterruptibly(LIMIT, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void aTaskThatIsNotDoneInTimeIsNotJoined(PoolShape shape) throws Exception {
        Incomplete<String> task = new Incomplete<>();
        for (long timeout : new long[] {Long.MIN_VALUE, -1, 0, 1}) {
            assertFalse(task.quietlyJoin(timeout, TimeUnit.MILLISECONDS));
            assertFalse(task.quietlyJoinUninterruptibly(timeout, TimeUnit.MILLISECONDS));
        }
        shape.inside(
                () -> {
                    assertFalse(task.quietlyJoin(1, TimeUnit.MILLISECONDS));
                    assertFalse(task.quietlyJoinUninterruptibly(1, TimeUnit.MILLISECONDS));
                });
        assertFalse(task.isDone());
    }

    @Test
    void quietlyJoinEndsOnInterrupt() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        Background<?> joiner =
                Background.run(
                        () ->
                                assertThrows(
                                        InterruptedException.class,
                                        () -> task.quietlyJoin(LIMIT, TimeUnit.SECONDS)));
        Waiting.untilBlocked(joiner.thread());
        joiner.thread().interrupt();
        joiner.await();
        assertFalse(task.isDone());
    }

    @Test
    void quietlyJoinUninterruptiblyGoesOnWaiting() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        Background<Boolean> joiner =
                Background.call(() -> task.quietlyJoinUninterruptibly(LIMIT, TimeUnit.SECONDS));
        Waiting.untilBlocked(joiner.thread());
        joiner.thread().interrupt();
        assertFalse(joiner.isDone());
        task.complete("value");
        assertTrue(joiner.await());
    }

    @Test
    void aMissingUnitIsRefused() {
        Incomplete<String> task = new Incomplete<>();
        assertThrows(NullPointerException.class, () -> task.quietlyJoin(1, null));
        assertThrows(NullPointerException.class, () -> task.quietlyJoinUninterruptibly(1, null));
    }
}
