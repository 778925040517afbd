package dev.cleave.stress.races;

import dev.cleave.RecursiveTask;

/** A task with a result, 7, and with something that it did before it: {@link #trace} is 8. */
class Seven extends RecursiveTask<Integer> {
    /** Plain: visible to others only by what completion orders. */
    int trace;

    @Override
    protected Integer compute() {
        trace = 8;
        return 7;
    }
}
