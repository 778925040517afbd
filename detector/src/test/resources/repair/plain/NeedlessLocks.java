// repairs: FJ5 FJ5 FJ5 FJ5 FJ5 FJ5 FJ5 FJ5 FJ5
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class NeedlessLocks {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    /** Figure 9 of the study: the image has a monitor of its own. */
    static class Board {
        final Object lock = new Object();
        final BufferedImage image = new BufferedImage(16, 8, BufferedImage.TYPE_INT_RGB);
    }

    static class Mandelbrot extends RecursiveAction {
        private final Board board;
        private final int from, to;

        Mandelbrot(Board board, int from, int to) {
            this.board = board;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 4) {
                int mid = (from + to) >>> 1;
                invokeAll(new Mandelbrot(board, from, mid), new Mandelbrot(board, mid, to));
                return;
            }
            for (int x = from; x < to; x++) {
                for (int y = 0; y < 8; y++) {
                    Color color = new Color(x, y, 7);
                    synchronized (board.lock) {
                        board.image.setRGB(x, y, color.getRGB()); // its monitor
                    }
                }
            }
        }
    }

    /** The lock is the collection that locks; others may hold it for longer. */
    static class Found extends RecursiveAction {
        private final int[] data;
        private final int lo, hi;
        private final Vector<Integer> found;
        private final AtomicInteger seen;

        Found(int[] data, int lo, int hi, Vector<Integer> found, AtomicInteger seen) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
            this.found = found;
            this.seen = seen;
        }

        @Override
        protected void compute() {
            if (hi - lo > 100) {
                int mid = (lo + hi) >>> 1;
                invokeAll(
                        new Found(data, lo, mid, found, seen),
                        new Found(data, mid, hi, found, seen));
                return;
            }
            for (int i = lo; i < hi; i++) {
                int value = data[i];
                if (value % 3 == 0)
                    synchronized (found) {
                        found.add(value * 2);
                    }
                synchronized (seen) { seen.incrementAndGet(); }
            }
            synchronized (found) {
                if (found.isEmpty()) {
                    found.add(1);
                    found.remove(0);
                }
            }
        }
    }

    /** Every block under this lock does one atomic thing. */
    static class Statistics extends RecursiveAction {
        private static final Object LOCK = new Object();
        private final int[] data;
        private final int lo, hi;
        private final ConcurrentHashMap<Integer, Integer> counts;
        private final AtomicLong total;

        Statistics(
                int[] data,
                int lo,
                int hi,
                ConcurrentHashMap<Integer, Integer> counts,
                AtomicLong total) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
            this.counts = counts;
            this.total = total;
        }

        @Override
        protected void compute() {
            if (hi - lo > 100) {
                int mid = (lo + hi) >>> 1;
                invokeAll(
                        new Statistics(data, lo, mid, counts, total),
                        new Statistics(data, mid, hi, counts, total));
                return;
            }
            for (int i = lo; i < hi; i++) {
                int value = data[i];
                synchronized (LOCK) {
                    counts.merge(value & 15, 1, Integer::sum);
                }
                synchronized (LOCK)
                {
                    total.addAndGet(value);
                }
            }
        }
    }

    /** Each task writes at its own indices. */
    static class Squares extends RecursiveAction {
        private final long[] in;
        private final long[] out;
        private final int from;
        private final int to;

        Squares(long[] in, long[] out, int from, int to) {
            this.in = in;
            this.out = out;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 100) {
                int mid = (from + to) >>> 1;
                invokeAll(new Squares(in, out, from, mid), new Squares(in, out, mid, to));
                return;
            }
            for (int i = from; i < to; i++) {
                synchronized (out) {
                    out[i] = in[i] * in[i] + Math.abs(in[i]);
                }
            }
        }

        /** The JDK's field of that name is not this one. */
        static Object others() {
            return System.out;
        }
    }

    /** Nobody else knows these objects. */
    static class Primes extends RecursiveTask<List<Integer>> {
        private final int from, to;

        Primes(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> odd = Collections.synchronizedList(new ArrayList<>());
            List<Integer> primes = new ArrayList<>();
            final Object own = new Object();
            for (int i = from; i < Math.min(to, from + 100); i++) {
                if (i % 2 == 1) {
                    odd.add(i);
                }
                synchronized (primes) {
                    // The block declares something.
                    boolean prime = i > 1;
                    for (int d = 2; d * d <= i; d++) {
                        prime &= i % d != 0;
                    }
                    if (prime) {
                        primes.add(i);
                    }
                }
            }
            if (from + 100 < to) {
                Primes rest = new Primes(from + 100, to);
                rest.fork();
                synchronized (own) {
                    primes.add(odd.size());

                    /* Two lines. */
                    primes.add(-1);
                }
                primes.addAll(rest.join());
            }
            return primes;
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size, 0, 1000).toArray();
        long[] in = Arrays.stream(data).asLongStream().toArray();
        long[] out = new long[size];
        Board board = new Board();
        Vector<Integer> found = new Vector<>();
        AtomicInteger seen = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();
        AtomicLong total = new AtomicLong();
        POOL.invoke(new Mandelbrot(board, 0, 16));
        POOL.invoke(new Found(data, 0, size, found, seen));
        POOL.invoke(new Statistics(data, 0, size, counts, total));
        POOL.invoke(new Squares(in, out, 0, size));
        Collections.sort(found);
        return Arrays.hashCode(board.image.getRGB(0, 0, 16, 8, null, 0, 16))
                + " " + found
                + " " + seen
                + " " + counts
                + " " + total
                + " " + Arrays.hashCode(out)
                + " " + POOL.invoke(new Primes(0, size)).hashCode();
    }
}
