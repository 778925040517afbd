package dev.cleave.stress;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolBuilder;
import dev.cleave.Scheduling;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What one round does; all of it follows from the seed.
 *
 * @param seed of this round
 * @param scheduling the pool's discipline
 * @param workers 1 to 64
 * @param async whether workers run their own tasks oldest first
 * @param keepAliveMillis how long idle workers live
 * @param clients threads outside the pool that submit
 * @param roots trees that each client submits
 * @param tasks in one tree
 * @param bulk tasks that a leaf of a tree may stand for, without chances of disturbance each
 * @param faults whether tasks throw, and are cancelled and completed by others
 * @param blocking whether tasks block
 * @param interrupts whether workers are interrupted at random
 * @param resizing whether the parallelism changes meanwhile
 * @param nested whether tasks use a second pool
 * @param end how the pool ends
 */
record Plan(
        long seed,
        Scheduling scheduling,
        int workers,
        boolean async,
        int keepAliveMillis,
        int clients,
        int roots,
        int tasks,
        int bulk,
        boolean faults,
        boolean blocking,
        boolean interrupts,
        boolean resizing,
        boolean nested,
        End end) {

    /** How a round's pool ends. */
    enum End {
        /** {@code shutdown()} when all is done. */
        SHUTDOWN,
        /** {@code close()} when all is done. */
        CLOSE,
        /** {@code shutdownNow()} in the middle: everything may be cancelled or refused. */
        SUDDEN
    }

    /** More than any plan needs: to be refused a thread is no trial of what the tasks do. */
    private static final int SPARES = 4_000;

    /** The seed of the n-th round of a run, so that each discipline has its turn. */
    static long seedOfRound(long seed, long round) {
        return seed + round;
    }

    static Plan of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Scheduling[] all = Scheduling.values();
        boolean large = random.nextInt(4) == 0;
        int roots = 1 + random.nextInt(8);
        int clients = 1 + random.nextInt(3);
        int bulk = bulk(random);
        int sum = bulk < 1_000 ? 30_000 : large ? 10_000_000 : 1_000_000;
        return new Plan(
                seed,
                all[(int) Long.remainderUnsigned(seed, all.length)],
                workers(random),
                random.nextInt(4) == 0,
                random.nextInt(3) == 0 ? 20 : 60_000,
                clients,
                roots,
                sum / roots / clients,
                bulk,
                random.nextInt(2) == 0,
                random.nextInt(3) == 0,
                random.nextInt(3) == 0,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0,
                switch (random.nextInt(6)) {
                    case 0 -> End.SUDDEN;
                    case 1, 2 -> End.CLOSE;
                    default -> End.SHUTDOWN;
                });
    }

    /** Mostly as many as there are processors, or nearly; sometimes far more. */
    private static int workers(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> 2 + random.nextInt(2);
            case 2 -> 4 + random.nextInt(5);
            default -> 1 + random.nextInt(64);
        };
    }

    /** From none to all of a tree. */
    private static int bulk(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 20;
            case 1 -> 200_000;
            default -> 10_000;
        };
    }

    PoolBuilder pool() {
        return ForkJoinPool.builder()
                .scheduling(scheduling)
                .workers(workers)
                .asyncMode(async)
                .maximumPoolSize(workers + SPARES)
                .keepAlive(keepAliveMillis, TimeUnit.MILLISECONDS)
                .name("storm-" + scheduling);
    }

    /** A pool of another discipline and size, for tasks that use two. */
    PoolBuilder innerPool() {
        SplittableRandom random = new SplittableRandom(31 * seed);
        Scheduling[] all = Scheduling.values();
        return ForkJoinPool.builder()
                .scheduling(all[random.nextInt(all.length)])
                .workers(1 + random.nextInt(3))
                .maximumPoolSize(SPARES)
                .name("inner");
    }

    @Override
    public String toString() {
        return "--seed "
                + seed
                + ": "
                + scheduling
                + ", "
                + workers
                + " workers"
                + (async ? ", async" : "")
                + ", "
                + clients
                + " clients × "
                + roots
                + " trees × "
                + tasks
                + " tasks"
                + (faults ? ", faults" : "")
                + (blocking ? ", blocking" : "")
                + (interrupts ? ", interrupts" : "")
                + (resizing ? ", resizing" : "")
                + (nested ? ", nested pools" : "")
                + ", keep-alive "
                + keepAliveMillis
                + " ms, bulk "
                + bulk
                + ", end "
                + end;
    }
}
