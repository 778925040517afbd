package corpus.strangers;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Data divided among tasks, as people do who never read how. */
class Dividing {
    // ---- copies hidden in constructors -----------------------------------------------------------

    static class WrapsInConstructor extends RecursiveTask<Integer> {
        private final List<String> names;

        WrapsInConstructor(List<String> source, int begin, int end) {
            names = new ArrayList<>(source.subList(begin, end)); // expect: FJ2
        }

        @Override
        protected Integer compute() {
            int n = names.size();
            if (n < 32) {
                return names.stream().mapToInt(String::length).sum();
            }
            WrapsInConstructor head = new WrapsInConstructor(names, 0, n / 2);
            WrapsInConstructor tail = new WrapsInConstructor(names, n / 2, n);
            head.fork();
            return tail.compute() + head.join();
        }
    }

    static class LoopsInConstructor extends RecursiveAction {
        private final double[] samples;

        LoopsInConstructor(double[] all, int first, int count) {
            samples = new double[count];
            for (int i = 0; i < count; i++) {
                samples[i] = all[first + i]; // expect: FJ2
            }
        }

        @Override
        protected void compute() {
            if (samples.length <= 128) {
                Arrays.sort(samples);
                return;
            }
            int h = samples.length / 2;
            invokeAll(
                    new LoopsInConstructor(samples, 0, h),
                    new LoopsInConstructor(samples, h, samples.length - h));
        }
    }

    static class ArraycopyInConstructor extends RecursiveTask<Long> {
        private int[] mine;

        ArraycopyInConstructor(int[] whole, int lo, int hi) {
            this.mine = new int[hi - lo];
            System.arraycopy(whole, lo, this.mine, 0, hi - lo); // expect: FJ2
        }

        @Override
        protected Long compute() {
            if (mine.length < 100) {
                return Arrays.stream(mine).asLongStream().sum();
            }
            int middle = mine.length >> 1;
            ArraycopyInConstructor a = new ArraycopyInConstructor(mine, 0, middle);
            a.fork();
            ArraycopyInConstructor b = new ArraycopyInConstructor(mine, middle, mine.length);
            return b.compute() + a.join();
        }
    }

    static class AddAllInConstructor extends RecursiveTask<Integer> {
        private final Set<String> pending = new HashSet<>();

        AddAllInConstructor(Collection<String> urls) {
            pending.addAll(urls); // expect: FJ2
        }

        @Override
        protected Integer compute() {
            if (pending.size() < 2) {
                return pending.size();
            }
            List<String> ordered = new ArrayList<>(pending); // expect: FJ2
            AddAllInConstructor one =
                    new AddAllInConstructor(ordered.subList(0, ordered.size() / 2)); // expect: FJ2
            AddAllInConstructor two =
                    new AddAllInConstructor(
                            ordered.subList(ordered.size() / 2, ordered.size())); // expect: FJ2
            invokeAll(one, two);
            return one.join() + two.join();
        }
    }

    abstract static class PieceTask<T> extends RecursiveAction {
        protected final List<T> piece;

        PieceTask(List<T> piece) {
            this.piece = List.copyOf(piece); // expect: FJ2
        }

        @Override
        protected void compute() {
            if (piece.size() <= limit()) {
                piece.forEach(this::handle);
            } else {
                List<ForkJoinTask<?>> both = new ArrayList<>();
                both.add(sub(piece.subList(0, piece.size() / 2))); // expect: FJ2
                both.add(sub(piece.subList(piece.size() / 2, piece.size()))); // expect: FJ2
                invokeAll(both);
            }
        }

        abstract int limit();

        abstract void handle(T element);

        abstract PieceTask<T> sub(List<T> part);
    }

    static class PathTask extends PieceTask<Path> {
        PathTask(List<Path> paths) {
            super(paths);
        }

        @Override
        int limit() {
            return 20;
        }

        @Override
        void handle(Path path) {
            path.normalize();
        }

        @Override
        PieceTask<Path> sub(List<Path> part) {
            return new PathTask(part);
        }
    }

    static class ClonedBoard extends RecursiveTask<Integer> {
        private final int[][] board;
        private final int row;

        ClonedBoard(int[][] board, int row) {
            this.board = new int[board.length][];
            for (int i = 0; i < board.length; i++) {
                this.board[i] = board[i].clone(); // expect: FJ2
            }
            this.row = row;
        }

        @Override
        protected Integer compute() {
            if (row == board.length) {
                return 1;
            }
            List<ClonedBoard> next = new ArrayList<>();
            for (int column = 0; column < board.length; column++) {
                next.add(new ClonedBoard(board, row + 1));
            }
            return invokeAll(next).stream().mapToInt(ForkJoinTask::join).sum();
        }
    }

    static class KeepsDefensively extends CountedCompleter<Void> {
        private final byte[] block;

        KeepsDefensively(CountedCompleter<?> parent, byte[] block) {
            super(parent);
            this.block = block.clone(); // expect: FJ2
        }

        @Override
        public void compute() {
            if (block.length > 4096) {
                addToPendingCount(2);
                new KeepsDefensively(this, Arrays.copyOf(block, block.length / 2)).fork(); // expect: FJ2
                new KeepsDefensively(
                                this,
                                Arrays.copyOfRange( // expect: FJ2
                                        block, block.length / 2, block.length))
                        .fork();
            }
            tryComplete();
        }
    }

    // ---- copies in helpers -----------------------------------------------------------------------

    static class ByFactory extends RecursiveTask<Integer> {
        private final char[] text;

        private ByFactory(char[] text) {
            this.text = text;
        }

        static ByFactory of(char[] text, int from, int to) {
            return new ByFactory(Arrays.copyOfRange(text, from, to)); // expect: FJ2
        }

        @Override
        protected Integer compute() {
            if (text.length < 10) {
                int vowels = 0;
                for (char c : text) {
                    vowels += "aeiou".indexOf(c) >= 0 ? 1 : 0;
                }
                return vowels;
            }
            ByFactory low = of(text, 0, text.length / 2);
            ByFactory high = ByFactory.of(text, text.length / 2, text.length);
            invokeAll(low, high);
            return low.join() + high.join();
        }
    }

    /** A pair of halves made elsewhere. */
    static class Cut {
        static <T> Map.Entry<List<T>, List<T>> inTwo(List<T> all) {
            List<T> first = new LinkedList<>(all.subList(0, all.size() / 2)); // expect: FJ2
            List<T> second = new LinkedList<>(all.subList(all.size() / 2, all.size())); // expect: FJ2
            return new AbstractMap.SimpleEntry<>(first, second);
        }

        static int[][] halves(int[] all) {
            int[][] parts = new int[2][];
            parts[0] = Arrays.copyOfRange(all, 0, all.length / 2); // expect: FJ2
            parts[1] = Arrays.copyOfRange(all, all.length / 2, all.length); // expect: FJ2
            return parts;
        }

        static <E> List<List<E>> chunks(List<E> all, int size) {
            List<List<E>> result = new ArrayList<>();
            List<E> current = new ArrayList<>();
            for (E element : all) {
                current.add(element); // expect: FJ2
                if (current.size() == size) {
                    result.add(current);
                    current = new ArrayList<>();
                }
            }
            result.add(current);
            return result;
        }
    }

    static class UsesEntry extends RecursiveAction {
        private final List<Runnable> work;

        UsesEntry(List<Runnable> work) {
            this.work = work;
        }

        @Override
        protected void compute() {
            if (work.size() <= 3) {
                for (Runnable r : work) r.run();
            } else {
                Map.Entry<List<Runnable>, List<Runnable>> two = Cut.inTwo(work);
                UsesEntry l = new UsesEntry(two.getKey());
                UsesEntry r = new UsesEntry(two.getValue());
                l.fork();
                r.compute();
                l.join();
            }
        }
    }

    static class UsesParts extends RecursiveTask<Long> {
        private final int[] v;

        UsesParts(int[] v) {
            this.v = v;
        }

        @Override
        protected Long compute() {
            switch (v.length) {
                case 0:
                    return 0L;
                case 1:
                    return (long) v[0];
                default:
                    int[][] parts = Cut.halves(v);
                    UsesParts left = new UsesParts(parts[0]);
                    UsesParts right = new UsesParts(parts[1]);
                    left.fork();
                    return right.compute() + left.join();
            }
        }
    }

    static class UsesChunks extends RecursiveAction {
        private final List<String> keys;

        UsesChunks(List<String> keys) {
            this.keys = keys;
        }

        @Override
        protected void compute() {
            if (keys.size() > 50) {
                invokeAll(
                        Cut.chunks(keys, keys.size() / 4).stream()
                                .map(UsesChunks::new)
                                .collect(Collectors.toList()));
            }
        }
    }

    static class WithBuilder extends RecursiveTask<Integer> {
        private List<Integer> numbers;

        static class Builder {
            private final WithBuilder made = new WithBuilder();

            Builder numbers(List<Integer> numbers) {
                made.numbers = numbers;
                return this;
            }

            WithBuilder build() {
                return made;
            }
        }

        @Override
        protected Integer compute() {
            if (numbers.size() == 1) {
                return numbers.get(0);
            }
            int mid = numbers.size() / 2;
            WithBuilder a =
                    new Builder().numbers(new ArrayList<>(numbers.subList(0, mid))).build(); // expect: FJ2
            WithBuilder b =
                    new Builder().numbers(numbers.subList(mid, numbers.size())).build(); // expect: FJ2
            a.fork();
            return b.compute() + a.join();
        }
    }

    static class WithSetter extends RecursiveTask<Integer> {
        private String text;

        void setText(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            if (text.length() < 5) {
                return text.length();
            }
            WithSetter head = new WithSetter();
            head.setText(text.substring(0, text.length() / 2)); // expect: FJ2
            WithSetter rest = new WithSetter();
            rest.text = text.substring(text.length() / 2); // expect: FJ2
            head.fork();
            return rest.compute() + head.join();
        }
    }

    // ---- all kinds of copies ---------------------------------------------------------------------

    static class ByStreams extends RecursiveTask<Long> {
        private final List<Long> values;

        ByStreams(List<Long> values) {
            this.values = values;
        }

        @Override
        protected Long compute() {
            if (values.size() < 8) return values.stream().reduce(0L, Long::sum);
            ByStreams left =
                    new ByStreams(values.stream().limit(values.size() / 2).toList()); // expect: FJ2
            List<Long> rest =
                    values.stream()
                            .skip(values.size() / 2)
                            .collect(Collectors.toCollection(ArrayList::new)); // expect: FJ2
            ByStreams right = new ByStreams(rest);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class ByIntStreams extends RecursiveTask<Integer> {
        private final int[] values;

        ByIntStreams(int[] values) {
            this.values = values;
        }

        @Override
        protected Integer compute() {
            if (values.length <= 4) return IntStream.of(values).max().orElse(0);
            int half = values.length / 2;
            ByIntStreams left =
                    new ByIntStreams(Arrays.stream(values, 0, half).toArray()); // expect: FJ2
            ByIntStreams right =
                    new ByIntStreams(
                            IntStream.range(half, values.length)
                                    .map(i -> values[i])
                                    .toArray()); // expect: FJ2
            invokeAll(left, right);
            return Math.max(left.join(), right.join());
        }
    }

    static class AsLists extends RecursiveAction {
        private final List<String> rows;

        AsLists(List<String> rows) {
            this.rows = rows;
        }

        @Override
        protected void compute() {
            String[] all = rows.toArray(new String[0]); // expect: FJ2
            if (all.length > 10) {
                AsLists up = new AsLists(Arrays.asList(Arrays.copyOfRange(all, 0, 5))); // expect: FJ2
                AsLists down =
                        new AsLists(List.of(Arrays.copyOfRange(all, 5, all.length))); // expect: FJ2
                up.fork();
                down.invoke();
                up.join();
            }
        }
    }

    static class Immutables extends RecursiveTask<Integer> {
        private final ImmutableList<String> part;
        private final ImmutableSet<String> stop;

        Immutables(ImmutableList<String> part, ImmutableSet<String> stop) {
            this.part = part;
            this.stop = stop;
        }

        @Override
        protected Integer compute() {
            if (part.size() < 10) return (int) part.stream().filter(stop::contains).count();
            ImmutableList<String> a =
                    ImmutableList.copyOf(part.subList(0, part.size() / 2)); // expect: FJ2
            Immutables left = new Immutables(a, stop);
            Immutables right =
                    new Immutables(part.subList(part.size() / 2, part.size()), stop); // expect: FJ2
            left.fork();
            int r = right.compute();
            return r + left.join();
        }
    }

    static class Partitions extends RecursiveTask<Integer> {
        private final List<Integer> ids;

        Partitions(List<Integer> ids) {
            this.ids = ids;
        }

        @Override
        protected Integer compute() {
            if (ids.size() < 100) return ids.size();
            int total = 0;
            List<Partitions> tasks =
                    Lists.partition(ids, 50).stream() // expect: FJ2
                            .map(Partitions::new)
                            .toList();
            for (Partitions t : invokeAll(tasks)) total += t.join();
            Iterable<List<Integer>> more = Iterables.partition(ids, 20); // expect: FJ2
            List<Partitions> again = new ArrayList<>();
            for (List<Integer> some : more) again.add(new Partitions(some));
            for (Partitions t : invokeAll(again)) total += t.join();
            return total;
        }
    }

    static class Evens extends RecursiveTask<double[]> {
        private final double[] signal;

        Evens(double[] signal) {
            this.signal = signal;
        }

        @Override
        protected double[] compute() {
            int n = signal.length;
            if (n == 1) return signal;
            double[] even = new double[n / 2];
            double[] odd = new double[n / 2];
            for (int i = 0; i < n / 2; i++) {
                even[i] = signal[2 * i]; // expect: FJ2
                odd[i] = signal[2 * i + 1]; // expect: FJ2
            }
            Evens e = new Evens(even);
            Evens o = new Evens(odd);
            invokeAll(e, o);
            double[] x = e.join(), y = o.join();
            double[] out = new double[n];
            for (int k = 0; k < n / 2; k++) {
                double t = Math.cos(2 * Math.PI * k / n) * y[k];
                out[k] = x[k] + t; // expect: FJ3
                out[k + n / 2] = x[k] - t; // expect: FJ3
            }
            return out;
        }
    }

    static class SplitMaps extends RecursiveTask<Integer> {
        private final Map<String, Integer> counts;

        SplitMaps(Map<String, Integer> counts) {
            this.counts = counts;
        }

        @Override
        protected Integer compute() {
            if (counts.size() < 16) {
                return counts.values().stream().mapToInt(i -> i).sum();
            }
            Map<String, Integer> one = new HashMap<>();
            Map<String, Integer> two = new LinkedHashMap<>();
            boolean flip = false;
            for (Map.Entry<String, Integer> e : counts.entrySet()) {
                if (flip) {
                    one.put(e.getKey(), e.getValue()); // expect: FJ2
                } else {
                    two.put(e.getKey(), e.getValue()); // expect: FJ2
                }
                flip = !flip;
            }
            SplitMaps a = new SplitMaps(one);
            SplitMaps b = new SplitMaps(two);
            SplitMaps c = new SplitMaps(new TreeMap<>(counts).headMap("m")); // expect: FJ2
            invokeAll(a, b, c);
            return a.join() + b.join() + c.join();
        }
    }

    static class Matrix {
        final double[][] cells;

        Matrix(double[][] cells) {
            this.cells = cells;
        }

        Matrix quarter(int row, int column) {
            int n = cells.length / 2;
            double[][] q = new double[n][n];
            for (int i = 0; i < n; i++) {
                System.arraycopy(cells[row + i], column, q[i], 0, n); // expect: FJ2
            }
            return new Matrix(q);
        }
    }

    static class Multiplies extends RecursiveTask<Matrix> {
        private final Matrix a, b;

        Multiplies(Matrix a, Matrix b) {
            this.a = a;
            this.b = b;
        }

        @Override
        protected Matrix compute() {
            int n = a.cells.length;
            if (n <= 64) return new Matrix(new double[n][n]);
            Multiplies one = new Multiplies(a.quarter(0, 0), b.quarter(0, 0));
            Multiplies two = new Multiplies(a.quarter(0, n / 2), b.quarter(n / 2, 0));
            one.fork();
            two.compute();
            return one.join();
        }
    }

    static class Removing extends RecursiveTask<Integer> {
        private final Deque<String> open;

        Removing(Deque<String> open) {
            this.open = open;
        }

        @Override
        protected Integer compute() {
            if (open.size() < 4) return open.size();
            Deque<String> half = new ArrayDeque<>();
            int n = open.size() / 2;
            while (half.size() < n) {
                half.addLast(open.removeFirst()); // expect: FJ2
            }
            Removing other = new Removing(half);
            other.fork();
            int mine = new Removing(open).compute();
            return mine + other.join();
        }
    }

    static class Iterating extends RecursiveAction {
        private final Collection<Long> ids;

        Iterating(Collection<Long> ids) {
            this.ids = ids;
        }

        @Override
        protected void compute() {
            if (ids.size() < 3) return;
            List<Long> mine = new ArrayList<>();
            List<Long> theirs = new ArrayList<>();
            Iterator<Long> it = ids.iterator();
            while (it.hasNext()) {
                mine.add(it.next()); // expect: FJ2
                if (it.hasNext()) theirs.add(it.next()); // expect: FJ2
            }
            invokeAll(new Iterating(mine), new Iterating(theirs));
        }
    }

    static class Words extends RecursiveTask<Integer> {
        private final String line;

        Words(String line) {
            this.line = line;
        }

        @Override
        protected Integer compute() {
            int space = line.indexOf(' ', line.length() / 2);
            if (space < 0) return 1;
            return invokeAll(
                            List.of(
                                    new Words(line.substring(0, space)), // expect: FJ2
                                    new Words(line.substring(space + 1)))) // expect: FJ2
                    .stream()
                    .mapToInt(Words::join)
                    .sum();
        }
    }

    static class Anonymous {
        static int count(List<String> all) {
            return new RecursiveTask<Integer>() {
                @Override
                protected Integer compute() {
                    if (all.size() < 2) return all.size();
                    final List<String> copy = new ArrayList<>(all.subList(0, 1)); // expect: FJ2
                    RecursiveTask<Integer> child =
                            new RecursiveTask<Integer>() {
                                @Override
                                protected Integer compute() {
                                    return copy.size();
                                }
                            };
                    child.fork();
                    return child.join();
                }
            }.invoke();
        }
    }

    static class Foreign extends jsr166y.RecursiveAction {
        private final Object[] items;

        Foreign(Object[] items) {
            this.items = items;
        }

        @Override
        protected void compute() {
            if (items.length < 16) return;
            Object[] first = new Object[items.length / 2];
            System.arraycopy(items, 0, first, 0, first.length); // expect: FJ2
            Object[] second = Arrays.copyOfRange(items, first.length, items.length); // expect: FJ2
            Foreign[] both = {new Foreign(first), new Foreign(second)};
            invokeAll(both);
        }
    }

    static class Cleaved extends dev.cleave.RecursiveTask<Integer> {
        private final BitSet set;
        private final List<Integer> list;

        Cleaved(BitSet set, List<Integer> list) {
            this.set = set;
            this.list = list;
        }

        @Override
        protected Integer compute() {
            if (list.isEmpty()) return set.cardinality();
            List<Integer> tail = new ArrayList<>(list); // expect: FJ2
            tail.remove(0);
            Cleaved a = new Cleaved((BitSet) set.clone(), tail); // expect: FJ2
            Cleaved b = new Cleaved(set, tail);
            a.fork();
            return b.compute() + a.join();
        }
    }

    record Slice<T>(List<T> content) {
        Slice {
            content = List.copyOf(content); // expect: FJ2
        }
    }

    static class InRecord extends RecursiveTask<Integer> {
        private final Slice<String> slice;

        InRecord(Slice<String> slice) {
            this.slice = slice;
        }

        @Override
        protected Integer compute() {
            List<String> all = slice.content();
            if (all.size() < 9) return all.size();
            int m = all.size() / 2;
            InRecord l = new InRecord(new Slice<>(new ArrayList<>(all.subList(0, m)))); // expect: FJ2
            InRecord r = new InRecord(new Slice<>(all.subList(m, all.size()))); // expect: FJ2
            return l.fork().join() + r.compute();
        }
    }

    static <A> ForkJoinTask<Integer> local(List<A> data, Function<A, Integer> f) {
        class Local extends RecursiveTask<Integer> {
            final List<A> some;

            Local(List<A> some) {
                this.some = some;
            }

            @Override
            protected Integer compute() {
                if (some.size() == 1) {
                    return f.apply(some.get(0));
                } else {
                    Local l = new Local(new ArrayList<A>(some.subList(0, some.size() / 2))); // expect: FJ2
                    Local r = new Local(some.subList(some.size() / 2, some.size())); // expect: FJ2
                    l.fork();
                    return r.compute() + l.join();
                }
            }
        }
        return new Local(data);
    }

    // ---- traps: nothing to find ------------------------------------------------------------------

    /** Sorts its own part by way of a buffer of its own. */
    static class LeafCopies extends RecursiveAction {
        private final int[] a;
        private final int lo, hi;

        LeafCopies(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 512) {
                int[] part = Arrays.copyOfRange(a, lo, hi);
                Arrays.sort(part);
                System.arraycopy(part, 0, a, lo, part.length);
                return;
            }
            int mid = lo + (hi - lo) / 2;
            invokeAll(new LeafCopies(a, lo, mid), new LeafCopies(a, mid, hi));
            int[] buffer = new int[mid - lo];
            System.arraycopy(a, lo, buffer, 0, buffer.length);
            for (int i = 0, j = mid, k = lo; i < buffer.length; k++) {
                a[k] = j == hi || buffer[i] <= a[j] ? buffer[i++] : a[j++];
            }
        }
    }

    /** One buffer for all. */
    static class RootBuffer extends RecursiveAction {
        private final long[] data, spare;
        private final int lo, hi;

        RootBuffer(long[] data) {
            this(data, Arrays.copyOf(data, data.length), 0, data.length);
        }

        private RootBuffer(long[] data, long[] spare, int lo, int hi) {
            this.data = data;
            this.spare = spare;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 2) return;
            int mid = (lo + hi) >>> 1;
            RootBuffer x = new RootBuffer(spare, data, lo, mid);
            RootBuffer y = new RootBuffer(spare, data, mid, hi);
            x.fork();
            y.compute();
            x.join();
        }
    }

    /** What is handed to a child is about the data, not the data. */
    static class Facts extends RecursiveTask<Integer> {
        private final List<String> lines;
        private final int from, to, longest;

        Facts(List<String> lines, int from, int to, int longest) {
            this.lines = lines;
            this.from = from;
            this.to = to;
            this.longest = longest;
        }

        @Override
        protected Integer compute() {
            List<String> mine = new ArrayList<>(lines.subList(from, to));
            int most = mine.stream().mapToInt(String::length).max().orElse(longest);
            if (to - from < 4) return most;
            int mid = (from + to) / 2;
            Facts l = new Facts(lines, from, mid, most);
            Facts r = new Facts(lines, mid, to, Arrays.asList(1, 2).size());
            l.fork();
            return Math.max(r.compute(), l.join());
        }
    }

    /** The names of files, each of which goes to one child. */
    static class Folders extends RecursiveTask<Long> {
        private final java.io.File folder;

        Folders(java.io.File folder) {
            this.folder = folder;
        }

        @Override
        protected Long compute() {
            List<java.io.File> inside = new ArrayList<>();
            java.io.File[] files = folder.listFiles();
            if (files != null) {
                Collections.addAll(inside, files);
            }
            List<Folders> children = new ArrayList<>();
            for (java.io.File f : inside) {
                children.add(new Folders(f));
            }
            long sum = folder.length();
            for (Folders child : invokeAll(children)) {
                sum += child.join();
            }
            return sum;
        }
    }

    /** A point has two coordinates, whatever the size of the data. */
    static class Boxes extends RecursiveTask<Double> {
        private final double[] low, high;

        Boxes(double[] low, double[] high) {
            this.low = low;
            this.high = high;
        }

        @Override
        protected Double compute() {
            double width = high[0] - low[0];
            if (width < 0.01) return width * (high[1] - low[1]);
            double[] middle = new double[] {low[0] + width / 2, high[1]};
            Boxes left = new Boxes(low, middle);
            Boxes right = new Boxes(new double[] {middle[0], low[1]}, high);
            left.fork();
            return right.compute() + left.join();
        }
    }

    /** Collects its tasks, and copies the collection of these. */
    static class Tasks extends RecursiveAction {
        private final int depth;

        Tasks(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth == 0) return;
            List<Tasks> made =
                    IntStream.range(0, 3).mapToObj(i -> new Tasks(depth - 1)).collect(Collectors.toList());
            invokeAll(new ArrayList<>(made));
        }
    }

    /** Copies what comes out of its children. */
    static class Afterwards extends RecursiveTask<Integer> {
        private final int[] all;
        private final int from, to;

        Afterwards(int[] all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 10) {
                int[] own = Arrays.copyOfRange(all, from, to);
                Arrays.sort(own);
                return own[own.length / 2];
            }
            int mid = (from + to) / 2;
            Afterwards l = new Afterwards(all, from, mid);
            Afterwards r = new Afterwards(all, mid, to);
            invokeAll(l, r);
            String report = Arrays.toString(Arrays.copyOfRange(all, from, Math.min(to, from + 3)));
            System.out.println(report.substring(1));
            return (l.join() + r.join()) / 2;
        }
    }

    /** A short prefix for the name of the child. */
    static class Named extends RecursiveAction {
        private final String name;
        private final int level;

        Named(String name, int level) {
            this.name = name;
            this.level = level;
        }

        @Override
        protected void compute() {
            if (level > 3) return;
            invokeAll(new Named(name + ".a", level + 1), new Named(name + ".b", level + 1));
        }
    }

    /** Children share one list; the root alone copied it. */
    static long total(List<Long> source) {
        List<Long> frozen = List.copyOf(source);
        class Total extends RecursiveTask<Long> {
            final int lo, hi;

            Total(int lo, int hi) {
                this.lo = lo;
                this.hi = hi;
            }

            @Override
            protected Long compute() {
                if (hi - lo == 1) return frozen.get(lo);
                Total l = new Total(lo, (lo + hi) / 2);
                Total r = new Total((lo + hi) / 2, hi);
                l.fork();
                return r.compute() + l.join();
            }
        }
        return new Total(0, frozen.size()).invoke();
    }
}
