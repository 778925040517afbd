package corpus.strangers;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.BinaryOperator;
import javax.xml.parsers.DocumentBuilder;
import org.example.arrays.Fresh;
import org.example.cells.Neighbour;
import org.example.cells.Stranger;
import org.example.puzzles.Puzzle;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Data and code that are handed on by way of a variable, a helper, a key or an iterator. */
class Handing {

    // ---- halves put by place, and into arrays that a helper makes --------------------------------

    static class Vectors extends RecursiveTask<Double> {
        final Vector<Double> data;

        Vectors(Vector<Double> data) {
            this.data = data;
        }

        @Override
        protected Double compute() {
            if (data.size() < 100) { // expect: FJ5
                return data.stream().mapToDouble(it -> it).sum();
            }
            int middle = data.size() / 2;
            Vector<Double> low = new Vector<>(middle);
            for (int i = 0; i < middle; i++) {
                low.add(i, data.elementAt(i)); // expect: FJ2, FJ5
            }
            Vector<Double> high = new Vector<>(data.size() - middle);
            for (int i = middle; i < data.size(); i++) {
                high.addElement(data.elementAt(i)); // expect: FJ2, FJ5
            }
            Vectors left = new Vectors(low);
            left.fork();
            return new Vectors(high).compute() + left.join();
        }
    }

    static class Generic<T extends Comparable<T>> extends RecursiveAction {
        final T[] all;

        Generic(T[] all) {
            this.all = all;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected void compute() {
            if (all.length < 100) {
                java.util.Arrays.sort(all);
                return;
            }
            T[] low = Fresh.createArray(all.getClass(), all.length / 2);
            System.arraycopy(all, 0, low, 0, low.length); // expect: FJ2
            Class<?> element = all.getClass().getComponentType();
            T[] high = (T[]) Array.newInstance(element, all.length - low.length);
            System.arraycopy(all, low.length, high, 0, high.length); // expect: FJ2
            invokeAll(new Generic<>(low), new Generic<>(high));
        }
    }

    // ---- results that are merged by key, made into others first, or come from an iterator --------

    static class Counting extends RecursiveTask<Map<String, Integer>> {
        final List<String> words;
        final Map<String, Integer> counts = new HashMap<>();

        Counting(List<String> words) {
            this.words = words;
        }

        @Override
        protected Map<String, Integer> compute() {
            if (words.size() < 100) {
                for (String word : words) {
                    counts.put(word, counts.getOrDefault(word, 0) + 1);
                }
                return counts;
            }
            int middle = words.size() / 2;
            Counting left = new Counting(words.subList(0, middle)); // expect: FJ2
            left.fork();
            Map<String, Integer> right =
                    new Counting(words.subList(middle, words.size())).compute(); // expect: FJ2
            Map<String, Integer> first = left.join();
            for (Map.Entry<String, Integer> entry : counts.entrySet()) {
                Integer sum = first.get(entry.getKey()) + right.get(entry.getKey());
                counts.put(entry.getKey(), sum); // expect: FJ3
            }
            return counts;
        }
    }

    /** A clean one: the same key of each child's map is one value. */
    static class Totals extends RecursiveTask<Map<String, Integer>> {
        final int from;
        final int to;

        Totals(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Map<String, Integer> compute() {
            Map<String, Integer> total = new HashMap<>();
            total.put("all", to - from);
            if (to - from > 100) {
                int middle = (from + to) >>> 1;
                List<Totals> parts = List.of(new Totals(from, middle), new Totals(middle, to));
                invokeAll(parts);
                for (Totals part : parts) {
                    total.put("all", total.get("all") + part.join().get("all"));
                }
            }
            return total;
        }
    }

    static class Quadrants extends RecursiveTask<int[][]> {
        final int[][] factor;
        final int size;

        Quadrants(int[][] factor, int size) {
            this.factor = factor;
            this.size = size;
        }

        @Override
        protected int[][] compute() {
            int[][] product = new int[size][size];
            if (size == 1) {
                product[0][0] = factor[0][0];
                return product;
            }
            Quadrants one = new Quadrants(factor, size / 2);
            Quadrants two = new Quadrants(factor, size / 2);
            invokeAll(one, two);
            int[][] corner = doubled(one.join());
            int[][] other = doubled(two.join());
            place(product, corner, other, size / 2);
            return product;
        }

        private static int[][] doubled(int[][] part) {
            int[][] result = new int[part.length][part.length];
            for (int i = 0; i < part.length; i++) {
                for (int j = 0; j < part.length; j++) {
                    result[i][j] = 2 * part[i][j]; // expect: FJ3
                }
            }
            return result;
        }

        private static void place(int[][] whole, int[][] corner, int[][] other, int half) {
            for (int i = 0; i < half; i++) {
                for (int j = 0; j < half; j++) {
                    whole[i][j] = corner[i][j]; // expect: FJ3
                    whole[i + half][j + half] = other[i][j]; // expect: FJ3
                }
            }
        }
    }

    /** A clean one: what the helper returns is one of two arrays that all tasks work in. */
    static class Shuttling extends RecursiveAction {
        final int[] all;
        int[] room;

        Shuttling(int[] all) {
            this.all = all;
            room = new int[all.length];
        }

        @Override
        protected void compute() {
            Shuttling next = new Shuttling(all);
            next.fork();
            int[] sorted = runs(all, next.room);
            for (int i = 0; i < all.length; i++) {
                all[i] = sorted[i];
            }
            next.join();
        }

        private static int[] runs(int[] from, int[] to) {
            for (int i = 0; i < from.length; i++) {
                to[i] = from[i];
            }
            return from.length % 2 == 0 ? from : to;
        }
    }

    static class Aligning extends RecursiveAction {
        private final List<String> hits = new LinkedList<>();
        private final int from;
        private final int to;

        Aligning(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 10) {
                hits.add("" + from);
                return;
            }
            List<Aligning> halves = new ArrayList<>();
            halves.add(new Aligning(from, (from + to) / 2));
            halves.add(new Aligning((from + to) / 2, to));
            Iterator<List<String>> each =
                    ForkJoinTask.invokeAll(halves).stream().map(Aligning::hits).iterator();
            while (each.hasNext()) {
                List<String> some = each.next();
                hits.addAll(some); // expect: FJ3
            }
        }

        List<String> hits() {
            return hits;
        }
    }

    // ---- code in a variable that another thread runs ---------------------------------------------

    static class Answering extends RecursiveAction {
        final Executor senders;
        final Object lock = new Object();

        Answering(Executor senders) {
            this.senders = senders;
        }

        @Override
        protected void compute() {
            Runnable answer =
                    () -> {
                        pause();
                    };
            new Thread(answer).start();
            Runnable send =
                    new Runnable() {
                        @Override
                        public void run() {
                            synchronized (lock) {
                                pause();
                            }
                        }
                    };
            senders.execute(send);
            Runnable both = () -> nap(); // run here, too
            senders.execute(both);
            both.run();
        }

        private static void pause() {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static void nap() {
            try {
                Thread.sleep(1); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- what parsers read -----------------------------------------------------------------------

    static class Reading extends RecursiveTask<Document> {
        final DocumentBuilder builder;
        final File file;

        Reading(DocumentBuilder builder, File file) {
            this.builder = builder;
            this.file = file;
        }

        @Override
        protected Document compute() {
            try {
                return builder.parse(file); // expect: FJ6
            } catch (SAXException | IOException e) {
                return null;
            }
        }
    }

    // ---- what a child that returns nothing has left in what it was handed ------------------------

    static class Sorting extends RecursiveAction {
        final int[] all;

        Sorting(int[] all) {
            this.all = all;
        }

        @Override
        protected void compute() {
            if (all.length < 100) {
                java.util.Arrays.sort(all);
                return;
            }
            int[] low = java.util.Arrays.copyOfRange(all, 0, all.length / 2); // expect: FJ2
            int[] high = new int[all.length - low.length];
            System.arraycopy(all, low.length, high, 0, high.length); // expect: FJ2
            invokeAll(new Sorting(low), new Sorting(high));
            int at = 0;
            for (int i = 0; i < high.length; i++) {
                all[at++] = high[i]; // expect: FJ3
            }
        }
    }

    /** A clean one: the halves share the room to merge by. */
    static class Merging extends RecursiveAction {
        final int[] all;
        final int from;
        final int to;
        int[] room;

        Merging(int[] all, int[] room, int from, int to) {
            this.all = all;
            this.room = room;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 100) {
                java.util.Arrays.sort(all, from, to);
                return;
            }
            int[] shared = new int[all.length];
            int middle = (from + to) >>> 1;
            Merging left = new Merging(all, shared, from, middle);
            Merging right = new Merging(all, shared, middle, to);
            invokeAll(left, right);
            for (int i = from; i < to; i++) {
                all[i] = shared[i];
            }
        }
    }

    static class Interleaving extends RecursiveTask<List<Integer>> {
        final List<Integer> all;

        Interleaving(List<Integer> all) {
            this.all = all;
        }

        @Override
        protected List<Integer> compute() {
            if (all.size() < 100) {
                return all.stream().sorted().toList();
            }
            List<List<Integer>> parts =
                    java.util.stream.IntStream.range(0, 2)
                            .mapToObj(
                                    i ->
                                            all.subList( // expect: FJ2
                                                    i * all.size() / 2, (i + 1) * all.size() / 2))
                            .toList();
            List<Interleaving> halves = parts.stream().map(it -> new Interleaving(it)).toList();
            invokeAll(halves);
            return merged(halves.get(0).join(), halves.get(1).join());
        }

        private static List<Integer> merged(List<Integer> left, List<Integer> right) {
            List<Integer> result = new ArrayList<>();
            Iterator<Integer> lefts = left.iterator();
            Iterator<Integer> rights = right.iterator();
            Integer one = null;
            Integer other = null;
            while (lefts.hasNext() || rights.hasNext() || one != null || other != null) {
                one = one == null ? lefts.hasNext() ? lefts.next() : null : one;
                other = other == null ? rights.hasNext() ? rights.next() : null : other;
                if (one != null && (other == null || one <= other)) {
                    result.add(one); // expect: FJ3
                    one = null;
                } else {
                    result.add(other); // expect: FJ3
                    other = null;
                }
            }
            return result;
        }
    }

    // ---- files that are visited ------------------------------------------------------------------

    static class Scanning extends RecursiveAction {
        final Path root;

        Scanning(Path root) {
            this.root = root;
        }

        @Override
        protected void compute() {
            List<Scanning> below = new ArrayList<>();
            try {
                Files.walkFileTree(
                        root,
                        new SimpleFileVisitor<Path>() {
                            @Override
                            public FileVisitResult preVisitDirectory(
                                    Path found, BasicFileAttributes attributes) {
                                if (found.equals(root)) {
                                    return FileVisitResult.CONTINUE;
                                }
                                Scanning task = new Scanning(found);
                                task.fork(); // expect: FJ4
                                below.add(task);
                                return FileVisitResult.SKIP_SUBTREE;
                            }
                        });
            } catch (IOException e) {
                below.clear();
            }
            below.forEach(ForkJoinTask::join);
        }
    }

    // ---- neighbours, and maps that are passed along ----------------------------------------------

    static class Cell implements Neighbour {
        private final List<Neighbour> next = new ArrayList<>();
        private final ForkJoinPool pool;

        Cell(ForkJoinPool pool) {
            this.pool = pool;
        }

        @Override
        public void excite(double by) {
            next.stream()
                    .map(
                            it ->
                                    new RecursiveAction() {
                                        @Override
                                        protected void compute() {
                                            it.excite(by / 2);
                                        }
                                    })
                    .map(pool::submit) // expect: FJ1
                    .forEach(ForkJoinTask::join);
        }
    }

    /** A clean one: what it calls is of another type than it is. */
    static class Outer implements Neighbour {
        private final ForkJoinPool pool = new ForkJoinPool();

        @Override
        public void excite(double by) {
            pool.submit(new Inner(by)).join();
        }

        static class Inner extends RecursiveAction {
            final double by;
            Stranger stranger;

            Inner(double by) {
                this.by = by;
            }

            @Override
            protected void compute() {
                stranger.excite(by);
            }
        }
    }

    static class Crawling extends RecursiveAction {
        final List<String> words;
        final Map<String, Integer> counts;

        Crawling(List<String> words, Map<String, Integer> counts) {
            this.words = words;
            this.counts = counts;
        }

        static void crawl(List<String> words) {
            new Crawling(words, Collections.synchronizedMap(new HashMap<>())).invoke();
        }

        @Override
        protected void compute() {
            count(words.get(0), counts);
        }

        private static void count(String word, Map<String, Integer> into) {
            into.merge(word, 1, Integer::sum); // expect: FJ5
        }
    }

    // ---- more of classes that were not given -----------------------------------------------------

    static class Solving extends RecursiveTask<Integer> {
        final Puzzle puzzle;

        Solving(Puzzle puzzle) {
            this.puzzle = puzzle;
        }

        @Override
        protected Integer compute() {
            Puzzle left = puzzle.copyPuzzle(); // expect: FJ2
            left.mark(0);
            Puzzle right = Puzzle.copy(puzzle); // expect: FJ2
            right.mark(1);
            Solving first = new Solving(left);
            first.fork();
            return new Solving(right).compute() + first.join();
        }
    }

    static class Grouping<T> extends RecursiveTask<List<T>> {
        final List<T> all;
        final BinaryOperator<List<T>> together;

        Grouping(List<T> all) {
            this(
                    all,
                    (one, other) -> {
                        one.addAll(other); // expect: FJ3
                        return one;
                    });
        }

        private Grouping(List<T> all, BinaryOperator<List<T>> together) {
            this.all = all;
            this.together = together;
        }

        @Override
        protected List<T> compute() {
            if (all.size() < 100) {
                return new ArrayList<>(all);
            }
            int middle = all.size() / 2;
            Grouping<T> left = new Grouping<>(all.subList(0, middle), together); // expect: FJ2
            left.fork();
            List<T> right =
                    new Grouping<>(all.subList(middle, all.size()), together).compute(); // expect: FJ2
            return together.apply(left.join(), right);
        }
    }

    static class Saving extends RecursiveAction {
        final SessionFactory sessions;
        final File file;

        Saving(SessionFactory sessions, File file) {
            this.sessions = sessions;
            this.file = file;
        }

        @Override
        protected void compute() {
            save(com.google.common.io.Files.toString(file, null)); // expect: FJ6
        }

        private void save(String text) {
            Session session = sessions.openSession();
            session.save(text); // expect: FJ6
            session.beginTransaction().commit();
        }
    }

    static CompletableFuture<Void> stageInAPoolOfOthers() {
        return CompletableFuture.runAsync(
                () -> Fresh.getForkJoinPool().submit(() -> 1).join(), // expect: FJ1
                Fresh.getForkJoinPool());
    }

    // ---- pools that are handed to a method along with what they run, and the common one -----------

    static void withAPool(WatchService files) {
        Fresh.submit(
                () -> {
                    files.take(); // expect: FJ6
                    return null;
                },
                ForkJoinPool.commonPool());
        CompletableFuture.runAsync(
                () -> {
                    try {
                        Thread.sleep(20); // expect: FJ6
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    static class Touring extends RecursiveAction {
        final Puzzle tour;

        Touring(Puzzle tour) {
            this.tour = tour;
        }

        @Override
        protected void compute() {
            List<Puzzle> longer = new ArrayList<>(tour.getPath()); // expect: FJ2
            longer.add(tour);
            List<Puzzle> other = new ArrayList<>(tour.getSize());
            other.add(tour);
            invokeAll(new Touring(new Puzzle(longer)), new Touring(new Puzzle(other)));
        }
    }

    /** A clean one: a place of two numbers, in a loop that looks for the first that has one. */
    static class Finding extends RecursiveTask<Integer[]> {
        final int[][] grid;
        final int from;
        final int to;

        Finding(int[][] grid, int from, int to) {
            this.grid = grid;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer[] compute() {
            Integer[] place = {-1, -1};
            if (to - from < 10) {
                place[0] = grid[from][0] == 0 ? from : -1;
                return place;
            }
            Finding left = new Finding(grid, from, (from + to) / 2);
            left.fork();
            Integer[][] found = new Integer[2][2];
            found[1] = new Finding(grid, (from + to) / 2, to).compute();
            found[0] = left.join();
            for (int i = 0; i < found.length; i++) {
                if (found[i][0] != -1) {
                    place[0] = found[i][0];
                    place[1] = found[i][1];
                    break;
                }
            }
            return place;
        }
    }
}
