package dev.cleave;

/** A task without a result. As {@link java.util.concurrent.RecursiveAction}. */
public abstract class RecursiveAction extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    /** Creates a pending task. */
    public RecursiveAction() {}

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
