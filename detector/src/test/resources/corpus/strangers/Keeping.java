package corpus.strangers;

import com.aliyun.oss.OSS;
import com.jfinal.plugin.activerecord.Db;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.example.dao.CustomerDao;
import org.example.pages.Board;
import org.springframework.data.jpa.repository.JpaRepository;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPubSub;

/** What is kept elsewhere: in databases, in memory, in variables; and tasks that are kept. */
class Keeping {
    // ---- databases -------------------------------------------------------------------------------

    interface PageRepository extends JpaRepository<String, Long> {
        List<String> findByAddress(String address);
    }

    static class Pages {
        private final List<String> all = new ArrayList<>();

        void save(String page) {
            all.add(page);
        }
    }

    static class Crawl extends RecursiveAction {
        final PageRepository pages;
        final String address;

        Crawl(PageRepository pages, String address) {
            this.pages = pages;
            this.address = address;
        }

        @Override
        protected void compute() {
            if (pages.findByAddress(address).isEmpty()) { // expect: FJ6
                new Crawl(pages, address + "/").fork();
            }
        }
    }

    /** What has such a name and can be seen is looked into. */
    static class Remembers extends RecursiveAction {
        final Pages pagesRepository = new Pages();

        @Override
        protected void compute() {
            pagesRepository.save("");
        }
    }

    static class Customers extends RecursiveTask<Integer> {
        final CustomerDao customers;
        final int from, to;

        Customers(CustomerDao customers, int from, int to) {
            this.customers = customers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 100) {
                return customers.insertAll(from, to); // expect: FJ6
            }
            Customers left = new Customers(customers, from, (from + to) / 2);
            Customers right = new Customers(customers, (from + to) / 2, to);
            invokeAll(left, right);
            return left.join() + right.join();
        }
    }

    static class Rows extends RecursiveTask<Object> {
        final String query;

        Rows(String query) {
            this.query = query;
        }

        @Override
        protected Object compute() {
            return Db.find(query); // expect: FJ6
        }
    }

    static void listen(JedisPool pool, JedisPubSub listener) {
        ForkJoinPool.commonPool()
                .execute(
                        () -> {
                            try (Jedis jedis = pool.getResource()) { // expect: FJ6
                                jedis.subscribe(listener, "changes");
                            }
                        });
    }

    static void keep(OSS store, List<File> files) {
        ForkJoinPool.commonPool()
                .submit(
                        () -> {
                            for (File file : files) {
                                store.putObject("files", file.getName(), file); // expect: FJ6
                            }
                        });
    }

    static void terms(OutputStream file, List<String> texts) {
        PrintWriter writer = new PrintWriter(file);
        Set<String> known = new HashSet<>();
        try (var executor = Executors.newWorkStealingPool()) {
            texts.forEach(
                    text ->
                            executor.submit(
                                    () -> {
                                        synchronized (known) { // expect: FJ5
                                            if (known.add(text)) {
                                                writer.println(text); // expect: FJ6
                                            }
                                        }
                                    }));
        }
    }

    static class Lines extends RecursiveAction {
        final String name;
        final List<String> lines;

        Lines(String name, List<String> lines) {
            this.name = name;
            this.lines = lines;
        }

        @Override
        protected void compute() {
            PrintWriter writer = null;
            try {
                writer = new PrintWriter(name + ".txt", "UTF-8"); // expect: FJ6
            } catch (IOException e) {
                return;
            }
            lines.forEach(writer::println);
        }
    }

    static class Answers extends RecursiveAction {
        @Override
        protected void compute() {
            while (Connections.selector.select(1000) == 0) { // expect: FJ6
                Thread.onSpinWait();
            }
        }
    }

    static class Chosen extends RecursiveTask<Object> {
        @Override
        protected Object compute() {
            return Connections.selector.select("div.chosen");
        }
    }

    static class Ontology extends RecursiveTask<Object> {
        final Manager manager;
        final String path;

        Ontology(Manager manager, String path) {
            this.manager = manager;
            this.path = path;
        }

        @Override
        protected Object compute() {
            return manager.loadDocument(new Source("file:" + new File(path))); // expect: FJ6
        }
    }

    static class Tensors extends RecursiveAction {
        final List<String> names;

        Tensors(List<String> names) {
            this.names = names;
        }

        @Override
        protected void compute() {
            for (String name : names) {
                String filePath = "images/" + name;
                ImageUtils.loadGray(filePath); // expect: FJ6
            }
        }
    }

    // ---- memory ----------------------------------------------------------------------------------

    static class Picture extends RecursiveTask<byte[]> {
        final byte[] bytes;
        final String format;

        Picture(byte[] bytes, String format) {
            this.bytes = bytes;
            this.format = format;
        }

        @Override
        protected byte[] compute() {
            try (final ByteArrayInputStream in = new ByteArrayInputStream(bytes);
                    final ByteArrayOutputStream out = new ByteArrayOutputStream()) {
                final BufferedImage image = ImageIO.read(in);
                ImageIO.write(image, format, out);
                return out.toByteArray();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class PictureFile extends RecursiveTask<Integer> {
        final File file;

        PictureFile(File file) {
            this.file = file;
        }

        @Override
        protected Integer compute() {
            try {
                return ImageIO.read(file).getWidth(); // expect: FJ6
            } catch (IOException e) {
                return 0;
            }
        }
    }

    /** Whether a linked queue is empty is told without a lock. */
    static class Drained extends RecursiveAction {
        final BlockingQueue<File> files;

        Drained(BlockingQueue<File> files) {
            this.files = files;
        }

        @Override
        protected void compute() {
            if (files.isEmpty()) {
                return;
            }
            new Drained(files).invoke();
        }
    }

    // ---- tasks that are kept ---------------------------------------------------------------------

    static void again(RecursiveAction one, RecursiveAction other) {
        one.fork();
        other.fork();
        while (true) {
            if (one.isDone()) {
                one.reinitialize();
                one.fork();
            }
            if (other.isDone()) {
                other.reinitialize();
                other.fork();
            }
        }
    }

    static int turns(int count, Function<Integer, Integer> player) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int turn = i;
            sum += ForkJoinTask.adapt(() -> player.apply(turn)).fork().join();
        }
        return sum;
    }

    static <T> Function<T, ForkJoinTask<?>> forking(Consumer<T> action) {
        return it -> ForkJoinTask.adapt(() -> action.accept(it)).fork(); // expect: FJ4
    }

    static <T> void each(Stream<T> all, Consumer<T> action) {
        all.map(forking(action)).collect(Collectors.toList()).forEach(ForkJoinTask::join);
    }

    static class First extends RecursiveTask<Integer> {
        final List<First> others = new ArrayList<>();

        @Override
        protected Integer compute() {
            List<ForkJoinTask<Integer>> tasks = new ArrayList<>();
            tasks.add(new First().fork());
            others.stream().map(ForkJoinTask::fork).forEach(tasks::add); // expect: FJ4
            return tasks.stream().mapToInt(ForkJoinTask::join).sum();
        }
    }

    // ---- copies ----------------------------------------------------------------------------------

    static class Permutations extends RecursiveTask<Long> {
        final StringBuilder letters;
        final int at;

        Permutations(StringBuilder letters, int at) {
            this.letters = letters;
            this.at = at;
        }

        @Override
        protected Long compute() {
            if (at == letters.length()) {
                return 1L;
            }
            List<Permutations> parts = new ArrayList<>();
            for (int i = at; i < letters.length(); i++) {
                parts.add(new Permutations(new StringBuilder(letters), at + 1)); // expect: FJ2
            }
            return invokeAll(parts).stream().mapToLong(Permutations::join).sum();
        }
    }

    static class Solver extends RecursiveAction {
        final Puzzle puzzle;
        final Board board;
        final int spot;

        Solver(Puzzle puzzle, Board board, int spot) {
            this.puzzle = puzzle;
            this.board = board;
            this.spot = spot;
        }

        @Override
        protected void compute() {
            List<Solver> solvers = new ArrayList<>();
            for (int i = 1; spot < 81 && i <= 9; i++) {
                Puzzle next = new Puzzle(puzzle); // expect: FJ2
                next.set(spot, i);
                Board own = new Board(board); // expect: FJ2
                solvers.add(new Solver(next, own, spot + 1));
            }
            invokeAll(solvers);
        }
    }

    static class Product extends RecursiveTask<Matrix> {
        final Matrix a, b;
        final int size;

        Product(Matrix a, Matrix b, int size) {
            this.a = a;
            this.b = b;
            this.size = size;
        }

        @Override
        protected Matrix compute() {
            if (size < 64) {
                return Matrix.multiply(a, b, size);
            }
            Matrix result = new Matrix(size);
            Product left = new Product(a, b, size / 2);
            Product right = new Product(a, b, size / 2);
            invokeAll(left, right);
            Matrix ofLeft = left.join();
            Matrix ofRight = right.join();
            for (int i = 0; i < size; i++) {
                double[] row = ofLeft.rows[i];
                double[] other = ofRight.rows[i];
                double[] sum = result.rows[i];
                for (int j = 0; j < size; j++) {
                    sum[j] = row[j] + other[j]; // expect: FJ3
                }
            }
            return result;
        }
    }

    static class Blocks {
        final double[][] values;

        Blocks(int rows, int columns) {
            values = new double[rows][columns];
        }

        int rows() {
            return values.length;
        }

        double get(int row, int column) {
            return values[row][column];
        }

        void set(int row, int column, double value) {
            values[row][column] = value;
        }

        void add(Blocks other) {
            for (int i = 0; i < other.rows(); i++) {
                for (int j = 0; j < other.rows(); j++) {
                    values[i][j] += other.get(i, j); // expect: FJ3
                }
            }
        }
    }

    static class Fox extends RecursiveTask<Blocks> {
        final Blocks a, b;

        Fox(Blocks a, Blocks b) {
            this.a = a;
            this.b = b;
        }

        @Override
        protected Blocks compute() {
            Blocks sum = new Blocks(a.rows(), b.rows());
            if (a.rows() > 64) {
                Fox left = new Fox(half(a), b);
                Fox right = new Fox(half(a), b);
                invokeAll(left, right);
                sum.add(left.join());
                sum.add(right.join());
            }
            return sum;
        }

        private static Blocks half(Blocks whole) {
            Blocks half = new Blocks(whole.rows() / 2, whole.rows());
            for (int i = 0; i < half.rows(); i++) {
                for (int j = 0; j < whole.rows(); j++) {
                    half.set(i, j, whole.get(i, j)); // expect: FJ2
                }
            }
            return half;
        }
    }

    static class Upper extends RecursiveTask<String[]> {
        final String[] words;
        final int from, to;

        Upper(String[] words, int from, int to) {
            this.words = words;
            this.from = from;
            this.to = to;
        }

        @Override
        protected String[] compute() {
            if (to - from < 100) {
                String[] upper = new String[to - from];
                for (int i = from; i < to; i++) {
                    upper[i - from] = words[i].toUpperCase();
                }
                return upper;
            }
            Upper left = new Upper(words, from, (from + to) / 2);
            Upper right = new Upper(words, (from + to) / 2, to);
            left.fork();
            String[] second = right.compute();
            return both(left.join(), second);
        }

        private String[] both(String[] first, String[] second) {
            String[] all = new String[first.length + second.length];
            int at = 0;
            for (String word : first) {
                all[at++] = word; // expect: FJ3
            }
            for (String word : second) {
                all[at++] = word; // expect: FJ3
            }
            return all;
        }
    }

    static class Folders extends RecursiveTask<List<Path>> {
        final List<Folders> below = new ArrayList<>();

        @Override
        protected List<Path> compute() {
            return below.stream()
                    .flatMap(
                            folder -> {
                                folder.fork();
                                return folder.join().stream();
                            })
                    .toList(); // expect: FJ3
        }
    }

    @lombok.Getter
    static class Letters extends RecursiveTask<Integer> {
        private final String text;

        Letters(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            if (this.getText().length() < 50) {
                return this.getText().length();
            }
            String half = this.getText().substring(this.getText().length() / 2); // expect: FJ2
            return new Letters(half).fork().join();
        }
    }

    static class Filter extends RecursiveTask<Path[]> {
        final Path folder;

        Filter(Path folder) {
            this.folder = folder;
        }

        @Override
        protected Path[] compute() {
            List<Path> found = new ArrayList<>(List.of(folder));
            for (Filter filter : filters()) {
                Path[] below = filter.join();
                found.addAll(List.of(below)); // expect: FJ3
            }
            return found.toArray(Path[]::new);
        }

        private Filter[] filters() {
            Filter one = new Filter(folder.resolve("one"));
            Filter other = new Filter(folder.resolve("other"));
            invokeAll(one, other);
            return new Filter[] {one, other};
        }
    }

    /** The name of a file that a child has written is no copy of what is in it. */
    static class Renaming extends RecursiveTask<File> {
        final File folder;

        Renaming(File folder) {
            this.folder = folder;
        }

        @Override
        protected File compute() {
            Renaming left = new Renaming(new File(folder, "left"));
            Renaming right = new Renaming(new File(folder, "right"));
            invokeAll(left, right);
            return named(left.join(), right.join());
        }

        private File named(File left, File right) {
            return new File("of_" + left.getName() + "_" + right.getName());
        }
    }
}
