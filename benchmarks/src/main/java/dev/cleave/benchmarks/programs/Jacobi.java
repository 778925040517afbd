package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * Mesh relaxation: each step replaces every cell by the mean of its four neighbours, reading one
 * matrix and writing the other.
 *
 * <p>With one step a barrier the tasks do exactly what the serial sweep does. With several, a tile
 * goes on alone: it copies itself and a rim one cell wide, makes all the steps in its own copy with
 * the rim held fixed, and writes only its result. So no two tasks touch a cell that either writes,
 * and the answer depends on the tiles but not on the schedule.
 */
public final class Jacobi implements Problem {
    private static final double EDGE = 1;
    private static final double INTERIOR = 0.0001;

    private final int size;
    private final int steps;
    private final int stepsPerBarrier;
    private final int tileCells;
    private final double[][] even;
    private final double[][] odd;
    private final ThreadLocal<double[][]> scratch = ThreadLocal.withInitial(() -> new double[2][0]);
    private double largestChange;

    /**
     * A square mesh to relax.
     *
     * @param size rows and columns, without the fixed edge
     * @param steps a multiple of {@code stepsPerBarrier}
     * @param tileCells the most cells that a task handles without dividing
     */
    public Jacobi(int size, int steps, int stepsPerBarrier, int tileCells) {
        this.size = size;
        this.steps = steps;
        this.stepsPerBarrier = stepsPerBarrier;
        this.tileCells = tileCells;
        even = new double[size + 2][size + 2];
        odd = new double[size + 2][size + 2];
    }

    /** Rows and columns, without the fixed edge. */
    public int size() {
        return size;
    }

    /** The most cells that a task handles without dividing. */
    public int tileCells() {
        return tileCells;
    }

    /** The matrix that a round reads; the next round writes it. */
    public double[][] source(long round) {
        return round % 2 == 0 ? even : odd;
    }

    /** Takes the largest change of the last step of a parallel run. */
    public void largestChange(double value) {
        largestChange = value;
    }

    @Override
    public void prepare() {
        for (int i = 0; i < size + 2; i++) {
            boolean edge = i == 0 || i == size + 1;
            Arrays.fill(even[i], edge ? EDGE : INTERIOR);
            Arrays.fill(odd[i], edge ? EDGE : 0);
            for (double[] row : new double[][] {even[i], odd[i]}) {
                row[0] = EDGE;
                row[size + 1] = EDGE;
            }
        }
    }

    @Override
    public void serial() {
        int end = size + 1;
        for (long round = 0; round < barriers(); round++) {
            largestChange =
                    stepsPerBarrier == 1
                            ? tile(round, 1, end, 1, end)
                            : relaxTiles(round, 1, end, 1, end);
        }
    }

    private double relaxTiles(long round, int top, int bottom, int left, int right) {
        if ((bottom - top) * (right - left) <= tileCells) {
            return tile(round, top, bottom, left, right);
        }
        int row = (top + bottom) >>> 1;
        int column = (left + right) >>> 1;
        double upperLeft = relaxTiles(round, top, row, left, column);
        double upperRight = relaxTiles(round, top, row, column, right);
        double lowerLeft = relaxTiles(round, row, bottom, left, column);
        double lowerRight = relaxTiles(round, row, bottom, column, right);
        return Math.max(Math.max(upperLeft, upperRight), Math.max(lowerLeft, lowerRight));
    }

    /** Relaxes one tile for one round, and returns the largest change of its last step. */
    public double tile(long round, int top, int bottom, int left, int right) {
        double[][] source = source(round);
        double[][] target = source(round + 1);
        return stepsPerBarrier == 1
                ? relax(source, target, top, bottom, left, right)
                : relaxAlone(source, target, top, bottom, left, right);
    }

    private static double relax(
            double[][] source, double[][] target, int top, int bottom, int left, int right) {
        double largest = 0;
        for (int i = top; i < bottom; i++) {
            double[] above = source[i - 1];
            double[] row = source[i];
            double[] below = source[i + 1];
            double[] out = target[i];
            for (int j = left; j < right; j++) {
                double value = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
                double change = Math.abs(value - row[j]);
                // A branch is predicted; Math.max would make every cell wait for the one before.
                if (change > largest) {
                    largest = change;
                }
                out[j] = value;
            }
        }
        return largest;
    }

    private double relaxAlone(
            double[][] source, double[][] target, int top, int bottom, int left, int right) {
        int width = right - left + 2;
        int height = bottom - top + 2;
        double[][] mine = scratch.get();
        if (mine[0].length < width * height) {
            mine[0] = new double[width * height];
            mine[1] = new double[width * height];
        }
        for (int i = 0; i < height; i++) {
            for (double[] copy : mine) {
                System.arraycopy(source[top - 1 + i], left - 1, copy, i * width, width);
            }
        }
        double largest = 0;
        for (int step = 0; step < stepsPerBarrier; step++) {
            largest = relaxFlat(mine[step & 1], mine[1 - (step & 1)], height, width);
        }
        double[] last = mine[stepsPerBarrier & 1];
        for (int i = 1; i < height - 1; i++) {
            System.arraycopy(last, i * width + 1, target[top - 1 + i], left, width - 2);
        }
        return largest;
    }

    private static double relaxFlat(double[] source, double[] target, int height, int width) {
        double largest = 0;
        for (int i = 1; i < height - 1; i++) {
            int end = (i + 1) * width - 1;
            for (int j = i * width + 1; j < end; j++) {
                double value =
                        0.25
                                * (source[j - width]
                                        + source[j + width]
                                        + source[j - 1]
                                        + source[j + 1]);
                double change = Math.abs(value - source[j]);
                if (change > largest) {
                    largest = change;
                }
                target[j] = value;
            }
        }
        return largest;
    }

    @Override
    public String answer() {
        return Digest.of(source(barriers())) + ", largest change " + largestChange;
    }

    @Override
    public long barriers() {
        return steps / stepsPerBarrier;
    }

    @Override
    public long forks() {
        return barriers() * divisions(size, size) * 3;
    }

    private long divisions(int rows, int columns) {
        if (rows * columns <= tileCells) {
            return 0;
        }
        int upper = rows / 2;
        int leftmost = columns / 2;
        return 1
                + divisions(upper, leftmost)
                + divisions(upper, columns - leftmost)
                + divisions(rows - upper, leftmost)
                + divisions(rows - upper, columns - leftmost);
    }
}
