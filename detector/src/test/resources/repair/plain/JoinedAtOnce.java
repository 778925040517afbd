// repairs: FJ7 FJ7 FJ7 FJ7
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class JoinedAtOnce {
    static class Fib extends RecursiveTask<Integer> {
        private final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            Fib right = new Fib(n - 2);
            left.fork();
            return left.join() + right.compute();
        }
    }

    static class Digits extends RecursiveTask<String> {
        private final long n;

        Digits(long n) {
            this.n = n;
        }

        @Override
        protected String compute() {
            if (n < 10) return String.valueOf(n);
            Digits high = new Digits(n / 10);
            Digits low = new Digits(n % 10);
            high.fork();
            return high.join() + low.compute();
        }
    }

    static class Down extends RecursiveTask<Integer> {
        private final int n;

        Down(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n == 0) return 0;
            if (n % 2 == 0) return new Down(n - 1).fork().join() + 1;
            Down one = new Down(n - 1);
            one.fork();
            int below = one.join();
            return below + 1;
        }
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Fib(Math.min(size, 12)))
                + " " + pool.invoke(new Digits(random.nextLong() >>> 1))
                + " " + pool.invoke(new Down(Math.min(size, 200)));
    }
}
