// repairs: FJ2 FJ2
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class PiecesInPlace {
    /** Three pieces, and a leaf that counts from its own beginning. */
    static class Thirds extends RecursiveTask<Long> {
        private final long[] v;
        private final int from = 0;

        Thirds(long[] v) {
            this.v = v;
        }

        @Override
        protected Long compute() {
            if (v.length < 3) {
                long sum = from;
                for (int i = 0; i < v.length; i++) {
                    sum += (i + 1) * v[i];
                }
                return sum;
            }
            int third = v.length / 3;
            List<Thirds> all = new ArrayList<>();
            all.add(new Thirds(Arrays.copyOfRange(v, 0, third)));
            all.add(new Thirds(Arrays.copyOfRange(v, third, v.length - third)));
            all.add(new Thirds(Arrays.copyOfRange(v, v.length - third, v.length)));
            return invokeAll(all).stream().mapToLong(Thirds::join).sum();
        }
    }

    static class Leaves extends RecursiveTask<String> {
        private final int[] v;

        Leaves(int[] v) {
            this.v = v;
        }

        @Override
        protected String compute() {
            if (v.length <= 5) {
                int[] sorted = Arrays.copyOf(v, v.length);
                Arrays.sort(sorted);
                int[] again = v.clone();
                Arrays.sort(again);
                return Arrays.toString(sorted)
                        + Arrays.equals(sorted, again)
                        + Arrays.stream(v).sum()
                        + (v.length > 0 ? v[0] + v[v.length - 1] : -v.length)
                        + v.length * 2;
            }
            Leaves left = new Leaves(Arrays.copyOf(v, v.length / 2));
            Leaves right = new Leaves(Arrays.copyOfRange(v, v.length / 2, v.length));
            left.fork();
            String second = right.compute();
            return left.join() + second;
        }
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Thirds(random.longs(size).toArray()))
                + pool.invoke(new Leaves(random.ints(size, 0, 1000).toArray()));
    }
}
