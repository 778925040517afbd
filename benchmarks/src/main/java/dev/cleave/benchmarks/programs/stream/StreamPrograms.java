package dev.cleave.benchmarks.programs.stream;

import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.InCaller;
import dev.cleave.benchmarks.programs.Requests;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Sums;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * With parallel streams; of two parts, one a {@link CompletableFuture}. All on the common pool of
 * {@code java.util.concurrent}, and the calling thread.
 */
public final class StreamPrograms implements InCaller {
    @Override
    public long sum(Sums sums, int time) {
        return IntStream.range(0, sums.numbers())
                .parallel()
                .mapToLong(i -> Sums.term(time, i))
                .sum();
    }

    @Override
    public double sum(SquareRoots roots) {
        // Not sum(), which makes up for rounding at three times the price.
        return Arrays.stream(roots.numbers()).parallel().map(Math::sqrt).reduce(0, Double::sum);
    }

    @Override
    public void chains(FewLarge large) {
        IntStream.range(0, large.tasks()).parallel().forEach(large::chain);
    }

    @Override
    public long both(Requests requests, int request) {
        CompletableFuture<Long> second =
                CompletableFuture.supplyAsync(() -> requests.part(request, 1));
        return requests.part(request, 0) + second.join();
    }

    @Override
    public long all(Requests requests, int request) {
        return IntStream.range(0, requests.parts())
                .parallel()
                .mapToLong(i -> requests.part(request, i))
                .sum();
    }
}
