package corpus.hierarchies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

@SuppressWarnings({"rawtypes", "unchecked"})
class Hierarchies {
    /** A template: what is divided, and how, is up to subclasses. */
    abstract static class DivideAndConquer<I, O> extends RecursiveTask<O> {
        protected final I input;

        DivideAndConquer(I input) {
            this.input = input;
        }

        @Override
        protected final O compute() {
            if (isSmall()) {
                return solve();
            }
            List<DivideAndConquer<I, O>> parts = divide();
            invokeAll(parts);
            return conquer(parts);
        }

        abstract boolean isSmall();

        abstract O solve();

        abstract List<DivideAndConquer<I, O>> divide();

        abstract O conquer(List<DivideAndConquer<I, O>> parts);
    }

    static class SumOf extends DivideAndConquer<int[], Integer> {
        SumOf(int[] input) {
            super(input);
        }

        @Override
        boolean isSmall() {
            return input.length < 32;
        }

        @Override
        Integer solve() {
            return Arrays.stream(input).sum();
        }

        @Override
        List<DivideAndConquer<int[], Integer>> divide() {
            int middle = input.length / 2;
            List<DivideAndConquer<int[], Integer>> parts = new ArrayList<>(2);
            parts.add(new SumOf(Arrays.copyOfRange(input, 0, middle))); // expect: FJ2
            parts.add(new SumOf(Arrays.copyOfRange(input, middle, input.length))); // expect: FJ2
            return parts;
        }

        @Override
        Integer conquer(List<DivideAndConquer<int[], Integer>> parts) {
            int sum = 0;
            for (DivideAndConquer<int[], Integer> part : parts) sum += part.join();
            return sum;
        }
    }

    static class SortOf extends DivideAndConquer<List<String>, List<String>> {
        SortOf(List<String> input) {
            super(input);
        }

        boolean isSmall() {
            return input.size() < 5;
        }

        List<String> solve() {
            List<String> sorted = new ArrayList<>(input);
            sorted.sort(null);
            try {
                Thread.sleep(1); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return sorted;
        }

        List<DivideAndConquer<List<String>, List<String>>> divide() {
            int half = input.size() / 2;
            return List.of(
                    new SortOf(input.subList(0, half)), // expect: FJ2
                    new SortOf(new ArrayList<>(input.subList(half, input.size())))); // expect: FJ2
        }

        List<String> conquer(List<DivideAndConquer<List<String>, List<String>>> parts) {
            List<String> all = new ArrayList<>();
            parts.forEach(part -> all.addAll(part.join())); // expect: FJ3
            all.sort(null);
            return all;
        }
    }

    /** Straight from ForkJoinTask. */
    static class Direct extends ForkJoinTask<Integer> {
        private Integer result;
        private final int n;
        private final Object guard;

        Direct(int n, Object guard) {
            this.n = n;
            this.guard = guard;
        }

        @Override
        public Integer getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(Integer value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            synchronized (guard) { // expect: FJ5
                result = n;
            }
            if (n > 0) {
                ForkJoinPool.commonPool().submit(new Direct(n - 1, guard)); // expect: FJ1
            }
            return true;
        }
    }

    static class Completing extends CountedCompleter<List<Integer>> {
        private final int[] a;
        private final int lo, hi;
        private final List<Integer> found = new ArrayList<>();
        private Completing left, right;

        Completing(CountedCompleter<?> parent, int[] a, int lo, int hi) {
            super(parent);
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            if (hi - lo > 100) {
                int mid = (lo + hi) >>> 1;
                left = new Completing(this, a, lo, mid);
                right = new Completing(this, a, mid, hi);
                setPendingCount(1);
                left.fork();
                right.compute();
                return;
            }
            for (int i = lo; i < hi; i++) if (a[i] > 0) found.add(a[i]);
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                found.addAll(left.found); // expect: FJ3
                found.addAll(right.found); // expect: FJ3
            }
        }

        @Override
        public List<Integer> getRawResult() {
            return found;
        }
    }

    /** Raw types. */
    static class Raw extends RecursiveTask {
        private final List values;

        Raw(List values) {
            this.values = values;
        }

        @Override
        protected Object compute() {
            if (values.size() < 2) return values;
            List result = new ArrayList();
            Raw first = new Raw(values.subList(0, values.size() / 2)); // expect: FJ2
            Raw second = new Raw(values.subList(values.size() / 2, values.size())); // expect: FJ2
            first.fork();
            second.fork();
            result.addAll((List) first.join()); // expect: FJ3
            result.addAll((List) second.join()); // expect: FJ3
            return result;
        }
    }

    static class MoreRaw extends RecursiveAction {
        final ArrayList tasks = new ArrayList();
        final int fan;

        MoreRaw(int fan) {
            this.fan = fan;
        }

        protected void compute() {
            for (int i = 0; i < fan; i++) {
                RecursiveAction child = new MoreRaw(fan / 2);
                child.fork(); // expect: FJ4
                tasks.add(child);
            }
            for (Object task : tasks) ((ForkJoinTask) task).join();
        }
    }

    static int anonymous(final int[] data) {
        return new ForkJoinPool(2)
                .invoke(
                        new RecursiveTask<Integer>() {
                            @Override
                            protected Integer compute() {
                                synchronized (data) { // expect: FJ5
                                    data[0]++;
                                }
                                return new RecursiveTask<Integer>() {
                                    @Override
                                    protected Integer compute() {
                                        return data[0];
                                    }
                                }.fork().join();
                            }
                        });
    }

    static long localClasses(int n) {
        class Step extends RecursiveTask<Long> {
            final int at;

            Step(int at) {
                this.at = at;
            }

            @Override
            protected Long compute() {
                if (at < 2) return 1L;
                Step next = new Step(at - 1);
                next.fork();
                return next.join() + 1;
            }
        }
        return new Step(n).invoke();
    }

    /** Another local class of that name, which does sleep. */
    static long moreLocalClasses(int n) {
        class Step extends RecursiveTask<Long> {
            @Override
            protected Long compute() {
                try {
                    Thread.sleep(n); // expect: FJ6
                } catch (InterruptedException e) {
                    return 0L;
                }
                return 1L;
            }
        }
        return new Step().invoke();
    }

    class Inner extends RecursiveAction {
        private final int n;

        Inner(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            note(n);
            if (n > 0) {
                invokeAll(new Inner(n - 1), Hierarchies.this.new Inner(n - 2));
            }
        }
    }

    private final List<Integer> notes = new ArrayList<>();

    private synchronized void note(int n) { // expect: FJ5
        notes.add(n);
    }

    /** Called by nobody's task. */
    private synchronized int notes() {
        return notes.size();
    }
}
