import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Merge sort: both halves sorted in parallel, then merged through a second array.
 *
 * <pre>./cleave run examples/Sort.java -- [size]</pre>
 */
public class Sort extends RecursiveAction {
    /** Below this many numbers, splitting further costs more than it gains. */
    private static final int THRESHOLD = 8_192;

    private final int[] numbers;
    private final int[] spare;
    private final int from;
    private final int to;

    Sort(int[] numbers, int[] spare, int from, int to) {
        this.numbers = numbers;
        this.spare = spare;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from <= THRESHOLD) {
            Arrays.sort(numbers, from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        invokeAll(new Sort(numbers, spare, from, middle), new Sort(numbers, spare, middle, to));
        merge(middle);
    }

    private void merge(int middle) {
        System.arraycopy(numbers, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        int next = from;
        while (left < middle && right < to) {
            numbers[next++] = spare[left] <= numbers[right] ? spare[left++] : numbers[right++];
        }
        System.arraycopy(spare, left, numbers, next, middle - left);
    }

    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 20_000_000;
        int[] numbers = new SplittableRandom(1).ints(size).toArray();
        int[] expected = numbers.clone();
        ForkJoinPool pool = ForkJoinPool.commonPool();

        long started = System.nanoTime();
        Arrays.sort(expected);
        double serialSeconds = (System.nanoTime() - started) / 1e9;

        started = System.nanoTime();
        pool.invoke(new Sort(numbers, new int[size], 0, size));
        double parallelSeconds = (System.nanoTime() - started) / 1e9;

        if (!Arrays.equals(numbers, expected)) {
            throw new AssertionError("not sorted");
        }
        System.out.printf("%,d numbers sorted%n", size);
        System.out.printf("Arrays.sort %.2f s%n", serialSeconds);
        System.out.printf(
                "merge sort  %.2f s, %.2f times as fast, with parallelism %d%n",
                parallelSeconds, serialSeconds / parallelSeconds, pool.getParallelism());
    }
}
