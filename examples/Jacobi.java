import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import java.util.Arrays;

/**
 * Relaxes a square mesh until no cell changes much: each step replaces every cell by the mean of
 * its four neighbours. One parallel region for all steps; its threads share out the rows, and meet
 * after every step to see how much has changed.
 *
 * <pre>./cleave run examples/Jacobi.java -- [cells a side]</pre>
 */
public class Jacobi {
    private static final double SMALL = 1e-3;

    private final int size;
    private final double[][][] mesh;

    Jacobi(int size) {
        this.size = size;
        mesh = new double[2][size + 2][size + 2];
        for (double[][] each : mesh) {
            Arrays.fill(each[0], 1); // one edge is hot
        }
    }

    /** Relaxes a row of one mesh into the other; returns the largest change. */
    private double relax(int step, int row) {
        double[][] source = mesh[step & 1];
        double[] target = mesh[1 - (step & 1)][row];
        double largest = 0;
        for (int j = 1; j <= size; j++) {
            double sides = source[row][j - 1] + source[row][j + 1];
            target[j] = 0.25 * (source[row - 1][j] + source[row + 1][j] + sides);
            double change = Math.abs(target[j] - source[row][j]);
            if (change > largest) {
                largest = change;
            }
        }
        return largest;
    }

    /** Steps until all changes are small. */
    private int relaxAll() {
        int[] steps = {0};
        ParallelRegion.run(
                region -> {
                    int step = 0;
                    double change;
                    do {
                        int now = step++;
                        change =
                                region.reduce(
                                        1,
                                        size + 1,
                                        LoopSchedule.STATIC,
                                        0.0,
                                        row -> relax(now, row),
                                        Math::max);
                    } while (change > SMALL); // the same in every thread
                    int all = step;
                    region.master(() -> steps[0] = all);
                });
        return steps[0];
    }

    public static void main(String[] args) {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        if (size < 1 || size > 10_000) {
            throw new IllegalArgumentException(size + " cells a side: give 1 to 10000");
        }
        long started = System.nanoTime();
        int steps = new Jacobi(size).relaxAll();
        System.out.printf("%,d steps%n", steps);
        System.out.printf("%.2f s%n", (System.nanoTime() - started) / 1e9);
    }
}
