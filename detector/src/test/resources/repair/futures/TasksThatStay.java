import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class TasksThatStay {
    static class Handled extends RecursiveTask<Integer> { // refused: ToFuture pass by handlers and locks
        final int n;

        Handled(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n; // refused: FJ10 no automatic repair
            Handled left = new Handled(n - 1);
            left.fork();
            int right = new Handled(n - 2).compute();
            try {
                return left.join() + right;
            } catch (IllegalStateException e) {
                return right;
            }
        }
    }

    static class Kept extends RecursiveTask<Integer> { // refused: ToFuture neither computed nor kept
        final int n;

        Kept(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            List<Kept> all = new ArrayList<>();
            for (int i = 0; i < n; i++) all.add(new Kept(i / 2));
            int sum = 1;
            for (Kept one : invokeAll(all)) sum += one.join();
            return sum;
        }
    }

    static class Counts extends RecursiveTask<Integer> { // refused: ToFuture does not just store all fields
        int left;
        int seen = 0;

        Counts(int left) {
            this.left = left;
        }

        @Override
        protected Integer compute() {
            while (left-- > 0) seen++;
            return seen;
        }
    }

    static class Submitted extends RecursiveTask<Integer> { // refused: ToFuture used for more than
        final int n;

        Submitted(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            return n;
        }
    }

    static Object run(Random random, int size) {
        Submitted submitted = new Submitted(size);
        ForkJoinPool.commonPool().submit(submitted);
        return new Handled(Math.min(size, 10)).invoke() + " " + new Kept(Math.min(size, 16)).invoke()
                + " " + new Counts(size).invoke() + " " + submitted.join();
    }
}
