package dev.cleave;

/**
 * A task with a result. As {@link java.util.concurrent.RecursiveTask}.
 *
 * <p>Completing it otherwise than by running it, with {@code cancel}, {@code complete} or {@code
 * completeExceptionally}, blocks for a millisecond, unless it was submitted to a pool, or the
 * caller is the worker that forked it and has it still, or the task itself. Who does that to many
 * tasks had better extend {@link ForkJoinTask}, whose run costs some 5 ns more.
 *
 * @param <V> the result
 */
public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // serialisable if the user's result is
    private V result;

    /** Creates a pending task. */
    public RecursiveTask() {
        super(true);
    }

    /**
     * Does the work: forks and joins others, or computes directly what is small.
     *
     * @return the result
     */
    protected abstract V compute();

    @Override
    public final V getRawResult() {
        return result;
    }

    @Override
    protected final void setRawResult(V value) {
        result = value;
    }

    @Override
    protected final boolean exec() {
        result = compute();
        return true;
    }
}
