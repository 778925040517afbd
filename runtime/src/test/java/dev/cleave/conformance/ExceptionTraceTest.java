package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.concurrent.ExecutionException;

/** Where an exception that crossed threads says that it came from. */
@Conformance
class ExceptionTraceTest {

    /** Rebuildable from its cause, so that both threads' stacks can be shown. */
    public static final class WithCauseConstructor extends RuntimeException {
        public WithCauseConstructor() {}

        public WithCauseConstructor(Throwable cause) {
            super(cause);
        }
    }

    /** Rebuildable without arguments only. */
    public static final class WithPlainConstructor extends RuntimeException {
        public WithPlainConstructor() {}
    }

    /** Nobody else can make one. */
    public static final class WithoutPublicConstructor extends RuntimeException {
        private final int detail;

        private WithoutPublicConstructor(int detail) {
            this.detail = detail;
        }
    }

    private static final class Thrower extends RecursiveAction {
        private final RuntimeException exception;

        Thrower(RuntimeException exception) {
            this.exception = exception;
        }

        @Override
        protected void compute() {
            theFailingMethod();
        }

        private void theFailingMethod() {
            exception.fillInStackTrace();
            throw exception;
        }
    }

    private static void theAskingMethod(ForkJoinPool pool, Thrower task) {
        pool.invoke(task);
    }

    private static boolean mentions(Throwable t, String method) {
        for (; t != null; t = t.getCause()) {
            for (StackTraceElement element : t.getStackTrace()) {
                if (element.getMethodName().equals(method)) return true;
            }
        }
        return false;
    }

    @OnEveryPool
    void theTraceShowsTheFailingMethod(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (RuntimeException exception :
                            new RuntimeException[] {
                                new WithCauseConstructor(),
                                new WithPlainConstructor(),
                                new WithoutPublicConstructor(1)
                            }) {
                        Thrower task = new Thrower(exception);
                        RuntimeException thrown =
                                assertThrows(
                                        RuntimeException.class, () -> theAskingMethod(pool, task));
                        assertEquals(exception.getClass(), thrown.getClass());
                        assertTrue(mentions(thrown, "theFailingMethod"), () -> "in " + thrown);
                        assertTrue(mentions(task.getException(), "theFailingMethod"));
                        ExecutionException wrapped =
                                assertThrows(ExecutionException.class, task::get);
                        assertTrue(mentions(wrapped, "theFailingMethod"));
                    }
                });
    }

    @OnEveryPool
    void theTraceShowsTheAskingMethodTooWhenTheExceptionCanBeRebuilt(PoolShape shape)
            throws Exception {
        shape.outside(
                pool -> {
                    Thrower task = new Thrower(new WithCauseConstructor());
                    RuntimeException thrown =
                            assertThrows(
                                    WithCauseConstructor.class, () -> theAskingMethod(pool, task));
                    assertTrue(mentions(thrown, "theFailingMethod"));
                    assertTrue(mentions(thrown, "theAskingMethod"));
                });
    }

    @OnEveryPool
    void anExceptionThatCannotBeRebuiltArrivesItself(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    WithoutPublicConstructor exception = new WithoutPublicConstructor(7);
                    WithoutPublicConstructor thrown =
                            assertThrows(
                                    WithoutPublicConstructor.class,
                                    () -> pool.invoke(new Thrower(exception)));
                    assertSame(exception, thrown);
                    assertEquals(7, thrown.detail);
                });
    }

    @OnEveryPool
    void anExceptionThrownAndCaughtInOneThreadArrivesItself(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    WithCauseConstructor exception = new WithCauseConstructor();
                    assertSame(
                            exception,
                            assertThrows(
                                    WithCauseConstructor.class,
                                    () -> new Thrower(exception).invoke()));
                });
    }
}
