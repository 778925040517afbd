package dev.cleave.benchmarks.elision;

/** A task without a result. */
public abstract class RecursiveAction extends ForkJoinTask<Void> {
    /** The work. */
    protected abstract void compute();

    @Override
    final void run() {
        compute();
    }

    @Override
    final Void result() {
        return null;
    }
}
