package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * M = L U in place, without pivoting, by quarters.
 *
 * <p>Decompose the upper left quarter; from it solve for the upper right and the lower left
 * quarter, which are independent; take their product from the lower right quarter (the Schur
 * complement) and decompose that. L has ones on its diagonal, which is not stored.
 */
public final class LuDecomposition implements Problem {
    private final int size;
    private final int block;
    private final double[][] matrix;

    /**
     * A random, diagonally dominant matrix to decompose.
     *
     * @param size rows and columns, {@code block} times a power of two
     * @param block rows and columns of a block that is handled serially
     */
    public LuDecomposition(int size, int block) {
        this.size = size;
        this.block = block;
        matrix = new double[size][size];
    }

    /** Rows and columns. */
    public int size() {
        return size;
    }

    /** Rows and columns of a block that is handled serially. */
    public int block() {
        return block;
    }

    /** The matrix; after a run, L below the diagonal and U on and above it. */
    public double[][] matrix() {
        return matrix;
    }

    @Override
    public void prepare() {
        SplittableRandom random = new SplittableRandom(size);
        for (int i = 0; i < size; i++) {
            double[] row = matrix[i];
            for (int j = 0; j < size; j++) {
                row[j] = random.nextDouble();
            }
            // Dominant, so that decomposing without pivoting keeps the numbers small.
            row[i] += size;
        }
    }

    @Override
    public void serial() {
        decompose(size, 0);
    }

    private void decompose(int n, int at) {
        if (n <= block) {
            decomposeBlock(n, at);
            return;
        }
        int h = n / 2;
        decompose(h, at);
        lower(h, at, at, at, at + h);
        upper(h, at, at, at + h, at);
        schur(h, at + h, at, at, at + h, at + h, at + h);
        decompose(h, at + h);
    }

    private void lower(int n, int lRow, int lCol, int row, int col) {
        if (n <= block) {
            lowerBlock(n, lRow, lCol, row, col);
            return;
        }
        int h = n / 2;
        lowerHalf(h, lRow, lCol, row, col);
        lowerHalf(h, lRow, lCol, row, col + h);
    }

    private void lowerHalf(int h, int lRow, int lCol, int row, int c) {
        lower(h, lRow, lCol, row, c);
        schur(h, lRow + h, lCol, row, c, row + h, c);
        lower(h, lRow + h, lCol + h, row + h, c);
    }

    private void upper(int n, int uRow, int uCol, int row, int col) {
        if (n <= block) {
            upperBlock(n, uRow, uCol, row, col);
            return;
        }
        int h = n / 2;
        upperHalf(h, uRow, uCol, row, col);
        upperHalf(h, uRow, uCol, row + h, col);
    }

    private void upperHalf(int h, int uRow, int uCol, int r, int col) {
        upper(h, uRow, uCol, r, col);
        schur(h, r, col, uRow, uCol + h, r, col + h);
        upper(h, uRow + h, uCol + h, r, col + h);
    }

    private void schur(int n, int vRow, int vCol, int wRow, int wCol, int row, int col) {
        if (n <= block) {
            schurBlock(n, vRow, vCol, wRow, wCol, row, col);
            return;
        }
        int h = n / 2;
        schurQuarter(h, vRow, vCol, wRow, wCol, row, col);
        schurQuarter(h, vRow, vCol, wRow, wCol + h, row, col + h);
        schurQuarter(h, vRow + h, vCol, wRow, wCol, row + h, col);
        schurQuarter(h, vRow + h, vCol, wRow, wCol + h, row + h, col + h);
    }

    private void schurQuarter(int h, int vRow, int vCol, int wRow, int wCol, int row, int col) {
        schur(h, vRow, vCol, wRow, wCol, row, col);
        schur(h, vRow, vCol + h, wRow + h, wCol, row, col);
    }

    /** Decomposes the block of n rows and columns whose first diagonal element is at (at, at). */
    public void decomposeBlock(int n, int at) {
        for (int k = 0; k < n; k++) {
            double[] pivotRow = matrix[at + k];
            double pivot = pivotRow[at + k];
            for (int i = k + 1; i < n; i++) {
                double[] line = matrix[at + i];
                double factor = line[at + k] / pivot;
                line[at + k] = factor;
                for (int j = k + 1; j < n; j++) {
                    line[at + j] -= factor * pivotRow[at + j];
                }
            }
        }
    }

    /** Solves L X = B for the block B at (row, col), in place. */
    public void lowerBlock(int n, int lRow, int lCol, int row, int col) {
        for (int i = 1; i < n; i++) {
            double[] lLine = matrix[lRow + i];
            double[] line = matrix[row + i];
            for (int k = 0; k < i; k++) {
                double factor = lLine[lCol + k];
                double[] above = matrix[row + k];
                for (int j = 0; j < n; j++) {
                    line[col + j] -= factor * above[col + j];
                }
            }
        }
    }

    /** Solves X U = B for the block B at (row, col), in place. */
    public void upperBlock(int n, int uRow, int uCol, int row, int col) {
        for (int i = 0; i < n; i++) {
            double[] line = matrix[row + i];
            for (int k = 0; k < n; k++) {
                double[] uLine = matrix[uRow + k];
                double factor = line[col + k] / uLine[uCol + k];
                line[col + k] = factor;
                for (int j = k + 1; j < n; j++) {
                    line[col + j] -= factor * uLine[uCol + j];
                }
            }
        }
    }

    /** Takes the product V W from the block at (row, col). */
    public void schurBlock(int n, int vRow, int vCol, int wRow, int wCol, int row, int col) {
        for (int i = 0; i < n; i++) {
            double[] vLine = matrix[vRow + i];
            double[] line = matrix[row + i];
            for (int k = 0; k < n; k++) {
                double factor = vLine[vCol + k];
                double[] wLine = matrix[wRow + k];
                for (int j = 0; j < n; j++) {
                    line[col + j] -= factor * wLine[wCol + j];
                }
            }
        }
    }

    @Override
    public String answer() {
        return Digest.of(matrix);
    }

    @Override
    public long forks() {
        long schur = 0;
        long triangular = 0;
        long all = 0;
        for (int n = block; n < size; n *= 2) {
            all = 2 * all + 1 + 2 * triangular + schur;
            triangular = 1 + 4 * triangular + 2 * schur;
            schur = 3 + 8 * schur;
        }
        return all;
    }
}
