package dev.cleave.benchmarks.programs.stream;

import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Requests;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Sums;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * With parallel streams; of two parts, one a {@link CompletableFuture}. All on the common pool of
 * {@code java.util.concurrent}, and the calling thread.
 */
public final class StreamPrograms {
    private StreamPrograms() {}

    /** The version of a problem, if there is one; each call of it is one run. */
    public static Optional<Runnable> of(Problem problem) {
        if (problem instanceof Sums sums) {
            return Optional.of(() -> sums.add(time -> sum(sums, time)));
        }
        if (problem instanceof SquareRoots roots) {
            return Optional.of(() -> roots.sum(sum(roots)));
        }
        if (problem instanceof FewLarge large) {
            return Optional.of(
                    () -> IntStream.range(0, large.tasks()).parallel().forEach(large::chain));
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

    private static long sum(Sums sums, int time) {
        return IntStream.range(0, sums.numbers())
                .parallel()
                .mapToLong(i -> Sums.term(time, i))
                .sum();
    }

    private static double sum(SquareRoots roots) {
        // Not sum(), which makes up for rounding at three times the price.
        return Arrays.stream(roots.numbers()).parallel().map(Math::sqrt).reduce(0, Double::sum);
    }

    private static long both(Requests requests, int request) {
        CompletableFuture<Long> second =
                CompletableFuture.supplyAsync(() -> requests.part(request, 1));
        return requests.part(request, 0) + second.join();
    }

    private static long all(Requests requests, int request) {
        return IntStream.range(0, requests.parts())
                .parallel()
                .mapToLong(i -> requests.part(request, i))
                .sum();
    }
}
