package dev.cleave.profiler;

import dev.cleave.profiler.workspan.MeasuredRun;
import dev.cleave.profiler.workspan.WorkSpan;
import dev.cleave.profiler.workspan.WorkSpanReport;
import java.util.ArrayList;
import java.util.List;

/**
 * What more processors would bring a program, by its work and its span, and what they brought when
 * it ran. All is of the whole program, from its start to its end: what it does outside its tasks is
 * serial, and counts. Times are seconds.
 *
 * @param work of all that it does
 * @param span of the longest path through its forks and joins
 * @param burdenedSpan the same, with what handing tasks to other workers costs
 * @param parallelism work by span: no number of workers is faster than one by more than that
 * @param burdenedParallelism work by burdened span
 * @param outside of the work, what is in no task, future or loop
 * @param burdenedSpanInside the burdened span if that took no time
 * @param serial what one worker took, by which measured speedups are taken; the work, if no run had
 *     one worker
 * @param allowed the speedups for 1 to {@value WorkSpanReport#MOST_WORKERS} workers, doubling
 * @param measured runs, in the order in which they were made
 * @param criticalPath lines on the longest path, the one with most of it first
 */
public record Speedup(
        double work,
        double span,
        double burdenedSpan,
        double parallelism,
        double burdenedParallelism,
        double outside,
        double burdenedSpanInside,
        double serial,
        List<Allowed> allowed,
        List<Measured> measured,
        List<Line> criticalPath) {
    private static final int MOST_LINES = 20;
    private static final double PICOS = 1e12;
    private static final double NANOS = 1e9;

    /**
     * A point of the curve.
     *
     * @param workers how many
     * @param expected what can be expected at worst
     * @param atMost what is possible
     */
    public record Allowed(int workers, double expected, double atMost) {}

    /**
     * A run of the program.
     *
     * @param workers those of the pool that computed longest, when they were most; those asked for
     *     if no pool computed
     * @param seconds how long the program ran
     * @param speedup how many times as fast as {@link Speedup#serial}
     * @param expected the speedup that can be expected at worst with so many
     * @param atMost the one that is possible
     */
    public record Measured(
            int workers, double seconds, double speedup, double expected, double atMost) {}

    /**
     * A line on the longest path.
     *
     * @param where class, method, file and line
     * @param seconds of the strands on the path that begin there
     */
    public record Line(String where, double seconds) {}

    /** Copies. */
    public Speedup {
        allowed = List.copyOf(allowed);
        measured = List.copyOf(measured);
        criticalPath = List.copyOf(criticalPath);
    }

    /**
     * What a measured run says, before the program has run otherwise.
     *
     * @param run the measured one
     * @return the curve, without points on it
     */
    public static Speedup of(MeasuredRun run) {
        WorkSpan whole = run.whole();
        List<Allowed> allowed = new ArrayList<>();
        for (int workers = 1; workers <= WorkSpanReport.MOST_WORKERS; workers *= 2) {
            allowed.add(
                    new Allowed(workers, run.expectedSpeedup(workers), whole.mostSpeedup(workers)));
        }
        return new Speedup(
                whole.work() / PICOS,
                whole.span() / PICOS,
                whole.burdenedSpan() / PICOS,
                whole.parallelism(),
                whole.burdenedParallelism(),
                (whole.work() - run.inside().work()) / PICOS,
                run.inside().burdenedSpan() / PICOS,
                whole.work() / PICOS,
                allowed,
                List.of(),
                run.criticalPath().stream()
                        .limit(MOST_LINES)
                        .map(line -> new Line(line.where(), line.nanos() / NANOS))
                        .toList());
    }

    /**
     * The same with one more run. The first on one worker becomes what the speedups of all are
     * taken by.
     *
     * @param workers those that it had
     * @param seconds how long the program ran, above 0
     * @return a copy
     */
    public Speedup with(int workers, double seconds) {
        boolean hasSerial = measured.stream().anyMatch(run -> run.workers() == 1);
        double reference = workers == 1 && !hasSerial ? seconds : serial;
        List<Measured> runs = new ArrayList<>();
        measured.forEach(run -> runs.add(measured(run.workers(), run.seconds(), reference)));
        runs.add(measured(workers, seconds, reference));
        return new Speedup(
                work,
                span,
                burdenedSpan,
                parallelism,
                burdenedParallelism,
                outside,
                burdenedSpanInside,
                reference,
                allowed,
                runs,
                criticalPath);
    }

    private Measured measured(int workers, double seconds, double reference) {
        WorkSpan whole =
                new WorkSpan(picos(work), picos(span), picos(burdenedSpan), Long.MAX_VALUE);
        WorkSpan inside =
                new WorkSpan(
                        picos(work - outside),
                        picos(span),
                        picos(burdenedSpanInside),
                        Long.MAX_VALUE);
        return new Measured(
                workers,
                seconds,
                reference / seconds,
                MeasuredRun.expectedSpeedup(whole, inside, workers),
                whole.mostSpeedup(workers));
    }

    private static long picos(double seconds) {
        return Math.round(seconds * PICOS);
    }
}
