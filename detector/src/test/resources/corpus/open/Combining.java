package corpus.combining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;

final class Combining {
    private Combining() {}

    /** After figure 6 of the study. */
    static class RecursiveFilteringTask<T> extends RecursiveTask<List<T>> {
        private static final int FORK_SIZE = 100;
        private final Predicate<T> filter;
        private final List<T> dataSource;

        RecursiveFilteringTask(Predicate<T> filter, List<T> dataSource) {
            this.filter = filter;
            this.dataSource = dataSource;
        }

        @Override
        protected List<T> compute() {
            int size = dataSource.size();
            if (size < FORK_SIZE) {
                return computeDirectly();
            } else {
                List<T> result = new ArrayList<T>();
                int mid = size / 2;
                RecursiveFilteringTask<T> first =
                        new RecursiveFilteringTask<T>(filter, dataSource.subList(0, mid)); // expect: FJ2
                first.fork();
                RecursiveFilteringTask<T> second =
                        new RecursiveFilteringTask<T>(filter, dataSource.subList(mid, size)); // expect: FJ2
                second.fork();
                result.addAll(first.join()); // expect: FJ3
                result.addAll(second.join()); // expect: FJ3
                return result;
            }
        }

        private List<T> computeDirectly() {
            List<T> kept = new ArrayList<>();
            for (T item : dataSource) {
                if (filter.test(item)) kept.add(item);
            }
            return kept;
        }
    }

    static class Histogram extends RecursiveTask<Map<String, Integer>> {
        private final String[] words;
        private final int lo;
        private final int hi;

        Histogram(String[] words, int lo, int hi) {
            this.words = words;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Map<String, Integer> compute() {
            if (hi - lo < 500) {
                Map<String, Integer> counts = new HashMap<>();
                for (int i = lo; i < hi; i++) {
                    counts.merge(words[i], 1, Integer::sum);
                }
                return counts;
            }
            int mid = lo + hi >>> 1;
            Histogram left = new Histogram(words, lo, mid);
            Histogram right = new Histogram(words, mid, hi);
            left.fork();
            Map<String, Integer> sum = right.compute();
            left.join().forEach((word, n) -> sum.merge(word, n, Integer::sum)); // expect: FJ3
            return sum;
        }
    }

    static class WithHelper extends RecursiveTask<Set<Long>> {
        private final long from;
        private final long to;

        WithHelper(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Set<Long> compute() {
            if (to - from < 1000) {
                Set<Long> primes = new HashSet<>();
                for (long n = from; n < to; n++) {
                    if (isPrime(n)) primes.add(n);
                }
                return primes;
            }
            long middle = (from + to) / 2;
            WithHelper a = new WithHelper(from, middle);
            WithHelper b = new WithHelper(middle, to);
            invokeAll(a, b);
            return union(a.join(), b.join());
        }

        private static Set<Long> union(Set<Long> x, Set<Long> y) {
            x.addAll(y); // expect: FJ3
            return x;
        }

        private static boolean isPrime(long n) {
            for (long d = 2; d * d <= n; d++) {
                if (n % d == 0) return false;
            }
            return n > 1;
        }
    }

    static class InFields extends RecursiveAction {
        private final int lo, hi;
        private final List<Integer> hits = new ArrayList<>();

        InFields(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        List<Integer> hits() {
            return hits;
        }

        @Override
        protected void compute() {
            if (hi - lo <= 64) {
                for (int i = lo; i < hi; i++) if (i % 7 == 0) hits.add(i);
                return;
            }
            int m = (lo + hi) / 2;
            InFields l = new InFields(lo, m), r = new InFields(m, hi);
            invokeAll(l, r);
            hits.addAll(l.hits); // expect: FJ3
            hits.addAll(r.hits()); // expect: FJ3
        }
    }

    static class Text extends RecursiveTask<String> {
        final char[] source;
        final int begin, end;

        Text(char[] source, int begin, int end) {
            this.source = source;
            this.begin = begin;
            this.end = end;
        }

        @Override
        protected String compute() {
            if (end - begin < 32) {
                return new String(source, begin, end - begin).toUpperCase();
            }
            int middle = begin + (end - begin) / 2;
            Text head = new Text(source, begin, middle);
            Text tail = new Text(source, middle, end);
            head.fork();
            String last = tail.compute();
            return head.join() + last; // expect: FJ3
        }
    }

    static class Builder extends RecursiveTask<StringBuilder> {
        final int depth;

        Builder(int depth) {
            this.depth = depth;
        }

        @Override
        protected StringBuilder compute() {
            if (depth == 0) return new StringBuilder("x");
            Builder inner = new Builder(depth - 1);
            inner.fork();
            StringBuilder out = new Builder(depth - 1).compute();
            return out.append(inner.join()); // expect: FJ3
        }
    }

    /** Many children, joined through a stream. */
    static class Streaming extends RecursiveTask<List<String>> {
        private final Collection<String> roots;

        Streaming(Collection<String> roots) {
            this.roots = roots;
        }

        @Override
        protected List<String> compute() {
            if (roots.size() < 2) return List.copyOf(roots);
            List<Streaming> tasks = new ArrayList<>();
            for (String root : roots) {
                tasks.add(new Streaming(Collections.singleton(root)));
            }
            return invokeAll(tasks).stream()
                    .map(ForkJoinTask::join)
                    .flatMap(List::stream)
                    .collect(Collectors.toList()); // expect: FJ3
        }
    }

    /** A fixed number of values: smallest and largest. */
    static class MinMax extends RecursiveTask<int[]> {
        final int[] data;
        final int from, to;

        MinMax(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected int[] compute() {
            if (to - from == 1) return new int[] {data[from], data[from]};
            int mid = (from + to) >>> 1;
            MinMax l = new MinMax(data, from, mid);
            MinMax r = new MinMax(data, mid, to);
            l.fork();
            int[] b = r.compute();
            int[] a = l.join();
            return new int[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])};
        }
    }

    record Stats(long count, double sum) {
        Stats plus(Stats other) {
            return new Stats(count + other.count, sum + other.sum);
        }
    }

    static class Average extends RecursiveTask<Stats> {
        private final double[] values;
        private final int lo, hi;

        Average(double[] values, int lo, int hi) {
            this.values = values;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Stats compute() {
            if (hi - lo < 256) {
                double sum = 0;
                for (int i = lo; i < hi; i++) sum += values[i];
                return new Stats(hi - lo, sum);
            }
            int mid = lo + (hi - lo) / 2;
            Average left = new Average(values, lo, mid);
            left.fork();
            Stats right = new Average(values, mid, hi).compute();
            return left.join().plus(right);
        }
    }

    static class IndexOf extends RecursiveTask<TreeMap<String, Integer>> {
        private final List<String> lines;
        private final int from, until;

        IndexOf(List<String> lines, int from, int until) {
            this.lines = lines;
            this.from = from;
            this.until = until;
        }

        @Override
        protected TreeMap<String, Integer> compute() {
            TreeMap<String, Integer> index = new TreeMap<>();
            if (until - from < 10) {
                for (int i = from; i < until; i++) index.put(lines.get(i), i);
            } else {
                int mid = (from + until) / 2;
                List<IndexOf> parts = List.of(new IndexOf(lines, from, mid), new IndexOf(lines, mid, until));
                for (IndexOf part : invokeAll(parts)) {
                    index.putAll(part.join()); // expect: FJ3
                }
            }
            return index;
        }
    }

    /** Two iterators, each one element ahead. */
    static class MergedByIterators extends RecursiveTask<List<Integer>> {
        private final int[] data;
        private final int from, to;

        MergedByIterators(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from < 100) {
                List<Integer> sorted = new ArrayList<>();
                for (int i = from; i < to; i++) sorted.add(data[i]);
                sorted.sort(null);
                return sorted;
            }
            int mid = (from + to) >>> 1;
            MergedByIterators left = new MergedByIterators(data, from, mid);
            left.fork();
            List<Integer> second = new MergedByIterators(data, mid, to).compute();
            return merged(left.join(), second);
        }

        private static List<Integer> merged(List<Integer> first, List<Integer> second) {
            List<Integer> all = new ArrayList<>();
            Iterator<Integer> ones = first.iterator(), others = second.iterator();
            Integer one = ones.hasNext() ? ones.next() : null;
            Integer other = others.hasNext() ? others.next() : null;
            while (one != null || other != null) {
                if (other == null || one != null && one <= other) {
                    all.add(one); // expect: FJ3
                    one = ones.hasNext() ? ones.next() : null;
                } else {
                    all.add(other); // expect: FJ3
                    other = others.hasNext() ? others.next() : null;
                }
            }
            return all;
        }
    }

    /** What a task was given is no result. */
    static class FirstOfEach extends RecursiveTask<List<Integer>> {
        private final List<int[]> rounds;

        FirstOfEach(List<int[]> rounds) {
            this.rounds = rounds;
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> firsts = new ArrayList<>();
            Iterator<int[]> next = rounds.iterator();
            while (next.hasNext()) firsts.add(next.next()[0]);
            return firsts;
        }
    }
}
