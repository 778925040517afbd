package corpus.sorts;

import static java.util.Arrays.copyOfRange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

public class Sorts {
    private static final int THRESHOLD = 1 << 10;

    /** Halves are copied, sorted and merged back. */
    static class CopyingMergeSort extends RecursiveAction {
        private int[] array;

        CopyingMergeSort(int[] array) {
            this.array = array;
        }

        @Override
        protected void compute() {
            if (array.length > THRESHOLD) {
                int mid = array.length / 2;
                int[] left = copyOfRange(array, 0, mid); // expect: FJ2
                int[] right = copyOfRange(array, mid, array.length); // expect: FJ2
                invokeAll(new CopyingMergeSort(left), new CopyingMergeSort(right));
                merge(left, right);
            } else {
                Arrays.sort(array);
            }
        }

        private void merge(int[] left, int[] right) {
            int i = 0, j = 0, k = 0;
            while (i < left.length && j < right.length) {
                array[k++] = left[i] <= right[j] ? left[i++] : right[j++]; // expect: FJ3
            }
            while (i < left.length) array[k++] = left[i++]; // expect: FJ3
            while (j < right.length) array[k++] = right[j++]; // expect: FJ3
        }
    }

    /** In place, with one buffer for all: nothing to say. */
    static class SharedMergeSort extends RecursiveAction {
        final int[] data, buffer;
        final int lo, hi;

        SharedMergeSort(int[] data, int[] buffer, int lo, int hi) {
            this.data = data;
            this.buffer = buffer;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < THRESHOLD) {
                Arrays.sort(data, lo, hi);
                return;
            }
            int mid = lo + (hi - lo) / 2;
            invokeAll(
                    new SharedMergeSort(data, buffer, lo, mid),
                    new SharedMergeSort(data, buffer, mid, hi));
            System.arraycopy(data, lo, buffer, lo, mid - lo);
            int i = lo, j = mid, k = lo;
            while (i < mid) {
                data[k++] = j == hi || buffer[i] <= data[j] ? buffer[i++] : data[j++];
            }
        }
    }

    /** A merge buffer per task: a leaf's or merger's own copy is no copy on fork. */
    static class BufferedMergeSort extends RecursiveAction {
        private final long[] values;
        private final int from;
        private final int to;

        BufferedMergeSort(long[] values, int from, int to) {
            this.values = values;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= THRESHOLD) {
                Arrays.sort(values, from, to);
            } else {
                int middle = (from + to) >>> 1;
                BufferedMergeSort lower = new BufferedMergeSort(values, from, middle);
                BufferedMergeSort upper = new BufferedMergeSort(values, middle, to);
                lower.fork();
                upper.compute();
                lower.join();
                long[] head = Arrays.copyOfRange(values, from, middle);
                for (int p = from, h = 0, r = middle; h < head.length; p++) {
                    values[p] = r < to && values[r] < head[h] ? values[r++] : head[h++];
                }
            }
        }
    }

    /** Results are new arrays, merged on every level. */
    static class FunctionalMergeSort extends RecursiveTask<int[]> {
        private final int[] input;
        private final int start, end;

        FunctionalMergeSort(int[] input, int start, int end) {
            this.input = input;
            this.start = start;
            this.end = end;
        }

        @Override
        protected int[] compute() {
            if (end - start <= THRESHOLD) {
                int[] copy = Arrays.copyOfRange(input, start, end);
                Arrays.sort(copy);
                return copy;
            }
            int middle = start + (end - start) / 2;
            ForkJoinTask<int[]> left = new FunctionalMergeSort(input, start, middle).fork();
            int[] right = new FunctionalMergeSort(input, middle, end).compute();
            return merge(left.join(), right);
        }

        static int[] merge(int[] a, int[] b) {
            int[] merged = new int[a.length + b.length];
            int i = 0, j = 0;
            for (int k = 0; k < merged.length; k++) {
                if (j == b.length || i < a.length && a[i] < b[j]) {
                    merged[k] = a[i++]; // expect: FJ3
                } else {
                    merged[k] = b[j++]; // expect: FJ3
                }
            }
            return merged;
        }
    }

    /** Quicksort that partitions into new lists. */
    static class ListQuickSort extends RecursiveTask<List<Integer>> {
        private final List<Integer> numbers;

        ListQuickSort(List<Integer> numbers) {
            this.numbers = numbers;
        }

        @Override
        protected List<Integer> compute() {
            if (numbers.size() <= 1) return numbers;
            int pivot = numbers.get(0);
            List<Integer> smaller = new ArrayList<>();
            List<Integer> larger = new ArrayList<>();
            for (int n : numbers.subList(1, numbers.size())) {
                if (n < pivot) {
                    smaller.add(n); // expect: FJ2
                } else {
                    larger.add(n); // expect: FJ2
                }
            }
            ListQuickSort low = new ListQuickSort(smaller);
            ListQuickSort high = new ListQuickSort(larger);
            invokeAll(low, high);
            List<Integer> sorted = new ArrayList<>(low.join()); // expect: FJ3
            sorted.add(pivot);
            sorted.addAll(high.join()); // expect: FJ3
            return sorted;
        }
    }

    static class InPlaceQuickSort extends RecursiveAction {
        private final double[] a;
        private final int left, right;

        InPlaceQuickSort(double[] a, int left, int right) {
            this.a = a;
            this.left = left;
            this.right = right;
        }

        @Override
        protected void compute() {
            if (left < right) {
                int p = partition(left, right);
                invokeAll(new InPlaceQuickSort(a, left, p), new InPlaceQuickSort(a, p + 1, right));
            }
        }

        int partition(int lo, int hi) {
            double pivot = a[(lo + hi) >>> 1];
            int i = lo - 1, j = hi + 1;
            while (true) {
                do i++; while (a[i] < pivot);
                do j--; while (a[j] > pivot);
                if (i >= j) return j;
                double t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
        }
    }

    static class ArraycopySort extends RecursiveTask<String[]> {
        String[] names;

        ArraycopySort(String[] names) {
            this.names = names;
        }

        protected String[] compute() {
            int n = names.length;
            if (n < 16) {
                Arrays.sort(names);
                return names;
            }
            String[] first = new String[n / 2];
            String[] second = new String[n - n / 2];
            System.arraycopy(names, 0, first, 0, first.length); // expect: FJ2
            System.arraycopy(names, first.length, second, 0, second.length); // expect: FJ2
            ArraycopySort a = new ArraycopySort(first);
            ArraycopySort b = new ArraycopySort(second);
            a.fork();
            String[] bs = b.compute();
            String[] as = a.join();
            String[] all = new String[n];
            System.arraycopy(as, 0, all, 0, as.length); // expect: FJ3
            System.arraycopy(bs, 0, all, as.length, bs.length); // expect: FJ3
            Arrays.sort(all);
            return all;
        }
    }

    public static void main(String[] args) {
        int[] data = new java.util.Random(1).ints(100_000).toArray();
        ForkJoinPool.commonPool().invoke(new CopyingMergeSort(data.clone()));
        ForkJoinPool.commonPool().invoke(new SharedMergeSort(data, new int[data.length], 0, data.length));
    }
}
