package dev.cleave.stress.futures;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who runs woven programs: the workers of a pool of its own, or guests of the common pool. */
final class Crew implements AutoCloseable {
    private final ForkJoinPool pool;
    private final String description;
    private final long promotionsBefore;

    /** How many programs run at the same time. */
    final int lanes;

    private Crew(ForkJoinPool pool, String description, int lanes) {
        this.pool = pool;
        this.description = description;
        this.lanes = lanes;
        this.promotionsBefore = stats();
    }

    /** Any crew. */
    static Crew random(SplittableRandom random) {
        int lanes = random.nextInt(3) == 0 ? 2 : 1;
        if (random.nextInt(4) == 0) {
            int workers = ForkJoinPool.getCommonPoolParallelism();
            return new Crew(null, "guests of " + workers + " common workers", lanes);
        }
        Scheduling[] all = Scheduling.values();
        Scheduling scheduling = all[random.nextInt(all.length)];
        // Mostly few: those that find nothing take time from those that do, where processors are
        // few.
        int workers = random.nextInt(3) == 0 ? random.nextInt(1, 9) : random.nextInt(2, 4);
        return new Crew(
                ForkJoinPool.builder().scheduling(scheduling).workers(workers).build(),
                scheduling + " with " + workers + " workers",
                lanes);
    }

    /** Starts something in each lane. */
    List<Future<?>> start(List<Runnable> work) {
        List<Future<?>> all = new ArrayList<>();
        for (Runnable lane : work) {
            if (pool != null) {
                all.add(pool.submit(lane));
            } else {
                FutureTask<Void> guest = new FutureTask<>(lane, null);
                Thread thread = new Thread(guest, "guest");
                thread.setDaemon(true);
                thread.start();
                all.add(guest);
            }
        }
        return all;
    }

    /**
     * Waits a second.
     *
     * @return whether it has ended
     */
    static boolean hasEnded(Future<?> lane) throws InterruptedException {
        try {
            lane.get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private long stats() {
        return (pool != null ? pool : ForkJoinPool.commonPool()).stats().promotions();
    }

    /** How many calls were offered to others since the crew began. */
    long promotions() {
        return stats() - promotionsBefore;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
    }

    /** Ends it although something runs. */
    void abandon() {
        if (pool != null) {
            pool.shutdownNow();
        }
    }

    @Override
    public String toString() {
        return description + (lanes > 1 ? ", " + lanes + " programs at a time" : "");
    }
}
