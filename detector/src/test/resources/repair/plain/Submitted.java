// repairs: FJ1 FJ1 FJ1 FJ1 FJ7
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
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
            int a = POOL.invoke(new Fib(n - 1));
            int b = getPool().invoke(new Fib(n - 2));
            return a + b;
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
                + " " + POOL.invoke(new Half(size))
                + " " + marks.toString().replace("1", "").length();
    }
}
