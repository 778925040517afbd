package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;

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

    /** The completer fails with what the handler threw, and whoever made the pool is told it. */
    private static void assertTold(Scheduling scheduling, BiConsumer<ForkJoinPool, Parent> start)
            throws Exception {
        Queue<Throwable> told = new ConcurrentLinkedQueue<>();
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(1)
                        .uncaughtExceptionHandler((thread, thrown) -> told.add(thrown))
                        .build(),
                pool -> {
                    Parent parent = new Parent();
                    start.accept(pool, parent);
                    Throwable thrown = assertThrows(IllegalStateException.class, parent::join);
                    assertEquals("the handler", thrown.getCause().getMessage());
                    Pools.assertUsable(pool);
                    Waiting.until(() -> !told.isEmpty(), "the pool's handler is told");
                    assertEquals("the handler", told.remove().getMessage());
                });
    }

    @OnEveryScheduling
    void theCompleterOfAForkedChildFails(Scheduling scheduling) throws Exception {
        assertTold(scheduling, ForkJoinPool::execute);
    }

    @OnEveryScheduling
    void theCompleterOfASubmittedChildFails(Scheduling scheduling) throws Exception {
        assertTold(scheduling, (pool, parent) -> pool.execute(new Child(parent)));
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
