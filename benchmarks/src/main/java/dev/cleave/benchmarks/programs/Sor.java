package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * Successive over-relaxation in red-black order: two half sweeps an iteration, a barrier after
 * each. The mesh is small, so that a half sweep takes little longer than a barrier.
 */
public final class Sor implements Problem {
    private static final double OMEGA = 1.25;

    private final int size;
    private final int iterations;
    private final int leafRows;
    private final double[][] mesh;

    /**
     * A square mesh to relax.
     *
     * @param size rows and columns, the fixed edge among them
     * @param leafRows the most rows that a task sweeps without dividing
     */
    public Sor(int size, int iterations, int leafRows) {
        this.size = size;
        this.iterations = iterations;
        this.leafRows = leafRows;
        mesh = new double[size][size];
    }

    /** How often both colours are swept. */
    public int iterations() {
        return iterations;
    }

    /** The most rows that a task sweeps without dividing. */
    public int leafRows() {
        return leafRows;
    }

    /** One past the last row to sweep; the first is 1. */
    public int endRow() {
        return size - 1;
    }

    @Override
    public void prepare() {
        SplittableRandom random = new SplittableRandom(size);
        for (double[] row : mesh) {
            for (int j = 0; j < size; j++) {
                row[j] = random.nextDouble() * 1e-6;
            }
        }
    }

    @Override
    public void serial() {
        for (int i = 0; i < iterations; i++) {
            sweep(0);
            sweep(1);
        }
    }

    private void sweep(int colour) {
        for (int row = 1; row < endRow(); row++) {
            relax(colour, row);
        }
    }

    /** Relaxes the cells of one colour in one row. */
    public void relax(int colour, int i) {
        double[] above = mesh[i - 1];
        double[] row = mesh[i];
        double[] below = mesh[i + 1];
        for (int j = 1 + ((i + colour) & 1); j < size - 1; j += 2) {
            row[j] =
                    OMEGA * 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1])
                            + (1 - OMEGA) * row[j];
        }
    }

    /** How far any cell is from the mean of its neighbours: what the iterations make small. */
    double residual() {
        double largest = 0;
        for (int i = 1; i < size - 1; i++) {
            for (int j = 1; j < size - 1; j++) {
                double mean =
                        0.25 * (mesh[i - 1][j] + mesh[i + 1][j] + mesh[i][j - 1] + mesh[i][j + 1]);
                largest = Math.max(largest, Math.abs(mesh[i][j] - mean));
            }
        }
        return largest;
    }

    @Override
    public String answer() {
        return Digest.of(mesh);
    }

    @Override
    public long barriers() {
        return 2L * iterations;
    }

    @Override
    public long forks() {
        return barriers() * Halving.divisions(endRow() - 1, leafRows);
    }
}
