package dev.cleave.spark;

import dev.cleave.ForkJoinTask;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.PairFunction;
import scala.Tuple2;

/** A piece as a Spark task: solved in the executor's pool, while the task's thread waits. */
final class PieceTask<P, R> implements PairFunction<Tuple2<Integer, byte[]>, Integer, byte[]> {
    private static final long serialVersionUID = 1;

    /** Some kills come as an interrupt; others only mark the task. */
    private static final long LOOK_FOR_KILLS_MILLIS = 100;

    private final byte[] how;
    private final int pieces;

    /**
     * For all pieces of a problem.
     *
     * @param how the {@link Divisible}, written
     * @param pieces how many there are
     */
    PieceTask(byte[] how, int pieces) {
        this.how = how;
        this.pieces = pieces;
    }

    @Override
    @SuppressWarnings("unchecked") // that is what SparkSolver writes
    public Tuple2<Integer, byte[]> call(Tuple2<Integer, byte[]> piece) {
        String name = String.format("piece %d of %d", piece._1(), pieces);
        try {
            P problem = (P) Wire.read(piece._2(), name);
            name += ", " + Splitting.shown(problem) + ",";
            Divisible<P, R> divisible = (Divisible<P, R>) Wire.read(how, "the Divisible");
            R result = outcome(new Solving<>(divisible, problem)).get();
            return new Tuple2<>(piece._1(), Wire.write(result, "its result"));
        } catch (Throwable failure) {
            throw PieceException.inTask(name + where(), failure);
        }
    }

    /** Returns only when nothing of the piece runs any more. */
    private Solving.Outcome<R> outcome(Solving<P, R> solving) throws ExecutionException {
        TaskContext context = TaskContext.get();
        ForkJoinTask<Solving.Outcome<R>> running = solving.submitTo(ExecutorPool.here());
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return running.get(LOOK_FOR_KILLS_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException stillRunning) {
                    if (context.isInterrupted()) {
                        solving.cancel();
                    }
                } catch (InterruptedException killed) {
                    interrupted = true;
                    solving.cancel();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static String where() {
        TaskContext context = TaskContext.get();
        return String.format(
                " on executor %s at attempt %d",
                SparkEnv.get().executorId(), context.attemptNumber() + 1);
    }
}
