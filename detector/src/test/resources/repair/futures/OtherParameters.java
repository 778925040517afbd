import java.util.Random;
import java.util.concurrent.RecursiveTask;

class OtherParameters {
    /** A double, not an int. */
    static class Wider extends RecursiveTask<Long> { // refused: ToFuture does not just store all fields
        private final double n;

        Wider(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 20) return (long) (n * 100 / 3);
            Wider left = new Wider((int) n / 2);
            left.fork();
            return new Wider((int) (n - n / 2)).compute() + left.join() + (long) (n / 7 * 100);
        }
    }

    /** A part of what it was given. */
    static class Cut extends RecursiveTask<Long> { // refused: ToFuture does not just store all fields
        private final int n;

        Cut(long n) {
            this.n = (int) n;
        }

        @Override
        protected Long compute() {
            if (n < 20) return (long) n;
            Cut left = new Cut(n / 2);
            left.fork();
            return new Cut(n - n / 2).compute() + left.join() + n * 100_000;
        }
    }

    /** The same. */
    static class Byte extends RecursiveTask<Long> { // refused: ToFuture does not just store all fields
        private final int n;

        Byte(int n) {
            this.n = (byte) n;
        }

        @Override
        protected Long compute() {
            if (n < 20) return (long) n;
            Byte left = new Byte(n / 2);
            left.fork();
            return new Byte(n - n / 2).compute() + left.join();
        }
    }

    /** What it is made of changes before it is computed. */
    static class Stepping extends RecursiveTask<Long> { // refused: ToFuture may make a difference
        static int step;

        static void turn() {
            step = 1 - step; // refused: FJ14 no automatic repair
        }

        private final int n;

        Stepping(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n < 20) return (long) n;
            Stepping half = new Stepping(n / 3 + step);
            turn();
            long sum = half.compute();
            turn();
            return sum;
        }
    }

    static Object run(Random random, int size) {
        return new Wider(size).invoke() + " " + new Cut(size + (1L << 33)).invoke() + " "
                + new Byte(size).invoke() + " " + new Stepping(size).invoke();
    }
}
