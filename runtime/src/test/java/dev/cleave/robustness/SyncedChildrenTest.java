package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.PoolShape;

/** Children that another worker runs are complete when the sync returns, and can be used again. */
class SyncedChildrenTest {
    private static final int SPAWNS = 10_000;

    /** Long enough for another worker to take a child, mostly. */
    private static final int SPINS = 1_000;

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure() {
            super(null, null, false, false);
        }
    }

    private static final class Child extends SyncTask {
        private static final long serialVersionUID = 1L;

        private final boolean fails;
        private volatile int runs;

        Child(boolean fails) {
            this.fails = fails;
        }

        @Override
        protected void compute() {
            runs++;
            if (fails) {
                throw new Failure();
            }
        }
    }

    private static final class Parent extends SyncTask {
        private static final long serialVersionUID = 1L;

        private final Child child;

        Parent(boolean childFails) {
            child = new Child(childFails);
        }

        @Override
        protected void compute() {
            for (int i = 1; i <= SPAWNS; i++) {
                spawn(child);
                for (int spin = 0; spin < SPINS && child.runs < i; spin++) {
                    Thread.onSpinWait();
                }
                boolean failed = false;
                try {
                    sync();
                } catch (Failure thrown) {
                    failed = true;
                }
                assertEquals(child.fails, failed);
                assertEquals(i, child.runs);
                assertTrue(child.isDone());
                assertEquals(child.fails, child.isCompletedAbnormally());
                child.reinitialize();
            }
        }
    }

    @OnEveryScheduling
    void childrenThatSucceed(Scheduling scheduling) throws Exception {
        run(scheduling, false);
    }

    @OnEveryScheduling
    void childrenThatFail(Scheduling scheduling) throws Exception {
        run(scheduling, true);
    }

    private static void run(Scheduling scheduling, boolean fail) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().workers(2).scheduling(scheduling).build(),
                pool -> pool.invoke(new Parent(fail)));
    }
}
