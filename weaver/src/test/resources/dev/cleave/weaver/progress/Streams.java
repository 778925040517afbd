import dev.cleave.Future;
import java.util.stream.IntStream;

/** Parallel streams with futures in them, and in futures. */
public final class Streams {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int stream(int size) {
        return IntStream.range(0, size).parallel().map(i -> fib(8 + i % 5)).sum();
    }

    private static int streams(int depth) {
        if (depth == 0) {
            return stream(50);
        }
        @Future int x = streams(depth - 1);
        int y = IntStream.range(0, 4).parallel().map(i -> stream(10)).sum();
        return x + y;
    }

    public static String run() {
        return stream(200) + " " + streams(6);
    }
}
