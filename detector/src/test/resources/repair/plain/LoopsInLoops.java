// repairs: FJ2 FJ2 FJ2
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.RecursiveTask;

class LoopsInLoops {
    /** Each loop has an index of its own. */
    static class Pairs extends RecursiveTask<Long> {
        private final int[] data;

        Pairs(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int one : data)
                    for (int other : data)
                        sum += one * other;
                for (int one : data) {
                    for (int other : data) {
                        sum = sum * 3 + one - other;
                    }
                }
                for (int one : data) sum -= one;
                return sum;
            }
            int half = data.length / 2;
            Pairs left = new Pairs(Arrays.copyOfRange(data, 0, half));
            Pairs right = new Pairs(Arrays.copyOfRange(data, half, data.length));
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** The half of a child is a variable's only after that is declared. */
    static class Late extends RecursiveTask<Long> {
        private final int[] data;
        private int half = 1;

        Late(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = half++;
                for (int each : data) sum += each;
                return sum;
            }
            Late left = new Late(Arrays.copyOfRange(data, 0, data.length / 2));
            left.fork();
            int half = data.length / 2;
            Late right = new Late(Arrays.copyOfRange(data, half, data.length));
            return right.compute() * 3 + left.join();
        }
    }

    /** Bodies without braces that have a label. */
    static class Labelled extends RecursiveTask<Long> {
        private final int[] data;

        Labelled(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int one : data)
                    steps:
                    for (int i = 0; i < 9; i++) {
                        if (i > (one & 3)) break steps;
                        sum = sum * 3 + one;
                    }
                for (int one : data) single: sum = sum * 5 + one; // the end
                for (int one : data)
                    outer: inner: do sum++; while (Math.floorMod(sum, 7) != (one & 1));
                return sum;
            }
            int half = data.length / 2;
            Labelled left = new Labelled(Arrays.copyOfRange(data, 0, half));
            Labelled right = new Labelled(Arrays.copyOfRange(data, half, data.length));
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size).toArray();
        return new Pairs(data).invoke() + " " + new Late(data).invoke() + " " + new Labelled(data).invoke();
    }
}
