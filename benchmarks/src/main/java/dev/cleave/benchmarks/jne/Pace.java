package dev.cleave.benchmarks.jne;

/**
 * How often and how long the experiments beside the workloads measure.
 *
 * @param idlePrograms of costs: how many programs an idle manager has
 * @param settleMillis of costs: how long it may finish what registering and compiling left to do
 * @param idleMillis of costs: how long it is watched then
 * @param warmUpMillis of limits: how long a program warms up
 * @param changes of limits: how often quota and affinity are changed
 * @param phaseMillis of limits: how long it is watched after each of them
 * @param grants of limits: how often a grant is changed
 * @param grantMillis of limits: how long it is watched after each of them
 * @param failures of failures: how often each is made to happen
 */
record Pace(
        int idlePrograms,
        long settleMillis,
        long idleMillis,
        long warmUpMillis,
        int changes,
        long phaseMillis,
        int grants,
        long grantMillis,
        int failures) {
    static final Pace FULL = new Pace(10, 20_000, 20_000, 1_000, 2, 3_000, 10, 500, 15);
    static final Pace QUICK = new Pace(10, 500, 2_000, 200, 1, 1_600, 2, 500, 3);
}
