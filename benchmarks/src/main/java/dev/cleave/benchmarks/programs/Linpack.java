package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * Java Grande's LUFact, which is Linpack: a system of linear equations, by Gaussian elimination
 * with partial pivoting, column by column. Only the elimination is parallel: a barrier a column.
 */
public final class Linpack implements Problem {
    private final int size;

    /** The columns of the matrix. */
    private final double[][] columns;

    private final double[] solution;
    private final int[] pivots;

    /** So many equations, random ones. */
    public Linpack(int size) {
        this.size = size;
        columns = new double[size][size];
        solution = new double[size];
        pivots = new int[size];
    }

    /** How many equations there are. */
    public int size() {
        return size;
    }

    /** The columns of the matrix; after a run, of its factors. */
    double[][] columns() {
        return columns;
    }

    /** What the equations are to equal; after a run, their solution. */
    double[] solution() {
        return solution;
    }

    @Override
    public void prepare() {
        SplittableRandom random = new SplittableRandom(size);
        for (double[] column : columns) {
            for (int i = 0; i < size; i++) {
                column[i] = random.nextDouble() - 0.5;
            }
        }
        for (int i = 0; i < size; i++) {
            solution[i] = random.nextDouble() - 0.5;
        }
    }

    @Override
    public void serial() {
        for (int k = 0; k < size; k++) {
            pivot(k);
            for (int j = k + 1; j < size; j++) {
                eliminate(k, j);
            }
        }
        solve();
    }

    /** Finds the pivot of a column, brings it to the diagonal and divides by it what is below. */
    public void pivot(int k) {
        double[] column = columns[k];
        int pivot = k;
        for (int i = k + 1; i < size; i++) {
            if (Math.abs(column[i]) > Math.abs(column[pivot])) {
                pivot = i;
            }
        }
        pivots[k] = pivot;
        swap(column, k, pivot);
        for (int i = k + 1; i < size; i++) {
            column[i] /= column[k];
        }
    }

    /** Takes from column j so much of column k that its row k needs no other column. */
    public void eliminate(int k, int j) {
        double[] column = columns[j];
        swap(column, k, pivots[k]);
        subtract(column[k], columns[k], column, k + 1, size);
    }

    private static void swap(double[] column, int k, int pivot) {
        double swapped = column[pivot];
        column[pivot] = column[k];
        column[k] = swapped;
    }

    private static void subtract(double factor, double[] what, double[] column, int from, int to) {
        for (int i = from; i < to; i++) {
            column[i] -= factor * what[i];
        }
    }

    /** Solves the triangular systems of the factors. */
    public void solve() {
        for (int k = 0; k < size; k++) {
            swap(solution, k, pivots[k]);
            subtract(solution[k], columns[k], solution, k + 1, size);
        }
        for (int k = size - 1; k >= 0; k--) {
            solution[k] /= columns[k][k];
            subtract(solution[k], columns[k], solution, 0, k);
        }
    }

    @Override
    public String answer() {
        return Digest.of(size, i -> Double.doubleToRawLongBits(solution[i]));
    }

    /** The task version's tasks take care of so many columns without dividing. */
    public int threshold() {
        return 16;
    }

    @Override
    public long barriers() {
        return size;
    }

    @Override
    public long forks() {
        long forks = 0;
        for (int columnsRight = 0; columnsRight < size; columnsRight++) {
            forks += Halving.divisions(columnsRight, threshold());
        }
        return forks;
    }
}
