package corpus.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Programs in the manner of those that the study names. */
class Study {
    interface ServerSpec {}

    interface ServerStatus {}

    /** After figure 11, with the partition made by hand. */
    static class StatusTask extends RecursiveTask<List<ServerStatus>> {
        private final List<ServerSpec> specs;

        StatusTask(List<ServerSpec> specs) {
            this.specs = specs;
        }

        @Override
        protected List<ServerStatus> compute() {
            List<ServerStatus> statuses = new ArrayList<>();
            List<StatusTask> tasks = new ArrayList<>();
            for (int i = 0; i < specs.size(); i += 2) {
                StatusTask task =
                        new StatusTask(specs.subList(i, Math.min(i + 2, specs.size()))); // expect: FJ2
                task.fork(); // expect: FJ4
                tasks.add(task);
            }
            for (StatusTask task : tasks) {
                statuses.addAll(task.join()); // expect: FJ3
            }
            return statuses;
        }
    }

    /** Permutations that begin alike; each child gets the rest as a list of its own. */
    static class MagicSquares extends RecursiveTask<Set<String>> {
        private final List<Integer> chosen;
        private final List<Integer> rest;

        MagicSquares(List<Integer> chosen, List<Integer> rest) {
            this.chosen = chosen;
            this.rest = rest;
        }

        @Override
        protected Set<String> compute() {
            Set<String> squares = new HashSet<>();
            if (rest.isEmpty()) {
                squares.add(chosen.toString());
                return squares;
            }
            List<MagicSquares> children = new ArrayList<>();
            for (Integer next : rest) {
                List<Integer> longer = new ArrayList<>(chosen); // expect: FJ2
                longer.add(next);
                List<Integer> shorter = new ArrayList<>(rest); // expect: FJ2
                shorter.remove(next);
                children.add(new MagicSquares(longer, shorter));
            }
            for (MagicSquares child : invokeAll(children)) {
                squares.addAll(child.join()); // expect: FJ3
            }
            return squares;
        }
    }

    static class Envelope extends RecursiveAction {
        private final Runnable receiver;

        Envelope(Runnable receiver) {
            this.receiver = receiver;
        }

        @Override
        protected void compute() {
            receiver.run();
        }
    }

    /** A mailbox that hands each message on to the pool. */
    static class Mailbox extends ForkJoinTask<Void> {
        private final List<Envelope> queue = new ArrayList<>();

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {}

        @Override
        protected boolean exec() {
            for (Envelope next : queue) {
                getPool().execute(next); // expect: FJ1
            }
            return true;
        }
    }

    static class Neighbours extends RecursiveTask<Double> {
        private final double[][] points;
        private final double[] query;
        private final int from, to;

        Neighbours(double[][] points, double[] query, int from, int to) {
            this.points = points;
            this.query = query;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Double compute() {
            if (to - from == 1) {
                double sum = 0;
                for (int d = 0; d < query.length; d++) {
                    double by = points[from][d] - query[d];
                    sum += by * by;
                }
                return sum;
            }
            int mid = (from + to) >>> 1;
            Neighbours near = new Neighbours(points, query, from, mid);
            Neighbours far = new Neighbours(points, query, mid, to);
            far.fork();
            return Math.min(near.compute(), far.join());
        }
    }

    static class Totals extends CountedCompleter<Long> {
        private final long[] values;
        private final int lo, hi;
        private long sum;
        private Totals left, right;

        Totals(CountedCompleter<?> parent, long[] values, int lo, int hi) {
            super(parent);
            this.values = values;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            if (hi - lo < 2) {
                sum = lo < hi ? values[lo] : 0;
            } else {
                int mid = (lo + hi) >>> 1;
                setPendingCount(2);
                left = new Totals(this, values, lo, mid);
                right = new Totals(this, values, mid, hi);
                left.fork();
                right.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                sum = left.sum + right.sum;
            }
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }
}
