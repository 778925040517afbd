package dev.cleave.benchmarks.actors;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.GsonBuilder;
import dev.cleave.benchmarks.Statistics;
import java.util.List;

/**
 * What was measured of one program on one dispatcher. In JSON the names are as here, in lower case
 * with underscores.
 *
 * @param bestMs the fastest run of all virtual machines
 * @param medianMs the median of their runs
 * @param sigmaMs the standard deviation of their runs, as the study has it
 * @param runs their number
 * @param speedup the median on Pekko's dispatcher as a multiple of this one; null if that was not
 *     measured
 */
record ActorsRow(
        String suite,
        String program,
        String peer,
        double bestMs,
        double medianMs,
        double sigmaMs,
        int runs,
        Double speedup) {
    private static final double NANOS_PER_MILLI = 1e6;

    static ActorsRow of(
            ActorsProgram program, ActorsPeer peer, List<Long> nanos, ActorsRow baseline) {
        double[] millis = nanos.stream().mapToDouble(n -> n / NANOS_PER_MILLI).toArray();
        Statistics all = Statistics.of(java.util.Arrays.stream(millis));
        double mean = java.util.Arrays.stream(millis).average().orElseThrow();
        double squares = 0;
        for (double one : millis) {
            squares += (one - mean) * (one - mean);
        }
        return new ActorsRow(
                ActorsBench.NAME,
                program.label(),
                peer.label(),
                all.best(),
                all.median(),
                Math.sqrt(squares / Math.max(1, millis.length - 1)),
                millis.length,
                baseline == null ? null : baseline.medianMs / all.median());
    }

    static String json(List<ActorsRow> rows) {
        return new GsonBuilder()
                .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                .serializeNulls()
                .setPrettyPrinting()
                .create()
                .toJson(rows);
    }
}
