// repairs: FJ4 FJ4 FJ8 FJ8
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

class ForkedInARow {
    static class Fib extends RecursiveTask<Long> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 2) return (long) n;
            ArrayList<ForkJoinTask<Long>> futures = new ArrayList<>(2);
            futures.add(new Fib(n - 1).fork());
            futures.add(new Fib(n - 2).fork());
            return futures.get(1).join() + futures.get(0).join();
        }
    }

    static class Tree extends RecursiveTask<Integer> {
        final int depth;

        Tree(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            List<Integer> depths = depth <= 0 ? List.of() : List.of(depth - 1, depth - 2, depth - 3);
            int sum = 1;
            List<ForkJoinTask<Integer>> subTasks = new ArrayList<>();
            depths.forEach(child -> subTasks.add(new Tree(child).fork()));
            for (ForkJoinTask<Integer> task : subTasks) {
                sum += task.join();
            }
            return sum;
        }
    }

    static class Reversed extends RecursiveTask<String> {
        private final String text;
        private final int lo;
        private final int hi;

        Reversed(String text, int lo, int hi) {
            this.text = text;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected String compute() {
            if (hi - lo < 3) {
                return new StringBuilder(text.substring(lo, hi)).reverse().toString();
            }
            int mid = (lo + hi) >>> 1;
            Reversed left = new Reversed(text, lo, mid);
            left.fork();
            Reversed right = new Reversed(text, mid, hi);
            right.fork();
            return right.join() + left.join();
        }
    }

    static class Three extends RecursiveTask<Integer> {
        final int n;

        Three(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 3) return n;
            Three a = new Three(n / 3), b = new Three(n / 4), c = new Three(n / 5);
            a.fork();
            b.fork();
            c.fork();
            int sum = a.join();
            sum += b.join();
            return sum - c.join();
        }
    }

    static Object run(Random random, int size) {
        StringBuilder text = new StringBuilder();
        random.ints(size, 'a', 'z').forEach(it -> text.append((char) it));
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Fib(Math.min(size, 12)))
                + " " + pool.invoke(new Tree(Math.min(size, 8)))
                + " " + pool.invoke(new Reversed(text.toString(), 0, size))
                + " " + pool.invoke(new Three(size));
    }
}
