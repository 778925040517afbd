// repairs: FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
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

    /** The next statement computes the other half, and is nothing else. */
    static class InARow extends RecursiveTask<Integer> {
        private final int n;

        InARow(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            InARow left = new InARow(n - 1);
            InARow right = new InARow(n - 2);
            left.fork();
            int l = left.join(); // the larger one
            int r = right.compute(); // the smaller one
            return l + r;
        }
    }

    /** The next statement computes the other half within. */
    static class Within extends RecursiveTask<Long> {
        private final int n;

        Within(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 2) return (long) n;
            Within left = new Within(n - 1);
            left.fork();
            long l = left.join();
            return l + 3 * new Within(n - 2).compute();
        }
    }

    /** The other half is made between the fork and the join. */
    static class MadeBetween extends RecursiveTask<Integer> {
        private final int n;

        MadeBetween(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            MadeBetween left = new MadeBetween(n - 1);
            if (n % 2 == 0) {
                left.fork();
                // There is no other half here.
                int times = n % 3;
                int result = left.join();
                return times * result;
            }
            left.fork();
            MadeBetween right = new MadeBetween(n - 2);
            return left.join() + right.compute();
        }
    }

    /** The other half is made of the first one's result: it cannot come first. */
    static class OneOfTheOther extends RecursiveTask<Integer> {
        private final int n;

        OneOfTheOther(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            OneOfTheOther left = new OneOfTheOther(n - 1);
            left.fork();
            int l = left.join();
            int r = new OneOfTheOther((l & 7) % n).compute();
            return l + r;
        }
    }

    /** The other half is made in between, for a variable that is declared before. */
    static class Assigned extends RecursiveTask<Integer> {
        private final int n;

        Assigned(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Assigned left, right;
            left = new Assigned(n - 1);
            left.fork();
            right = new Assigned(n - 2);
            int sum;
            sum = left.join();
            sum += right.compute();
            return sum;
        }
    }

    /** The first half is forked where it is declared, as what fork returns. */
    static class Declared extends RecursiveTask<Integer> {
        private final int n;

        Declared(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            ForkJoinTask<Integer> left = new Declared(n - 1).fork();
            Declared right = new Declared(n - 2);
            return left.join() + right.compute();
        }
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Fib(Math.min(size, 12)))
                + " " + pool.invoke(new Digits(random.nextLong() >>> 1))
                + " " + pool.invoke(new Down(Math.min(size, 200)))
                + " " + pool.invoke(new InARow(Math.min(size, 12)))
                + " " + pool.invoke(new Within(Math.min(size, 12)))
                + " " + pool.invoke(new MadeBetween(Math.min(size, 12)))
                + " " + pool.invoke(new Declared(Math.min(size, 12)))
                + " " + pool.invoke(new Assigned(Math.min(size, 12)))
                + " " + pool.invoke(new OneOfTheOther(Math.min(size, 12)));
    }
}
