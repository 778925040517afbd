package dev.cleave.detector;

import java.util.List;

/** The checks there are, in the order of their ids. */
final class Checks {
    private Checks() {}

    static List<Check> all() {
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
