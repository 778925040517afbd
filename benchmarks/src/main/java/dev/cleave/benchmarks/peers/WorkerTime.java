package dev.cleave.benchmarks.peers;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where one worker's time went, in nanoseconds.
 *
 * @param worker its place in the pool
 * @param compute running tasks
 * @param seek looking for work
 * @param join waiting in joins
 * @param idle asleep
 */
public record WorkerTime(int worker, long compute, long seek, long join, long idle) {

    /**
     * What each worker has done since {@code before}; one that has begun since counts from 0, also
     * in the place of another that has ended.
     */
    public static List<WorkerTime> since(List<WorkerTime> before, List<WorkerTime> after) {
        return after.stream()
                .map(
                        later ->
                                before.stream()
                                        .filter(later::continues)
                                        .findFirst()
                                        .map(earlier -> later.plus(earlier, -1))
                                        .orElse(later))
                .toList();
    }

    /** Whether both are of one worker, whose times only grow. */
    private boolean continues(WorkerTime earlier) {
        return worker == earlier.worker
                && compute >= earlier.compute
                && seek >= earlier.seek
                && join >= earlier.join
                && idle >= earlier.idle;
    }

    /** The sums for each worker, in the order of their places. */
    public static List<WorkerTime> sums(List<List<WorkerTime>> runs) {
        Map<Integer, WorkerTime> sums = new TreeMap<>();
        for (List<WorkerTime> run : runs) {
            for (WorkerTime time : run) {
                sums.merge(time.worker, time, (sum, next) -> sum.plus(next, 1));
            }
        }
        return List.copyOf(sums.values());
    }

    private WorkerTime plus(WorkerTime other, int sign) {
        return new WorkerTime(
                worker,
                compute + sign * other.compute,
                seek + sign * other.seek,
                join + sign * other.join,
                idle + sign * other.idle);
    }

    /** All of its time. */
    public long all() {
        return compute + seek + join + idle;
    }
}
