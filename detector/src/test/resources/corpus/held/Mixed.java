package corpus.mixed;

import java.io.FileWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Mixed {
    private static final ForkJoinPool pool = ForkJoinPool.commonPool();
    private static final Object LOCK = new Object();

    static class Fibonacci extends RecursiveTask<BigInteger> {
        final int n;
        Fibonacci(int n) { this.n = n; }
        protected BigInteger compute() {
            if (n <= 1) return BigInteger.valueOf(n);
            Fibonacci f1 = new Fibonacci(n - 1);
            f1.fork();
            Fibonacci f2 = new Fibonacci(n - 2);
            return f2.compute().add(f1.join());
        }
    }

    static class Matrix extends RecursiveAction {
        final double[][] a, b, c;
        final int row, rows;
        Matrix(double[][] a, double[][] b, double[][] c, int row, int rows) {
            this.a = a; this.b = b; this.c = c; this.row = row; this.rows = rows;
        }
        @Override protected void compute() {
            if (rows > 1) {
                int h = rows >> 1;
                invokeAll(new Matrix(a, b, c, row, h), new Matrix(a, b, c, row + h, rows - h));
                return;
            }
            double[] out = c[row];
            double[] in = a[row].clone();
            for (int j = 0; j < out.length; j++) {
                double s = 0;
                for (int k = 0; k < in.length; k++) s += in[k] * b[k][j];
                out[j] = s;
            }
        }
    }

    static class Strassen extends RecursiveTask<double[][]> {
        final double[][] m;
        Strassen(double[][] m) { this.m = m; }
        @Override protected double[][] compute() {
            int n = m.length;
            if (n == 1) return m;
            double[][] upper = new double[n / 2][];
            for (int i = 0; i < n / 2; i++) {
                upper[i] = m[i].clone();
            }
            double[][] lower = Arrays.copyOfRange(m, n / 2, n); // expect: FJ2
            Strassen low = new Strassen(lower);
            low.fork();
            double[][] res = new double[n][];
            double[][] half = low.join();
            for (int i = 0; i < half.length; i++) {
                res[i] = half[i]; // expect: FJ3
            }
            for (int i = 0; i < upper.length; i++) res[half.length + i] = upper[i];
            return res;
        }
    }

    static class Permutations extends RecursiveTask<List<String>> {
        final String prefix, rest;
        Permutations(String prefix, String rest) { this.prefix = prefix; this.rest = rest; }
        @Override protected List<String> compute() {
            if (rest.isEmpty()) return Collections.singletonList(prefix);
            List<Permutations> subs = IntStream.range(0, rest.length())
                    .mapToObj(i -> new Permutations(prefix + rest.charAt(i),
                            rest.substring(0, i) + rest.substring(i + 1))) // expect: FJ2
                    .collect(Collectors.toList());
            return invokeAll(subs).stream()
                    .flatMap(t -> t.join().stream())
                    .collect(Collectors.toList()); // expect: FJ3
        }
    }

    static class Logged extends RecursiveAction {
        private static final List<String> LOG = Collections.synchronizedList(new ArrayList<String>());
        private final int depth;
        Logged(int depth) { this.depth = depth; }
        @Override protected void compute() {
            LOG.add("depth " + depth); // expect: FJ5
            if (depth > 0) invokeAll(new Logged(depth - 1), new Logged(depth - 1));
        }
    }

    static class Writes extends RecursiveAction {
        private final List<String> lines;
        private final String name;
        Writes(List<String> lines, String name) { this.lines = lines; this.name = name; }
        @Override protected void compute() {
            try (FileWriter writer = new FileWriter(name)) { // expect: FJ6
                for (String line : lines) writer.write(line);
            } catch (IOException e) {
                throw new RuntimeException(e);
            }
        }
    }

    static class Locals extends RecursiveTask<Integer> {
        private final int[] xs;
        private final int l, r;
        Locals(int[] xs, int l, int r) { this.xs = xs; this.l = l; this.r = r; }
        @Override protected Integer compute() {
            if (r - l < 8) {
                Object mutex = new Object();
                int best = Integer.MIN_VALUE;
                synchronized (mutex) { // expect: FJ5
                    for (int i = l; i < r; i++) best = Math.max(best, xs[i]);
                }
                return best;
            }
            Locals left = new Locals(xs, l, (l + r) >>> 1), right = new Locals(xs, (l + r) >>> 1, r);
            left.fork();
            return Math.max(right.compute(), left.join());
        }
    }

    static class StaticLock extends RecursiveAction {
        static int best;
        final int v;
        StaticLock(int v) { this.v = v; }
        @Override protected void compute() {
            if (v > 100) { synchronized (LOCK) { best = Math.max(best, v); } return; } // expect: FJ5
            for (int k = 1; k <= 2; k++) { StaticLock s = new StaticLock(v * k + 1); s.fork(); } // expect: FJ4
        }
    }

    static class Stamped extends RecursiveTask<Double> {
        private static final StampedLock sl = new StampedLock();
        private static double x;
        @Override protected Double compute() {
            long stamp = sl.tryOptimisticRead();
            double seen = x;
            if (!sl.validate(stamp)) {
                stamp = sl.readLock(); // expect: FJ5
                try { seen = x; } finally { sl.unlockRead(stamp); }
            }
            return seen;
        }
    }

    static class Waiter extends RecursiveAction {
        private final CountDownLatch latch;
        private final Lock lock = new ReentrantLock();
        private final Condition ready = lock.newCondition();
        Waiter(CountDownLatch latch) { this.latch = latch; }
        @Override protected void compute() {
            try {
                latch.await(); // expect: FJ5
                lock.lock(); // expect: FJ5
                try { ready.await(); } finally { lock.unlock(); } // expect: FJ6
            } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
        }
    }

    static class Submits extends RecursiveTask<Long> {
        final AtomicLong total = new AtomicLong();
        final long n;
        Submits(long n) { this.n = n; }
        @Override protected Long compute() {
            if (n < 3) return total.addAndGet(n);
            List<Future<Long>> parts = new ArrayList<>();
            for (long i = 0; i < 3; i++) {
                parts.add(pool.submit(new Submits(n / 3))); // expect: FJ1
            }
            long sum = 0;
            for (Future<Long> part : parts) {
                try { sum += part.get(); }
                catch (InterruptedException | ExecutionException e) { throw new RuntimeException(e); }
            }
            return sum;
        }
    }

    static class OwnPool extends RecursiveTask<Integer> {
        final int k;
        OwnPool(int k) { this.k = k; }
        @Override protected Integer compute() {
            if (k == 0) return 0;
            ForkJoinPool inner = new ForkJoinPool(2);
            try { return inner.invoke(new OwnPool(k - 1)); } // expect: FJ1
            finally { inner.shutdown(); }
        }
    }

    static class Trie extends RecursiveTask<Map<Character, Integer>> {
        final Map<Character, List<String>> groups;
        Trie(Map<Character, List<String>> groups) { this.groups = groups; }
        @Override protected Map<Character, Integer> compute() {
            Map<Character, Integer> sizes = new TreeMap<>();
            if (groups.size() < 2) { groups.forEach((c, w) -> sizes.put(c, w.size())); return sizes; }
            Iterator<Map.Entry<Character, List<String>>> it = groups.entrySet().iterator();
            Map<Character, List<String>> one = new HashMap<>(), two = new HashMap<>();
            while (it.hasNext()) {
                Map.Entry<Character, List<String>> e = it.next();
                if (e.getKey() < 'm') one.put(e.getKey(), e.getValue()); // expect: FJ2
                else two.put(e.getKey(), e.getValue()); // expect: FJ2
            }
            Trie x = new Trie(one), y = new Trie(two);
            x.fork(); y.fork();
            for (Map.Entry<Character, Integer> e : y.join().entrySet()) sizes.put(e.getKey(), e.getValue()); // expect: FJ3
            sizes.putAll(x.join()); // expect: FJ3
            return sizes;
        }
    }

    static class Polite extends RecursiveTask<Integer> {
        final int n;
        Polite(int n) { this.n = n; }
        @Override protected Integer compute() {
            if (n < 2) return n;
            Polite p = new Polite(n - 1), q = new Polite(n - 2);
            invokeAll(p, q);
            try { return p.get() + q.get(); }
            catch (InterruptedException | ExecutionException e) { throw new IllegalStateException(e); }
        }
    }

    public static void main(String... args) throws Exception {
        List<ForkJoinTask<?>> roots = new ArrayList<>();
        for (String arg : args) roots.add(pool.submit(new Polite(arg.length())));
        for (ForkJoinTask<?> root : roots) root.get();
        synchronized (LOCK) { LOCK.notifyAll(); }
        new CopyOnWriteArrayList<String>().add("not in a task");
        System.out.println(pool.invoke(new Fibonacci(30)));
    }
}
