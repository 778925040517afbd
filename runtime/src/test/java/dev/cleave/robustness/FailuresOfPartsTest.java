package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.SyncTask;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import dev.cleave.lazy.Failures;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of parts that throw what the program keeps, and throws again and again. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailuresOfPartsTest {
    private static final int TIMES = 100;

    private static final int ENOUGH = TIMES / 2;

    private static final int RACES = 5_000;

    private final IllegalStateException kept = new IllegalStateException("kept");

    @Test
    void oneFailureOfBothPartsIsNotSuppressedIntoItself() throws Exception {
        bothThrowKept((first, second) -> Cleave.join(first::run, second::run));
    }

    @Test
    void oneFailureOfAllPartsIsNotSuppressedIntoItself() throws Exception {
        bothThrowKept(Cleave::invokeAll);
    }

    @Test
    void whatOnlyTheStolenPartThrowsIsNotSuppressedIntoItsCopy() throws Exception {
        onlySecondThrows((first, second) -> Cleave.join(first::run, second::run));
        onlySecondThrows(Cleave::invokeAll);
    }

    private void onlySecondThrows(BiConsumer<Runnable, Runnable> parts) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Runnable second =
                () -> {
                    begun.countDown();
                    throw kept;
                };
        inPool(
                2,
                () -> {
                    Throwable thrown =
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> parts.accept(() -> Waiting.await(begun), second));
                    assertSame(kept, thrown.getCause());
                    assertEquals(List.of(), List.of(thrown.getSuppressed()));
                });
    }

    /** Its code ends a little before its task does, which has the exception. */
    @Test
    void whatThePartThrowsThatEndsAsTheFirstDoesIsSuppressed() throws Exception {
        inPool(
                2,
                () -> {
                    for (int i = 0; i < RACES; i++) {
                        AtomicBoolean begun = new AtomicBoolean();
                        Runnable first =
                                () -> {
                                    while (!begun.get()) {
                                        Cleave.tryLoadBalance();
                                    }
                                    throwNew();
                                };
                        Runnable second =
                                () -> {
                                    begun.set(true);
                                    throwNew();
                                };
                        IllegalStateException both =
                                assertThrows(
                                        IllegalStateException.class,
                                        () -> Cleave.join(first, second));
                        assertEquals(1, both.getSuppressed().length);
                    }
                });
    }

    @Test
    void twoFailuresOfOneCauseAreBothTold() throws Exception {
        Runnable first = () -> throwCaused("first");
        inPool(
                1,
                () -> {
                    Throwable thrown =
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> Cleave.invokeAll(first, () -> throwCaused("second")));
                    assertEquals("first", thrown.getMessage());
                    assertEquals("second", thrown.getSuppressed()[0].getMessage());
                });
    }

    private void throwCaused(String message) {
        throw new IllegalStateException(message, kept);
    }

    private void bothThrowKept(BiConsumer<Runnable, Runnable> parts) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Runnable first =
                () -> {
                    Waiting.await(begun);
                    throw kept;
                };
        Runnable second =
                () -> {
                    begun.countDown();
                    throw kept;
                };
        inPool(
                2,
                () ->
                        assertSame(
                                kept,
                                assertThrows(
                                        IllegalStateException.class,
                                        () -> parts.accept(first, second))));
        assertEquals(List.of(), List.of(kept.getSuppressed()));
    }

    @Test
    void aFailureThatIsThrownAgainAndAgainDoesNotGrow() throws Exception {
        inPool(
                1,
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        assertThrows(
                                IllegalStateException.class,
                                () -> Cleave.invokeAll(this::throwKept, this::throwNew));
                    }
                });
        assertTrue(kept.getSuppressed().length < ENOUGH, () -> suppressed() + " are kept");
    }

    @Test
    void aFailureOfChildrenThatIsThrownAgainAndAgainDoesNotGrow() throws Exception {
        inPool(
                1,
                () -> {
                    for (int i = 0; i < TIMES; i++) {
                        assertThrows(IllegalStateException.class, () -> new Failing().invoke());
                    }
                });
        assertTrue(kept.getSuppressed().length < ENOUGH, () -> suppressed() + " are kept");
    }

    private static final class Secretive extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public Throwable getCause() {
            throw new IllegalStateException("nobody's business");
        }
    }

    @Test
    void aFailureThatDoesNotTellItsCauseIsThrownAllTheSame() throws Exception {
        Runnable part =
                () -> {
                    throw new Secretive();
                };
        SyncTask parent =
                new SyncTask() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected void compute() {
                        for (int i = 0; i < 2; i++) {
                            spawn(
                                    new SyncTask() {
                                        private static final long serialVersionUID = 1L;

                                        @Override
                                        protected void compute() {
                                            throw new Secretive();
                                        }
                                    });
                        }
                    }
                };
        Runnable all =
                () -> {
                    assertThrows(Secretive.class, () -> Cleave.join(part, part));
                    assertThrows(Secretive.class, () -> Cleave.invokeAll(part, part, part));
                    assertThrows(Secretive.class, () -> Cleave.forEach(0, 2, i -> part.run()));
                };
        all.run();
        Secretive secretive = new Secretive();
        assertSame(kept, Failures.first(kept, secretive));
        assertSame(secretive, Failures.first(secretive, new IllegalStateException(kept)));
        inPool(2, all);
        inPool(2, () -> assertThrows(Secretive.class, parent::invoke));
    }

    /** Its child fails, too. */
    private final class Failing extends SyncTask {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            spawn(
                    new SyncTask() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected void compute() {
                            throwNew();
                        }
                    });
            throwKept();
        }
    }

    private void throwKept() {
        throw kept;
    }

    private void throwNew() {
        throw new IllegalStateException("new");
    }

    private int suppressed() {
        return kept.getSuppressed().length;
    }

    private static void inPool(int workers, Runnable task) throws Exception {
        PoolShape.using(
                new ForkJoinPool(workers),
                pool ->
                        pool.submit(ForkJoinTask.adapt(task))
                                .get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
    }
}
