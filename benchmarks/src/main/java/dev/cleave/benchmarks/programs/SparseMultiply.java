package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Java Grande's SparseMatmult: a sparse matrix times a vector, again and again, added to the same
 * result. The matrix is in compressed rows; the original has its numbers in any order.
 */
public final class SparseMultiply implements Problem {
    private final int iterations;

    /** Where each row begins in the others; and the end of the last. */
    private final int[] starts;

    private final int[] columns;
    private final double[] values;
    private final double[] vector;
    private final double[] product;

    /**
     * A random matrix and a random vector.
     *
     * @param rows and as many columns
     * @param perRow how many numbers of a row are stored, in the mean
     * @param iterations how often they are multiplied
     */
    public SparseMultiply(int rows, int perRow, int iterations) {
        this.iterations = iterations;
        SplittableRandom random = new SplittableRandom(rows);
        int[] counts = new int[rows];
        random.ints((long) rows * perRow, 0, rows).forEach(row -> counts[row]++);
        starts = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            starts[row + 1] = starts[row] + counts[row];
        }
        columns = random.ints((long) rows * perRow, 0, rows).toArray();
        values = random.doubles((long) rows * perRow).toArray();
        vector = random.doubles(rows).toArray();
        product = new double[rows];
    }

    /** How many rows there are. */
    public int rows() {
        return product.length;
    }

    /** How often to multiply. */
    public int iterations() {
        return iterations;
    }

    /** The rows, with zeros for what is not stored. */
    double[][] matrix() {
        double[][] matrix = new double[rows()][rows()];
        for (int row = 0; row < rows(); row++) {
            for (int i = starts[row]; i < starts[row + 1]; i++) {
                matrix[row][columns[i]] += values[i];
            }
        }
        return matrix;
    }

    /** What the matrix is multiplied by. */
    double[] vector() {
        return vector;
    }

    /** The sum of all products. */
    double[] product() {
        return product;
    }

    @Override
    public void prepare() {
        Arrays.fill(product, 0);
    }

    @Override
    public void serial() {
        for (int i = 0; i < iterations; i++) {
            for (int row = 0; row < rows(); row++) {
                multiply(row);
            }
        }
    }

    /** Adds one row's product. */
    public void multiply(int row) {
        double sum = product[row];
        for (int i = starts[row]; i < starts[row + 1]; i++) {
            sum += values[i] * vector[columns[i]];
        }
        product[row] = sum;
    }

    @Override
    public String answer() {
        return Digest.of(new double[][] {product});
    }

    /** The task version's tasks multiply so many rows without dividing. */
    public int threshold() {
        return 4_096;
    }

    @Override
    public long barriers() {
        return iterations;
    }

    @Override
    public long forks() {
        return iterations * Halving.divisions(rows(), threshold());
    }
}
