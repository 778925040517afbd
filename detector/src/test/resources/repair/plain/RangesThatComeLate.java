import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RecursiveTask;

class RangesThatComeLate {
    /** Asks for its length while it is made. */
    static class Asked extends RecursiveTask<Long> {
        private final int[] data;
        private final int size;

        Asked(int[] data) {
            this.data = data;
            this.size = size();
        }

        private int size() {
            return data.length;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                return (long) size;
            }
            int half = data.length / 2;
            Asked left = new Asked(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 before that has a range
            Asked right = new Asked(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 before that has a range
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** Hands itself to somebody while it is made. */
    static class Handed extends RecursiveTask<Long> {
        private final int[] data;
        private final int size;

        Handed(int[] data) {
            this.data = data;
            this.size = sizeOf(this);
        }

        static int sizeOf(Handed task) {
            return task.size();
        }

        int size() {
            return data.length;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                return (long) size;
            }
            int half = data.length / 2;
            Handed left = new Handed(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 before that has a range
            Handed right = new Handed(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 before that has a range
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** Makes a piece for others, who change the data before that runs. */
    static class Kept extends RecursiveTask<Long> {
        private final int[] data;

        Kept(int[] data) {
            this.data = data;
        }

        Kept first() {
            return new Kept(Arrays.copyOf(data, data.length / 2));
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Kept left = new Kept(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 after a piece is made
            Kept right = new Kept(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 after a piece is made
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** Copies by a method of the program, which leaves out some. */
    static class Positive extends RecursiveTask<Long> {
        private final List<Integer> items;

        Positive(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Positive left = new Positive(new ArrayList<>(items.subList(0, half))); // refused: FJ2 may be changed or kept here
            Positive right = new Positive(copyOf(items.subList(half, items.size())));
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    static List<Integer> copyOf(List<Integer> items) {
        List<Integer> positive = new ArrayList<>();
        for (int item : items) if (item > 0) positive.add(item); // refused: FJ2 only copies made by
        return positive;
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size, -100, 100).toArray();
        List<Integer> items = new ArrayList<>();
        for (int each : data) items.add(each);
        String found = new Asked(data).compute() + " " + new Handed(data).compute();
        found += " " + new Positive(items).compute();
        Kept first = new Kept(data).first();
        Arrays.fill(data, 7);
        return found + " " + first.compute();
    }
}
