package dev.cleave.stress.futures;

/** What generated lambdas and anonymous classes implement. */
@FunctionalInterface
public interface Operation {
    /**
     * Computes.
     *
     * @param fuel how many calls it may lead to, roughly
     * @param argument what to compute with
     * @return the result
     * @throws Failures.Checked at random
     */
    long apply(int fuel, long argument) throws Failures.Checked;
}
