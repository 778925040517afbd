// repairs: FJ6 FJ6 FJ6 FJ6
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

class Polled {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class Count extends RecursiveTask<Integer> {
        private final int n;

        Count(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            for (int i = 0; i < n; i++) sum++;
            return sum;
        }
    }

    static class Sum extends RecursiveTask<Integer> {
        private final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            Count left = new Count(n / 2);
            Count right = new Count(n - n / 2);
            left.fork();
            if (n % 3 == 0) {
                while (!left.isDone()) {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                return right.compute() + left.getRawResult();
            }
            right.fork();
            if (n % 3 == 1) {
                try {
                    while (!left.isDone() || !(right.isDone())) Thread.sleep(1);
                } catch (InterruptedException ignored) {
                }
                return right.getRawResult() + left.getRawResult();
            }
            if (n % 5 == 0) {
                while (!left.isDone() || !right.isDone()) {
                    Thread.onSpinWait();
                }
            }
            await(right);
            return right.getRawResult() + left.join();
        }

        private static void await(RecursiveTask<?> task) {
            try {
                while (!task.isDone()) TimeUnit.MICROSECONDS.sleep(100);
            } catch (InterruptedException ignored) {
            }
        }
    }

    static Object run(Random random, int size) {
        return POOL.invoke(new Sum(size));
    }

    static Object expected(Random random, int size) {
        return size;
    }
}
