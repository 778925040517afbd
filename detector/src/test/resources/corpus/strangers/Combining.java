package corpus.strangers;

import java.io.File;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import javax.xml.parsers.DocumentBuilderFactory;
import lombok.Getter;
import org.example.auctions.AuctionDaoImpl;
import org.example.auctions.EventWebSocket;
import org.example.auctions.StockRepository;
import org.example.board.Board;
import org.example.database.Database;
import org.example.database.DatabaseHelper;
import org.example.database.DbConnection;
import org.example.math.Complex;
import org.example.math.Matrices;
import org.example.math.Matrix;
import org.example.math.Strips;
import org.example.plugins.Plugin;
import org.example.plugins.PluginLoader;
import org.example.pictures.Image;
import org.example.text.Histogram;
import org.example.text.PageTask;
import org.example.text.Trie;
import org.example.web.Central;

/** What is made of children's results, value by value; and who is asked, once more. */
class Combining {
    // ---- computed of children's values -----------------------------------------------------------

    static class Transform extends RecursiveTask<Complex[]> {
        final Complex[] values;

        Transform(Complex[] values) {
            this.values = values;
        }

        @Override
        protected Complex[] compute() {
            if (values.length <= 64) {
                return Matrices.transform(values);
            }
            Complex[] even = new Complex[values.length / 2];
            Complex[] odd = new Complex[values.length / 2];
            for (int i = 0; i < even.length; i++) {
                even[i] = values[2 * i]; // expect: FJ2
                odd[i] = values[2 * i + 1]; // expect: FJ2
            }
            Transform first = new Transform(even);
            Transform second = new Transform(odd);
            invokeAll(first, second);
            Complex[] lower = first.join();
            Complex[] upper = second.join();
            Complex[] all = new Complex[values.length];
            for (int i = 0; i < lower.length; i++) {
                Complex turned = upper[i].times(new Complex(i, values.length));
                all[i] = lower[i].plus(turned); // expect: FJ3
                all[i + lower.length] = lower[i].minus(turned); // expect: FJ3
            }
            return all;
        }
    }

    /** Three numbers, whatever there is to add up. */
    static class Moments extends RecursiveTask<double[]> {
        final double[] data;
        final int from;
        final int to;

        Moments(double[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected double[] compute() {
            double[] moments = new double[3];
            if (to - from < 10_000) {
                for (int i = from; i < to; i++) {
                    moments[0]++;
                    moments[1] += data[i];
                    moments[2] += data[i] * data[i];
                }
                return moments;
            }
            int middle = (from + to) >>> 1;
            Moments left = new Moments(data, from, middle);
            Moments right = new Moments(data, middle, to);
            left.fork();
            double[] more = right.compute();
            double[] some = left.join();
            for (int i = 0; i < 3; i++) {
                moments[i] = Math.fma(1, some[i], more[i]);
            }
            return moments;
        }
    }

    // ---- matrices of a library -------------------------------------------------------------------

    static class Product extends RecursiveTask<Matrix> {
        final Matrix first;
        final Matrix second;
        final int size;

        Product(Matrix first, Matrix second, int size) {
            this.first = first;
            this.second = second;
            this.size = size;
        }

        @Override
        protected Matrix compute() {
            if (size <= 64) {
                return first.times(second);
            }
            int half = size / 2;
            Matrix upper = new Matrix(half, size);
            Matrix lower = new Matrix(half, size);
            first.splitIntoMatrices(upper, lower); // expect: FJ2
            Product one = new Product(upper, second, half);
            Product two = new Product(lower, second, half);
            one.fork();
            Matrix below = two.compute();
            Matrix above = one.join();
            return above.plus(below); // expect: FJ3
        }
    }

    static class Strip extends Strips<Matrix> {
        final Matrix first;
        final Matrix second;

        Strip(Matrix first, Matrix second, int from, int to) {
            super(from, to);
            this.first = first;
            this.second = second;
        }

        @Override
        protected Matrix compute() {
            Matrix result = new Matrix(size(), size());
            if (size() > 100) {
                Strip left = new Strip(first, second, from(), middle());
                Strip right = new Strip(first, second, middle(), to());
                invokeAll(left, right);
                add(result, left.join()); // expect: FJ3
                add(result, right.join()); // expect: FJ3
            }
            return result;
        }
    }

    static class Words extends RecursiveTask<Histogram> {
        final List<String> pages;

        Words(List<String> pages) {
            this.pages = pages;
        }

        @Override
        protected Histogram compute() {
            List<ForkJoinTask<Histogram>> tasks = new ArrayList<>();
            for (String page : pages) {
                tasks.add(new Words(List.of(page)).fork()); // expect: FJ4
            }
            return tasks.stream()
                    .map(ForkJoinTask::join)
                    .reduce(Histogram::merge) // expect: FJ3
                    .orElse(Histogram.EMPTY);
        }
    }

    static class Longest extends RecursiveTask<Integer> {
        final List<Longest> parts;

        Longest(List<Longest> parts) {
            this.parts = parts;
        }

        @Override
        protected Integer compute() {
            return invokeAll(parts).stream().map(ForkJoinTask::join).reduce(Integer::max).get();
        }
    }

    static class Dictionary extends RecursiveAction {
        final List<String> words;
        final Trie trie;

        Dictionary(List<String> words, Trie trie) {
            this.words = words;
            this.trie = trie;
        }

        @Override
        protected void compute() {
            if (words.size() < 100) {
                words.forEach(trie::insert);
                return;
            }
            int middle = words.size() / 2;
            Dictionary left = new Dictionary(words.subList(0, middle), new Trie()); // expect: FJ2
            Dictionary right =
                    new Dictionary(words.subList(middle, words.size()), new Trie()); // expect: FJ2
            invokeAll(left, right);
            merge(left.trie, right.trie);
        }

        private void merge(Trie whole, Trie part) {
            for (String word : part.root.children.values()) {
                whole.insert(word); // expect: FJ3
            }
        }
    }

    static class Picture extends RecursiveTask<Image> {
        final Image image;

        Picture(Image image) {
            this.image = image;
        }

        @Override
        protected Image compute() {
            if (image.rows() < 100) {
                return image.blurred();
            }
            Picture upper = new Picture(image.rowRange(0, image.rows() / 2));
            Picture lower = new Picture(image.rowRange(image.rows() / 2, image.rows()));
            invokeAll(upper, lower);
            Image all = new Image();
            Image.vconcat(List.of(upper.join(), lower.join()), all); // expect: FJ3
            return all;
        }
    }

    /** What one list has at an index, and the other does not contain. */
    static class Masks extends RecursiveTask<List<Long>> {
        final long[] words;
        final int from;
        final int to;

        Masks(long[] words, int from, int to) {
            this.words = words;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Long> compute() {
            List<Long> all = new ArrayList<>();
            if (to - from < 1_000) {
                for (int i = from; i < to; i++) {
                    all.add(words[i]);
                }
                return all;
            }
            int middle = (from + to) >>> 1;
            Masks left = new Masks(words, from, middle);
            Masks right = new Masks(words, middle, to);
            left.fork();
            return merged(right.compute(), left.join());
        }

        private static List<Long> merged(List<Long> one, List<Long> other) {
            List<Long> all = new ArrayList<>();
            int sizes = Math.max(one.size(), other.size());
            for (int i = 0; i < sizes; i++) {
                Long first = i < one.size() ? one.get(i) : null;
                if (first != null && !all.contains(first)) {
                    all.add(first); // expect: FJ3
                }
            }
            return all;
        }
    }

    /** Lombok makes the getter. */
    @Getter
    static class Alignments extends RecursiveTask<List<String>> {
        private final List<String> found = new ArrayList<>();
        private final List<Alignments> parts;

        Alignments(List<Alignments> parts) {
            this.parts = parts;
        }

        @Override
        protected List<String> compute() {
            Iterator<List<String>> all =
                    invokeAll(parts).stream().map(Alignments::getFound).iterator();
            while (all.hasNext()) {
                List<String> some = all.next();
                found.addAll(some); // expect: FJ3
            }
            return found;
        }
    }

    /** Files are counted into the map that children's maps were put into. */
    static class Counts extends RecursiveTask<Map<String, Integer>> {
        final List<List<String>> files;

        Counts(List<List<String>> files) {
            this.files = files;
        }

        @Override
        protected Map<String, Integer> compute() {
            Map<String, Integer> counts = new HashMap<>();
            for (String word : files.get(0)) {
                counts.put(word, counts.get(word) + 1);
            }
            if (files.size() > 1) {
                Counts rest = new Counts(files.subList(1, files.size())); // expect: FJ2
                counts.putAll(rest.invoke()); // expect: FJ3 FJ7
            }
            return counts;
        }
    }

    /** The children's lists get longer by one, and are not copied for that. */
    static class Paths extends RecursiveTask<List<List<String>>> {
        final Map<String, Paths> next = new HashMap<>();

        @Override
        protected List<List<String>> compute() {
            List<List<String>> all = new ArrayList<>();
            invokeAll(next.values());
            next.forEach(
                    (name, task) -> {
                        List<List<String>> paths = task.join();
                        paths.forEach(
                                path -> {
                                    path.add(name);
                                    all.add(path); // expect: FJ3
                                });
                    });
            return all;
        }
    }

    // ---- copies, and who runs them ---------------------------------------------------------------

    static class Solver extends RecursiveTask<Integer> {
        Board board;

        Solver(Board board) {
            this.board = board;
        }

        @Override
        protected Integer compute() {
            int solutions = 0;
            for (int digit = 1; digit < 10; digit++) {
                int[][] kept = board.cellsCopy(); // expect: FJ2
                board.put(digit);
                solutions += new Solver(board).invoke(); // expect: FJ7
                board = new Board(kept);
            }
            return solutions;
        }
    }

    static class Site extends RecursiveTask<List<String>> {
        final ForkJoinPool pool;
        final List<String> pages;

        Site(ForkJoinPool pool, List<String> pages) {
            this.pool = pool;
            this.pages = pages;
        }

        @Override
        protected List<String> compute() {
            PageTask task = new PageTask(new ArrayList<>(pages)); // expect: FJ2
            return pool.invoke(task); // expect: FJ1
        }
    }

    static class Link extends RecursiveAction {
        final List<String> links;

        Link(List<String> links) {
            this.links = links;
        }

        @Override
        protected void compute() {
            for (String link : links) {
                Central.forkPool.submit(new Link(List.of(link))); // expect: FJ1
            }
            Central.archive.submit(this);
        }
    }

    // ---- who is asked ----------------------------------------------------------------------------

    static class Auctions extends RecursiveAction {
        final AuctionDaoImpl auctions;
        final StockRepository stock;
        final PluginLoader<Plugin> loader;
        final DatabaseHelper database;

        Auctions(
                AuctionDaoImpl auctions,
                StockRepository stock,
                PluginLoader<Plugin> loader,
                DatabaseHelper database) {
            this.auctions = auctions;
            this.stock = stock;
            this.loader = loader;
            this.database = database;
        }

        @Override
        protected void compute() {
            auctions.cleanData("old"); // expect: FJ6
            sum();
            load(new File("plugins"));
            insert();
            parse("https://example.org/rates.xml");
            send(new EventWebSocket("https://example.org"));
            update("somebody");
            set();
        }

        private void sum() {
            stock.sumByCountry("CH"); // expect: FJ6
        }

        private void load(File file) {
            loader.loadJar(file); // expect: FJ6
        }

        private void insert() {
            try {
                DbConnection.insertPerson("somebody"); // expect: FJ6
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private void update(String name) {
            Database.updateName(name); // expect: FJ6
        }

        private void parse(String address) {
            try {
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(address); // expect: FJ6
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private void send(EventWebSocket socket) {
            socket.sendText("new"); // expect: FJ6
        }

        private void set() {
            stock.setPageSize(100);
            database.toString();
        }
    }
}
