package dev.cleave.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Solves a {@link Divisible} on a Spark cluster: the problem is divided at the top, in the driver,
 * until there are enough pieces; each is a Spark task, which its executor's own Cleave pool divides
 * further; the results are combined along the tree of divisions, many of them on the executors
 * where there are many. What is lost is repeated, and what is slow doubled, by Spark, as its
 * configuration says.
 *
 * <p>Never changes, and may be used by many threads.
 */
public final class SparkSolver {
    private static final int MOST_PIECES = 100_000;

    /** So that an executor that is faster, or gets less to do, has another to go on with. */
    private static final int PIECES_PER_CORE = 2;

    /**
     * More results than these are combined on the executors first, to about the square root as
     * many. That is another stage of Spark's, which costs more than it brings for a few.
     */
    private static final int MOST_FOR_THE_DRIVER = 8;

    private final JavaSparkContext context;

    /** 0: as many as suit the cluster. */
    private final int pieces;

    /**
     * On a cluster, with {@value #PIECES_PER_CORE} pieces for each core that it has when a problem
     * is solved.
     *
     * @param context the connection to it
     * @throws NullPointerException if it is null
     * @throws IllegalArgumentException if its {@code spark.cleave.workers} is no number of workers
     */
    public SparkSolver(JavaSparkContext context) {
        this(Objects.requireNonNull(context, "the context is null"), 0);
        ExecutorPool.workers(context.getConf());
    }

    private SparkSolver(JavaSparkContext context, int pieces) {
        this.context = context;
        this.pieces = pieces;
    }

    /**
     * The same with another number of pieces. Problems with fewer parts have fewer; as many more
     * may come as one split makes.
     *
     * @param wanted from 1 to 100,000
     * @return a solver
     * @throws IllegalArgumentException if it is out of range
     */
    public SparkSolver pieces(int wanted) {
        if (wanted < 1 || wanted > MOST_PIECES) {
            throw new IllegalArgumentException(
                    String.format(
                            "pieces = %d; a number from 1 to %d is needed, some for each core of"
                                    + " the cluster",
                            wanted, MOST_PIECES));
        }
        return new SparkSolver(context, wanted);
    }

    /**
     * Solves a problem. The calling thread divides it, waits for Spark's job, and combines the last
     * results; what {@link Divisible} throws meanwhile in that thread is thrown. A caller that is
     * interrupted cancels the job; Spark's own ways to cancel one do, too. Either reaches the
     * executors' pools within some tenths of a second.
     *
     * @param how how it is divided and solved
     * @param problem the problem
     * @param <P> problems
     * @param <R> results
     * @return the result, the same as {@link LocalSolver}'s
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if the {@link Divisible} or a piece is not serialisable
     * @throws IllegalStateException if splitting has no parts, has a null among them, or has not
     *     come to small ones after 200 levels; if the context is stopped
     * @throws PieceException if a piece failed as often as Spark tries, or the job was cancelled
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    @SuppressWarnings("unchecked") // that is what the tasks write
    public <P, R> R solve(Divisible<P, R> how, P problem) throws InterruptedException {
        Objects.requireNonNull(how, "the Divisible is null");
        Objects.requireNonNull(problem, "the problem is null");
        int wanted =
                pieces == 0
                        ? Math.min(MOST_PIECES, PIECES_PER_CORE * context.defaultParallelism())
                        : pieces;
        Division<P> division = Division.of(how, problem, wanted);
        int count = division.pieces().size();
        byte[] code = Wire.write(how, Splitting.name(how));
        JavaPairRDD<Integer, byte[]> results =
                context.parallelizePairs(written(division.pieces()), count)
                        .mapToPair(new PieceTask<P, R>(code, count));
        Shape shape = division.shape();
        if (count > MOST_FOR_THE_DRIVER) {
            Shape.Cut cut = shape.cut((int) Math.ceil(Math.sqrt(count)));
            Groups groups = new Groups(cut.groups());
            results =
                    results.partitionBy(groups)
                            .mapPartitionsToPair(new GroupTask<P, R>(code, groups, cut.groups()));
            shape = cut.top();
        }
        List<Tuple2<Integer, byte[]>> last = new ArrayList<>(await(results.collectAsync(), count));
        last.sort(Comparator.comparing(Tuple2::_1));
        List<R> read = new ArrayList<>(last.size());
        for (Tuple2<Integer, byte[]> result : last) {
            read.add((R) Wire.read(result._2(), "a result"));
        }
        return shape.fold(read, how::combine);
    }

    private static <P> List<Tuple2<Integer, byte[]>> written(List<P> pieces) {
        List<Tuple2<Integer, byte[]>> written = new ArrayList<>(pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            P piece = pieces.get(i);
            String name =
                    String.format("piece %d of %d, %s,", i, pieces.size(), Splitting.shown(piece));
            written.add(new Tuple2<>(i, Wire.write(piece, name)));
        }
        return written;
    }

    private static <T> T await(JavaFutureAction<T> job, int pieces) throws InterruptedException {
        try {
            return job.get();
        } catch (ExecutionException failed) {
            throw PieceException.ofJob(pieces, failed.getCause());
        } catch (InterruptedException stopped) {
            job.cancel(true);
            throw stopped;
        }
    }
}
