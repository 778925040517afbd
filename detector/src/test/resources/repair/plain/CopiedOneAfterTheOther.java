// repairs: FJ2 FJ2
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class CopiedOneAfterTheOther {
    /** The second copy begins where the first one ends, and its length says where. */
    static class Hash extends RecursiveTask<Integer> {
        private final int[] data;

        Hash(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data.length < 20) {
                int hash = 1;
                for (int each : data) hash = hash * 5 + each;
                return hash;
            }
            int[] left = new int[data.length / 2];
            int[] right = new int[data.length - left.length];
            System.arraycopy(data, 0, left, 0, left.length);
            System.arraycopy(data, left.length, right, 0, right.length);
            Hash first = new Hash(left);
            Hash second = new Hash(right);
            first.fork();
            int other = second.compute();
            return first.join() * 3 - other;
        }
    }

    /** Looks at one of the copies itself, so that one stays, and the other is shared once. */
    static class Partly extends RecursiveTask<Integer> {
        private final int[] data;

        Partly(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data.length < 20) {
                int hash = 1;
                for (int each : data) hash = hash * 5 + each;
                return hash;
            }
            int half = data.length / 2;
            int[] low = new int[half];
            System.arraycopy(data, 0, low, 0, half);
            Partly a = new Partly(low);
            Partly b = new Partly(Arrays.copyOfRange(data, half, data.length));
            invokeAll(a, b);
            return a.join() * 3 - b.join() + low[0];
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size).toArray();
        return ForkJoinPool.commonPool().invoke(new Hash(data)) + " " + new Partly(data).invoke();
    }
}
