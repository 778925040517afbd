package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many magic squares of the numbers from 1 on there are: after MagicSquares in Pinto et al. The
 * lines are all rows with the right sum. A task gets some of them as first rows; for each it tries
 * those that begin alike as first column, then fills the other rows.
 */
public final class MagicSquares implements Problem {
    private final int order;
    private final int threshold;
    private final int[][] lines;
    private final int[][] firstRows;

    /** The numbers in a line, as bits. */
    private final int[] numbers;

    /** The first line that begins with a number; after the last number, the number of lines. */
    private final int[] first;

    private long squares;

    /**
     * Squares of so many rows.
     *
     * @param part the part of the lines to try as first rows: all are divided by this
     * @param threshold so many first rows are not divided
     */
    public MagicSquares(int order, int part, int threshold) {
        this.order = order;
        this.threshold = threshold;
        List<int[]> found = new ArrayList<>();
        find(new int[order], 0, 0, 0, found);
        lines = found.toArray(int[][]::new);
        firstRows = Arrays.copyOf(lines, lines.length / part);
        numbers = new int[lines.length];
        first = new int[order * order + 2];
        for (int i = 0; i < lines.length; i++) {
            for (int number : lines[i]) {
                numbers[i] |= 1 << number;
            }
            first[lines[i][0] + 1] = i + 1;
        }
        for (int number = 1; number < first.length; number++) {
            first[number] = Math.max(first[number], first[number - 1]);
        }
    }

    /** Lines in ascending order, so that those that begin alike are neighbours. */
    private void find(int[] line, int length, int used, int sum, List<int[]> found) {
        if (length == order) {
            if (sum == sum()) {
                found.add(line.clone());
            }
            return;
        }
        for (int number = 1; number <= order * order; number++) {
            if ((used & 1 << number) == 0) {
                line[length] = number;
                find(line, length + 1, used | 1 << number, sum + number, found);
            }
        }
    }

    private int sum() {
        return order * (order * order + 1) / 2;
    }

    /** The lines to try as first rows. */
    public int[][] firstRows() {
        return firstRows;
    }

    /** So many first rows are not divided. */
    public int threshold() {
        return threshold;
    }

    /** Takes the result of a parallel run. */
    public void squares(long value) {
        squares = value;
    }

    @Override
    public void prepare() {
        squares = 0;
    }

    @Override
    public void serial() {
        long sum = 0;
        for (int i = 0; i < firstRows.length; i++) {
            sum += squaresBelow(firstRows[i]);
        }
        squares = sum;
    }

    /** How many squares have a line as their first row. */
    public long squaresBelow(int[] row) {
        int used = 0;
        for (int number : row) {
            used |= 1 << number;
        }
        int[] square = new int[order * order];
        put(row, square, 0);
        long count = 0;
        for (int i = first[row[0]]; i < first[row[0] + 1]; i++) {
            if ((numbers[i] & used) == 1 << row[0]) {
                count += complete(square, 1, lines[i], used | numbers[i]);
            }
        }
        return count;
    }

    /**
     * Fills the rows from one on.
     *
     * @param column the first column
     * @param taken the numbers in the rows above and in the column, as bits
     */
    private long complete(int[] square, int row, int[] column, int taken) {
        if (row == order) {
            return magic(square) ? 1 : 0;
        }
        int head = column[row];
        long count = 0;
        for (int i = first[head]; i < first[head + 1]; i++) {
            if ((numbers[i] & taken) == 1 << head) {
                put(lines[i], square, row);
                count += complete(square, row + 1, column, taken | numbers[i]);
            }
        }
        return count;
    }

    private void put(int[] line, int[] square, int row) {
        for (int i = 0; i < order; i++) {
            square[row * order + i] = line[i];
        }
    }

    private boolean magic(int[] square) {
        int falling = 0;
        int rising = 0;
        for (int i = 0; i < order; i++) {
            int down = 0;
            for (int row = 0; row < order; row++) {
                down += square[row * order + i];
            }
            if (down != sum()) {
                return false;
            }
            falling += square[i * order + i];
            rising += square[i * order + order - 1 - i];
        }
        return falling == sum() && rising == sum();
    }

    @Override
    public String answer() {
        return squares + " squares";
    }

    @Override
    public long forks() {
        return Halving.divisions(firstRows.length, threshold);
    }
}
