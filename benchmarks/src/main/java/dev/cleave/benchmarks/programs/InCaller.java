package dev.cleave.benchmarks.programs;

import java.util.Optional;

/**
 * The programs of suite {@code streams}, whose calling thread computes, in one way to write them.
 */
public interface InCaller {
    /** Adds up a range. */
    long sum(Sums sums, int time);

    /** Adds up all roots. */
    double sum(SquareRoots roots);

    /** Computes all chains. */
    void chains(FewLarge large);

    /** The sum of a request's two parts. */
    long both(Requests requests, int request);

    /** The sum of a request's parts. */
    long all(Requests requests, int request);

    /** The version of a problem, if there is one; each call of it is one run. */
    default Optional<Runnable> version(Problem problem) {
        if (problem instanceof Sums sums) {
            return Optional.of(() -> sums.add(time -> sum(sums, time)));
        }
        if (problem instanceof SquareRoots roots) {
            return Optional.of(() -> roots.sum(sum(roots)));
        }
        if (problem instanceof FewLarge large) {
            return Optional.of(() -> chains(large));
        }
        if (problem instanceof Requests requests) {
            return Optional.of(
                    () ->
                            requests.answer(
                                    request ->
                                            requests.parts() == 2
                                                    ? both(requests, request)
                                                    : all(requests, request)));
        }
        return Optional.empty();
    }
}
