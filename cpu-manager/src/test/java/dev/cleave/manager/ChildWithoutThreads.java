package dev.cleave.manager;

import dev.cleave.ForkJoinPool;
import dev.cleave.processors.CpuManager;
import java.util.concurrent.CountDownLatch;

/**
 * A program that has no room for a thread's stack when it first asks for processors and makes its
 * first pool, and then has room again. For a small address space, and stacks larger than these.
 */
final class ChildWithoutThreads {
    private static final long STACK_BYTES = 32 << 20;

    private ChildWithoutThreads() {}

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch roomIsNeeded = new CountDownLatch(1);
        try {
            while (true) {
                Thread thread =
                        new Thread(null, () -> await(roomIsNeeded), "in the way", STACK_BYTES);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (OutOfMemoryError full) {
            System.out.println("asks: " + (CpuManager.cpusCurrent() > 0));
            System.out.println("computes: " + computes());
        }
        roomIsNeeded.countDown();
        while (!computes()) {
            Thread.sleep(10); // the threads in the way end one after the other
        }
        System.out.println("computes: true");
    }

    private static boolean computes() {
        try {
            ForkJoinPool.commonPool().submit(() -> 42);
            return true;
        } catch (OutOfMemoryError noWorker) {
            return false;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            // Nobody has a reason to.
        }
    }
}
