package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/** {@link Sort} for {@code int} elements. */
public final class SortInts extends Sort {
    private final int[] numbers;
    private final int[] workspace;

    /** Random numbers below {@code bound}, or of the whole range where that is 0. */
    public SortInts(int size, int bound) {
        super(size, bound);
        numbers = new int[size];
        workspace = new int[size];
    }

    @Override
    void fill(SplittableRandom random, int bound) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = bound == 0 ? random.nextInt() : random.nextInt(bound);
        }
    }

    @Override
    public void sortLeaf(int low, int high) {
        if (high - low < INSERTION) {
            insertionSort(low, high);
            return;
        }
        int middle = (low + high) >>> 1;
        order(low, middle);
        order(middle, high);
        order(low, middle);
        int pivot = numbers[middle];
        int left = low;
        int right = high;
        while (left <= right) {
            while (numbers[left] < pivot) {
                left++;
            }
            while (numbers[right] > pivot) {
                right--;
            }
            if (left <= right) {
                int swapped = numbers[left];
                numbers[left++] = numbers[right];
                numbers[right--] = swapped;
            }
        }
        sortLeaf(low, right);
        sortLeaf(left, high);
    }

    private void order(int low, int high) {
        int value = numbers[low];
        if (value > numbers[high]) {
            numbers[low] = numbers[high];
            numbers[high] = value;
        }
    }

    private void insertionSort(int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            int value = numbers[i];
            int j = i - 1;
            while (j >= low && numbers[j] > value) {
                numbers[j + 1] = numbers[j];
                j--;
            }
            numbers[j + 1] = value;
        }
    }

    @Override
    public void mergeLeaf(
            boolean out, int first, int count, int second, int secondCount, int target) {
        int[] from = out ? numbers : workspace;
        int[] to = out ? workspace : numbers;
        int a = first;
        int aEnd = first + count;
        int b = second;
        int bEnd = second + secondCount;
        int next = target;
        while (a < aEnd && b < bEnd) {
            to[next++] = from[a] <= from[b] ? from[a++] : from[b++];
        }
        System.arraycopy(from, a, to, next, aEnd - a);
        System.arraycopy(from, b, to, next + aEnd - a, bEnd - b);
    }

    @Override
    public int split(boolean out, int pivot, int from, int count) {
        int[] sorted = out ? numbers : workspace;
        int value = sorted[pivot];
        int low = from;
        int high = from + count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - from;
    }

    @Override
    long element(int index) {
        return numbers[index];
    }
}
