package dev.cleave.stress;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What to run.
 *
 * @param quick for the check before a change lands: some minutes in all
 * @param tasks of the storm
 * @param seed of the storm's first round
 * @param stormNanos how long the storm lasts at most
 * @param races how thoroughly the races run
 * @param race what a race's name is to contain, for it to run
 * @param verbose whether each round is announced
 */
public record StressOptions(
        boolean quick,
        long tasks,
        long seed,
        long stormNanos,
        RaceMode races,
        Pattern race,
        boolean verbose) {

    /** How thoroughly the races run. */
    public enum RaceMode {
        /** Each once, for a moment. */
        QUICK,
        /** Each in every way to compile it, repeatedly. */
        FULL,
        /** Not at all. */
        NONE
    }

    private static final long QUICK_TASKS = 20_000_000L;
    private static final long QUICK_SECONDS = 20;
    private static final long FULL_TASKS = 1_000_000_000L;

    /**
     * Fills in what was not said.
     *
     * @param quick whether the defaults are those of the quick mode
     * @param tasks of the storm, or null
     * @param seed of the storm, or null for a new one
     * @param minutes how long the storm lasts at most, or null for no limit
     * @param races how thoroughly the races run, or null
     * @param race what a race's name is to contain, for it to run, and no storm unless its tasks
     *     are given; or null for all
     * @param verbose whether each round is announced
     * @return the options
     */
    public static StressOptions of(
            boolean quick,
            Long tasks,
            Long seed,
            Integer minutes,
            RaceMode races,
            Pattern race,
            boolean verbose) {
        long limit =
                minutes != null
                        ? TimeUnit.MINUTES.toNanos(minutes)
                        : quick && tasks == null
                                ? TimeUnit.SECONDS.toNanos(QUICK_SECONDS)
                                : Long.MAX_VALUE;
        return new StressOptions(
                quick,
                tasks != null ? tasks : race != null ? 0 : quick ? QUICK_TASKS : FULL_TASKS,
                seed != null ? seed : System.nanoTime() ^ System.currentTimeMillis(),
                limit,
                races != null ? races : quick ? RaceMode.QUICK : RaceMode.FULL,
                race != null ? race : Pattern.compile(".*"),
                verbose);
    }
}
