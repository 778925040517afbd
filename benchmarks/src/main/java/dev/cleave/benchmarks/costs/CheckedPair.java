package dev.cleave.benchmarks.costs;

/** The pairs there are, in the order of the checks that they belong to. */
enum CheckedPair {
    FJ1(CentralizedPooling.class),
    FJ2(CopyOnFork.class),
    FJ3(CopyOnJoin.class),
    FJ4(ScatteredForks.class),
    FJ5(TaskSynchronization.class),
    FJ6(SleepyWorkers.class),
    FJ7(ForkedAndJoinedAtOnce.class),
    FJ8(IdleParent.class),
    FJ9(WrongJoinOrder.class),
    FJ10(Threshold.class),
    FJ11(ForkWithoutJoin.class),
    FJ12(PoolPerCall.class),
    FJ13(FullSizeAllocation.class),
    FJ14(SharedMutableState.class),
    FJ15(JoinUnderLock.class),
    FJ16(ParallelStreamInTask.class);

    private final Class<? extends Pair> pair;

    CheckedPair(Class<? extends Pair> pair) {
        this.pair = pair;
    }

    Class<? extends Pair> pair() {
        return pair;
    }
}
