package corpus.strangers;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results of children put together, as people do who never read how. */
class Merging {
    abstract static class Range<R> extends RecursiveTask<R> {
        final int lo, hi;

        Range(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        int middle() {
            return (lo + hi) >>> 1;
        }
    }

    // ---- bulk operations -------------------------------------------------------------------------

    static class OntoTheFirst extends Range<List<Integer>> {
        OntoTheFirst(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<Integer> compute() {
            if (hi - lo < 2) return new ArrayList<>(List.of(lo));
            OntoTheFirst a = new OntoTheFirst(lo, middle());
            OntoTheFirst b = new OntoTheFirst(middle(), hi);
            invokeAll(a, b);
            a.join().addAll(b.join()); // expect: FJ3
            return a.join();
        }
    }

    static class Folding extends Range<Map<String, Long>> {
        Folding(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Map<String, Long> compute() {
            if (hi - lo == 1) return Map.of("n" + lo, 1L);
            Folding a = new Folding(lo, middle());
            a.fork();
            Map<String, Long> all = new HashMap<>(new Folding(middle(), hi).compute()); // expect: FJ3
            a.join().forEach((k, v) -> all.merge(k, v, Long::sum)); // expect: FJ3
            return all;
        }
    }

    static class MergedByIterator extends Range<Map<Character, Integer>> {
        MergedByIterator(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Map<Character, Integer> compute() {
            Map<Character, Integer> result = null;
            if (hi - lo < 5) {
                result = new HashMap<>();
            } else {
                MergedByIterator one = new MergedByIterator(lo, middle());
                MergedByIterator two = new MergedByIterator(middle(), hi);
                invokeAll(one, two);
                try {
                    result = group(one.get(), two.get());
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }
            return result;
        }

        private static Map<Character, Integer> group(
                Map<Character, Integer> r1, Map<Character, Integer> r2) {
            Iterator<Character> keys = r2.keySet().iterator();
            while (keys.hasNext()) {
                Character key = keys.next();
                if (r1.containsKey(key)) {
                    r1.put(key, r1.get(key) + r2.get(key)); // expect: FJ3
                } else {
                    r1.put(key, r2.get(key)); // expect: FJ3
                }
            }
            return r1;
        }
    }

    static class SmallIntoBig extends Range<SortedMap<String, List<String>>> {
        SmallIntoBig(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected SortedMap<String, List<String>> compute() {
            if (hi == lo) return new TreeMap<>();
            SmallIntoBig left = new SmallIntoBig(lo, middle());
            SmallIntoBig right = new SmallIntoBig(middle(), hi);
            left.fork();
            right.fork();
            return united(left.join(), right.join());
        }

        private SortedMap<String, List<String>> united(
                SortedMap<String, List<String>> left, SortedMap<String, List<String>> right) {
            SortedMap<String, List<String>> small = left;
            SortedMap<String, List<String>> big = right;
            if (right.size() < left.size()) {
                small = right;
                big = left;
            }
            for (Map.Entry<String, List<String>> entry : small.entrySet()) {
                List<String> more = entry.getValue();
                List<String> have = big.get(entry.getKey());
                if (have != null) {
                    have.addAll(more); // expect: FJ3
                } else {
                    big.put(entry.getKey(), more); // expect: FJ3
                }
            }
            return big;
        }
    }

    static class Intersects extends RecursiveTask<Set<String>> {
        private final List<Set<String>> sets;

        Intersects(List<Set<String>> sets) {
            this.sets = sets;
        }

        @Override
        protected Set<String> compute() {
            if (sets.size() == 1) return sets.get(0);
            List<RecursiveTask<Set<String>>> forks = new ArrayList<>();
            for (Set<String> set : sets) forks.add(new Intersects(List.of(set)));
            invokeAll(forks);
            Set<String> result = forks.get(0).join();
            forks.remove(0);
            for (RecursiveTask<Set<String>> task : forks) {
                result.retainAll(task.join()); // expect: FJ3
            }
            return result;
        }
    }

    static class Distinct extends Range<Set<Integer>> {
        Distinct(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Set<Integer> compute() {
            if (hi - lo <= 1) return Set.of(lo);
            Distinct l = new Distinct(lo, middle());
            Distinct r = new Distinct(middle(), hi);
            l.fork();
            return Sets.union(r.compute(), l.join()).immutableCopy(); // expect: FJ3
        }
    }

    static class Concatenates extends Range<List<String>> {
        Concatenates(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<String> compute() {
            if (hi - lo < 3) return List.of();
            Concatenates l = new Concatenates(lo, middle());
            Concatenates r = new Concatenates(middle(), hi);
            l.fork();
            List<String> second = r.compute();
            List<String> first = l.join();
            if (lo == 0) {
                return Stream.concat(first.stream(), second.stream()) // expect: FJ3
                        .collect(Collectors.toList());
            }
            if (lo == 1) {
                return ImmutableList.<String>builder()
                        .addAll(first) // expect: FJ3
                        .addAll(second) // expect: FJ3
                        .build();
            }
            return Lists.newArrayList(Iterables.concat(first, second)); // expect: FJ3
        }
    }

    static class Flattens extends RecursiveTask<List<String>> {
        private final List<List<String>> groups;

        Flattens(List<List<String>> groups) {
            this.groups = groups;
        }

        @Override
        protected List<String> compute() {
            if (groups.size() == 1) return groups.get(0);
            return invokeAll(children()).stream()
                    .map(ForkJoinTask::join)
                    .flatMap(Collection::stream)
                    .collect(Collectors.toList()); // expect: FJ3
        }

        private List<Flattens> children() {
            return groups.stream().map(g -> new Flattens(Collections.singletonList(g))).toList();
        }
    }

    static class Streams extends RecursiveTask<Set<String>> {
        private final List<Streams> parts;

        Streams(List<Streams> parts) {
            this.parts = parts;
        }

        @Override
        protected Set<String> compute() {
            if (parts.isEmpty()) return Set.of();
            invokeAll(parts);
            if (parts.size() == 2) {
                return parts.stream()
                        .flatMap(p -> p.join().stream())
                        .collect(Collectors.toSet()); // expect: FJ3
            }
            if (parts.size() == 3) {
                Set<String> all = new HashSet<>();
                parts.stream().map(Streams::join).forEach(all::addAll); // expect: FJ3
                return all;
            }
            if (parts.size() == 4) {
                Set<String> all = new HashSet<>();
                parts.forEach(p -> all.addAll(p.join())); // expect: FJ3
                return all;
            }
            return parts.stream()
                    .map(ForkJoinTask::join)
                    .reduce(
                            new HashSet<>(),
                            (a, b) -> {
                                a.addAll(b); // expect: FJ3
                                return a;
                            });
        }
    }

    static class Reduces extends RecursiveTask<List<Integer>> {
        private final List<Reduces> parts = new ArrayList<>();

        @Override
        protected List<Integer> compute() {
            return invokeAll(parts).stream()
                    .map(Reduces::join)
                    .collect(ArrayList::new, List::addAll, List::addAll); // expect: FJ3
        }
    }

    static class WithOperator extends Range<List<Integer>> {
        private static final BinaryOperator<List<Integer>> BOTH =
                (x, y) -> {
                    List<Integer> z = new ArrayList<>(x);
                    z.addAll(y);
                    return z;
                };

        WithOperator(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<Integer> compute() {
            if (hi - lo == 1) return List.of(lo);
            WithOperator l = new WithOperator(lo, middle());
            WithOperator r = new WithOperator(middle(), hi);
            l.fork();
            List<Integer> all = new ArrayList<>();
            Collections.addAll(all, r.compute().toArray(new Integer[0])); // expect: FJ3
            List<Integer> first = l.join();
            for (Integer i : first) {
                if (i % 2 == 0) {
                    all.add(i); // expect: FJ3
                }
            }
            return all;
        }
    }

    static class FromFields extends RecursiveAction {
        private final int depth;
        private final List<Integer> found = new ArrayList<>();

        FromFields(int depth) {
            this.depth = depth;
        }

        List<Integer> found() {
            return found;
        }

        @Override
        protected void compute() {
            if (depth == 0) {
                found.add(depth);
                return;
            }
            FromFields l = new FromFields(depth - 1);
            FromFields r = new FromFields(depth - 1);
            invokeAll(l, r);
            found.addAll(l.found); // expect: FJ3
            found.addAll(r.found()); // expect: FJ3
        }
    }

    static class OnCompletion extends CountedCompleter<List<String>> {
        private List<String> mine = new ArrayList<>();
        private OnCompletion left, right;
        private final int size;

        OnCompletion(CountedCompleter<?> parent, int size) {
            super(parent);
            this.size = size;
        }

        @Override
        public void compute() {
            if (size > 2) {
                setPendingCount(2);
                left = new OnCompletion(this, size / 2);
                right = new OnCompletion(this, size / 2);
                left.fork();
                right.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                mine.addAll(left.mine); // expect: FJ3
                mine.addAll(right.getRawResult()); // expect: FJ3
            }
        }

        @Override
        public List<String> getRawResult() {
            return mine;
        }
    }

    // ---- arrays ----------------------------------------------------------------------------------

    static class JoinsArrays extends Range<int[]> {
        JoinsArrays(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected int[] compute() {
            if (hi - lo == 1) return new int[] {lo};
            JoinsArrays a = new JoinsArrays(lo, middle());
            JoinsArrays b = new JoinsArrays(middle(), hi);
            a.fork();
            int[] y = b.compute();
            int[] x = a.join();
            int[] both = Arrays.copyOf(x, x.length + y.length); // expect: FJ3
            System.arraycopy(y, 0, both, x.length, y.length); // expect: FJ3
            return both;
        }
    }

    static class MergeSorts extends RecursiveTask<Integer[]> {
        private final Integer[] all;
        private final int from, to;

        MergeSorts(Integer[] all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer[] compute() {
            if (to - from == 1) return new Integer[] {all[from]};
            int mid = (from + to) / 2;
            MergeSorts l = new MergeSorts(all, from, mid);
            MergeSorts r = new MergeSorts(all, mid, to);
            invokeAll(l, r);
            return Sorting.merge(l.join(), r.join());
        }
    }

    static class Sorting {
        static <T extends Comparable<T>> T[] merge(T[] a, T[] b) {
            T[] c = Arrays.copyOf(a, a.length + b.length); // expect: FJ3
            int i = 0, j = 0, k = 0;
            while (i < a.length && j < b.length) {
                c[k++] = a[i].compareTo(b[j]) <= 0 ? a[i++] : b[j++]; // expect: FJ3
            }
            while (i < a.length) {
                c[k++] = a[i++]; // expect: FJ3
            }
            while (j < b.length) {
                c[k++] = b[j++]; // expect: FJ3
            }
            return c;
        }

        static List<Integer> merge(List<Integer> a, List<Integer> b) {
            int i = 0;
            int j = 0;
            List<Integer> result = new ArrayList<>(a.size() + b.size());
            while (i < a.size() && j < b.size()) {
                result.add( // expect: FJ3
                        a.get(i) < b.get(j) ? a.get(i++) : b.get(j++));
            }
            while (i < a.size()) {
                Integer next = a.get(i);
                result.add(next); // expect: FJ3
                i++;
            }
            if (j < b.size()) {
                result.addAll(b.subList(j, b.size())); // expect: FJ3
            }
            return result;
        }
    }

    static class MergeLists extends RecursiveTask<List<Integer>> {
        private final List<Integer> all;
        private final int from, to;

        MergeLists(List<Integer> all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from <= 1) {
                return all.subList(from, to);
            } else if (to - from == 2) {
                return Arrays.asList(
                        Math.min(all.get(from), all.get(from + 1)),
                        Math.max(all.get(from), all.get(from + 1)));
            } else {
                int mid = from + (to - from) / 2;
                MergeLists l = new MergeLists(all, from, mid);
                MergeLists r = new MergeLists(all, mid, to);
                l.fork();
                List<Integer> right = r.compute();
                return Sorting.merge(l.join(), right);
            }
        }
    }

    static class Quadrants extends RecursiveTask<double[][]> {
        private final double[][] a;

        Quadrants(double[][] a) {
            this.a = a;
        }

        @Override
        protected double[][] compute() {
            int n = a.length;
            double[][] c = new double[n][n];
            if (n == 1) return c;
            Quadrants q1 = new Quadrants(a);
            Quadrants q2 = new Quadrants(a);
            invokeAll(q1, q2);
            paste(q1.join(), c, 0, 0);
            paste(q2.join(), c, n / 2, n / 2);
            return c;
        }

        private static void paste(double[][] part, double[][] whole, int row, int column) {
            for (int i = 0; i < part.length; i++) {
                for (int j = 0; j < part[i].length; j++) {
                    whole[row + i][column + j] = part[i][j]; // expect: FJ3
                }
            }
        }
    }

    static class KeepsParts extends RecursiveTask<Object[]> {
        private final int n;

        KeepsParts(int n) {
            this.n = n;
        }

        @Override
        protected Object[] compute() {
            if (n == 0) return new Object[0];
            ForkJoinTask<Object[]> other = new KeepsParts(n - 1).fork();
            Object[] own = {n};
            Object[] rest = other.join();
            Object[] all = new Object[own.length + rest.length];
            all[0] = own[0];
            for (int i = 0; i < rest.length; i++) {
                all[i + 1] = rest[i]; // expect: FJ3
            }
            return all;
        }
    }

    // ---- text ------------------------------------------------------------------------------------

    static class Text extends Range<String> {
        Text(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected String compute() {
            if (hi - lo == 1) return String.valueOf((char) lo);
            Text l = new Text(lo, middle());
            Text r = new Text(middle(), hi);
            l.fork();
            String right = r.compute();
            if (lo == 0) return l.join().concat(right); // expect: FJ3
            if (lo == 1) return String.format("%s%s", l.join(), right); // expect: FJ3
            if (lo == 2) return String.join(",", l.join(), right); // expect: FJ3
            return l.join() + ", " + right; // expect: FJ3
        }
    }

    static class Buffered extends RecursiveTask<StringBuilder> {
        private final String[] words;
        private final int lo, hi;

        Buffered(String[] words, int lo, int hi) {
            this.words = words;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected StringBuilder compute() {
            StringBuilder text = new StringBuilder();
            if (hi - lo < 4) {
                for (int i = lo; i < hi; i++) text.append(words[i]);
                return text;
            }
            Buffered l = new Buffered(words, lo, (lo + hi) / 2);
            Buffered r = new Buffered(words, (lo + hi) / 2, hi);
            invokeAll(l, r);
            text.append(l.join()).append(' '); // expect: FJ3
            return text.append(r.join()); // expect: FJ3
        }
    }

    static class Joining extends RecursiveTask<String> {
        private final List<Joining> lines = new ArrayList<>();

        @Override
        protected String compute() {
            String result = "";
            for (Joining line : invokeAll(lines)) {
                result += line.join(); // expect: FJ3
            }
            result = result + lines.get(0).join(); // expect: FJ3
            return result
                    + lines.stream()
                            .map(Joining::join)
                            .collect(Collectors.joining("\n")); // expect: FJ3
        }
    }

    // ---- objects that hold many ------------------------------------------------------------------

    static class Table {
        private final Map<String, Set<Integer>> rows = new HashMap<>();
        private int lines;

        void merge(Table other) {
            lines += other.lines;
            for (Map.Entry<String, Set<Integer>> row : other.rows.entrySet()) {
                rows.computeIfAbsent(row.getKey(), k -> new HashSet<>())
                        .addAll(row.getValue()); // expect: FJ3
            }
        }

        Table plus(Table other) {
            Table sum = new Table();
            sum.rows.putAll(this.rows); // expect: FJ3
            sum.rows.putAll(other.rows); // expect: FJ3
            return sum;
        }
    }

    static class Tables extends Range<Table> {
        Tables(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Table compute() {
            if (lo == hi) return new Table();
            List<Tables> list = new ArrayList<>();
            list.add(new Tables(lo, middle()));
            list.add(new Tables(middle(), hi));
            invokeAll(list);
            Table table = list.get(0).join();
            for (int i = 1; i < list.size(); i++) {
                table.merge(list.get(i).join());
            }
            return table.plus(list.get(1).join());
        }
    }

    static class Clusters extends Range<List<Clusters.Cluster>> {
        record Cluster(double[] centre, List<double[]> points) {}

        Clusters(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<Cluster> compute() {
            if (hi - lo < 9) return new ArrayList<>();
            var l = new Clusters(lo, middle());
            var r = new Clusters(middle(), hi);
            l.fork();
            r.fork();
            return combine(l.join(), r.join());
        }

        private static List<Cluster> combine(List<Cluster> x, List<Cluster> y) {
            for (int i = 0; i < x.size(); i++) {
                x.get(i).points().addAll(y.get(i).points()); // expect: FJ3
            }
            return x;
        }
    }

    static class Heaps extends Range<PriorityQueue<Integer>> {
        Heaps(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected PriorityQueue<Integer> compute() {
            PriorityQueue<Integer> heap = new PriorityQueue<>();
            if (hi - lo < 4) return heap;
            Heaps l = new Heaps(lo, middle());
            Heaps r = new Heaps(middle(), hi);
            invokeAll(l, r);
            PriorityQueue<Integer> lefts = l.join();
            while (!lefts.isEmpty()) {
                heap.add(lefts.poll()); // expect: FJ3
            }
            r.join().forEach(heap::offer); // expect: FJ3
            return heap;
        }
    }

    static class Foreign extends jsr166y.RecursiveTask<List<Integer>> {
        private final int n;

        Foreign(int n) {
            this.n = n;
        }

        @Override
        protected List<Integer> compute() {
            if (n < 2) return Collections.singletonList(n);
            Foreign f = new Foreign(n - 1);
            f.fork();
            List<Integer> all = new Foreign(n - 2).compute();
            all.addAll(0, f.join()); // expect: FJ3
            return all;
        }
    }

    static class Cleaved extends dev.cleave.RecursiveTask<Map<Integer, List<String>>> {
        private final int n;

        Cleaved(int n) {
            this.n = n;
        }

        @Override
        protected Map<Integer, List<String>> compute() {
            Map<Integer, List<String>> index = new HashMap<>();
            if (n < 2) return index;
            Cleaved f = new Cleaved(n - 1);
            Cleaved g = new Cleaved(n - 2);
            invokeAll(f, g);
            absorb(index, f);
            absorb(index, g);
            return index;
        }

        private static void absorb(Map<Integer, List<String>> index, Cleaved child) {
            child.join()
                    .forEach(
                            (key, names) ->
                                    index.computeIfAbsent(key, k -> new ArrayList<>())
                                            .addAll(names)); // expect: FJ3
        }
    }

    // ---- traps: nothing to find ------------------------------------------------------------------

    static class Sums extends Range<long[]> {
        Sums(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected long[] compute() {
            if (hi - lo == 1) return new long[] {lo, lo, 1};
            Sums l = new Sums(lo, middle());
            Sums r = new Sums(middle(), hi);
            l.fork();
            long[] y = r.compute(), x = l.join();
            return new long[] {Math.min(x[0], y[0]), Math.max(x[1], y[1]), x[2] + y[2]};
        }
    }

    static class Histogram extends Range<int[]> {
        private final byte[] pixels;

        Histogram(byte[] pixels, int lo, int hi) {
            super(lo, hi);
            this.pixels = pixels;
        }

        @Override
        protected int[] compute() {
            int[] bins = new int[256];
            if (hi - lo < 1000) {
                for (int i = lo; i < hi; i++) bins[pixels[i] & 255]++;
                return bins;
            }
            Histogram l = new Histogram(pixels, lo, middle());
            Histogram r = new Histogram(pixels, middle(), hi);
            l.fork();
            int[] b = r.compute(), a = l.join();
            for (int i = 0; i < bins.length; i++) {
                bins[i] = a[i] + b[i];
            }
            return bins;
        }
    }

    record Stats(int count, double mean) {
        Stats merge(Stats other) {
            int n = count + other.count;
            return new Stats(n, (mean * count + other.mean * other.count) / n);
        }
    }

    static class Averages extends Range<Stats> {
        Averages(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Stats compute() {
            if (hi - lo == 1) return new Stats(1, lo);
            Averages l = new Averages(lo, middle());
            Averages r = new Averages(middle(), hi);
            l.fork();
            return r.compute().merge(l.join());
        }
    }

    /** One best each. */
    static class Best extends Range<Integer> {
        Best(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected Integer compute() {
            if (hi - lo == 1) return lo;
            List<Best> tasks = List.of(new Best(lo, middle()), new Best(middle(), hi));
            List<Integer> scores = new ArrayList<>();
            Map<Best, Integer> byTask = new HashMap<>();
            for (Best task : invokeAll(tasks)) {
                scores.add(task.join());
                byTask.put(task, task.join());
            }
            int[] array = new int[2];
            for (int i = 0; i < 2; i++) array[i] = tasks.get(i).join();
            System.out.println("best of " + lo + ": " + tasks.get(0).join());
            return Math.max(Collections.max(scores), byTask.size() + array[0]);
        }
    }

    static class Leafs extends RecursiveAction {
        private final List<String> in;
        private final String[] out;
        private final int lo, hi;

        Leafs(List<String> in, String[] out, int lo, int hi) {
            this.in = in;
            this.out = out;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 10) {
                List<String> own = new ArrayList<>();
                own.addAll(in.subList(lo, hi));
                own.sort(null);
                for (int i = 0; i < own.size(); i++) out[lo + i] = own.get(i);
                return;
            }
            Leafs l = new Leafs(in, out, lo, (lo + hi) / 2);
            Leafs r = new Leafs(in, out, (lo + hi) / 2, hi);
            invokeAll(l, r);
            l.join();
            Objects.requireNonNull(r).join();
        }
    }

    /** Found or not: the result is handed up, not copied. */
    static class Finds extends Range<List<Integer>> {
        Finds(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<Integer> compute() {
            if (hi - lo < 3) return lo % 7 == 0 ? List.of(lo) : null;
            Finds l = new Finds(lo, middle());
            Finds r = new Finds(middle(), hi);
            l.fork();
            List<Integer> right = r.compute();
            List<Integer> left = l.join();
            if (left == null) return right;
            if (right == null) return left;
            return left.size() > right.size() ? left : right;
        }
    }

    /** Lists of the children's lists: nothing is copied. */
    static class Nests extends Range<List<Object>> {
        Nests(int lo, int hi) {
            super(lo, hi);
        }

        @Override
        protected List<Object> compute() {
            if (hi - lo == 1) return List.of(lo);
            Nests l = new Nests(lo, middle());
            Nests r = new Nests(middle(), hi);
            l.fork();
            List<Object> both = new ArrayList<>();
            both.add(r.compute());
            both.add(l.join());
            both.addAll(List.of("two", "more"));
            return both;
        }
    }

    /** Flags are or-ed; a message names a number. */
    static class Flags extends RecursiveTask<Boolean> {
        private final int n;

        Flags(int n) {
            this.n = n;
        }

        @Override
        protected Boolean compute() {
            if (n == 0) return true;
            Flags f = new Flags(n - 1);
            f.fork();
            boolean mine = new Flags(n - 2).compute();
            String note = "step " + n + (f.join() ? " done" : " failed");
            BitSet seen = new BitSet();
            seen.set(n);
            return mine & note.endsWith("done") & !seen.isEmpty();
        }
    }

    /** The root is asked outside of tasks. */
    static List<Integer> run() {
        List<Integer> all = new ArrayList<>();
        all.addAll(new OntoTheFirst(0, 100).invoke());
        all.addAll(new Reduces().invoke());
        return all;
    }
}
