import dev.cleave.Cleave;
import java.util.Arrays;

/**
 * Parallelism without task classes: two calls, several calls, a loop, a reduction.
 *
 * <pre>./cleave run examples/Lambdas.java</pre>
 */
public class Lambdas {
    public static void main(String[] args) {
        // Two calls that may run in parallel; both are done when join returns.
        Cleave.Pair<Long, Long> both = Cleave.join(() -> fib(30), () -> fib(31));
        System.out.printf("fib(30) + fib(31) = %,d%n", both.first() + both.second());

        // Several, for what they do.
        int[] squares = new int[10];
        int[] cubes = new int[10];
        int[] powers = new int[10];
        Cleave.invokeAll(
                () -> Arrays.setAll(squares, i -> i * i),
                () -> Arrays.setAll(cubes, i -> i * i * i),
                () -> Arrays.setAll(powers, i -> 1 << i));
        System.out.println("squares " + Arrays.toString(squares));
        System.out.println("cubes   " + Arrays.toString(cubes));
        System.out.println("powers  " + Arrays.toString(powers));

        // A loop whose rounds do not depend on each other. It is divided only when a worker is
        // idle.
        double[] roots = new double[1_000_000];
        Cleave.forEach(0, roots.length, i -> roots[i] = Math.sqrt(i));
        System.out.println("the root of 144 is " + roots[144]);

        // A reduction: a value for each number, combined in order.
        long primes = Cleave.reduceToLong(0, 1_000_000, 0, i -> isPrime(i) ? 1 : 0, Long::sum);
        System.out.printf("%,d primes below a million%n", primes);
    }

    /** The smaller call may run elsewhere, the larger runs here; nothing is too small to divide. */
    static long fib(int n) {
        if (n < 2) {
            return n;
        }
        Cleave.Pair<Long, Long> both = Cleave.join(() -> fib(n - 1), () -> fib(n - 2));
        return both.first() + both.second();
    }

    static boolean isPrime(int number) {
        if (number < 2) {
            return false;
        }
        for (int factor = 2; factor * factor <= number; factor++) {
            if (number % factor == 0) {
                return false;
            }
        }
        return true;
    }
}
