package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** {@code ForkJoinTask.invokeAll}: forks all, returns when all are done, throws what one threw. */
@Conformance
class InvokeAllTest {

    private static void checkTwo() throws Exception {
        Fib first = new Fib(10);
        Fib second = new Fib(11);
        ForkJoinTask.invokeAll(first, second);
        TaskCompletionTest.assertCompleted(55, first);
        TaskCompletionTest.assertCompleted(89, second);
    }

    private static void checkArray() throws Exception {
        for (int length : new int[] {0, 1, 2, 3, 100}) {
            ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[length];
            Arrays.setAll(tasks, i -> new Fib(i % 10));
            ForkJoinTask.invokeAll(tasks);
            for (int i = 0; i < length; i++) {
                TaskCompletionTest.assertCompleted(new Fib(i % 10).invoke(), tasks[i]);
            }
        }
    }

    private static void checkCollections() throws Exception {
        for (int size : new int[] {0, 1, 2, 3, 100}) {
            List<Counted> tasks = new ArrayList<>();
            for (int i = 0; i < size; i++) tasks.add(new Counted());
            checkCollection(tasks);
        }
        checkCollection(new ArrayDeque<>(List.of(new Counted(), new Counted(), new Counted())));
        checkCollection(Set.of(new Counted(), new Counted(), new Counted()));
        checkCollection(Collections.unmodifiableList(List.of(new Counted(), new Counted())));
    }

    private static void checkCollection(Collection<Counted> tasks) throws Exception {
        assertSame(tasks, ForkJoinTask.invokeAll(tasks));
        for (Counted task : tasks) {
            TaskCompletionTest.assertCompleted(null, task);
            assertEquals(1, task.executions());
        }
    }

    @OnEveryPool
    void twoTasks(PoolShape shape) throws Exception {
        shape.inside(InvokeAllTest::checkTwo);
    }

    @OnEveryPool
    void anArrayOfTasks(PoolShape shape) throws Exception {
        shape.inside(InvokeAllTest::checkArray);
    }

    @OnEveryPool
    void aCollectionOfTasks(PoolShape shape) throws Exception {
        shape.inside(InvokeAllTest::checkCollections);
    }

    @Test
    void outsideEveryPoolTheCommonPoolTakesThem() throws Exception {
        checkTwo();
        checkArray();
        checkCollections();
    }

    @OnEveryPool
    void theExceptionOfAnyOneIsThrown(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int failing = 0; failing < 2; failing++) {
                        ForkJoinTask<?>[] two = fibsWithAFailure(2, failing);
                        assertThrows(Failure.class, () -> ForkJoinTask.invokeAll(two[0], two[1]));
                        assertTrue(two[failing].isCompletedAbnormally());
                    }
                    for (int failing = 0; failing < 4; failing++) {
                        ForkJoinTask<?>[] array = fibsWithAFailure(4, failing);
                        assertThrows(Failure.class, () -> ForkJoinTask.invokeAll(array));
                        assertTrue(array[failing].isCompletedAbnormally());

                        List<ForkJoinTask<?>> list = List.of(fibsWithAFailure(4, failing));
                        assertThrows(Failure.class, () -> ForkJoinTask.invokeAll(list));
                        assertTrue(list.get(failing).isCompletedAbnormally());
                    }
                });
    }

    private static ForkJoinTask<?>[] fibsWithAFailure(int length, int failing) {
        ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[length];
        Arrays.setAll(tasks, i -> new Fib(8));
        tasks[failing] = new Failing(new Failure());
        return tasks;
    }

    @OnEveryPool
    void whenSeveralFailOneOfTheirExceptionsIsThrown(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    RuntimeException thrown =
                            assertThrows(
                                    RuntimeException.class,
                                    () ->
                                            ForkJoinTask.invokeAll(
                                                    new Failing(new Failure()),
                                                    new Fib(5),
                                                    new Failing(new IllegalStateException())));
                    assertTrue(
                            thrown instanceof Failure || thrown instanceof IllegalStateException);
                });
    }

    @OnEveryPool
    void aCancelledTaskEndsItWithCancellation(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted cancelled = new Counted();
                    cancelled.cancel(false);
                    assertThrows(
                            CancellationException.class,
                            () -> ForkJoinTask.invokeAll(new Fib(5), cancelled));
                    assertThrows(
                            CancellationException.class,
                            () -> ForkJoinTask.invokeAll(cancelled, new Fib(5)));
                    assertEquals(0, cancelled.executions());
                });
    }

    @OnEveryPool
    void nullsAreRefused(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    assertThrows(
                            NullPointerException.class,
                            () -> ForkJoinTask.invokeAll(new Fib(1), (ForkJoinTask<?>) null));
                    assertThrows(
                            NullPointerException.class,
                            () -> ForkJoinTask.invokeAll((ForkJoinTask<?>) null, new Fib(1)));
                    assertThrows(
                            NullPointerException.class,
                            () -> ForkJoinTask.invokeAll(new Fib(1), null, new Fib(1)));
                    assertThrows(
                            NullPointerException.class,
                            () -> ForkJoinTask.invokeAll((ForkJoinTask<?>[]) null));
                    assertThrows(
                            NullPointerException.class,
                            () -> ForkJoinTask.invokeAll((Collection<Fib>) null));
                    assertThrows(
                            NullPointerException.class,
                            () ->
                                    ForkJoinTask.invokeAll(
                                            Arrays.asList(new Fib(1), null, new Fib(1))));
                });
    }
}
