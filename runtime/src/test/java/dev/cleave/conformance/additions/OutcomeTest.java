package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Incomplete;
import java.io.IOException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** {@code resultNow}, {@code exceptionNow} and {@code state}: the outcome without a wait. */
@Conformance
class OutcomeTest {

    @OnEveryPool
    void aCompletedTaskHasAResultAndNoException(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Fib task = new Fib(10);
                    pool.invoke(task);
                    assertEquals(55, task.resultNow());
                    assertThrows(IllegalStateException.class, task::exceptionNow);
                });
        Incomplete<String> empty = new Incomplete<>();
        empty.quietlyComplete();
        assertNull(empty.resultNow());
    }

    @OnEveryPool
    void aFailedTaskHasAnExceptionAndNoResult(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Failing task = new Failing(new Failure());
                    pool.submit(task).quietlyJoin();
                    assertEquals(Failure.class, task.exceptionNow().getClass());
                    assertThrows(IllegalStateException.class, task::resultNow);
                });
    }

    @Test
    void aCheckedExceptionIsToldOneWayOrTheOther() {
        IOException checked = new IOException("checked");
        Incomplete<String> task = new Incomplete<>();
        task.completeExceptionally(checked);
        Throwable exception = task.exceptionNow();
        assertSame(checked, exception == checked ? exception : exception.getCause());
    }

    @Test
    void aCancelledTaskHasNeither() {
        Incomplete<String> task = new Incomplete<>();
        task.cancel(false);
        assertEquals(
                "the task has no result: it was cancelled",
                assertThrows(IllegalStateException.class, task::resultNow).getMessage());
        assertEquals(
                "the task has no exception: it was cancelled",
                assertThrows(IllegalStateException.class, task::exceptionNow).getMessage());
    }

    @Test
    void aTaskThatIsNotDoneHasNeither() {
        Incomplete<String> task = new Incomplete<>();
        assertThrows(IllegalStateException.class, task::resultNow);
        assertThrows(IllegalStateException.class, task::exceptionNow);
    }

    /** By reflection, for the type of a state came with JDK 19 and we compile for JDK 17. */
    private static String state(ForkJoinTask<?> task) throws Exception {
        return Future.class.getMethod("state").invoke(task).toString();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_19)
    void theStateTellsTheOutcome() throws Exception {
        Incomplete<String> completed = new Incomplete<>();
        assertEquals("RUNNING", state(completed));
        completed.complete("value");
        assertEquals("SUCCESS", state(completed));
        Incomplete<String> failed = new Incomplete<>();
        failed.completeExceptionally(new Failure());
        assertEquals("FAILED", state(failed));
        Incomplete<String> cancelled = new Incomplete<>();
        cancelled.cancel(true);
        assertEquals("CANCELLED", state(cancelled));
    }
}
