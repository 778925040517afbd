package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.CountedCompleter;
import dev.cleave.Scheduling;

/** What a completer does when it fails may fail itself: its completers wait for it all the same. */
class FailureHandlersThatThrowTest {
    private static final class Child extends CountedCompleter<Void> {
        Child(CountedCompleter<?> completer) {
            super(completer);
        }

        @Override
        public void compute() {
            throw new IllegalArgumentException("the work");
        }

        @Override
        public boolean onExceptionalCompletion(Throwable e, CountedCompleter<?> caller) {
            throw new IllegalStateException("the handler");
        }
    }

    private static final class Parent extends CountedCompleter<Void> {
        Parent() {
            super(null, 1);
        }

        @Override
        public void compute() {
            new Child(this).fork();
        }
    }

    private static void assertFailed(Parent parent) {
        Throwable thrown = assertThrows(IllegalStateException.class, parent::join);
        assertEquals("the handler", thrown.getCause().getMessage());
    }

    @OnEveryScheduling
    void theCompleterOfAForkedChildFails(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    Parent parent = new Parent();
                    pool.execute(parent);
                    assertFailed(parent);
                    Pools.assertUsable(pool);
                });
    }

    @OnEveryScheduling
    void theCompleterOfASubmittedChildFails(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    Parent parent = new Parent();
                    pool.execute(new Child(parent));
                    assertFailed(parent);
                    Pools.assertUsable(pool);
                });
    }

    /** Completes, as by complete(), and has no stack left to tell its completer. */
    private static final class Overflowing extends CountedCompleter<Void> {
        Overflowing(CountedCompleter<?> completer) {
            super(completer);
        }

        @Override
        public void compute() {
            quietlyComplete();
            throw new StackOverflowError();
        }
    }

    @OnEveryScheduling
    void theCompleterOfAChildThatOverflowsWhenItHasCompletedItselfFails(Scheduling scheduling)
            throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    Parent parent = new Parent();
                    pool.execute(new Overflowing(parent));
                    assertThrows(StackOverflowError.class, parent::join);
                    Pools.assertUsable(pool);
                });
    }
}
