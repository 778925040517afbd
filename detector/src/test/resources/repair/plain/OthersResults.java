import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class OthersResults {
    static final List<Integer> FOUND = new ArrayList<>();

    /** Its result is not what compute returns. */
    static class Find extends CountedCompleter<List<Integer>> {
        @Override
        public void compute() {
            tryComplete();
        }

        @Override
        public List<Integer> getRawResult() {
            return FOUND;
        }
    }

    static class Finding extends RecursiveTask<Integer> {
        private final int n;

        Finding(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            Find find = new Find();
            List<Integer> all = new ArrayList<>(find.invoke()); // refused: FJ3 a list which nobody else knows
            all.add(n);
            return all.size();
        }
    }

    /** Equal to others. */
    static class Put extends RecursiveAction {
        private final int n;
        private final Queue<Integer> out;

        Put(int n, Queue<Integer> out) {
            this.n = n;
            this.out = out;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Put put && put.n == n;
        }

        @Override
        public int hashCode() {
            return n;
        }

        @Override
        protected void compute() {
            out.add(n);
        }
    }

    /** A set leaves out tasks that are forked. */
    static class Putting extends RecursiveTask<Integer> {
        private final int n;

        Putting(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            Queue<Integer> out = new ConcurrentLinkedQueue<>();
            Set<Put> tasks = new HashSet<>();
            for (int i = 0; i < n; i++) {
                Put task = new Put(i / 2, out);
                task.fork(); // refused: FJ4 not new here
                tasks.add(task);
            }
            for (Put task : tasks) {
                task.join();
            }
            helpQuiesce();
            return out.size();
        }
    }

    static Object run(Random random, int size) {
        return new Finding(size).invoke() + " " + new Finding(size).invoke() + FOUND
                + new Putting(size % 100).invoke();
    }
}
