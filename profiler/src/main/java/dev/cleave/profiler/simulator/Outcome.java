package dev.cleave.profiler.simulator;

/**
 * What one simulated run took and did. Times are picoseconds; those of workers are sums over all,
 * which may exceed a long's range.
 *
 * @param workers how many
 * @param time from the start to the end of the root
 * @param steals tasks that changed workers
 * @param stealsTried attempts
 * @param promotions tasks handed over or shared on request
 * @param parks times a worker went to sleep
 * @param computing time in tasks, with forks, joins and answers
 * @param seeking time looking for work
 * @param joining time waiting for a stolen task
 * @param idle time asleep
 */
public record Outcome(
        int workers,
        long time,
        long steals,
        long stealsTried,
        long promotions,
        long parks,
        double computing,
        double seeking,
        double joining,
        double idle) {

    /**
     * How much faster it was.
     *
     * @param one the run with one worker
     * @return the time of that by this one's; 1 where neither took any
     */
    double speedup(Outcome one) {
        return time == 0 ? 1 : (double) one.time / time;
    }
}
