import dev.cleave.ForkJoinPool;
import dev.cleave.Future;

/** Recursion that goes to and fro between two pools, each of whose workers awaits the other's. */
public final class TwoPools {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int there(ForkJoinPool here, ForkJoinPool there, int n) {
        return there.submit(() -> both(there, here, n)).join();
    }

    private static int both(ForkJoinPool here, ForkJoinPool there, int n) {
        if (n == 0) {
            return fib(11);
        }
        @Future int x = there(here, there, n - 1);
        @Future int z = there(here, there, n - 1);
        int y = fib(10);
        return x + y - z;
    }

    public static String run() {
        String all = "";
        for (int workers : new int[] {1, 2, 4}) {
            ForkJoinPool one = new ForkJoinPool(workers);
            ForkJoinPool other = new ForkJoinPool(workers);
            try {
                all += both(one, other, 4) + " " + one.submit(() -> both(one, other, 4)).join() + " ";
            } finally {
                one.shutdown();
                other.shutdown();
            }
        }
        return all;
    }
}
