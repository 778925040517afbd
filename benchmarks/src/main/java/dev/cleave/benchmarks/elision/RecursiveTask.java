package dev.cleave.benchmarks.elision;

/**
 * A task with a result.
 *
 * @param <V> the result
 */
public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
    private V result;

    /** The work. */
    protected abstract V compute();

    @Override
    final void run() {
        result = compute();
    }

    @Override
    final V result() {
        return result;
    }
}
