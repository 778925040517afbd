package dev.cleave.manager;

import dev.cleave.ForkJoinPool;
import dev.cleave.processors.CpuManager;

/**
 * A program that computes without end in the common pool, and says when that is resized: {@code
 * FOLDER [WANTED]}. If it wants so many processors, its pool wants two more.
 */
final class ChildPool {
    private static final long BURST_NANOS = 5_000_000;

    private ChildPool() {}

    public static void main(String[] arguments) throws Exception {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        if (arguments.length > 1) {
            int wanted = Integer.parseInt(arguments[1]);
            CpuManager.cpusRequest(wanted);
            pool.request(wanted + 2);
        }
        for (int last = 0; ; ) {
            pool.submit(ChildPool::compute).get();
            int now = pool.getParallelism();
            if (now != last) {
                System.out.println("parallelism " + now);
                last = now;
            }
        }
    }

    private static void compute() {
        long end = System.nanoTime() + BURST_NANOS;
        while (end - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }
}
