package corpus.synchronizing;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Synchronizing {
    /** After figure 9 of the study. */
    static class Mandelbrot extends RecursiveAction {
        static class Board {
            final Object lock = new Object();
            final BufferedImage renderImage = new BufferedImage(10, 10, BufferedImage.TYPE_INT_RGB);
            boolean isLiveRendering;

            void repaint() {}
        }

        private final Board mb;
        private final int from, to;

        Mandelbrot(Board mb, int from, int to) {
            this.mb = mb;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 16) {
                int mid = (from + to) / 2;
                invokeAll(new Mandelbrot(mb, from, mid), new Mandelbrot(mb, mid, to));
                return;
            }
            for (int j = from; j < to; j++) {
                for (int i = 0; i < 10; i++) {
                    Color color = new Color(i, j, 0);
                    if (mb.isLiveRendering) {
                        synchronized (mb.lock) { // expect: FJ5
                            mb.renderImage.setRGB(j, i, color.getRGB());
                        }
                        mb.repaint();
                    }
                }
            }
        }
    }

    static class Counter {
        private int count;

        synchronized void increment() { // expect: FJ5
            count++;
        }

        int count() {
            return count;
        }
    }

    static class Counting extends RecursiveAction {
        private final Counter counter;
        private final int n;

        Counting(Counter counter, int n) {
            this.counter = counter;
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n == 0) {
                counter.increment();
            } else {
                invokeAll(new Counting(counter, n - 1), new Counting(counter, n - 1));
            }
        }
    }

    static class WithLock extends RecursiveAction {
        private static final Lock LOCK = new ReentrantLock();
        private static long total;
        private final int[] data;
        private final int lo, hi;

        WithLock(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 100) {
                LOCK.lock(); // expect: FJ5
                try {
                    for (int i = lo; i < hi; i++) total += data[i];
                } finally {
                    LOCK.unlock();
                }
            } else {
                int mid = (lo + hi) >>> 1;
                WithLock left = new WithLock(data, lo, mid);
                left.fork();
                new WithLock(data, mid, hi).compute();
                left.join();
            }
        }
    }

    static class WithReadWriteLock extends RecursiveTask<Integer> {
        final ReadWriteLock guard = new ReentrantReadWriteLock();
        final Map<Integer, Integer> memo;
        final int n;

        WithReadWriteLock(Map<Integer, Integer> memo, int n) {
            this.memo = memo;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            guard.readLock().lock(); // expect: FJ5
            try {
                if (memo.containsKey(n)) return memo.get(n);
            } finally {
                guard.readLock().unlock();
            }
            return n < 2 ? n : new WithReadWriteLock(memo, n - 1).invoke();
        }
    }

    static class Latched extends RecursiveAction {
        private final CountDownLatch done;
        private final Runnable work;

        Latched(CountDownLatch done, Runnable work) {
            this.done = done;
            this.work = work;
        }

        @Override
        protected void compute() {
            try {
                work.run();
            } finally {
                done.countDown(); // expect: FJ5
            }
        }
    }

    static class Barriers extends RecursiveAction {
        final CyclicBarrier barrier;
        final Semaphore permits;

        Barriers(CyclicBarrier barrier, Semaphore permits) {
            this.barrier = barrier;
            this.permits = permits;
        }

        @Override
        protected void compute() {
            try {
                permits.acquire(); // expect: FJ5
                barrier.await(); // expect: FJ5
            } catch (Exception e) {
                completeExceptionally(e);
            } finally {
                permits.release();
            }
        }
    }

    static class SharedList extends RecursiveAction {
        private final List<String> found;
        private final String[] names;
        private final int from, to;

        SharedList(List<String> found, String[] names, int from, int to) {
            this.found = found;
            this.names = names;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 50) {
                for (int i = from; i < to; i++) {
                    if (names[i].startsWith("a")) {
                        found.add(names[i]); // expect: FJ5
                    }
                }
                return;
            }
            int mid = from + (to - from) / 2;
            invokeAll(new SharedList(found, names, from, mid), new SharedList(found, names, mid, to));
        }

        static List<String> search(String[] names) {
            List<String> found = Collections.synchronizedList(new ArrayList<>());
            new SharedList(found, names, 0, names.length).invoke();
            return found;
        }
    }

    static class Legacy extends RecursiveAction {
        private static final Vector<Integer> RESULTS = new Vector<>();
        private static final Hashtable<Integer, Integer> SEEN = new Hashtable<>();
        private final int n;

        Legacy(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (SEEN.containsKey(n)) { // expect: FJ5
                return;
            }
            SEEN.put(n, n);
            RESULTS.addElement(n); // expect: FJ5
            if (n > 1) invokeAll(new Legacy(n / 2), new Legacy(n / 3));
        }
    }

    static class Publishing extends RecursiveAction {
        final BlockingQueue<Integer> out = new LinkedBlockingQueue<>();
        final int n;

        Publishing(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            out.add(n); // expect: FJ5
        }
    }

    static class OwnRange extends RecursiveAction {
        private final double[] result;
        private final int lo, hi;

        OwnRange(double[] result, int lo, int hi) {
            this.result = result;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo > 1000) {
                int mid = (lo + hi) / 2;
                invokeAll(new OwnRange(result, lo, mid), new OwnRange(result, mid, hi));
            } else {
                for (int i = lo; i < hi; i++) {
                    synchronized (result) { // expect: FJ5
                        result[i] = Math.sqrt(i);
                    }
                }
            }
        }
    }

    /** No locks in these. */
    static class Atomics extends RecursiveAction {
        private static final AtomicInteger HITS = new AtomicInteger();
        private static final LongAdder SUM = new LongAdder();
        private static final Map<Integer, Boolean> SEEN = new ConcurrentHashMap<>();
        private final int n;

        Atomics(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            HITS.incrementAndGet();
            SUM.add(n);
            SEEN.put(n, true);
            StringBuffer local = new StringBuffer();
            local.append(n);
            if (n > 0) {
                invokeAll(new Atomics(n - 1), new Atomics(n - 2));
            }
        }
    }

    /** Synchronization outside of tasks is none of our business. */
    static class Holder {
        private final List<Counting> started = new ArrayList<>();

        synchronized void start(Counter counter) {
            Counting task = new Counting(counter, 3);
            started.add(task);
            task.invoke();
        }
    }

    /** A latch by a method reference is one, too. */
    static void countedDown(int n) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(n);
        for (int i = 0; i < n; i++) {
            CompletableFuture.runAsync(done::countDown); // expect: FJ5
        }
        done.await();
    }
}
