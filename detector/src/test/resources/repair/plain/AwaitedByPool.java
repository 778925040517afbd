import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class AwaitedByPool {
    static class Count extends RecursiveAction {
        final AtomicInteger counted;

        Count(AtomicInteger counted) {
            this.counted = counted;
        }

        @Override
        protected void compute() {
            for (int i = 0; i < 10_000; i++) counted.incrementAndGet();
        }
    }

    static class Spread extends RecursiveAction {
        final ForkJoinPool others;
        final AtomicInteger counted;
        final int n;

        Spread(ForkJoinPool others, AtomicInteger counted, int n) {
            this.others = others;
            this.counted = counted;
            this.n = n;
        }

        @Override
        protected void compute() {
            for (int i = 0; i < n; i++) {
                others.execute(new Count(counted)); // refused: FJ1 waited for instead of the task
            }
        }
    }

    static Object run(Random random, int size) throws InterruptedException {
        AtomicInteger counted = new AtomicInteger();
        ForkJoinPool pool = new ForkJoinPool(1); // refused: FJ12 no automatic repair
        ForkJoinPool others = new ForkJoinPool(2); // refused: FJ12 no automatic repair
        pool.invoke(new Spread(others, counted, Math.min(size, 20)));
        others.shutdown();
        boolean ended = others.awaitTermination(1, TimeUnit.MINUTES);
        pool.shutdown();
        return ended + " " + counted;
    }
}
