// repairs: FJ2
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class SumOfCopies extends RecursiveTask<Long> {
    /** What is summed. */
    private final int[] data; // stays as it is

    /**
     * A sum.
     *
     * @param data what is summed
     */
    public SumOfCopies(int[] data) {
        // kept, not copied
        this.data = data;
    }

    @Override
    protected Long compute() {
        if (data.length < 16) {
            long sum = 0;
            for (final int each : data) {
                sum += each; // one after the other
            }
            return sum;
        }
        int split = data.length / 2;
        int[] left = Arrays.copyOfRange(data, 0, split);
        int[] right = Arrays.copyOfRange(data, split, data.length);
        SumOfCopies first = new SumOfCopies(left);
        SumOfCopies second = new SumOfCopies(right);
        first.fork();
        return second.compute() + first.join();
    }

    static Object run(Random random, int size) {
        return ForkJoinPool.commonPool().invoke(new SumOfCopies(random.ints(size).toArray()));
    }

    static Object expected(Random random, int size) {
        return random.ints(size).asLongStream().sum();
    }
}
