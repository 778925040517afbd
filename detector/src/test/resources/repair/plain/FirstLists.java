// repairs: FJ3 FJ3 FJ3 FJ3
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class FirstLists {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class Multiples extends RecursiveTask<List<Integer>> {
        private final int[] data;
        private final int from, to;

        Multiples(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from < 50) {
                List<Integer> found = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    if (data[i] % 3 == 0) found.add(data[i]);
                }
                return found;
            }
            int mid = (from + to) >>> 1;
            Multiples left = new Multiples(data, from, mid);
            Multiples right = new Multiples(data, mid, to);
            invokeAll(left, right);
            List<Integer> all = new ArrayList<>(left.join()); // the first
            all.addAll(right.join());
            return all;
        }
    }

    static class Indices extends RecursiveTask<List<Integer>> {
        private final int[] data;
        private final int from, to;

        Indices(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from < 50) {
                return directly();
            }
            int mid = (from + to) >>> 1;
            Indices left = new Indices(data, from, mid);
            left.fork();
            List<Integer> second = new Indices(data, mid, to).compute();
            List<Integer> first = left.join();
            List<Integer> all = new ArrayList<>();
            all.addAll(first);
            all.addAll(second);
            return all;
        }

        private List<Integer> directly() {
            ArrayList<Integer> found = new ArrayList<>(to - from);
            for (int i = from; i < to; i++) {
                if (data[i] % 7 == 0) found.add(i);
            }
            return found.isEmpty() ? new ArrayList<>() : found;
        }
    }

    static class Doubled extends RecursiveTask<List<Integer>> {
        private final int[] data;
        private final int from, to;

        Doubled(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> result;
            if (to - from < 50) {
                result = new ArrayList<>();
                for (int i = from; i < to; i++) result.add(data[i] * 2);
            } else {
                int mid = (from + to) >>> 1;
                Doubled left = new Doubled(data, from, mid);
                Doubled right = new Doubled(data, mid, to);
                right.fork();
                result = new ArrayList<>(left.compute());
                result.addAll(right.join());
            }
            return result;
        }
    }

    /** Figure 6 of the study, without its sublists. */
    static class Matching extends RecursiveTask<List<Integer>> {
        private final int[] data;
        private final int from, to;

        Matching(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> result = new ArrayList<>();
            int size = to - from;
            if (size < 50) {
                for (int i = from; i < to; i++) {
                    if (data[i] % 5 == 0) result.add(data[i]);
                }
                return result;
            }
            int mid = from + size / 2;
            Matching first = new Matching(data, from, mid);
            Matching second = new Matching(data, mid, to);
            invokeAll(first, second);
            result.addAll(first.join());
            result.addAll(second.join());
            return result;
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size, 0, 1000).toArray();
        return POOL.invoke(new Multiples(data, 0, size))
                + " " + POOL.invoke(new Indices(data, 0, size))
                + " " + POOL.invoke(new Doubled(data, 0, size))
                + " " + POOL.invoke(new Matching(data, 0, size));
    }
}
