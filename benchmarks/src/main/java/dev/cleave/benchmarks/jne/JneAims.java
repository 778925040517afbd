package dev.cleave.benchmarks.jne;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What was to be reached, beside what was. */
final class JneAims {
    /** The manager's default policy. */
    private static final WorkloadPeer OURS = WorkloadPeer.DYNAMIC;

    private JneAims() {}

    /**
     * One of them.
     *
     * @param here what was measured; null if it was not
     * @param atLeast whether the limit is one from below
     */
    record Aim(String what, Double here, boolean atLeast, double limit) {
        boolean isReached() {
            return here != null && (atLeast ? here >= limit : here <= limit);
        }

        /** Reached, missed, or not measured. */
        String verdict() {
            return here == null ? "not measured" : isReached() ? "reached" : "missed";
        }

        String bound() {
            String number =
                    limit == Math.rint(limit)
                            ? Long.toString((long) limit)
                            : String.format(Locale.ROOT, "%s", limit);
            return (atLeast ? ">= " : "<= ") + number;
        }
    }

    static List<Aim> of(JneResults results) {
        List<Aim> aims = new ArrayList<>();
        aims.add(throughput(results, Workload.TWO_FINE, "overloaded, fine-grained", 1.3));
        aims.add(
                new Aim(
                        "its fairness, least by largest slowdown",
                        results.of(Workload.TWO_FINE, OURS)
                                .map(WorkloadResult::fairness)
                                .orElse(null),
                        true,
                        0.8));
        aims.add(throughput(results, Workload.TWO, "overloaded, the paper's sizes", 1.1));
        aims.add(throughput(results, Workload.ONE, "not overloaded, SOR and LUFact", 0.98));
        aims.add(throughput(results, Workload.THREE, "not overloaded, Series and Crypt", 0.98));
        aims.add(
                new Aim(
                        "migrations of workers, times juc's, overloaded",
                        migrations(results).orElse(null),
                        false,
                        0.1));
        aims.add(reaction(results, WorkloadPeer.CONTAINER, "quota", 1_000));
        aims.add(reaction(results, WorkloadPeer.CONTAINER, "affinity", 1_000));
        aims.add(reaction(results, OURS, "grant", 100));
        aims.add(
                new Aim(
                        "processor lost after a failure, ms",
                        results.losses.stream()
                                .map(Loss::worstMillis)
                                .max(Double::compare)
                                .orElse(null),
                        false,
                        Loss.AIM_MILLIS));
        aims.add(cost(results, "cpusCurrent(), ns", 5, CostsExperiment.Costs::cpusCurrentNanos));
        aims.add(
                cost(
                        results,
                        "idle manager, 10 programs, % CPU",
                        0.1,
                        CostsExperiment.Costs::managerPercent));
        aims.add(
                cost(
                        results,
                        "idle manager, 10 programs, MiB",
                        64,
                        CostsExperiment.Costs::managerMib));
        return aims;
    }

    private static Aim throughput(
            JneResults results, Workload workload, String what, double limit) {
        return new Aim(
                what + ", throughput times juc's",
                results.timesJuc(workload, OURS).orElse(null),
                true,
                limit);
    }

    private static Optional<Double> migrations(JneResults results) {
        Optional<Double> ours =
                results.of(Workload.TWO, OURS).map(WorkloadResult::workerMigrationsPerSecond);
        Optional<Double> juc =
                results.of(Workload.TWO, WorkloadPeer.JUC)
                        .map(WorkloadResult::workerMigrationsPerSecond);
        return ours.isEmpty() || juc.isEmpty()
                ? Optional.empty()
                : Optional.of(ours.get() / juc.get());
    }

    /** A pool that did not follow at all took for ever. */
    private static Aim reaction(JneResults results, WorkloadPeer peer, String what, double limit) {
        Double slowest =
                results.changes.stream()
                        .filter(change -> change.peer() == peer && change.what().startsWith(what))
                        .map(
                                change ->
                                        change.shrinkMillis() == null || change.growMillis() == null
                                                ? Double.POSITIVE_INFINITY
                                                : Math.max(
                                                        change.shrinkMillis(), change.growMillis()))
                        .max(Double::compare)
                        .orElse(null);
        return new Aim("pool follows a changed " + what + ", ms", slowest, false, limit);
    }

    private static Aim cost(
            JneResults results,
            String what,
            double limit,
            Function<CostsExperiment.Costs, Double> figure) {
        return new Aim(
                what, results.costs == null ? null : figure.apply(results.costs), false, limit);
    }
}
