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
final class Crew {
    private final ForkJoinPool pool;
    private final boolean isVirtual;
    private final String description;

    /** What it is, in few words. */
    final String kind;

    private final long promotionsBefore;

    /** How many programs run at the same time. */
    final int lanes;

    private Crew(ForkJoinPool pool, boolean isVirtual, String kind, String description, int lanes) {
        this.pool = pool;
        this.isVirtual = isVirtual;
        this.kind = kind;
        this.description = kind + description;
        this.lanes = lanes;
        this.promotionsBefore = stats();
    }

    /** How many kinds there are: a pool of each discipline, and guests of two kinds. */
    static int kinds() {
        return Scheduling.values().length + 2;
    }

    /** A crew of some kind. */
    static Crew random(int kind, SplittableRandom random) {
        int lanes = random.nextInt(3) == 0 ? random.nextInt(2, 4) : 1;
        Scheduling[] all = Scheduling.values();
        if (kind >= all.length) {
            int workers = ForkJoinPool.getCommonPoolParallelism();
            boolean isVirtual = kind > all.length && Elsewhere.hasVirtualThreads();
            String who = isVirtual ? "virtual guests" : "guests";
            return new Crew(null, isVirtual, who, " of " + workers + " common workers", lanes);
        }
        // Mostly few: those that find nothing take time from those that do, where processors are
        // few.
        int workers = random.nextInt(3) == 0 ? random.nextInt(1, 9) : random.nextInt(2, 4);
        return new Crew(
                ForkJoinPool.builder().scheduling(all[kind]).workers(workers).build(),
                false,
                all[kind].toString(),
                " with " + workers + " workers",
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
                Elsewhere.start(guest, isVirtual);
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

    /**
     * Lets it end. Blocks so long.
     *
     * @return whether it has ended
     */
    boolean endsWithin(long seconds) throws InterruptedException {
        if (pool == null) {
            return true;
        }
        pool.shutdown();
        return pool.awaitTermination(seconds, TimeUnit.SECONDS);
    }

    /** Ends it although something runs, and waits for nothing. */
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
