package dev.cleave;

/**
 * A task with a result. As {@link java.util.concurrent.RecursiveTask}.
 *
 * @param <V> the result
 */
public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // serialisable if the user's result is
    private V result;

    /** Creates a pending task. */
    public RecursiveTask() {}

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
