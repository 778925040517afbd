package corpus.scattered;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Collectors;

class Scattered {
    interface Node {
        List<Node> children();

        int value();
    }

    /** After figure 8 of the study. */
    abstract static class ParallelFor<R> extends RecursiveTask<R> {
        int from, len;

        abstract RecursiveTask<R> createTask(int index);

        abstract R merge(R one, R other);

        @Override
        @SuppressWarnings("unchecked")
        protected R compute() {
            if (len == 1) {
                RecursiveTask<R> task = createTask(from);
                return task.invoke();
            } else {
                ForkJoinTask<R>[] tasks = new ForkJoinTask[len];
                for (int i = 0; i < len; i++) {
                    ForkJoinTask<R> task = createTask(from + i);
                    task.fork(); // expect: FJ4
                    tasks[i] = task;
                }
                R result = tasks[0].join();
                tasks[0] = null;
                for (int i = 1; i < len; i++) {
                    R next = tasks[i].join();
                    tasks[i] = null;
                    result = merge(result, next);
                }
                return result;
            }
        }
    }

    static class TreeSum extends RecursiveTask<Integer> {
        private final Node node;

        TreeSum(Node node) {
            this.node = node;
        }

        @Override
        protected Integer compute() {
            int sum = node.value();
            List<ForkJoinTask<Integer>> subTasks = new ArrayList<>();
            node.children().forEach(child -> subTasks.add(new TreeSum(child).fork())); // expect: FJ4
            for (ForkJoinTask<Integer> task : subTasks) {
                sum += task.join();
            }
            return sum;
        }
    }

    static class TwoLoops extends RecursiveAction {
        private final TwoLoops[] children;

        TwoLoops(TwoLoops... children) {
            this.children = children;
        }

        @Override
        protected void compute() {
            for (int i = 0; i < children.length; i++) {
                children[i].fork(); // expect: FJ4
            }
            for (int i = children.length - 1; i >= 0; i--) {
                children[i].join();
            }
        }
    }

    static class Chained extends RecursiveTask<Long> {
        private final long n;

        Chained(long n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n <= 1) return n;
            ArrayList<ForkJoinTask<Long>> futures = new ArrayList<>(2);
            futures.add(new Chained(n - 1).fork()); // expect: FJ4
            futures.add(new Chained(n - 2).fork()); // expect: FJ4
            return futures.get(1).join() + futures.get(0).join();
        }
    }

    static class ByReference extends RecursiveTask<Integer> {
        final int weight;

        ByReference(int weight) {
            this.weight = weight;
        }

        @Override
        protected Integer compute() {
            List<ByReference> parts =
                    Arrays.asList(new ByReference(weight / 3), new ByReference(weight / 5));
            parts.forEach(ByReference::fork); // expect: FJ4
            return parts.stream().mapToInt(ByReference::join).sum();
        }
    }

    static class Streamed extends RecursiveTask<Integer> {
        final List<Integer> sizes;

        Streamed(List<Integer> sizes) {
            this.sizes = sizes;
        }

        @Override
        protected Integer compute() {
            List<ForkJoinTask<Integer>> running =
                    sizes.stream()
                            .map(size -> new ByReference(size))
                            .map(ForkJoinTask::fork) // expect: FJ4
                            .collect(Collectors.toList());
            int total = 0;
            for (ForkJoinTask<Integer> task : running) total += task.join();
            return total;
        }
    }

    static class Until extends RecursiveAction {
        final int jobs;

        Until(int jobs) {
            this.jobs = jobs;
        }

        @Override
        protected void compute() {
            int left = jobs;
            List<Until> forked = new ArrayList<>();
            while (left-- > 0) {
                Until t = new Until(left / 4);
                forked.add(t);
                t.fork(); // expect: FJ4
            }
            for (Until t : forked) t.join();
        }
    }

    static class HelperForks extends RecursiveAction {
        final Node node;

        HelperForks(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            List<HelperForks> started = new ArrayList<>();
            for (Node child : node.children()) {
                started.add(start(child));
            }
            started.forEach(HelperForks::join);
        }

        private HelperForks start(Node child) {
            HelperForks task = new HelperForks(child);
            task.fork(); // expect: FJ4
            return task;
        }
    }

    /** Right: collect, then invokeAll. */
    static class Collects extends RecursiveTask<Integer> {
        private final Node node;

        Collects(Node node) {
            this.node = node;
        }

        @Override
        protected Integer compute() {
            List<Collects> tasks = new ArrayList<>();
            for (Node child : node.children()) {
                tasks.add(new Collects(child));
            }
            int sum = node.value();
            for (Collects task : invokeAll(tasks)) {
                sum += task.join();
            }
            return sum;
        }
    }

    /** From the documentation of RecursiveAction: forks the halves it cuts off. */
    static class Applyer extends RecursiveAction {
        final double[] array;
        final int lo, hi;
        double result;
        Applyer next;

        Applyer(double[] array, int lo, int hi, Applyer next) {
            this.array = array;
            this.lo = lo;
            this.hi = hi;
            this.next = next;
        }

        double atLeaf(int l, int h) {
            double sum = 0;
            for (int i = l; i < h; ++i) sum += array[i] * array[i];
            return sum;
        }

        @Override
        protected void compute() {
            int l = lo;
            int h = hi;
            Applyer right = null;
            while (h - l > 1 && getSurplusQueuedTaskCount() <= 3) {
                int mid = (l + h) >>> 1;
                right = new Applyer(array, mid, h, right);
                right.fork();
                h = mid;
            }
            double sum = atLeaf(l, h);
            while (right != null) {
                if (right.tryUnfork()) sum += right.atLeaf(right.lo, right.hi);
                else {
                    right.join();
                    sum += right.result;
                }
                right = right.next;
            }
            result = sum;
        }
    }

    static class Each extends CountedCompleter<Void> {
        final int[] array;
        final int lo, hi;

        Each(CountedCompleter<?> parent, int[] array, int lo, int hi) {
            super(parent);
            this.array = array;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            int l = lo, h = hi;
            while (h - l >= 2) {
                int mid = (l + h) >>> 1;
                addToPendingCount(1);
                new Each(this, array, mid, h).fork();
                h = mid;
            }
            if (h > l) array[l]++;
            propagateCompletion();
        }
    }

    /** Four quarters: no loop. */
    static class Quarters extends RecursiveAction {
        final int size;

        Quarters(int size) {
            this.size = size;
        }

        @Override
        protected void compute() {
            if (size < 8) return;
            Quarters a = new Quarters(size / 4);
            Quarters b = new Quarters(size / 4);
            Quarters c = new Quarters(size / 4);
            a.fork();
            b.fork();
            c.fork();
            new Quarters(size - 3 * (size / 4)).compute();
            c.join();
            b.join();
            a.join();
        }
    }

    static class TakesTensAway extends RecursiveTask<Integer> {
        private final int n;

        TakesTensAway(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            Deque<TakesTensAway> forked = new ArrayDeque<>();
            int left = n;
            while (left > 10) {
                TakesTensAway other = new TakesTensAway(10);
                other.fork(); // expect: FJ4
                forked.push(other);
                left -= 10;
            }
            int sum = left;
            while (!forked.isEmpty()) {
                sum += forked.pop().join();
            }
            return sum;
        }
    }
}
