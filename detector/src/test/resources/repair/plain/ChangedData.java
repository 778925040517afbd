import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class ChangedData {
    /** Merges into the array whose halves it sorts. */
    static class MergeSort extends RecursiveAction {
        private final int[] data;

        MergeSort(int[] data) {
            this.data = data;
        }

        @Override
        protected void compute() {
            if (data.length < 2) return; // refused: FJ10 no automatic repair
            int mid = data.length / 2;
            int[] left = Arrays.copyOfRange(data, 0, mid); // refused: FJ2 tasks write to arrays
            int[] right = Arrays.copyOfRange(data, mid, data.length); // refused: FJ2 tasks write to arrays
            invokeAll(new MergeSort(left), new MergeSort(right));
            for (int i = 0, l = 0, r = 0; i < data.length; i++) {
                data[i] = r == right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++]; // refused: FJ3 no automatic repair
            }
        }
    }

    static class Escapes extends RecursiveTask<int[]> {
        private final int[] data;

        Escapes(int[] data) {
            this.data = data;
        }

        @Override
        protected int[] compute() {
            if (data.length < 2) return data; // refused: FJ10 no automatic repair
            Escapes left = new Escapes(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 the data may be changed or kept here
            Escapes right = new Escapes(Arrays.copyOfRange(data, data.length / 2, data.length)); // refused: FJ2 the data may be changed or kept here
            left.fork();
            int[] other = right.compute();
            return left.join().length > other.length ? left.join() : other;
        }
    }

    static class Consumed extends RecursiveTask<Integer> {
        private final List<Integer> items;

        Consumed(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            if (items.size() < 4) {
                while (!items.isEmpty()) sum += items.remove(0);
                return sum;
            }
            int mid = items.size() / 2;
            Consumed a = new Consumed(new ArrayList<>(items.subList(0, mid))); // refused: FJ2 tasks change lists
            Consumed b = new Consumed(new ArrayList<>(items.subList(mid, items.size()))); // refused: FJ2 tasks change lists
            invokeAll(a, b);
            return a.join() + b.join();
        }
    }

    /** Another task's data is all of it, whatever part of it that task would have. */
    static class Compared extends RecursiveTask<Integer> {
        private final int[] data;

        Compared(int[] data) {
            this.data = data;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Compared && Arrays.equals(((Compared) other).data, data);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(data);
        }

        @Override
        protected Integer compute() {
            if (data.length < 20) return equals(new Compared(new int[] {1})) ? 1 : 0;
            Compared a = new Compared(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 used from outside
            Compared b = new Compared(Arrays.copyOfRange(data, data.length / 2, data.length)); // refused: FJ2 used from outside
            a.fork();
            return b.compute() + a.join();
        }
    }

    /** Has an array filled that may be the one it divides. */
    static class Noisy extends RecursiveTask<Integer> {
        private final byte[] data;
        private final byte[] noise;

        Noisy(byte[] data, byte[] noise) {
            this.data = data;
            this.noise = noise;
        }

        @Override
        protected Integer compute() {
            if (data.length < 20) {
                new Random(1).nextBytes(noise);
                int sum = 0;
                for (byte each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Noisy a = new Noisy(Arrays.copyOfRange(data, 0, half), noise); // refused: FJ2 tasks write to arrays
            Noisy b = new Noisy(Arrays.copyOfRange(data, half, data.length), noise); // refused: FJ2 tasks write to arrays
            int first = a.compute();
            return first + b.compute();
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size).toArray();
        ForkJoinPool.commonPool().invoke(new MergeSort(data));
        return Arrays.toString(data) + new Compared(data).invoke() + noisy(size);
    }

    private static int noisy(int size) {
        byte[] all = new byte[size];
        return new Noisy(all, all).invoke();
    }
}
