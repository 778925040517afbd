package dev.cleave;

import dev.cleave.scheduling.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a pool has done since it was made. Counters are exact once the pool is quiescent.
 *
 * @param workers each worker that lives; one that has ended counts only in the sums
 * @param guests all threads that are no workers and made woven calls, from which the pool's workers
 *     steal; empty if there were none. They have no times, and their index is -1.
 * @param forks tasks forked by workers, and pending calls of woven code that became tasks
 * @param tasksRun tasks begun by workers
 * @param stealsTried attempts to take a task from another worker
 * @param stealsWon attempts that succeeded
 * @param submissionsTaken tasks taken that were submitted from outside
 * @param promotions tasks made public on request, and pending calls of woven code that became tasks
 * @param pollsAnswered requests answered
 * @param parks times a worker went to sleep
 * @param computeNanos nanoseconds workers ran tasks, ended workers included
 * @param seekNanos nanoseconds they looked for work
 * @param joinNanos nanoseconds they waited in joins, without what they ran meanwhile
 * @param idleNanos nanoseconds they slept, or spent in a managed block
 */
public record PoolStats(
        List<WorkerStats> workers,
        Optional<WorkerStats> guests,
        long forks,
        long tasksRun,
        long stealsTried,
        long stealsWon,
        long submissionsTaken,
        long promotions,
        long pollsAnswered,
        long parks,
        long computeNanos,
        long seekNanos,
        long joinNanos,
        long idleNanos) {
    private static final WorkerStats NOTHING = new WorkerStats(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * What one worker has done.
     *
     * @param index its place in the pool
     * @param forks tasks it forked, and pending calls of its that became tasks
     * @param stealsTried attempts to take a task from another worker
     * @param stealsWon attempts that succeeded
     * @param submissionsTaken tasks it took that were submitted from outside
     * @param promotions tasks it made public on request, and pending calls of its that became tasks
     * @param pollsAnswered requests it answered
     * @param parks times it went to sleep
     * @param computeNanos nanoseconds it ran tasks
     * @param seekNanos nanoseconds it looked for work
     * @param joinNanos nanoseconds it waited in joins, without what it ran meanwhile
     * @param idleNanos nanoseconds it slept, or spent in a managed block
     */
    public record WorkerStats(
            int index,
            long forks,
            long stealsTried,
            long stealsWon,
            long submissionsTaken,
            long promotions,
            long pollsAnswered,
            long parks,
            long computeNanos,
            long seekNanos,
            long joinNanos,
            long idleNanos) {
        /**
         * The worker in a line.
         *
         * @return the text, times in milliseconds
         */
        public String summary() {
            return String.format(Locale.ROOT, "worker %2d: %s", index, figures());
        }

        private String figures() {
            return String.format(
                    Locale.ROOT,
                    "forks %,d, promotions %,d, steals %,d of %,d tried, compute %.1f ms,"
                            + " seek %.1f ms, join %.1f ms, idle %.1f ms",
                    forks,
                    promotions,
                    stealsWon,
                    stealsTried,
                    computeNanos / 1e6,
                    seekNanos / 1e6,
                    joinNanos / 1e6,
                    idleNanos / 1e6);
        }

        private String guestSummary() {
            return String.format(
                    Locale.ROOT,
                    "guests   : promotions %,d, steals %,d of %,d tried",
                    promotions,
                    stealsWon,
                    stealsTried);
        }

        private WorkerStats without(WorkerStats other) {
            return new WorkerStats(
                    index,
                    forks - other.forks,
                    stealsTried - other.stealsTried,
                    stealsWon - other.stealsWon,
                    submissionsTaken - other.submissionsTaken,
                    promotions - other.promotions,
                    pollsAnswered - other.pollsAnswered,
                    parks - other.parks,
                    computeNanos - other.computeNanos,
                    seekNanos - other.seekNanos,
                    joinNanos - other.joinNanos,
                    idleNanos - other.idleNanos);
        }
    }

    static PoolStats of(List<Totals> all) {
        List<WorkerStats> workers = new ArrayList<>();
        WorkerStats guests = null;
        long forks = 0;
        long queued = 0;
        long tried = 0;
        long won = 0;
        long submitted = 0;
        long promotions = 0;
        long polls = 0;
        long parks = 0;
        long compute = 0;
        long seek = 0;
        long join = 0;
        long idle = 0;
        for (Totals t : all) {
            forks += t.forks;
            queued += t.queued;
            tried += t.stealsTried;
            won += t.stealsWon;
            submitted += t.submissionsTaken;
            promotions += t.promotions;
            polls += t.pollsAnswered;
            parks += t.parks;
            compute += t.computeNanos;
            seek += t.seekNanos;
            join += t.joinNanos;
            idle += t.idleNanos;
            if (t.index >= 0) {
                workers.add(worker(t));
            } else if (t.isGuests()) {
                guests = guests(t);
            }
        }
        return new PoolStats(
                List.copyOf(workers),
                Optional.ofNullable(guests),
                forks,
                forks + submitted - queued,
                tried,
                won,
                submitted,
                promotions,
                polls,
                parks,
                compute,
                seek,
                join,
                idle);
    }

    private static WorkerStats worker(Totals t) {
        return new WorkerStats(
                t.index,
                t.forks,
                t.stealsTried,
                t.stealsWon,
                t.submissionsTaken,
                t.promotions,
                t.pollsAnswered,
                t.parks,
                t.computeNanos,
                t.seekNanos,
                t.joinNanos,
                t.idleNanos);
    }

    /** Without times: a guest's clock also runs while it does what is not the pool's business. */
    private static WorkerStats guests(Totals t) {
        return new WorkerStats(
                -1,
                t.forks,
                t.stealsTried,
                t.stealsWon,
                t.submissionsTaken,
                t.promotions,
                t.pollsAnswered,
                t.parks,
                0,
                0,
                0,
                0);
    }

    /**
     * The pool in a few lines: the sums, then each worker, all workers together that have ended,
     * and the guests, if there were any.
     *
     * @return the text
     */
    public String summary() {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "tasks %,d (forks %,d, submitted %,d), steals %,d of %,d tried,"
                                + " promotions %,d, parks %,d",
                        tasksRun,
                        forks,
                        submissionsTaken,
                        stealsWon,
                        stealsTried,
                        promotions,
                        parks));
        for (WorkerStats w : workers) {
            text.append(System.lineSeparator()).append("  ").append(w.summary());
        }
        WorkerStats ended = ended();
        if (!ended.equals(NOTHING)) {
            text.append(System.lineSeparator()).append("  ended    : ").append(ended.figures());
        }
        guests.ifPresent(
                g -> text.append(System.lineSeparator()).append("  ").append(g.guestSummary()));
        return text.toString();
    }

    private WorkerStats ended() {
        WorkerStats rest =
                new WorkerStats(
                        -1,
                        forks,
                        stealsTried,
                        stealsWon,
                        submissionsTaken,
                        promotions,
                        pollsAnswered,
                        parks,
                        computeNanos,
                        seekNanos,
                        joinNanos,
                        idleNanos);
        for (WorkerStats each : workers) {
            rest = rest.without(each);
        }
        return guests.map(rest::without).orElse(rest);
    }
}
