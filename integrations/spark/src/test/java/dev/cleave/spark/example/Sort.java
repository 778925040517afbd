package dev.cleave.spark.example;

import dev.cleave.spark.Divisible;
import java.util.Arrays;
import java.util.List;

/** Merge sort. All numbers travel to the executors and back: an example of what gains nothing. */
public final class Sort implements Divisible<int[], int[]> {
    private static final long serialVersionUID = 1;
    private static final int FEW = 8_192;

    @Override
    public boolean isSmall(int[] numbers) {
        return numbers.length <= FEW;
    }

    @Override
    public int[] solve(int[] numbers) {
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    @Override
    public List<int[]> split(int[] numbers) {
        int middle = numbers.length / 2;
        return List.of(
                Arrays.copyOfRange(numbers, 0, middle),
                Arrays.copyOfRange(numbers, middle, numbers.length));
    }

    @Override
    public int[] combine(int[] first, int[] second) {
        int[] merged = new int[first.length + second.length];
        int i = 0;
        int j = 0;
        for (int next = 0; next < merged.length; next++) {
            boolean fromFirst = j == second.length || i < first.length && first[i] <= second[j];
            merged[next] = fromFirst ? first[i++] : second[j++];
        }
        return merged;
    }
}
