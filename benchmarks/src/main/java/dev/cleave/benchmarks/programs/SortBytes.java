package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/** {@link Sort} for {@code byte} elements. */
public final class SortBytes extends Sort {
    private final byte[] numbers;
    private final byte[] workspace;

    /** Random numbers below {@code bound}, or of the whole range where that is 0. */
    public SortBytes(int size, int bound) {
        super(size, bound);
        numbers = new byte[size];
        workspace = new byte[size];
    }

    @Override
    void fill(SplittableRandom random, int bound) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (byte) (bound == 0 ? random.nextInt() : random.nextInt(bound) - 128);
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
        byte pivot = numbers[middle];
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
                byte swapped = numbers[left];
                numbers[left++] = numbers[right];
                numbers[right--] = swapped;
            }
        }
        sortLeaf(low, right);
        sortLeaf(left, high);
    }

    private void order(int low, int high) {
        byte value = numbers[low];
        if (value > numbers[high]) {
            numbers[low] = numbers[high];
            numbers[high] = value;
        }
    }

    private void insertionSort(int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            byte value = numbers[i];
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
        byte[] from = out ? numbers : workspace;
        byte[] to = out ? workspace : numbers;
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
        byte[] sorted = out ? numbers : workspace;
        byte value = sorted[pivot];
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
