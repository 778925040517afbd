package dev.cleave.benchmarks.costs;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.GsonBuilder;
import dev.cleave.benchmarks.Statistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was measured of one pair. In JSON the names are as here, in lower case with underscores.
 *
 * @param check the id of the check
 * @param wrongUs the median of the wrong version's virtual machines, a run in microseconds
 * @param rightUs the same of the right version
 * @param ratio the median of the wrong version's time as a multiple of the right one's, each of two
 *     virtual machines that ran one after the other
 * @param leastRatio the smallest of these
 * @param mostRatio the largest of these
 * @param wrongBytes what all threads allocate in a run of the wrong version
 * @param rightBytes the same of the right version
 * @param wrongFaults the part of the work that the wrong version loses or leaves undone; null if it
 *     computes what the right one does
 */
record CostRow(
        String suite,
        String check,
        String pair,
        double wrongUs,
        double rightUs,
        double ratio,
        double leastRatio,
        double mostRatio,
        double wrongBytes,
        double rightBytes,
        Double wrongFaults) {
    /**
     * One virtual machine's figures.
     *
     * @param micros of a run, on average
     * @param bytes that all threads allocate in a run
     * @param faults as a part of what could go wrong; null if nothing is counted
     */
    record Side(double micros, double bytes, Double faults) {}

    static CostRow of(CheckedPair pair, List<Side> wrong, List<Side> right) {
        Statistics ratios =
                Statistics.of(
                        IntStream.range(0, wrong.size())
                                .mapToDouble(i -> wrong.get(i).micros / right.get(i).micros));
        return new CostRow(
                CostsBench.NAME,
                pair.name(),
                pair.pair().getSimpleName(),
                Statistics.of(wrong.stream().mapToDouble(Side::micros)).median(),
                Statistics.of(right.stream().mapToDouble(Side::micros)).median(),
                ratios.median(),
                ratios.best(),
                ratios.worst(),
                Statistics.of(wrong.stream().mapToDouble(Side::bytes)).median(),
                Statistics.of(right.stream().mapToDouble(Side::bytes)).median(),
                wrong.get(0).faults == null
                        ? null
                        : wrong.stream().mapToDouble(Side::faults).average().orElseThrow());
    }

    static String json(List<CostRow> rows) {
        return new GsonBuilder()
                .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                .serializeNulls()
                .setPrettyPrinting()
                .create()
                .toJson(rows);
    }
}
