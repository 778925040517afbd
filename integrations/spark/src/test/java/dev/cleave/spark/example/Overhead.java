package dev.cleave.spark.example;

import dev.cleave.ForkJoinPool;
import dev.cleave.spark.Divisible;
import dev.cleave.spark.LocalSolver;
import dev.cleave.spark.SparkSolver;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * What Spark costs: two executors of one worker each beside one pool of two workers, in turn, for 1
 * to 64 pieces.
 */
public final class Overhead {
    private static final int WARM_UPS = 1;
    private static final int RUNS = 7;
    private static final int MOST_PIECES = 64;

    /** Spark is a large program: its first jobs take ten times as long as later ones. */
    private static final int JOBS_FIRST = 100;

    private Overhead() {}

    /** Nothing to compute: what is left is Spark. */
    private record Nothing() implements Divisible<Integer, Integer> {
        @Override
        public boolean isSmall(Integer parts) {
            return parts <= 1;
        }

        @Override
        public Integer solve(Integer parts) {
            return parts;
        }

        @Override
        public List<Integer> split(Integer parts) {
            return List.of(parts / 2, parts - parts / 2);
        }

        @Override
        public Integer combine(Integer first, Integer second) {
            return first + second;
        }
    }

    private interface Run<R> {
        R run() throws InterruptedException;
    }

    /**
     * Measures and prints a table.
     *
     * @param arguments none
     * @throws IOException if the cluster cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Knapsack knapsack = new Knapsack(28);
        try (JavaSparkContext context = LocalCluster.start("overhead");
                ForkJoinPool pool = new ForkJoinPool(2)) {
            System.out.printf(
                    "JDK %s, Spark %s, %d processors; %d runs of each in turn, after %d jobs%n",
                    Runtime.version(),
                    context.version(),
                    Runtime.getRuntime().availableProcessors(),
                    RUNS,
                    JOBS_FIRST);
            System.out.println("milliseconds: median, and slowest less fastest by the median");
            System.out.println(
                    "| program | pieces | local | | Spark | | Spark - local | Spark : local |");
            System.out.println("|---|---|---|---|---|---|---|---|");
            SparkSolver solver = new SparkSolver(context);
            for (int job = 0; job < JOBS_FIRST; job++) {
                solver.pieces(1 << job % 7).solve(new Nothing(), MOST_PIECES);
            }
            measure("nothing", solver, pool, new Nothing(), MOST_PIECES);
            measure(
                    "integrate",
                    solver,
                    pool,
                    new Integrate(1e-14, 0.5),
                    new Integrate.Interval(0, 100));
            measure("knapsack", solver, pool, knapsack, knapsack.all());
            measure(
                    "sort",
                    solver,
                    pool,
                    new Sort(),
                    new SplittableRandom(1).ints(2_000_000).toArray());
        }
    }

    private static <P, R> void measure(
            String name, SparkSolver solver, ForkJoinPool pool, Divisible<P, R> how, P problem)
            throws InterruptedException {
        for (int pieces = 1; pieces <= MOST_PIECES; pieces *= 2) {
            SparkSolver divided = solver.pieces(pieces);
            double[] local = new double[RUNS];
            double[] spark = new double[RUNS];
            for (int run = -WARM_UPS; run < RUNS; run++) {
                double localTime = millis(() -> LocalSolver.solve(pool, how, problem));
                double sparkTime = millis(() -> divided.solve(how, problem));
                if (run >= 0) {
                    local[run] = localTime;
                    spark[run] = sparkTime;
                }
            }
            Arrays.sort(local);
            Arrays.sort(spark);
            double localMedian = local[RUNS / 2];
            double sparkMedian = spark[RUNS / 2];
            System.out.printf(
                    "| %s | %d | %.1f | %.0f %% | %.1f | %.0f %% | %.1f | %.2f |%n",
                    name,
                    pieces,
                    localMedian,
                    spread(local),
                    sparkMedian,
                    spread(spark),
                    sparkMedian - localMedian,
                    sparkMedian / localMedian);
        }
    }

    private static double millis(Run<?> run) throws InterruptedException {
        long began = System.nanoTime();
        run.run();
        return (System.nanoTime() - began) / 1e6;
    }

    private static double spread(double[] sorted) {
        return 100 * (sorted[RUNS - 1] - sorted[0]) / sorted[RUNS / 2];
    }
}
