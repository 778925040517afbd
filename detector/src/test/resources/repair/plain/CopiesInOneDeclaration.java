// repairs: FJ2 FJ2
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class CopiesInOneDeclaration extends RecursiveTask<Long> {
    private final int[] data;

    CopiesInOneDeclaration(int[] data) {
        this.data = data;
    }

    @Override
    protected Long compute() {
        if (data.length < 16) {
            long sum = 0;
            for (int each : data) sum = 3 * sum + each;
            return sum;
        }
        int split = data.length / 2;
        int[] left = Arrays.copyOfRange(data, 0, split), right = Arrays.copyOfRange(data, split, data.length);
        CopiesInOneDeclaration first = new CopiesInOneDeclaration(left), second = new CopiesInOneDeclaration(right);
        first.fork();
        long sum = second.compute();
        return 3 * first.join() + sum;
    }

    /** By arraycopy. */
    static class ByHand extends RecursiveTask<Long> {
        private final int[] data;

        ByHand(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 16) {
                long sum = 0;
                for (int each : data) sum = 3 * sum + each;
                return sum;
            }
            int split = data.length / 2;
            int[] left = new int[split], right = new int[data.length - split];
            System.arraycopy(data, 0, left, 0, left.length);
            System.arraycopy(data, split, right, 0, right.length);
            ByHand first = new ByHand(left);
            ByHand second = new ByHand(right);
            first.fork();
            long sum = second.compute();
            return 3 * first.join() + sum;
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size).toArray();
        ForkJoinPool pool = ForkJoinPool.commonPool();
        return List.of(pool.invoke(new CopiesInOneDeclaration(data)), pool.invoke(new ByHand(data)));
    }
}
