package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * C = A B for square matrices, by quarters: each quarter of C is the sum of two products of
 * quarters. The four quarters are independent; the two products of one quarter follow each other.
 */
public final class MatrixMultiply implements Problem {
    private final int size;
    private final int granularity;
    private final double[][] a;
    private final double[][] b;
    private final double[][] c;

    /**
     * Two random matrices to multiply.
     *
     * @param size rows and columns, {@code granularity} times a power of two
     * @param granularity rows and columns of a block that is multiplied serially
     */
    public MatrixMultiply(int size, int granularity) {
        this.size = size;
        this.granularity = granularity;
        SplittableRandom random = new SplittableRandom(size);
        a = randomMatrix(size, random);
        b = randomMatrix(size, random);
        c = new double[size][size];
    }

    private static double[][] randomMatrix(int size, SplittableRandom random) {
        double[][] matrix = new double[size][size];
        for (double[] row : matrix) {
            for (int j = 0; j < size; j++) {
                row[j] = random.nextDouble();
            }
        }
        return matrix;
    }

    /** Rows and columns. */
    public int size() {
        return size;
    }

    /** Rows and columns of a block that is multiplied serially. */
    public int granularity() {
        return granularity;
    }

    /** The left factor. */
    public double[][] a() {
        return a;
    }

    /** The right factor. */
    public double[][] b() {
        return b;
    }

    /** The product of the last run. */
    public double[][] c() {
        return c;
    }

    @Override
    public void prepare() {
        for (double[] row : c) {
            Arrays.fill(row, 0);
        }
    }

    @Override
    public void serial() {
        multiply(size, 0, 0, 0, 0, 0, 0);
    }

    private void multiply(int n, int aRow, int aCol, int bRow, int bCol, int cRow, int cCol) {
        if (n <= granularity) {
            block(n, aRow, aCol, bRow, bCol, cRow, cCol);
            return;
        }
        int h = n / 2;
        quarter(h, aRow, aCol, bRow, bCol, cRow, cCol);
        quarter(h, aRow, aCol, bRow, bCol + h, cRow, cCol + h);
        quarter(h, aRow + h, aCol, bRow, bCol, cRow + h, cCol);
        quarter(h, aRow + h, aCol, bRow, bCol + h, cRow + h, cCol + h);
    }

    /** The two products that make up a quarter. */
    private void quarter(int h, int aRow, int aCol, int bRow, int bCol, int cRow, int cCol) {
        multiply(h, aRow, aCol, bRow, bCol, cRow, cCol);
        multiply(h, aRow, aCol + h, bRow + h, bCol, cRow, cCol);
    }

    /** Adds the product of two blocks of n rows and columns to a block of C. */
    public void block(int n, int aRow, int aCol, int bRow, int bCol, int cRow, int cCol) {
        for (int i = 0; i < n; i++) {
            double[] aLine = a[aRow + i];
            double[] cLine = c[cRow + i];
            for (int k = 0; k < n; k++) {
                double factor = aLine[aCol + k];
                double[] bLine = b[bRow + k];
                for (int j = 0; j < n; j++) {
                    cLine[cCol + j] += factor * bLine[bCol + j];
                }
            }
        }
    }

    @Override
    public String answer() {
        return Digest.of(c);
    }

    @Override
    public long forks() {
        long forks = 0;
        for (int n = granularity; n < size; n *= 2) {
            forks = 3 + 8 * forks;
        }
        return forks;
    }
}
