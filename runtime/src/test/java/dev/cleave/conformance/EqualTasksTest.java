package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Tasks whose class has an {@code equals} of its own: none is taken for another. */
@Conformance
class EqualTasksTest {
    /** Equals all of its kind, or fails to say so. */
    private static final class Alike extends RecursiveTask<Integer> {
        private final int number;
        private final boolean fails;

        Alike(int number, boolean fails) {
            this.number = number;
            this.fails = fails;
        }

        @Override
        protected Integer compute() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            if (fails) {
                throw new IllegalStateException("nobody may ask");
            }
            return other instanceof Alike;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    private static List<Alike> alike(boolean fail) {
        List<Alike> tasks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tasks.add(new Alike(i, fail));
        }
        return tasks;
    }

    /** A worker joins one that is still queued, among others, with others before and behind it. */
    @OnEveryPool
    void aWorkerThatJoinsOneTakesThatOne(PoolShape shape) throws Exception {
        for (boolean fail : new boolean[] {false, true}) {
            for (int joined = 0; joined < 5; joined++) {
                int one = joined;
                shape.outside(
                        pool -> {
                            CountDownLatch queued = new CountDownLatch(1);
                            List<Alike> tasks = alike(fail);
                            ForkJoinTask<Integer> joiner =
                                    pool.submit(
                                            (Callable<Integer>)
                                                    () -> {
                                                        Waiting.await(queued);
                                                        return tasks.get(one).join();
                                                    });
                            tasks.forEach(pool::submit);
                            queued.countDown();
                            assertEquals(one, joiner.join());
                            for (int i = 0; i < 5; i++) {
                                assertEquals(i, tasks.get(i).get());
                            }
                        });
            }
        }
    }
}
