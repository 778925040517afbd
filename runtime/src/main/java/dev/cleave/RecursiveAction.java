package dev.cleave;

/**
 * A task without a result. As {@link java.util.concurrent.RecursiveAction}.
 *
 * <p>Completing it otherwise than by running it, with {@code cancel}, {@code complete} or {@code
 * completeExceptionally}, blocks for a millisecond, unless it was submitted to a pool, or the
 * caller is the worker that forked it and has it still, or the task itself. Who does that to many
 * tasks had better extend {@link ForkJoinTask}, whose run costs some 5 ns more.
 */
public abstract class RecursiveAction extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    /** Creates a pending task. */
    public RecursiveAction() {
        super(true);
    }

    /** Does the work: forks and joins others, or does directly what is small. */
    protected abstract void compute();

    @Override
    public final Void getRawResult() {
        return null;
    }

    @Override
    protected final void setRawResult(Void value) {}

    @Override
    protected final boolean exec() {
        compute();
        return true;
    }
}
