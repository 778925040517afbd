package corpus.strangers;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.Stack;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.util.Pair;
import org.apache.commons.collections4.ListUtils;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** What examples on the net look like, rebuilt. */
public class Tutorials {
    // ---- sorting ---------------------------------------------------------------------------------

    static class Strassen extends RecursiveTask<int[][]> {
        private final int[][] a;
        private final int[][] b;

        Strassen(int[][] a, int[][] b) {
            this.a = a;
            this.b = b;
        }

        @Override
        protected int[][] compute() {
            int n = a.length;
            int[][] r = new int[n][n];
            if (n == 1) {
                r[0][0] = a[0][0] * b[0][0];
                return r;
            }
            int[][] a11 = new int[n / 2][n / 2];
            int[][] a12 = new int[n / 2][n / 2];
            int[][] b11 = new int[n / 2][n / 2];
            split(a, a11, 0, 0);
            split(a, a12, 0, n / 2);
            for (int i = 0; i < n / 2; i++) {
                for (int j = 0; j < n / 2; j++) {
                    b11[i][j] = b[i][j]; // expect: FJ2
                }
            }
            Strassen m1 = new Strassen(a11, b11);
            Strassen m2 = new Strassen(add(a11, a12), b11);
            m1.fork();
            m2.fork();
            join(m1.join(), r, 0, 0);
            join(m2.join(), r, 0, n / 2);
            return r;
        }

        static int[][] add(int[][] x, int[][] y) {
            int[][] z = new int[x.length][x.length];
            for (int i = 0; i < x.length; i++) {
                for (int j = 0; j < x.length; j++) {
                    z[i][j] = x[i][j] + y[i][j];
                }
            }
            return z;
        }

        static void split(int[][] parent, int[][] child, int row, int column) {
            for (int i = 0, k = row; i < child.length; i++, k++) {
                for (int j = 0, l = column; j < child.length; j++, l++) {
                    child[i][j] = parent[k][l]; // expect: FJ2
                }
            }
        }

        static void join(int[][] child, int[][] parent, int row, int column) {
            for (int i = 0, k = row; i < child.length; i++, k++) {
                for (int j = 0, l = column; j < child.length; j++, l++) {
                    parent[k][l] = child[i][j]; // expect: FJ3
                }
            }
        }
    }

    static class ListQuickSort extends RecursiveTask<List<Integer>> {
        private final List<Integer> list;

        ListQuickSort(List<Integer> list) {
            this.list = list;
        }

        @Override
        protected List<Integer> compute() {
            if (list.size() <= 1) return list;
            int pivot = list.get(ThreadLocalRandom.current().nextInt(list.size()));
            List<Integer> smaller = new ArrayList<>();
            List<Integer> larger = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                int current = list.get(i);
                if (current < pivot) {
                    smaller.add(current); // expect: FJ2
                } else {
                    larger.add(list.get(i)); // expect: FJ2
                }
            }
            ListQuickSort low = new ListQuickSort(smaller);
            ListQuickSort high = new ListQuickSort(larger);
            low.fork();
            List<Integer> sorted = new ArrayList<>();
            List<Integer> tail = high.compute();
            sorted.addAll(low.join()); // expect: FJ3
            sorted.add(pivot);
            sorted.addAll(tail); // expect: FJ3
            return sorted;
        }
    }

    static class FilterQuickSort extends RecursiveTask<List<Integer>> {
        private final List<Integer> list;

        FilterQuickSort(List<Integer> list) {
            this.list = list;
        }

        @Override
        protected List<Integer> compute() {
            if (list.isEmpty()) return Collections.emptyList();
            Integer head = list.get(0);
            FilterQuickSort left = new FilterQuickSort(filtered(x -> x < head));
            FilterQuickSort right = new FilterQuickSort(filtered(x -> x > head));
            invokeAll(left, right);
            return Stream.of(left.join(), List.of(head), right.join())
                    .flatMap(List::stream)
                    .collect(Collectors.toList()); // expect: FJ3
        }

        private List<Integer> filtered(Predicate<Integer> test) {
            return list.stream().filter(test).collect(Collectors.toList()); // expect: FJ2
        }
    }

    static class ArrayMergeSort extends RecursiveTask<int[]> {
        private final int[] array;
        private final int divide;

        ArrayMergeSort(int[] array) {
            this.array = array;
            this.divide = array.length / 2;
        }

        @Override
        protected int[] compute() {
            if (array.length > 2) {
                ArrayMergeSort left = first(array, divide);
                ArrayMergeSort right = second(array, divide);
                left.fork();
                right.fork();
                merge(left.join(), right.join());
            }
            return array;
        }

        private void merge(int[] sub0, int[] sub1) {
            int head0 = 0;
            int head1 = 0;
            for (int i = 0; i < array.length; i++) {
                boolean empty0 = sub0.length <= head0;
                boolean empty1 = sub1.length <= head1;
                if (!empty0 && !empty1) {
                    int get0 = sub0[head0++];
                    int get1 = sub1[head1++];
                    if (get0 < get1) {
                        array[i] = get0; // expect: FJ3
                        head1--;
                    } else {
                        array[i] = get1; // expect: FJ3
                        head0--;
                    }
                } else if (!empty0) {
                    array[i] = sub0[head0++]; // expect: FJ3
                } else {
                    array[i] = sub1[head1++]; // expect: FJ3
                }
            }
        }

        private static ArrayMergeSort first(int[] array, int divide) {
            int[] part = new int[divide];
            System.arraycopy(array, 0, part, 0, divide); // expect: FJ2
            return new ArrayMergeSort(part);
        }

        private static ArrayMergeSort second(int[] array, int divide) {
            int size = array.length - divide;
            int[] part = new int[size];
            System.arraycopy(array, divide, part, 0, size); // expect: FJ2
            return new ArrayMergeSort(part);
        }
    }

    static class PairMergeSort<T> extends RecursiveTask<T[]> {
        private final T[] array;
        private final Comparator<T> order;

        PairMergeSort(T[] array, Comparator<T> order) {
            this.array = array;
            this.order = order;
        }

        @Override
        protected T[] compute() {
            if (array.length < 2) return array;
            Pair<T[], T[]> halves = divide(array);
            PairMergeSort<T> left = new PairMergeSort<>(halves.getKey(), order);
            PairMergeSort<T> right = new PairMergeSort<>(halves.getValue(), order);
            invokeAll(left, right);
            return merge(left.join(), right.join());
        }

        private Pair<T[], T[]> divide(T[] array) {
            return new Pair<>(
                    Arrays.copyOfRange(array, 0, array.length / 2), // expect: FJ2
                    Arrays.copyOfRange(array, array.length / 2, array.length)); // expect: FJ2
        }

        @SuppressWarnings("unchecked")
        private T[] merge(T[] left, T[] right) {
            int i = 0, j = 0, k = 0;
            T[] merged =
                    (T[])
                            java.lang.reflect.Array.newInstance(
                                    left.getClass().getComponentType(), left.length + right.length);
            while (i < left.length && j < right.length) {
                if (order.compare(left[i], right[j]) < 0) {
                    merged[k++] = left[i++]; // expect: FJ3
                } else {
                    merged[k++] = right[j++]; // expect: FJ3
                }
            }
            if (i == left.length) {
                for (int a = j; a < right.length; a++) {
                    merged[k++] = right[a]; // expect: FJ3
                }
            } else {
                System.arraycopy(left, i, merged, k, left.length - i); // expect: FJ3
            }
            return merged;
        }
    }

    static class InPlaceMergeSort extends RecursiveAction {
        private final long[] arr;
        private final int low, high;

        InPlaceMergeSort(long[] arr, int low, int high) {
            this.arr = arr;
            this.low = low;
            this.high = high;
        }

        @Override
        protected void compute() {
            if (low < high) {
                int mid = (low + high) / 2;
                InPlaceMergeSort lower = new InPlaceMergeSort(arr, low, mid);
                InPlaceMergeSort higher = new InPlaceMergeSort(arr, mid + 1, high);
                invokeAll(lower, higher);
                merge(arr, low, mid, high);
            }
        }

        static void merge(long[] arr, int l, int m, int r) {
            long[] first = new long[m - l + 1];
            long[] second = new long[r - m];
            for (int i = 0; i < first.length; ++i) first[i] = arr[l + i];
            for (int j = 0; j < second.length; ++j) second[j] = arr[m + 1 + j];
            int i = 0, j = 0, k = l;
            while (i < first.length && j < second.length) {
                arr[k++] = first[i] <= second[j] ? first[i++] : second[j++];
            }
            while (i < first.length) arr[k++] = first[i++];
            while (j < second.length) arr[k++] = second[j++];
        }
    }

    // ---- map and reduce --------------------------------------------------------------------------

    static class MapReduce<T, R> extends RecursiveTask<R> {
        private final List<T> input;
        private final Function<T, R> mapper;
        private final BinaryOperator<R> reducer;

        MapReduce(List<T> input, Function<T, R> mapper, BinaryOperator<R> reducer) {
            this.input = input;
            this.mapper = mapper;
            this.reducer = reducer;
        }

        @Override
        protected R compute() {
            if (input.size() == 1) return mapper.apply(input.get(0));
            int half = input.size() / 2;
            MapReduce<T, R> l = new MapReduce<>(input.subList(0, half), mapper, reducer); // expect: FJ2
            MapReduce<T, R> r =
                    new MapReduce<>(input.subList(half, input.size()), mapper, reducer); // expect: FJ2
            l.fork();
            R right = r.compute();
            return reducer.apply(l.join(), right);
        }
    }

    static Set<String> words(List<String> lines) {
        MapReduce<String, Set<String>> task =
                new MapReduce<>(
                        lines,
                        line -> new HashSet<>(Arrays.asList(line.split(" "))),
                        (x, y) -> {
                            x.addAll(y); // expect: FJ3
                            return x;
                        });
        return new ForkJoinPool().invoke(task);
    }

    static int longest(List<String> lines) {
        return new MapReduce<String, Integer>(lines, String::length, Math::max).invoke();
    }

    static class Folders extends RecursiveTask<Map<String, Double>> {
        private final Path folder;
        private final List<String> words;

        Folders(Path folder, List<String> words) {
            this.folder = folder;
            this.words = words;
        }

        @Override
        protected Map<String, Double> compute() {
            Map<String, Double> found = new HashMap<>();
            List<RecursiveTask<Map<String, Double>>> forks = new LinkedList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path entry : entries) {
                    if (Files.isDirectory(entry)) {
                        Folders task = new Folders(entry, words);
                        forks.add(task);
                        task.fork(); // expect: FJ4
                    } else {
                        Documents task = new Documents(entry);
                        forks.add(task);
                        task.fork(); // expect: FJ4
                    }
                }
            } catch (IOException e) {
                throw new RuntimeException(e);
            }
            for (int i = 0; i < forks.size(); i++) {
                found.putAll(forks.get(i).join()); // expect: FJ3
            }
            return found;
        }
    }

    static class Documents extends RecursiveTask<Map<String, Double>> {
        private final Path file;

        Documents(Path file) {
            this.file = file;
        }

        @Override
        protected Map<String, Double> compute() {
            Map<String, Double> one = new HashMap<>();
            List<String> lines = new LinkedList<>();
            try (BufferedReader reader = Files.newBufferedReader(file)) { // expect: FJ6
                String line = reader.readLine();
                while (line != null) {
                    lines.add(line);
                    line = reader.readLine();
                }
            } catch (IOException e) {
                return one;
            }
            one.put(file.toString(), (double) lines.size());
            return one;
        }
    }

    static class WordCount extends RecursiveTask<Map<String, Integer>> {
        private static final int LIMIT = 100;
        private final String[] text;
        private final int start, end;

        WordCount(String[] text, int start, int end) {
            this.text = text;
            this.start = start;
            this.end = end;
        }

        @Override
        protected Map<String, Integer> compute() {
            if (end - start < LIMIT) {
                Map<String, Integer> counts = new HashMap<>();
                for (int i = start; i < end; i++) {
                    for (String word : text[i].split("\\W+")) {
                        counts.merge(word.toLowerCase(), 1, Integer::sum);
                    }
                }
                return counts;
            }
            int mid = start + (end - start) / 2;
            WordCount left = new WordCount(text, start, mid);
            WordCount right = new WordCount(text, mid, end);
            invokeAll(left, right);
            return mergeCounts(left.join(), right.join());
        }

        private static Map<String, Integer> mergeCounts(
                Map<String, Integer> a, Map<String, Integer> b) {
            Map<String, Integer> result = new LinkedHashMap<>();
            result.putAll(a); // expect: FJ3
            for (String key : b.keySet()) {
                if (result.containsKey(key)) {
                    result.put(key, result.get(key) + b.get(key)); // expect: FJ3
                } else {
                    result.put(key, b.get(key)); // expect: FJ3
                }
            }
            return result;
        }
    }

    static class Loads extends RecursiveTask<Stack<String>> {
        private final List<Class<?>> controllers;

        Loads(List<Class<?>> controllers) {
            this.controllers = controllers;
        }

        @Override
        protected Stack<String> compute() {
            if (controllers.size() <= 4) {
                return new Stack<>();
            }
            final ArrayList<Loads> tasks = subtasks();
            final Loads one = tasks.get(0);
            final Loads two = tasks.get(1);
            one.fork();
            final Stack<String> result = two.compute();
            one.join().addAll(result); // expect: FJ3
            return one.join();
        }

        private ArrayList<Loads> subtasks() {
            final ArrayList<Loads> tasks = new ArrayList<>();
            List<List<Class<?>>> parts = ListUtils.partition(controllers, 2); // expect: FJ2
            for (List<Class<?>> part : parts) {
                tasks.add(new Loads(part));
            }
            return tasks;
        }
    }

    static class Pieces<T, P> extends RecursiveTask<List<P>> {
        private final List<T> positions;
        private final Function<T, P> maker;

        Pieces(List<T> positions, Function<T, P> maker) {
            this.positions = positions;
            this.maker = maker;
        }

        @Override
        protected List<P> compute() {
            if (positions.size() == 1) {
                return List.of(maker.apply(positions.get(0)));
            }
            int size = (positions.size() + 1) / 2;
            var tasks =
                    IntStream.range(0, 2)
                            .mapToObj(
                                    i ->
                                            positions.subList( // expect: FJ2
                                                    i * size,
                                                    Math.min((i + 1) * size, positions.size())))
                            .map(part -> new Pieces<>(part, maker))
                            .map(ForkJoinTask::fork) // expect: FJ4
                            .toList();
            var pieces = new ArrayList<P>();
            for (var task : tasks) {
                pieces.addAll(task.join()); // expect: FJ3
            }
            return pieces;
        }
    }

    static class Sizes extends RecursiveTask<Long> {
        private final File file;

        Sizes(File file) {
            this.file = file;
        }

        @Override
        protected Long compute() {
            if (file.isFile()) return file.length();
            return Arrays.stream(file.listFiles())
                    .map(Sizes::new)
                    .map(ForkJoinTask::fork) // expect: FJ4
                    .map(ForkJoinTask::join)
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    // ---- crawlers --------------------------------------------------------------------------------

    static class SiteMap extends RecursiveTask<Set<String>> {
        private static final Set<String> SEEN = new CopyOnWriteArraySet<>();
        private static final AtomicLong PAGES = new AtomicLong();
        private final String url;
        private final PageService pages;

        SiteMap(String url, PageService pages) {
            this.url = url;
            this.pages = pages;
        }

        @Override
        protected Set<String> compute() {
            Set<String> links = new HashSet<>();
            Set<SiteMap> tasks = new HashSet<>();
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(500)); // expect: FJ6
                Connection connection = Jsoup.connect(url).timeout(5000);
                Document document =
                        connection.userAgent("Mozilla/5.0").referrer("http://x").get(); // expect: FJ6
                for (Element element : document.select("a[href]")) {
                    String link = element.absUrl("href");
                    if (SEEN.add(link)) { // expect: FJ5
                        links.add(link);
                        SiteMap task = new SiteMap(link, pages);
                        task.fork(); // expect: FJ4
                        tasks.add(task);
                    }
                }
            } catch (InterruptedException | IOException e) {
                return links;
            }
            PAGES.incrementAndGet();
            pages.index(url);
            tasks.forEach(task -> links.addAll(task.join())); // expect: FJ3
            return links;
        }
    }

    static class PageService {
        private final Map<String, Integer> ranks = new ConcurrentHashMap<>();
        private final List<String> order = Collections.synchronizedList(new ArrayList<>());
        private RedissonClient client;

        void index(String url) {
            ranks.merge(url, 1, Integer::sum);
            order.add(url); // expect: FJ5
            RLock lock = client.getLock("index");
            lock.lock(); // expect: FJ5
            try {
                fetch(url);
            } finally {
                lock.unlock();
            }
        }

        private synchronized void fetch(String url) { // expect: FJ5
            try (BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    new java.net.URL(url).openStream()))) { // expect: FJ6
                in.readLine();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    // ---- search ----------------------------------------------------------------------------------

    static class Queens extends RecursiveTask<Integer> {
        private final int[] columns;
        private final int row;

        Queens(int[] columns, int row) {
            this.columns = columns;
            this.row = row;
        }

        @Override
        protected Integer compute() {
            if (row == columns.length) return 1;
            List<Queens> children = new ArrayList<>();
            for (int c = 0; c < columns.length; c++) {
                int[] next = Arrays.copyOf(columns, columns.length); // expect: FJ2
                next[row] = c;
                children.add(new Queens(next, row + 1));
            }
            int count = 0;
            for (Queens child : invokeAll(children)) count += child.join();
            return count;
        }
    }

    static class Moves extends RecursiveTask<Integer> {
        private final char[][] state;
        private final int depth;

        Moves(char[][] state, int depth) {
            this.state = state;
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) return score();
            int best = Integer.MIN_VALUE;
            List<Moves> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Moves task = new Moves(copy(state), depth - 1);
                tasks.add(task);
            }
            for (Moves task : ForkJoinTask.invokeAll(tasks)) {
                best = Math.max(best, -task.join());
            }
            return best;
        }

        private static char[][] copy(char[][] state) {
            char[][] result = new char[state.length][state[0].length];
            for (int i = 0; i < state.length; i++) {
                for (int j = 0; j < state[i].length; j++) {
                    result[i][j] = state[i][j]; // expect: FJ2
                }
            }
            return result;
        }

        private int score() {
            char[][] own = copy(state);
            own[0][0] = 'x';
            return own.length;
        }
    }

    static class Paths1 extends RecursiveTask<Integer> {
        private final List<Integer> path;
        private final Set<Integer> visited;
        private final int[][] graph;

        Paths1(List<Integer> path, Set<Integer> visited, int[][] graph) {
            this.path = path;
            this.visited = visited;
            this.graph = graph;
        }

        @Override
        protected Integer compute() {
            int total = 1;
            List<ForkJoinTask<Integer>> forked = new ArrayList<>();
            for (int next : graph[path.get(path.size() - 1)]) {
                if (visited.contains(next)) continue;
                List<Integer> longer = new ArrayList<>(path); // expect: FJ2
                longer.add(next);
                Set<Integer> more = new HashSet<>();
                more.addAll(visited); // expect: FJ2
                more.add(next);
                forked.add(new Paths1(longer, more, graph).fork()); // expect: FJ4
            }
            for (ForkJoinTask<Integer> f : forked) total += f.join();
            return total;
        }
    }

    // ---- traps -----------------------------------------------------------------------------------

    static class Spliterators<T> extends CountedCompleter<Void> {
        private final Spliterator<T> source;
        private final java.util.function.Consumer<T> action;

        Spliterators(
                CountedCompleter<?> parent,
                Spliterator<T> source,
                java.util.function.Consumer<T> action) {
            super(parent);
            this.source = source;
            this.action = action;
        }

        @Override
        public void compute() {
            Spliterator<T> part;
            while (source.estimateSize() > 1000 && (part = source.trySplit()) != null) {
                addToPendingCount(1);
                new Spliterators<>(this, part, action).fork();
            }
            source.forEachRemaining(action);
            propagateCompletion();
        }
    }

    static class Blur extends RecursiveAction {
        private final int[] source, target;
        private final int start, length;

        Blur(int[] source, int start, int length, int[] target) {
            this.source = source;
            this.start = start;
            this.length = length;
            this.target = target;
        }

        @Override
        protected void compute() {
            if (length < 10_000) {
                for (int i = start; i < start + length; i++) {
                    int sum = 0;
                    for (int m = -7; m <= 7; m++) {
                        sum += source[Math.min(Math.max(i + m, 0), source.length - 1)];
                    }
                    target[i] = sum / 15;
                }
                return;
            }
            int split = length / 2;
            invokeAll(
                    new Blur(source, start, split, target),
                    new Blur(source, start + split, length - split, target));
        }
    }

    static class Steps extends RecursiveTask<Integer> {
        private final Queue<Integer> ordered = new java.util.PriorityQueue<>();
        private final String label;
        private final int n;

        Steps(String label, int n) {
            this.label = label;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Steps first = new Steps("first of " + label.length(), n - 1);
            first.fork();
            ordered.add(new Steps("second", n - 2).compute());
            ordered.offer(first.join());
            List<Integer> both = Arrays.asList(first.join(), ordered.peek());
            BiFunction<Integer, Integer, Integer> plus = Integer::sum;
            System.out.println(Thread.currentThread().getName() + " " + both);
            return plus.apply(both.get(0), both.get(1));
        }
    }

    static class Squares extends RecursiveTask<List<Integer>> {
        private final int from, to;

        Squares(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            return to - from > 3 ? divided() : direct();
        }

        private List<Integer> direct() {
            List<Integer> squares = new ArrayList<>();
            for (int i = from; i < to; i++) squares.add(i * i);
            List<Integer> copy = new ArrayList<>(squares);
            copy.addAll(squares.subList(0, 1));
            return copy.stream().filter(i -> i > 2).collect(Collectors.toList());
        }

        private List<Integer> divided() {
            int mid = (from + to) / 2;
            Squares left = new Squares(from, mid);
            Squares right = new Squares(mid, to);
            left.fork();
            List<Integer> all = right.compute();
            all.addAll(left.join()); // expect: FJ3
            return all;
        }
    }

    static class Ranked extends RecursiveAction {
        private static final PriorityBlockingQueue<Integer> RANKS = new PriorityBlockingQueue<>();
        private final int n;

        Ranked(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            RANKS.add(n); // expect: FJ5
            Collection<Integer> seen = new LinkedList<>();
            for (int i = 0; i < n; i++) seen.add(i);
            String where = Paths.get("a", "b").toString();
            if (where.isEmpty()) return;
            int[] counts = new int[10];
            for (int i : seen) counts[i % 10]++;
            int[] snapshot = counts.clone();
            Arrays.sort(snapshot);
        }
    }
}
