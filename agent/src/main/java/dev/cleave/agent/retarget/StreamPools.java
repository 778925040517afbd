package dev.cleave.agent.retarget;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * For each of Cleave's pools in which something runs the JDK's own tasks, as a parallel stream is,
 * one of the JDK's pools of the same parallelism. Its threads end when they have been idle for a
 * moment, so nobody has to end it.
 */
final class StreamPools {
    private static final Map<dev.cleave.ForkJoinPool, ForkJoinPool> POOLS = new WeakHashMap<>();

    private StreamPools() {}

    /**
     * The JDK's pool beside the caller's.
     *
     * @param worker the caller
     * @return the pool, of the parallelism that the caller's has now
     */
    static ForkJoinPool beside(dev.cleave.ForkJoinWorkerThread worker) {
        int parallelism = worker.getPool().getParallelism();
        synchronized (POOLS) {
            ForkJoinPool known = POOLS.get(worker.getPool());
            if (known != null && known.getParallelism() == parallelism) {
                return known;
            }
            ForkJoinPool made = pool(parallelism, worker);
            POOLS.put(worker.getPool(), made);
            return made;
        }
    }

    private static ForkJoinPool pool(int parallelism, Thread worker) {
        String prefix = worker.getName().replaceFirst("-worker-\\d+$", "") + "-stream-worker-";
        ClassLoader loader = worker.getContextClassLoader();
        AtomicInteger made = new AtomicInteger();
        return new ForkJoinPool(
                parallelism,
                pool -> {
                    ForkJoinWorkerThread thread =
                            ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    thread.setName(prefix + made.incrementAndGet());
                    thread.setContextClassLoader(loader);
                    return thread;
                },
                null,
                false,
                parallelism,
                0x7fff,
                1,
                null,
                1,
                TimeUnit.SECONDS);
    }
}
