package dev.cleave.detector.checks;

import java.util.List;

/** The checks there are, in the order of their ids. */
public final class Checks {
    private Checks() {}

    /** A new one of each. */
    public static List<Check> all() {
        return List.of(
                new CentralizedPooling(),
                new CopyOnFork(),
                new CopyOnJoin(),
                new ScatteredForks(),
                new TaskSynchronization(),
                new SleepyWorkers(),
                new ForkedAndJoinedAtOnce(),
                new IdleParent(),
                new WrongJoinOrder(),
                new Threshold(),
                new ForkWithoutJoin(),
                new PoolPerCall(),
                new FullSizeAllocation(),
                new SharedMutableState(),
                new JoinUnderLock(),
                new ParallelStreamInTask());
    }
}
