package dev.cleave.binding;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/**
 * A program that computes without end in the common pool, with so many workers as its argument
 * says: one, or as many as there are. What it reads gives the pool a fixed size. The first worker
 * that is bound to a processor starts a thread named {@code heir}.
 */
final class BusyChild {
    private static final long BURST_NANOS = 2_000_000;
    private static final int SPLITS = 4;

    private static boolean hasHeir;

    private BusyChild() {}

    private static final class Burst extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int splits;

        Burst(int splits) {
            this.splits = splits;
        }

        @Override
        protected void compute() {
            if (splits > 0) {
                invokeAll(new Burst(splits - 1), new Burst(splits - 1));
                return;
            }
            long end = System.nanoTime() + BURST_NANOS;
            while (end - System.nanoTime() > 0) {
                Thread.onSpinWait();
            }
            if (Runtime.getRuntime().availableProcessors() == 1) {
                startHeir();
            }
        }
    }

    private static synchronized void startHeir() {
        if (!hasHeir) {
            hasHeir = true;
            Thread heir = new Thread(BusyChild::waitForEver, "heir");
            heir.setDaemon(true);
            heir.start();
        }
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // ends
        }
    }

    /** Gives the pool a fixed size as soon as somebody says something. */
    private static void listen() {
        try {
            if (System.in.read() >= 0) {
                ForkJoinPool.commonPool().setParallelism(2);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] arguments) {
        Thread listener = new Thread(BusyChild::listen, "listener");
        listener.setDaemon(true);
        listener.start();
        int splits = Integer.parseInt(arguments[0]) == 1 ? 0 : SPLITS;
        while (true) {
            ForkJoinPool.commonPool().invoke(new Burst(splits));
        }
    }
}
