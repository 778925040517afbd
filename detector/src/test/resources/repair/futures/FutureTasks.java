// repairs: FJ7 FJ7 ToFuture ToFuture ToFuture ToFuture
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class FutureTasks {
    /** Fibonacci numbers. */
    static class Fib extends RecursiveTask<Integer> {
        private final int n;

        Fib(int n) {
            this.n = n;
        }

        /** By the definition. */
        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            left.fork();
            Fib right = new Fib(n - 2);
            return left.join() + right.compute(); // both
        }
    }

    static final class Maximum extends RecursiveTask<Long> {
        static final int SMALL = 4;
        private long[] v;
        private int lo, hi;

        Maximum(long[] values, int from, int to) {
            hi = to;
            this.v = values;
            this.lo = from;
        }

        protected Long compute() {
            if (this.hi - lo <= SMALL) {
                long max = Long.MIN_VALUE;
                for (int i = lo; i < hi; i++) max = Math.max(max, v[i]);
                return max;
            } else {
                int mid = (lo + hi) >>> 1;
                Maximum left = new Maximum(v, lo, mid);
                Maximum right = new Maximum(v, mid, hi);
                invokeAll(left, right);
                return Math.max(left.join(), right.join());
            }
        }
    }

    static class Sum extends RecursiveTask<Long> {
        private final long[] v;
        private final int lo;
        private final int hi;

        public Sum(long[] v, int lo, int hi) {
            this.v = v;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo <= Maximum.SMALL) {
                long sum = 0;
                for (int i = lo; i < hi; i++) sum += v[i];
                return sum;
            }
            int mid = (lo + hi) >>> 1;
            Sum right = new Sum(v, mid, hi);
            right.fork();
            long left = new Sum(v, lo, mid).compute();
            return left + right.join();
        }
    }

    static class Depth extends RecursiveTask<Integer> {
        final int n;

        Depth(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            return n == 0 ? 0 : new Depth(n - 1).fork().join() + 1;
        }
    }

    static Object run(Random random, int size) {
        long[] v = random.longs(size).toArray();
        Sum task = new Sum(v, 0, size);
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Fib(Math.min(size, 15)))
                + " " + ForkJoinPool.commonPool().invoke(new Maximum(v, 0, v.length))
                + " " + pool.invoke(task)
                + " " + new Depth(Math.min(size, 50)).invoke();
    }
}
