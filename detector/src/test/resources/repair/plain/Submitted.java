// repairs: FJ1 FJ1 FJ1 FJ1 FJ1 FJ1 FJ7 FJ8
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicIntegerArray;

class Submitted {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            Fib right = new Fib(n - 2);
            int a = POOL.invoke(left);
            int b = POOL.invoke(right);
            return a + b;
        }
    }

    /** One after the other, in one expression. */
    static class Difference extends RecursiveTask<Integer> {
        final int n;

        Difference(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Difference left = new Difference(n - 1);
            Difference right = new Difference(n - 2);
            return ForkJoinPool.commonPool().invoke(left)
                    - 2 * ForkJoinPool.commonPool().invoke(right);
        }
    }

    /** Forked, both would be more than the parent's: it computes one. */
    static class Declared extends RecursiveTask<Integer> {
        final int n;

        Declared(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            ForkJoinTask<Integer> left = POOL.submit(new Declared(n - 1));
            ForkJoinTask<Integer> right = POOL.submit(new Declared(n - 2)); // the smaller one
            return left.join() - 3 * right.join();
        }
    }

    static class Half extends RecursiveTask<Integer> {
        private final int bound;

        Half(int bound) {
            this.bound = bound;
        }

        @Override
        protected Integer compute() {
            if (bound < 10) {
                return bound;
            }
            Half half = new Half(bound / 2);
            POOL.submit(half);
            return half.join() + 1;
        }
    }

    static class Marks extends RecursiveAction {
        private final AtomicIntegerArray marks;
        private final int lo;
        private final int hi;

        Marks(AtomicIntegerArray marks, int lo, int hi) {
            this.marks = marks;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 2) {
                for (int i = lo; i < hi; i++) marks.incrementAndGet(i);
                return;
            }
            int mid = (lo + hi) >>> 1;
            Marks right = new Marks(marks, mid, hi);
            getPool().execute(right);
            new Marks(marks, lo, mid).compute();
            right.join();
        }
    }

    static Object run(Random random, int size) {
        AtomicIntegerArray marks = new AtomicIntegerArray(size);
        POOL.invoke(new Marks(marks, 0, size));
        return POOL.invoke(new Fib(Math.min(size, 6)))
                + " " + POOL.invoke(new Difference(Math.min(size, 6)))
                + " " + POOL.invoke(new Declared(Math.min(size, 6)))
                + " " + POOL.invoke(new Half(size))
                + " " + marks.toString().replace("1", "").length();
    }
}
