package dev.cleave.scheduling;

import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells private queues that a garbage collection has happened, so that they move their stacks to
 * new arrays before the collector promotes those. Under G1 a store of a young task into an old
 * array runs a full fence, 1 to 1.5 ns of a fork's 8; into a young array it does not. Also lets go
 * of the exceptions of collected tasks, should nobody else come to do it.
 *
 * <p>One object that nobody refers to stands for all: when a collection finds it dead, its cleaner
 * tells the queues and makes the next. Without collections nothing happens.
 */
final class CollectionTicker implements Runnable {
    private static final Set<PrivateQueue> QUEUES = ConcurrentHashMap.newKeySet();

    /** Null until there is a thread for it. */
    private static Cleaner cleaner;

    private CollectionTicker() {}

    static void add(PrivateQueue queue) {
        QUEUES.add(queue);
        start();
    }

    private static synchronized void start() {
        if (cleaner == null) {
            try {
                cleaner = Cleaner.create();
                await();
            } catch (OutOfMemoryError none) {
                // No thread is to be had, and stacks grow old; whoever comes next tries again.
                cleaner = null;
            }
        }
    }

    static void remove(PrivateQueue queue) {
        QUEUES.remove(queue);
    }

    private static synchronized void await() {
        cleaner.register(new Object(), new CollectionTicker());
    }

    /** A collection has happened. */
    @Override
    public void run() {
        await();
        TaskFailures.expunge();
        for (PrivateQueue queue : QUEUES) {
            queue.aged();
        }
    }
}
