package corpus.strangers;

import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.example.areas.Boundary;
import org.example.prices.MessageQueueService;
import org.example.prices.PageHttpClient;
import org.example.prices.PriceService;
import org.example.prices.TariffServiceImpl;
import org.example.routes.Crew;
import org.example.routes.Route;
import org.example.routes.Store;
import org.example.words.Chunk;
import org.example.words.CountingRecursiveTask;
import org.example.words.Graphs;
import org.example.words.Page;
import org.example.words.WordGraph;
import org.springframework.context.ApplicationContext;

/** Tasks, and what they ask, of which nothing but the name is at hand. */
class Unseen {
    // ---- tasks that were not given ---------------------------------------------------------------

    /** The class is named for what it extends. */
    static class Chunks extends RecursiveTask<Integer> {
        private final String[] words;

        Chunks(String[] words) {
            this.words = words;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            for (ForkJoinTask<Integer> part : ForkJoinTask.invokeAll(parts())) sum += part.join();
            return sum;
        }

        private List<CountingRecursiveTask> parts() {
            List<CountingRecursiveTask> parts = new ArrayList<>();
            for (int at = 0; at < words.length; at += 100) {
                int end = Math.min(words.length, at + 100);
                parts.add(new CountingRecursiveTask(Arrays.copyOfRange(words, at, end))); // expect: FJ2
            }
            return parts;
        }
    }

    /** What is in the list is forked. */
    static class Collected extends RecursiveAction {
        private final int[] rows;

        Collected(int[] rows) {
            this.rows = rows;
        }

        @Override
        protected void compute() {
            List<Chunk> chunks = new ArrayList<>();
            for (int at = 0; at + 10 <= rows.length; at += 10) {
                chunks.add(new Chunk(Arrays.copyOfRange(rows, at, at + 10))); // expect: FJ2
            }
            invokeAll(chunks);
        }
    }

    /** Forked one by one. */
    static class Looped extends RecursiveAction {
        private final int[] rows;

        Looped(int[] rows) {
            this.rows = rows;
        }

        @Override
        protected void compute() {
            List<Chunk> chunks = new ArrayList<>();
            chunks.add(new Chunk(Arrays.copyOfRange(rows, 0, rows.length / 2))); // expect: FJ2
            chunks.add(new Chunk(Arrays.copyOfRange(rows, rows.length / 2, rows.length))); // expect: FJ2
            for (Chunk chunk : chunks) {
                chunk.fork(); // expect: FJ4
            }
            for (Chunk chunk : chunks) {
                chunk.join();
            }
        }
    }

    /** A trap: pages are printed, nothing forks them. */
    static class Printed extends RecursiveAction {
        private final int[] rows;

        Printed(int[] rows) {
            this.rows = rows;
        }

        @Override
        protected void compute() {
            List<Page> pages = new ArrayList<>();
            for (int at = 0; at + 10 <= rows.length; at += 10) {
                pages.add(new Page(Arrays.copyOfRange(rows, at, at + 10)));
            }
            for (Page page : pages) {
                System.out.println(page);
            }
        }
    }

    /** A container makes the child. */
    static class Contained extends RecursiveAction {
        private final ApplicationContext context;
        private final List<Long> customers;

        Contained(ApplicationContext context, List<Long> customers) {
            this.context = context;
            this.customers = customers;
        }

        @Override
        protected void compute() {
            int mid = customers.size() / 2;
            if (mid < 50) return;
            List<Long> left = new ArrayList<>(customers.subList(0, mid)); // expect: FJ2
            List<Long> right = new ArrayList<>(customers.subList(mid, mid + mid)); // expect: FJ2
            ForkJoinTask.invokeAll(
                    context.getBean(Contained.class, context, left),
                    context.getBean(Contained.class, context, right));
        }
    }

    // ---- carriers --------------------------------------------------------------------------------

    /** Sizes and locks are no data: it is made to carry the cells. */
    static class Table {
        final long[] cells;
        final int rows, columns;
        private final Lock reading = new ReentrantLock();
        private final Lock writing = new ReentrantLock();
        private final boolean square;

        Table(long[] cells, int rows) {
            this.cells = cells;
            this.rows = rows;
            this.columns = cells.length / rows;
            this.square = rows == columns;
        }
    }

    static class Product extends RecursiveTask<Long> {
        private final Table table;

        Product(Table table) {
            this.table = table;
        }

        @Override
        protected Long compute() {
            if (table.rows < 10) return table.cells[0];
            Table[] halves = halves();
            Product upper = new Product(halves[0]);
            Product lower = new Product(halves[1]);
            upper.fork();
            return lower.compute() * upper.join();
        }

        private Table[] halves() {
            int mid = table.rows / 2 * table.columns;
            long[] upper = Arrays.copyOfRange(table.cells, 0, mid); // expect: FJ2
            long[] lower = Arrays.copyOfRange(table.cells, mid, table.cells.length); // expect: FJ2
            return new Table[] {new Table(upper, table.rows / 2), new Table(lower, table.rows / 2)};
        }
    }

    /** The root alone makes an array of what it is given, of a class that nothing tells. */
    static class Routes extends RecursiveTask<Integer> {
        private final Leg[] legs;

        Routes(Route[] routes) {
            List<Leg> all = new ArrayList<>();
            for (Route route : routes) all.add(new Leg(route));
            legs = all.toArray(new Leg[0]);
        }

        private Routes(Leg[] legs) {
            this.legs = legs;
        }

        @Override
        protected Integer compute() {
            int length = legs.length;
            if (length < 10) return length;
            Routes left = new Routes(Arrays.copyOfRange(legs, 0, length / 2)); // expect: FJ2
            Routes right = new Routes(Arrays.copyOfRange(legs, length / 2, length)); // expect: FJ2
            left.fork();
            return right.compute() + left.join();
        }

        static class Leg {
            final Route route;

            Leg(Route route) {
                this.route = route;
            }
        }
    }

    /** A trap: what every address begins with is cut off. */
    static class Site extends RecursiveAction {
        private final String address;
        private final String pattern;

        Site(String address) {
            this.address = address;
            this.pattern = "https://(www\\.)?" + address.substring(8);
        }

        @Override
        protected void compute() {
            if (address.matches(pattern)) {
                invokeAll(new Site(address), new Site(address));
            }
        }
    }

    // ---- results ---------------------------------------------------------------------------------

    /** What is copied first is added one by one then. */
    static class Groups extends RecursiveTask<Crew[]> {
        private final Crew[] crews;
        private final int from, to;

        Groups(Crew[] crews, int from, int to) {
            this.crews = crews;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Crew[] compute() {
            if (to - from < 2) return new Crew[] {crews[from]};
            Groups left = new Groups(crews, from, (from + to) / 2);
            Groups right = new Groups(crews, (from + to) / 2, to);
            left.fork();
            Crew[] later = right.compute();
            List<Crew> all = new ArrayList<>(Arrays.asList(left.join())); // expect: FJ3
            List<Crew> others = new ArrayList<>(Arrays.asList(later)); // expect: FJ3
            for (Crew other : others) {
                if (!all.get(0).joins(other)) all.add(other); // expect: FJ3
            }
            return all.toArray(new Crew[0]);
        }
    }

    /** The results are collected first, and their streams are one then. */
    static class Answers extends RecursiveTask<List<Integer>> {
        private final int from, to;

        Answers(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from < 10) return List.of(from);
            int mid = (from + to) / 2;
            List<List<Integer>> parts =
                    ForkJoinTask.invokeAll(List.of(new Answers(from, mid), new Answers(mid, to))).stream()
                            .map(ForkJoinTask::join)
                            .collect(Collectors.toList());
            Stream<Integer> all = Stream.empty();
            for (List<Integer> part : parts) {
                all = Stream.concat(all, part.stream()); // expect: FJ3
            }
            return all.collect(Collectors.toList());
        }
    }

    /** Children leave what they computed in arrays of a class that was not given. */
    static class Transform extends RecursiveAction {
        private final Phasor[] values;

        Transform(Phasor[] values) {
            this.values = values;
        }

        @Override
        protected void compute() {
            int half = values.length / 2;
            if (half == 0) return;
            Phasor[] even = new Phasor[half];
            Phasor[] odd = new Phasor[half];
            for (int at = 0; at < half; at++) {
                even[at] = values[2 * at]; // expect: FJ2
                odd[at] = values[2 * at + 1]; // expect: FJ2
            }
            invokeAll(new Transform(even), new Transform(odd));
            for (int at = 0; at < half; at++) {
                Phasor turned = odd[at].turned(at);
                values[at] = even[at].plus(turned); // expect: FJ3
                values[at + half] = even[at].minus(turned); // expect: FJ3
            }
        }
    }

    static class Network extends RecursiveTask<WordGraph> {
        private final int from, to;

        Network(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected WordGraph compute() {
            if (to - from < 2) return new WordGraph();
            Network left = new Network(from, (from + to) / 2);
            Network right = new Network((from + to) / 2, to);
            left.fork();
            WordGraph all = right.compute();
            WordGraph some = left.join();
            Graphs.addGraph(all, some); // expect: FJ3
            return all;
        }
    }

    // ---- who waits, and who asks -----------------------------------------------------------------

    static class Waits extends RecursiveAction {
        private final Boundary boundary;

        Waits(Boundary boundary) {
            this.boundary = boundary;
        }

        @Override
        protected void compute() {
            synchronized (boundary) { // expect: FJ5
                try {
                    boundary.wait(); // expect: FJ6
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** What the list has are tasks, though it calls them futures. */
    static class Handed extends RecursiveTask<Integer> {
        private final ForkJoinPool pool;
        private final List<Future<Integer>> parts = new ArrayList<>();

        Handed(ForkJoinPool pool) {
            this.pool = pool;
        }

        @Override
        protected Integer compute() {
            parts.add(part());
            try {
                return parts.get(0).get();
            } catch (InterruptedException | ExecutionException failed) {
                return 0;
            }
        }

        private Future<Integer> part() {
            return pool.submit(new Handed(pool)); // expect: FJ1
        }
    }

    /** Whatever it is, who acquires and releases it takes turns. */
    static class Trolleys extends RecursiveAction {
        @Override
        protected void compute() {
            Store.trolleys.acquire(); // expect: FJ5
            try {
                System.out.println("rolling");
            } finally {
                Store.trolleys.release();
            }
        }
    }

    /** A trap: a buffer that a pool lends is nobody else's. */
    static class Lent extends RecursiveAction {
        @Override
        protected void compute() {
            Object buffer = Store.buffers.acquire("large");
            Store.buffers.release(buffer);
        }
    }

    /** Whom it asks is told by what it is called. */
    static class Queued extends RecursiveAction {
        private final MessageQueueService queue;

        Queued(MessageQueueService queue) {
            this.queue = queue;
        }

        @Override
        protected void compute() {
            queue.send("form"); // expect: FJ6
        }
    }

    /** It is made, and told what to say, before it asks. */
    static class Pages extends RecursiveTask<Integer> {
        private final URL address;

        Pages(URL address) {
            this.address = address;
        }

        @Override
        protected Integer compute() {
            PageHttpClient client = PageHttpClient.create(address);
            client.setHeader("Accept-Encoding", "none");
            return client.connect("now").length(); // expect: FJ6
        }
    }

    /** A trap: the name of a child's class is none of its results. */
    static class NamedParts extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            NamedParts part = new NamedParts();
            part.fork();
            System.out.println(String.format("part %s", part.getClass().getName()));
            return 1;
        }
    }

    /** The DAO is of this package: no import tells where it is. */
    static class Archives extends RecursiveAction {
        private final CustomerDaoImpl customers;

        Archives(CustomerDaoImpl customers) {
            this.customers = customers;
        }

        @Override
        protected void compute() {
            customers.archive("done"); // expect: FJ6
        }
    }

    static class Serves extends RecursiveAction {
        private final TariffServiceImpl tariffs;

        Serves(TariffServiceImpl tariffs) {
            this.tariffs = tariffs;
        }

        @Override
        protected void compute() {
            tariffs.findByCountryAndYear("FR", 2020); // expect: FJ6
        }
    }

    static class Stores extends RecursiveAction {
        private final TariffServiceImpl tariffs;

        Stores(TariffServiceImpl tariffs) {
            this.tariffs = tariffs;
        }

        @Override
        protected void compute() {
            tariffs.save(new Object()); // expect: FJ6
        }
    }

    /** A trap: a service may as well compute. */
    static class Computes extends RecursiveTask<Double> {
        private final PriceService prices;

        Computes(PriceService prices) {
            this.prices = prices;
        }

        @Override
        protected Double compute() {
            return prices.discounted(3.5) + prices.findBest(1, 2);
        }
    }
}
