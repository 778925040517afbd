package dev.cleave.benchmarks;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.List;

/**
 * What was measured of one program, run by one peer with one discipline and one size of pool. In
 * JSON the names are as here, in lower case with underscores.
 *
 * @param scheduling the discipline, or "-" where there is none
 * @param jdk the version of Java
 * @param serialMs the median of the serial version; null where there is none
 * @param bestMs the fastest run of all virtual machines
 * @param medianMs the median of their runs
 * @param spread the slowest run less the fastest, as a part of the median
 * @param ratioToSerial the median as a multiple of the serial one; null where there is none
 * @param nsPerFork what a run takes longer than a serial one, for each fork; null but for one
 *     worker
 * @param bytesPerFork what a run allocates more than a serial one, for each fork, but for handing
 *     the run over where that can be told apart; null without forks, and where threads end before
 *     they can be asked
 * @param tasks tasks in a run, as the pool counts them, or else as the program forks and submits
 *     them; of a program with futures, those that became tasks
 * @param steals tasks in a run that a worker took from another
 */
record Row(
        String suite,
        String program,
        String peer,
        String scheduling,
        String jdk,
        int workers,
        Double serialMs,
        double bestMs,
        double medianMs,
        double spread,
        Double ratioToSerial,
        Double nsPerFork,
        Double bytesPerFork,
        long tasks,
        long steals) {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final Gson GSON =
            new GsonBuilder()
                    .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                    .serializeNulls()
                    .setPrettyPrinting()
                    .create();

    /**
     * What to say of some runs.
     *
     * @param samples the runs, at least one
     * @param serial the runs of the serial version, or null where there is none
     */
    static Row of(
            String suite, String program, Samples samples, Samples serial, Event.Facts facts) {
        Statistics nanos = samples.nanos();
        Double serialNanos = serial == null ? null : serial.nanos().median();
        boolean forks = facts.forks() > 0;
        return new Row(
                suite,
                program,
                samples.peer().label(),
                samples.scheduling(),
                samples.jdk(),
                samples.workers(),
                serial == null ? null : rounded(serialNanos / NANOS_PER_MILLI),
                rounded(nanos.best() / NANOS_PER_MILLI),
                rounded(nanos.median() / NANOS_PER_MILLI),
                rounded(nanos.spread()),
                serial == null ? null : rounded(nanos.median() / serialNanos),
                serial == null || samples.workers() != 1 || !forks
                        ? null
                        : rounded((nanos.median() - serialNanos) / facts.forks()),
                serial == null || !forks || !samples.peer().keepsThreads()
                        ? null
                        : rounded((samples.bytes() - serial.bytes()) / facts.forks()),
                samples.tasks() != null ? samples.tasks() : facts.forks() + facts.invocations(),
                samples.steals());
    }

    /** To a millionth: times are in milliseconds, and clocks tell nanoseconds. */
    private static double rounded(double value) {
        return Math.round(value * 1e6) / 1e6;
    }

    /** Rows as a JSON array. */
    static String json(List<Row> rows) {
        return GSON.toJson(rows);
    }
}
