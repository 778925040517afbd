package dev.cleave.profiler;

/** What is gathered about one worker, or about all guests of a pool. */
final class WorkerData {
    final CounterSeries series = new CounterSeries();
    String thread;

    Profile.Totals totals() {
        return new Profile.Totals(
                series.total(Counter.FORKS),
                series.total(Counter.PROMOTIONS),
                series.total(Counter.STEALS_TRIED),
                series.total(Counter.STEALS_WON),
                series.total(Counter.SUBMISSIONS_TAKEN),
                series.total(Counter.POLLS_ANSWERED),
                series.total(Counter.PARKS),
                series.total(Counter.COMPUTE) / 1e9,
                series.total(Counter.SEEK) / 1e9,
                series.total(Counter.JOIN) / 1e9,
                series.total(Counter.IDLE) / 1e9);
    }

    /** The part of each bin that a time took. */
    double[] part(Counter counter, Bins bins) {
        double[] parts = series.binned(counter, bins);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Math.min(1, parts[i] / bins.width());
        }
        return parts;
    }
}
