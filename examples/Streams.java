import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;

/**
 * A parallel stream in a pool of its own, as programs do it: nothing here is Cleave's. By {@code
 * ./cleave run --retarget examples/Streams.java} the pool is, and the stream keeps to its size.
 */
public class Streams {
    static boolean isPrime(long n) {
        return n > 1 && LongStream.rangeClosed(2, (long) Math.sqrt(n)).noneMatch(i -> n % i == 0);
    }

    public static void main(String[] args) throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        ForkJoinPool pool = new ForkJoinPool(3);
        long primes =
                pool.submit(
                                () ->
                                        LongStream.range(0, 200_000)
                                                .parallel()
                                                .peek(n -> threads.add(Thread.currentThread()))
                                                .filter(Streams::isPrime)
                                                .count())
                        .get();
        pool.shutdown();
        System.out.printf("%,d primes, by 3 threads or fewer: %b%n", primes, threads.size() <= 3);
    }
}
