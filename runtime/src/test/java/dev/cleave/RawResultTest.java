package dev.cleave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a task of the user's own kind is asked for its result, and what joins make of it. */
@Timeout(60)
class RawResultTest {
    /** Counts how often it is asked. */
    private static class Asked extends ForkJoinTask<String> {
        private static final long serialVersionUID = 1L;

        int times;

        @Override
        public String getRawResult() {
            times++;
            return "asked";
        }

        @Override
        protected void setRawResult(String value) {}

        @Override
        protected boolean exec() {
            return true;
        }
    }

    private final ForkJoinPool pool = new ForkJoinPool(1);

    @AfterEach
    void close() {
        pool.close();
    }

    private <T> T inWorker(Callable<T> body) throws Exception {
        return pool.submit(body).get();
    }

    private int timesAskedBy(Function<Asked, Object> join) throws Exception {
        return inWorker(
                () -> {
                    Asked task = new Asked();
                    task.fork();
                    join.apply(task);
                    return task.times;
                });
    }

    @Test
    void whoWantsTheResultAsksOnce() throws Exception {
        assertEquals(1, timesAskedBy(ForkJoinTask::join));
        assertEquals(1, timesAskedBy(ForkJoinTask::invoke));
        assertEquals(
                1,
                timesAskedBy(
                        task -> {
                            try {
                                return task.get();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        }));
    }

    @Test
    void whoDoesNotNeverAsks() throws Exception {
        assertEquals(
                0,
                timesAskedBy(
                        task -> {
                            task.quietlyJoin();
                            return null;
                        }));
        assertEquals(
                0,
                timesAskedBy(
                        task -> {
                            task.quietlyInvoke();
                            return null;
                        }));
    }

    @Test
    void aJoinThrowsWhatGetRawResultThrows() throws Exception {
        IllegalStateException failure = new IllegalStateException("no result");
        Asked task =
                new Asked() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getRawResult() {
                        throw failure;
                    }
                };
        Throwable thrown =
                inWorker(
                        () -> {
                            task.fork();
                            return assertThrows(IllegalStateException.class, task::join);
                        });
        assertEquals(failure, thrown);
    }

    @Test
    void noResultIsOne() throws Exception {
        assertNull(inWorker(() -> recursive(task -> null).fork().join()));
        assertNull(inWorker(() -> recursive(task -> null).invoke()));
    }

    @Test
    void whatATaskCompletesItselfWithWhileItRunsGivesWayToItsResult() throws Exception {
        ForkJoinTask<String> task =
                recursive(
                        self -> {
                            self.complete("early");
                            return "late";
                        });
        assertEquals("late", inWorker(() -> task.fork().join()));
    }

    @Test
    void aTaskThatCancelsItselfWhileItRunsHasNoResult() throws Exception {
        ForkJoinTask<String> task =
                recursive(
                        self -> {
                            self.cancel(false);
                            return "late";
                        });
        assertEquals(
                CancellationException.class,
                inWorker(() -> assertThrows(CancellationException.class, task.fork()::join))
                        .getClass());
    }

    private static RecursiveTask<String> recursive(Function<ForkJoinTask<String>, String> body) {
        return new RecursiveTask<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected String compute() {
                return body.apply(this);
            }
        };
    }
}
