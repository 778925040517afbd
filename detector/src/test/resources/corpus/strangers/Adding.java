package corpus.strangers;

import static org.apache.commons.io.FileUtils.copyURLToFile;

import com.sun.jersey.api.client.WebResource;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ibatis.session.SqlSession;
import org.example.nets.Library;
import org.example.nets.PageHttp;
import org.example.nets.Primitive;
import org.example.nets.Samples;
import org.example.nets.Shop;
import org.example.records.Sheet;

/** Results that are added up element by element, lists of results, streams, and more input. */
class Adding {

    // ---- children's arrays added element by element ----------------------------------------------

    static class Product extends RecursiveTask<double[][]> {
        final double[][] a;
        final int from;
        final int to;

        Product(double[][] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected double[][] compute() {
            if (to - from < 16) {
                return new double[a.length][a.length];
            }
            Product left = new Product(a, from, (from + to) / 2);
            Product right = new Product(a, (from + to) / 2, to);
            invokeAll(left, right);
            return sum(left.join(), right.join());
        }

        static double[][] sum(double[][] left, double[][] right) {
            double[][] sum = new double[left.length][left.length];
            for (int i = 0; i < left.length; i++) {
                for (int j = 0; j < left.length; j++) {
                    sum[i][j] = left[i][j] + right[i][j]; // expect: FJ3
                }
            }
            return sum;
        }
    }

    static class Block {
        final int[][] cells = new int[64][64];

        int[] row(int at) {
            return cells[at];
        }

        int[] getRow(int at) {
            return cells[at];
        }
    }

    static class Blocks extends RecursiveTask<Map<String, Object>> {
        final Block whole;
        final int parts;

        Blocks(Block whole, int parts) {
            this.whole = whole;
            this.parts = parts;
        }

        @Override
        protected Map<String, Object> compute() {
            List<Blocks> tasks = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                tasks.add(new Blocks(whole, parts / 2));
            }
            invokeAll(tasks);
            for (Blocks task : tasks) {
                Map<String, Object> result = task.join();
                Block block = (Block) result.get("block");
                int at = (int) result.get("at");
                for (int i = 0; i < block.cells.length; i++) {
                    for (int j = 0; j < block.cells.length; j++) {
                        whole.cells[at + i][j] += block.cells[i][j]; // expect: FJ3
                    }
                }
            }
            return new HashMap<>();
        }
    }

    static class Letters extends RecursiveTask<int[]> {
        static final int ALPHABET = 26;
        final String text;

        Letters(String text) {
            this.text = text;
        }

        @Override
        protected int[] compute() {
            int[] counts = new int[ALPHABET];
            if (text.length() < 1000) {
                text.chars().forEach(it -> counts[it - 'a']++);
                return counts;
            }
            int middle = text.length() / 2;
            Letters left = new Letters(text.substring(0, middle)); // expect: FJ2
            Letters right = new Letters(text.substring(middle)); // expect: FJ2
            left.fork();
            int[] second = right.compute();
            int[] first = left.join();
            for (int i = 0; i < ALPHABET; i++) {
                counts[i] = first[i] + second[i]; // a constant number of them
            }
            return counts;
        }
    }

    /** The arrays are added up by tasks of another class. */
    static class Grids extends RecursiveTask<int[][]> {
        final int from;
        final int to;
        final int size;

        Grids(int from, int to, int size) {
            this.from = from;
            this.to = to;
            this.size = size;
        }

        @Override
        protected int[][] compute() {
            if (to - from < 100) {
                return new int[size][size];
            }
            Grids left = new Grids(from, (from + to) / 2, size);
            Grids right = new Grids((from + to) / 2, to, size);
            left.fork();
            int[][] second = right.compute();
            int[][] first = left.join();
            new Sum(first, second, 0, size).invoke();
            return second;
        }

        static class Sum extends RecursiveAction {
            final int[][] one;
            final int[][] other;
            final int low;
            final int high;

            Sum(int[][] one, int[][] other, int low, int high) {
                this.one = one;
                this.other = other;
                this.low = low;
                this.high = high;
            }

            @Override
            protected void compute() {
                if (high - low > 16) {
                    invokeAll(
                            new Sum(one, other, low, (low + high) / 2),
                            new Sum(one, other, (low + high) / 2, high));
                    return;
                }
                for (int i = low; i < high; i++) {
                    for (int j = 0; j < one[i].length; j++) {
                        other[i][j] += one[i][j]; // expect: FJ3
                    }
                }
            }
        }
    }

    // ---- a list of results, given to a helper ------------------------------------------------------

    static class Quarters extends RecursiveTask<Block> {
        final int size;

        Quarters(int size) {
            this.size = size;
        }

        @Override
        protected Block compute() {
            if (size < 8) {
                return new Block();
            }
            List<RecursiveTask<Block>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tasks.add(new Quarters(size / 2));
            }
            invokeAll(tasks);
            List<Block> results = new ArrayList<>();
            for (RecursiveTask<Block> task : tasks) {
                results.add(task.join());
            }
            return unite(results);
        }

        static Block unite(List<Block> blocks) {
            Block whole = new Block();
            for (int i = 0; i < 32; i++) {
                System.arraycopy(blocks.get(0).getRow(i), 0, whole.row(i), 0, 32); // expect: FJ3
            }
            return whole;
        }
    }

    // ---- copies that children sort, and whose results nobody asks for --------------------------------

    static class Sorting extends RecursiveTask<Integer[]> {
        final Integer[] all;

        Sorting(Integer[] all) {
            this.all = all;
        }

        @Override
        protected Integer[] compute() {
            if (all.length < 32) {
                Arrays.sort(all);
                return all;
            }
            Integer[] low = Arrays.copyOfRange(all, 0, all.length / 2); // expect: FJ2
            Integer[] high = Arrays.copyOfRange(all, all.length / 2, all.length); // expect: FJ2
            Sorting first = new Sorting(low);
            Sorting second = new Sorting(high);
            var forked = first.fork();
            second.compute();
            forked.join();
            merge(all, low, high);
            return all;
        }

        static void merge(Integer[] all, Integer[] low, Integer[] high) {
            int i = 0;
            int j = 0;
            for (int k = 0; k < all.length; k++) {
                if (j == high.length || i < low.length && low[i] < high[j]) {
                    all[k] = low[i++]; // expect: FJ3
                } else {
                    all[k] = high[j++]; // expect: FJ3
                }
            }
        }
    }

    // ---- reduced by a function that a helper is given ----------------------------------------------

    static class Puzzle extends RecursiveTask<List<String>> {
        final int depth;

        Puzzle(int depth) {
            this.depth = depth;
        }

        @Override
        protected List<String> compute() {
            List<Puzzle> tasks = new ArrayList<>();
            for (int i = 0; i < depth; i++) {
                tasks.add(new Puzzle(depth - 1));
            }
            return merged(
                    (left, right) -> {
                        left.addAll(right); // expect: FJ3
                        return left;
                    },
                    new ArrayList<>(),
                    tasks);
        }

        static <T> T merged(
                BinaryOperator<T> merger, T none, Collection<? extends RecursiveTask<T>> tasks) {
            ForkJoinTask.invokeAll(tasks);
            return tasks.stream().map(ForkJoinTask::join).reduce(none, merger);
        }
    }

    // ---- futures that the pool returns, and streams --------------------------------------------------

    static class Links extends RecursiveTask<List<String>> {
        final List<Links> tasks = new ArrayList<>();

        @Override
        protected List<String> compute() {
            List<String> links = new ArrayList<>();
            List<Future<List<String>>> futures = new ArrayList<>();
            for (Links task : tasks) {
                futures.add(ForkJoinPool.commonPool().submit(task)); // expect: FJ1
            }
            for (Future<List<String>> future : futures) {
                try {
                    links.addAll(future.get()); // expect: FJ3
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }
            return links;
        }
    }

    static class Names extends RecursiveTask<Stream<String>> {
        final List<Names> parts = new ArrayList<>();

        @Override
        protected Stream<String> compute() {
            final Stream<String> below =
                    ForkJoinTask.invokeAll(parts).stream().flatMap(RecursiveTask::join);
            return Stream.concat(Stream.of("name"), below); // expect: FJ3
        }
    }

    static class Paths extends RecursiveTask<Stream<String>> {
        final List<Paths> parts = new ArrayList<>();

        @Override
        protected Stream<String> compute() {
            return ForkJoinTask.invokeAll(parts).stream().flatMap(ForkJoinTask::join); // expect: FJ3
        }
    }

    static class Found {
        final List<String> all = new ArrayList<>();

        List<String> getAll() {
            return all;
        }
    }

    static class Pages extends RecursiveTask<Found> {
        final List<Pages> parts = new ArrayList<>();

        @Override
        protected Found compute() {
            Found found = new Found();
            List<String> all = new ArrayList<>();
            parts.subList(1, parts.size()).forEach(ForkJoinTask::fork); // expect: FJ4
            Stream.concat(
                            Stream.of(parts.get(0).compute()),
                            parts.subList(1, parts.size()).stream().map(ForkJoinTask::join))
                    .forEach(
                            result -> {
                                all.addAll(result.getAll()); // expect: FJ3
                            });
            return found;
        }
    }

    static class Sheets extends RecursiveTask<Sheet> {
        final List<Sheet> rows;

        Sheets(List<Sheet> rows) {
            this.rows = rows;
        }

        @Override
        protected Sheet compute() {
            Sheet sheet = new Sheet();
            if (rows.size() < 2) {
                return rows.get(0);
            }
            int middle = rows.size() / 2;
            Sheets first = new Sheets(rows.subList(0, middle)); // expect: FJ2
            Sheets rest = new Sheets(rows.subList(middle, rows.size())); // expect: FJ2
            invokeAll(first, rest);
            Sheet left = first.join();
            Sheet right = rest.join();
            sheet.setTitle(left.getTitle() + ", " + right.getTitle()); // of a type that is not known
            sheet.setText(sheet.getText() + "," + left.getText()); // expect: FJ3
            return sheet;
        }
    }

    // ---- a fork that is joined at once is not one of many ------------------------------------------

    static class Folders extends RecursiveTask<Long> {
        final File folder;

        Folders(File folder) {
            this.folder = folder;
        }

        @Override
        protected Long compute() {
            long size = 0;
            for (File file : folder.listFiles()) {
                if (file.isDirectory()) {
                    Folders task = new Folders(file);
                    task.fork();
                    size += task.join(); // expect: FJ7
                } else {
                    size += file.length();
                }
            }
            return size;
        }
    }

    // ---- input and output of libraries, known by what they are called or given ---------------------

    static class Downloads extends RecursiveAction {
        final URL from;
        final File to;

        Downloads(URL from, File to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            try {
                copyURLToFile(from, to); // expect: FJ6
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Ports extends RecursiveAction {
        final int port;

        Ports(int port) {
            this.port = port;
        }

        @Override
        protected void compute() {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("localhost", port)); // expect: FJ6
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Resources extends RecursiveTask<String> {
        final WebResource resource;

        Resources(WebResource resource) {
            this.resource = resource;
        }

        @Override
        protected String compute() {
            return resource.header("host", "here").header("token", "t").get(String.class); // expect: FJ6
        }
    }

    static class Requests extends RecursiveTask<String> {
        final String place;

        Requests(String place) {
            this.place = place;
        }

        @Override
        protected String compute() {
            String name = PageHttp.nameOf(place);
            return PageHttp.request(name).header("accept").execute(String.class); // expect: FJ6
        }
    }

    static class Loading extends RecursiveTask<Samples> {
        final Path path;
        final String text;

        Loading(Path path, String text) {
            this.path = path;
            this.text = text;
        }

        @Override
        protected Samples compute() {
            Samples samples = new Samples();
            samples.parse(text); // what is in memory
            samples.resolve(path); // does not sound like reading
            samples.load(path); // expect: FJ6
            return samples;
        }
    }

    static class Others extends RecursiveTask<Set<String>> {
        private final ExecutorService others;
        private final Library library;

        Others(ExecutorService others, Library library) {
            this.others = others;
            this.library = library;
        }

        @Override
        protected Set<String> compute() {
            try {
                final var all = others.submit(library::all).get(); // expect: FJ6
                return new HashSet<>(all);
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Packets extends RecursiveAction {
        final SocketAddress place;

        Packets(SocketAddress place) {
            this.place = place;
        }

        @Override
        protected void compute() {
            try (DatagramChannel channel = DatagramChannel.open()) {
                channel.send(ByteBuffer.wrap(new byte[] {1}), place); // expect: FJ6
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Requested extends RecursiveTask<String> {
        final Socket socket;

        Requested(Socket socket) {
            this.socket = socket;
        }

        @Override
        protected String compute() {
            try (DataInputStream in = new DataInputStream(socket.getInputStream())) { // expect: FJ6
                return in.readUTF(); // in the same method as the line before
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Served extends RecursiveAction {
        final Shop shop;

        Served(Shop shop) {
            this.shop = shop;
        }

        @Override
        protected void compute() {
            shop.customers.poll(); // of a type that is not known
            shop.blockingQueue.take(); // expect: FJ6
        }
    }

    static class Inserting extends RecursiveAction {
        final Shop shop;
        final SqlSession session;

        Inserting(Shop shop, SqlSession session) {
            this.shop = shop;
            this.session = session;
        }

        @Override
        protected void compute() {
            insertAll();
            shop.documents().replaceOne(shop.filter(), shop.document()); // expect: FJ6
        }

        private void insertAll() {
            session.insert("all", shop.rows()); // expect: FJ6
            session.commit();
        }
    }

    // ---- what looks like the rest but is not -------------------------------------------------------

    static class Medians extends RecursiveTask<double[]> {
        final Shop shop = new Shop();
        final double[] in;
        final double[] out;
        final int from;
        final int to;

        Medians(double[] in, double[] out, int from, int to) {
            this.in = in;
            this.out = out;
            this.from = from;
            this.to = to;
        }

        @Override
        protected double[] compute() {
            if (to - from < 1000) {
                for (int i = from; i < to; i++) {
                    double[] window = new double[3];
                    System.arraycopy(in, i, window, 0, 3);
                    out[i] = shop.median(shop.sorted(window)); // a number that was made of the copy
                }
                return out;
            }
            Medians left = new Medians(in, out, from, (from + to) / 2);
            left.fork();
            new Medians(in, out, (from + to) / 2, to).compute();
            left.join();
            return out;
        }
    }

    static class Site extends RecursiveAction {
        private static final Pattern HOST = Pattern.compile("//[a-z.]+");
        final String root;

        Site(String root) {
            this.root = root;
        }

        @Override
        protected void compute() {
            List<Site> sites = new ArrayList<>();
            Matcher host = HOST.matcher(root);
            while (host.find()) {
                String found = root.substring(host.start(), host.end()); // a name, not a part
                sites.add(new Site(found + "/index"));
            }
            invokeAll(sites);
        }
    }

    /** It would ask getQueuedTaskCount, but does not. */
    static class Lines extends RecursiveAction {
        final List<String> lines;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected void compute() {
            List<Lines> tasks = new ArrayList<>();
            for (String line : lines) {
                // if (getQueuedTaskCount() > 10) break;
                Lines task = new Lines(List.of(line));
                tasks.add(task);
                task.fork(); // expect: FJ4
            }
            tasks.forEach(ForkJoinTask::join);
        }
    }

    /** The pool is a field of a class that was not given. */
    static class Halving extends Primitive<Integer> {
        final int from;
        final int to;

        Halving(ForkJoinPool pool, int from, int to) {
            super(pool);
            this.from = from;
            this.to = to;
        }

        Void proceed() {
            if (to - from < 1) {
                return null;
            }
            int middle = (from + to) / 2;
            RecursiveTask<Void> left =
                    new RecursiveTask<Void>() {
                        @Override
                        protected Void compute() {
                            new Halving(null, from, middle).proceed();
                            return null;
                        }
                    };
            this.pool.execute(left); // expect: FJ1
            new Halving(null, middle, to).proceed();
            left.join();
            return null;
        }
    }

    /** The helper is had of something that is not known, but there is one method of that name. */
    static class Crawling extends RecursiveTask<Set<String>> {
        final Library library;
        final Path page;

        Crawling(Library library, Path page) {
            this.library = library;
            this.page = page;
        }

        @Override
        protected Set<String> compute() {
            return library.scraper().linksOfPage(page);
        }
    }

    static class Scraper {
        Set<String> linksOfPage(Path page) {
            try {
                return new HashSet<>(Files.readAllLines(page)); // expect: FJ6
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
