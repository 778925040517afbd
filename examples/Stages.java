import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Stages of CompletableFuture, as any program has them: nothing here is Cleave's. They run in its
 * common pool by {@code ./cleave run --retarget examples/Stages.java}.
 */
public class Stages {
    static int divisors(int n) {
        return (int) IntStream.rangeClosed(1, n).filter(i -> n % i == 0).count();
    }

    public static void main(String[] args) {
        List<CompletableFuture<Integer>> stages =
                IntStream.range(1, 1001)
                        .mapToObj(n -> CompletableFuture.supplyAsync(() -> divisors(n)))
                        .toList();
        int sum =
                CompletableFuture.allOf(stages.toArray(CompletableFuture[]::new))
                        .thenApplyAsync(
                                all -> stages.stream().mapToInt(CompletableFuture::join).sum())
                        .join();
        System.out.printf("%,d divisors of the numbers to 1,000%n", sum);
    }
}
