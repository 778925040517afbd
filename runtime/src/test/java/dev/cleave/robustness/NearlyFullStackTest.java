package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Whoever submits with hardly any stack left is told, or is served: no task and no worker is lost
 * half-way.
 */
class NearlyFullStackTest {
    private static final int ROUNDS = 40;
    private static final int WORKERS = 3;
    private static final int STACK_BYTES = 256 << 10;

    /** Enough to come to where there is room again. */
    private static final int MANY_FRAMES = 800;

    /** Submits once in each of the frames that an overflow leaves first. */
    private static final class Submitter implements Runnable {
        private static final int FRAMES = 200;

        private final ForkJoinPool pool;
        private final AtomicInteger run;
        private final Runnable task;
        private int frames;
        private int accepted;

        Submitter(ForkJoinPool pool, AtomicInteger run) {
            this.pool = pool;
            this.run = run;
            task = run::incrementAndGet;
        }

        @Override
        public void run() {
            try {
                descend();
            } catch (StackOverflowError expected) {
                // All has been tried on the way up.
            }
        }

        private void descend() {
            try {
                descend();
            } catch (StackOverflowError full) {
                if (frames++ < FRAMES) {
                    pool.execute(task);
                    accepted++;
                    awaitParked();
                }
                throw full;
            }
        }

        /** The next submission is to find workers that must be woken. */
        private void awaitParked() {
            while (run.get() < accepted || pool.getActiveThreadCount() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void everySubmissionThatIsAcceptedRunsAndEveryWorkerCanStillBeWoken() throws Exception {
        int all = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try (ForkJoinPool pool = new ForkJoinPool(WORKERS)) {
                meetInEveryWorker(pool);
                pool.submit(() -> {}).get();
                AtomicInteger run = new AtomicInteger();
                Submitter submitter = new Submitter(pool, run);
                Thread thread = new Thread(null, submitter, "submitter", STACK_BYTES);
                thread.start();
                thread.join();
                meetInEveryWorker(pool);
                assertTrue(
                        run.get() >= submitter.accepted, () -> run + " of " + submitter.accepted);
                all += submitter.accepted;
            }
        }
        assertTrue(all > ROUNDS, "hardly anything was accepted: " + all);
    }

    /** Submits lazily in each of the frames that an overflow leaves first. */
    private static int acceptsLazily(ForkJoinPool pool, int[] framesLeft) {
        int accepted = 0;
        try {
            accepted = acceptsLazily(pool, framesLeft);
        } catch (StackOverflowError full) {
            framesLeft[0] = Submitter.FRAMES;
        }
        if (framesLeft[0]-- > 0) {
            try {
                pool.lazySubmit(new Nothing());
                accepted++;
            } catch (StackOverflowError refused) {
                // It is not to be there.
            }
        }
        return accepted;
    }

    private static final class Nothing extends RecursiveAction {
        @Override
        protected void compute() {}
    }

    /** Nobody would look for it, as whoever submitted it has been told that it is not there. */
    @Test
    void aLazySubmissionThatIsRefusedIsNotQueued() {
        for (int round = 0; round < ROUNDS; round++) {
            ForkJoinPool pool = new ForkJoinPool(1);
            pool.lazySubmit(new Nothing()); // loads the classes that this takes
            int accepted = acceptsLazily(pool, new int[1]);
            assertEquals(1 + accepted, pool.getQueuedSubmissionCount());
            pool.shutdownNow();
        }
    }

    /**
     * In each of the frames that an overflow leaves first; answers how often nothing overflowed.
     */
    private static int tryInTheLastFrames(Runnable what, int[] framesLeft) {
        int done = 0;
        try {
            done = tryInTheLastFrames(what, framesLeft);
        } catch (StackOverflowError full) {
            framesLeft[0] = MANY_FRAMES;
        }
        if (framesLeft[0]-- > 0) {
            try {
                what.run();
                done++;
            } catch (StackOverflowError refused) {
                // There was no room for all of it.
            }
        }
        return done;
    }

    private static int tryInTheLastFrames(Runnable what) throws Exception {
        FutureTask<Integer> done = new FutureTask<>(() -> tryInTheLastFrames(what, new int[1]));
        new Thread(null, done, "caller", STACK_BYTES).start();
        return done.get();
    }

    /**
     * The worker is asleep: who joins a task that was submitted lazily is to wake it, or to fail.
     */
    @Test
    void whoeverWaitsForALazySubmissionHasWokenSomebody() throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            int all = 0;
            for (int round = 0; round < ROUNDS / 4; round++) {
                pool.lazySubmit(new Nothing()).join();
                all += tryInTheLastFrames(() -> pool.lazySubmit(new Nothing()).join());
            }
            assertTrue(all > 0, "nothing was accepted");
        }
    }

    @Test
    void aDelayedTaskThatIsRefusedKeepsNoPoolOpen() throws Exception {
        // A lambda that is first made in the last frames is an InternalError of the JDK's.
        Runnable nothing = () -> {};
        for (int round = 0; round < ROUNDS; round++) {
            ForkJoinPool pool = new ForkJoinPool(1);
            pool.schedule(nothing, 0, TimeUnit.SECONDS).get();
            int accepted = tryInTheLastFrames(() -> pool.schedule(nothing, 1, TimeUnit.DAYS));
            assertEquals(accepted, pool.getDelayedTaskCount());
            pool.shutdownNow();
        }
    }

    /** As many tasks as workers wait for each other: one worker that never comes is missed. */
    private static void meetInEveryWorker(ForkJoinPool pool) throws Exception {
        CyclicBarrier all = new CyclicBarrier(WORKERS);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            tasks.add(pool.submit(() -> all.await(1, TimeUnit.MINUTES)));
        }
        for (Future<?> task : tasks) {
            task.get(1, TimeUnit.MINUTES);
        }
    }
}
