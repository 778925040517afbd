package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;
import java.util.List;
import java.util.Optional;

/** A peer's pool of one size. Confined to the thread that measures. */
public interface PeerPool extends AutoCloseable {

    /** The peer's version of a problem; each call of it is one run. */
    Runnable program(Problem problem);

    /**
     * A problem's version that is asked for.
     *
     * @param version the version, if there is one
     * @param kind of version
     * @throws IllegalArgumentException if there is none
     */
    static Runnable require(Optional<Runnable> version, String kind, Problem problem) {
        return version.orElseThrow(
                () ->
                        new IllegalArgumentException(
                                "no " + kind + " for " + problem.getClass().getName()));
    }

    /**
     * A run of nothing: what it allocates is not the program's. Only what a pool does for every
     * program in the same way can be taken off; by default that is nothing, as further classes of
     * tasks would change how the others are compiled.
     */
    default Runnable handOver() {
        return () -> {};
    }

    /** The discipline in use, or "-" where there is none. */
    default String scheduling() {
        return "-";
    }

    /** What the pool has done since it was opened. */
    default Counters counters() {
        return Counters.NONE;
    }

    /**
     * Shuts the pool down and waits for its threads to end.
     *
     * @throws IllegalStateException if they do not within half a minute
     */
    @Override
    void close();

    /**
     * What a pool has done.
     *
     * @param tasks tasks run, or calls that became tasks in a program with futures; -1 where the
     *     pool does not count them
     * @param steals tasks that a worker took from another
     * @param submissions whether {@code steals} counts what was handed in from outside too
     * @param times where each worker's time went; empty where the pool does not tell
     */
    record Counters(long tasks, long steals, boolean submissions, List<WorkerTime> times) {
        static final Counters NONE = new Counters(-1, 0, false, List.of());
    }
}
