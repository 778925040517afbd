package dev.cleave;

import dev.cleave.scheduling.KeepsFailure;

/** A task of ours around a user's code, of which many may fail. */
abstract class FailureKeepingTask<T> extends ForkJoinTask<T> implements KeepsFailure {
    private static final long serialVersionUID = 1L;

    private transient Object failure;

    FailureKeepingTask() {}

    FailureKeepingTask(boolean lone) {
        super(lone);
    }

    @Override
    public final Object failure() {
        return failure;
    }

    @Override
    public final void failure(Object failure) {
        this.failure = failure;
    }
}
