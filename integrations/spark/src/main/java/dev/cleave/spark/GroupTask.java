package dev.cleave.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import scala.Tuple2;

/** Combines the results of a group of pieces, as a Spark task, in the task's thread. */
final class GroupTask<P, R>
        implements PairFlatMapFunction<Iterator<Tuple2<Integer, byte[]>>, Integer, byte[]> {
    private static final long serialVersionUID = 1;

    private final byte[] how;
    private final Groups groups;
    private final ArrayList<Shape> shapes;

    GroupTask(byte[] how, Groups groups, List<Shape> shapes) {
        this.how = how;
        this.groups = groups;
        this.shapes = new ArrayList<>(shapes);
    }

    @Override
    @SuppressWarnings("unchecked") // that is what SparkSolver and PieceTask write
    public Iterator<Tuple2<Integer, byte[]>> call(Iterator<Tuple2<Integer, byte[]>> pieces) {
        int group = TaskContext.getPartitionId();
        int first = groups.first(group);
        String name =
                String.format(
                        "combining pieces %d to %d of %d",
                        first,
                        first + groups.size(group) - 1,
                        groups.first(groups.numPartitions()));
        try {
            Divisible<P, R> divisible = (Divisible<P, R>) Wire.read(how, "the Divisible");
            List<R> results = new ArrayList<>(Collections.nCopies(groups.size(group), null));
            while (pieces.hasNext()) {
                Tuple2<Integer, byte[]> piece = pieces.next();
                results.set(piece._1() - first, (R) Wire.read(piece._2(), "a result"));
            }
            R combined = shapes.get(group).fold(results, divisible::combine);
            return List.of(new Tuple2<>(group, Wire.write(combined, "its result"))).iterator();
        } catch (Throwable failure) {
            throw PieceException.inTask(name + PieceTask.where(), failure);
        }
    }
}
