package dev.cleave;

import dev.cleave.lazy.Failures;
import java.util.function.BinaryOperator;

/**
 * A range of numbers, split lazily (Tzannes et al., PPoPP 2010): the worker runs batch after batch
 * and, whenever its queue is empty, so that thieves would find nothing, offers half of what is
 * left. A half that nobody took is taken back and continued.
 */
final class RangeTask<T> extends RecursiveTask<T> {
    private static final long serialVersionUID = 1L;

    /** A batch shorter than this costs too much in bookkeeping; one much longer answers late. */
    private static final long BATCH_NANOS = 10_000;

    /** Runs a batch. */
    interface Batch<T> {
        T run(long from, long end, T soFar);
    }

    /** What all parts of a range share. */
    private static final class Loop<T> {
        private final T identity;
        private final Batch<T> batch;
        private final BinaryOperator<T> combine;

        /** Where the earliest batch so far that threw begins: what comes later is not begun. */
        private volatile long failedAt = Long.MAX_VALUE;

        Loop(T identity, Batch<T> batch, BinaryOperator<T> combine) {
            this.identity = identity;
            this.batch = batch;
            this.combine = combine;
        }

        private synchronized void failedAt(long from) {
            failedAt = Math.min(failedAt, from);
        }
    }

    private final transient Loop<T> loop;
    private long from;
    private long to;
    private long size;

    /** When the last batch ended; 0 if none has, or the clock says so, which is of no matter. */
    private transient long batchEnded;

    /** The next half offered before this one, to the right of it. */
    private transient RangeTask<T> next;

    private RangeTask(Loop<T> loop, long from, long to, long size) {
        this.loop = loop;
        this.from = from;
        this.to = to;
        this.size = size;
    }

    static <T> T run(long from, long to, T identity, Batch<T> batch, BinaryOperator<T> combine) {
        if (from >= to) {
            return identity;
        }
        if (to - from < 0) {
            throw new IllegalArgumentException(
                    "the range "
                            + from
                            + " to "
                            + to
                            + " has more than "
                            + Long.MAX_VALUE
                            + " numbers: split it");
        }
        RangeTask<T> all = new RangeTask<>(new Loop<>(identity, batch, combine), from, to, 1);
        return Cleave.isOutside() ? ForkJoinPool.commonPool().invoke(all) : all.invoke();
    }

    @Override
    protected T compute() {
        RangeTask<T> offered = null;
        try {
            T value = loop.identity;
            for (; ; ) {
                while (from < to && from < loop.failedAt) {
                    if (to - from > size && getQueuedTaskCount() == 0) {
                        long middle = from + ((to - from) >>> 1);
                        RangeTask<T> right = new RangeTask<>(loop, middle, to, size);
                        right.next = offered;
                        offered = right;
                        to = middle;
                        right.fork();
                    }
                    value = runBatch(value);
                }
                if (offered == null) {
                    return value;
                }
                RangeTask<T> right = offered;
                if (right.tryUnfork()) {
                    offered = right.next;
                    from = right.from;
                    to = right.to;
                } else {
                    right.quietlyJoin();
                    offered = right.next; // what it throws is not to be suppressed into itself
                    T rest = right.join();
                    value = loop.combine == null ? null : loop.combine.apply(value, rest);
                }
            }
        } catch (Throwable failure) {
            loop.failedAt(from);
            for (; offered != null; offered = offered.next) {
                if (!offered.tryUnfork()) {
                    offered.quietlyJoin();
                    Throwable other = offered.getException();
                    if (other != null) {
                        Failures.suppress(failure, other);
                    }
                }
            }
            throw failure;
        }
    }

    /** The next batch is larger, if there is one and this one was too short. */
    private T runBatch(T soFar) {
        long end = to - from > size ? from + size : to; // the sum may be past all numbers
        T value = loop.batch.run(from, end, soFar);
        from = end;
        if (from < to && size < Long.MAX_VALUE / 4) {
            long now = System.nanoTime();
            if (batchEnded == 0 || now - batchEnded < BATCH_NANOS) {
                size <<= 1;
            }
            batchEnded = now;
        }
        return value;
    }
}
