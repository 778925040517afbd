package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Fib;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Divide-and-conquer programs, and what {@code RecursiveAction} and {@code RecursiveTask} keep. */
@Conformance
class RecursiveProgramsTest {

    private static final class SortTask extends RecursiveAction {
        private final long[] array;
        private final int from;
        private final int to;

        SortTask(long[] array, int from, int to) {
            this.array = array;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 50) {
                Arrays.sort(array, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new SortTask(array, from, middle), new SortTask(array, middle, to));
            long[] left = Arrays.copyOfRange(array, from, middle);
            for (int l = 0, r = middle, i = from; l < left.length; i++) {
                array[i] = r == to || left[l] < array[r] ? left[l++] : array[r++];
            }
        }
    }

    @OnEveryPool
    void anArrayIsSorted(PoolShape shape) throws Exception {
        long[] array = new Random(7).longs(50_000).toArray();
        long[] expected = array.clone();
        Arrays.sort(expected);
        shape.outside(pool -> pool.invoke(new SortTask(array, 0, array.length)));
        assertArrayEquals(expected, array);
    }

    /** Keeps a list of what it has forked, and unforks what nobody has taken. */
    private static final class SumOfSquares extends RecursiveAction {
        private final double[] array;
        private final int from;
        private final int to;
        private final SumOfSquares next;
        private double result;

        SumOfSquares(double[] array, int from, int to, SumOfSquares next) {
            this.array = array;
            this.from = from;
            this.to = to;
            this.next = next;
        }

        @Override
        protected void compute() {
            int end = to;
            SumOfSquares right = null;
            while (end - from > 10 && getSurplusQueuedTaskCount() <= 3) {
                int middle = (from + end) >>> 1;
                right = new SumOfSquares(array, middle, end, right);
                right.fork();
                end = middle;
            }
            double sum = 0;
            for (int i = from; i < end; i++) sum += array[i] * array[i];
            for (; right != null; right = right.next) {
                if (right.tryUnfork()) right.compute();
                else right.join();
                sum += right.result;
            }
            result = sum;
        }
    }

    @OnEveryPool
    void aSumAdaptsToTheSurplusOfTasks(PoolShape shape) throws Exception {
        double[] array = new double[20_000];
        Arrays.setAll(array, i -> i % 10);
        SumOfSquares sum = new SumOfSquares(array, 0, array.length, null);
        shape.outside(pool -> pool.invoke(sum));
        // 2,000 times 0 + 1 + 4 + ... + 81, exactly, for all of it are small integers.
        assertEquals(570_000.0, sum.result);
    }

    @OnEveryPool
    void forkingAtEveryCallGivesTheSerialResult(PoolShape shape) throws Exception {
        shape.outside(pool -> assertEquals(10_946, pool.invoke(new Fib(21))));
    }

    /** As deep as it is wide: each level forks one child and joins it. */
    private static final class Chain extends RecursiveTask<Integer> {
        private final int depth;

        Chain(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            return depth == 0 ? 0 : new Chain(depth - 1).fork().join() + 1;
        }
    }

    @OnEveryPool
    void aDeepChainOfForksIsJoined(PoolShape shape) throws Exception {
        shape.outside(pool -> assertEquals(500, pool.invoke(new Chain(500))));
    }

    @Test
    void aRecursiveTaskKeepsItsResult() {
        class Open extends RecursiveTask<String> {
            @Override
            protected String compute() {
                return "computed";
            }

            void set(String value) {
                setRawResult(value);
            }
        }
        Open task = new Open();
        assertNull(task.getRawResult());
        task.set("set");
        assertEquals("set", task.getRawResult());
        assertEquals("computed", task.invoke());
        assertEquals("computed", task.getRawResult());

        Open completed = new Open();
        completed.complete("completed");
        assertEquals("completed", completed.getRawResult());
    }

    @Test
    void aRecursiveActionHasNoResult() {
        class Open extends RecursiveAction {
            private boolean computed;

            @Override
            protected void compute() {
                computed = true;
            }

            void set() {
                setRawResult(null);
            }
        }
        Open action = new Open();
        action.set();
        assertNull(action.getRawResult());
        assertNull(action.invoke());
        assertNull(action.getRawResult());
        assertTrue(action.computed);
    }
}
