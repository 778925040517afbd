package corpus.strangers;

import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import javax.persistence.EntityManager;
import javax.persistence.Query;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.springframework.web.reactive.function.client.WebClient;

/** Clean and other code side by side, as in applications. */
class Mixtures {
    // ---- text that is taken apart, and text that is divided --------------------------------------

    static class Crawler extends RecursiveAction {
        private static final CopyOnWriteArrayList<String> FOUND = new CopyOnWriteArrayList<>();
        private final String url;
        private final Document page;

        Crawler(String url, Document page) {
            this.url = url;
            this.page = page;
        }

        @Override
        protected void compute() {
            Set<Crawler> next = new HashSet<>();
            for (Element a : page.select("a")) {
                String link = a.attr("href");
                if (link.contains("#")) {
                    link = link.substring(0, link.indexOf('#'));
                }
                if (link.startsWith("/")) {
                    link = url + link.substring(1);
                }
                if (!FOUND.contains(link)) {
                    next.add(new Crawler(shortened(link), page));
                }
            }
            for (String seen : FOUND) {
                System.out.println(seen);
            }
            FOUND.add(url); // expect: FJ5
            ForkJoinTask.invokeAll(new ArrayList<>(next));
            ForkJoinTask.invokeAll(next.toArray(new Crawler[0]));
        }

        private static String shortened(String link) {
            return link.endsWith("/") ? link.substring(0, link.length() - 1) : link;
        }
    }

    static class Palindromes extends RecursiveTask<Integer> {
        private final String text;

        Palindromes(String text) {
            this.text = text.trim();
        }

        @Override
        protected Integer compute() {
            String whole = this.text;
            if (whole.length() < 8) return direct(whole);
            Palindromes first = new Palindromes(half(whole, 0));
            Palindromes second = new Palindromes(half(whole, 1));
            first.fork();
            return second.compute() + first.join();
        }

        private static String half(String s, int which) {
            int mid = s.length() / 2;
            return which == 0 ? s.substring(0, mid) : s.substring(mid); // expect: FJ2, FJ2
        }

        private int direct(String s) {
            int n = 0;
            for (int i = 0; i < s.length(); i++) {
                String from = s.substring(i);
                n += from.equals(new StringBuilder(from).reverse().toString()) ? 1 : 0;
            }
            return n;
        }
    }

    static class Downloads extends RecursiveTask<Long> {
        private final String address;

        Downloads(String address) {
            this.address = address;
        }

        @Override
        protected Long compute() {
            File target = new File("/tmp", address.substring(address.lastIndexOf('/') + 1));
            URI host = URI.create(address.substring(0, address.indexOf('/', 8)));
            Saves saves = new Saves(target, host);
            saves.fork();
            try {
                URLConnection connection = new URL(address).openConnection();
                return connection.getInputStream().transferTo(null) // expect: FJ6
                        + saves.join();
            } catch (IOException e) {
                return -1L;
            }
        }
    }

    static class Saves extends RecursiveTask<Integer> {
        private final File target;
        private final URI host;

        Saves(File target, URI host) {
            this.target = target;
            this.host = host;
        }

        @Override
        protected Integer compute() {
            return target.getName().length() + host.getPort();
        }
    }

    // ---- constants, options, seeds ---------------------------------------------------------------

    static class Options implements Cloneable {
        int depth;
        long seed;

        Options(Options other) {
            this.depth = other.depth;
            this.seed = other.seed;
        }
    }

    static class Explores extends RecursiveTask<BigInteger> {
        private final Options options;
        private final List<Integer> bounds;
        private final int[] range;
        private final Date since;

        Explores(Options options, List<Integer> bounds, int[] range, Date since) {
            this.options = options;
            this.bounds = bounds;
            this.range = range;
            this.since = since;
        }

        @Override
        protected BigInteger compute() {
            if (range[1] - range[0] < 2) return BigInteger.valueOf(range[0]);
            int mid = (range[0] + range[1]) / 2;
            Options deeper = new Options(options);
            deeper.depth++;
            Explores l =
                    new Explores(
                            deeper,
                            new ArrayList<>(Arrays.asList(range[0], mid)),
                            new int[] {range[0], mid},
                            (Date) since.clone());
            Explores r =
                    new Explores(
                            deeper,
                            new ArrayList<>(List.of(mid, range[1])),
                            new int[] {mid, range[1]},
                            new Date(since.getTime()));
            l.fork();
            return r.compute().multiply(l.join()).add(BigInteger.valueOf(bounds.size()));
        }
    }

    // ---- results that are few --------------------------------------------------------------------

    static class Tallies extends RecursiveTask<Integer> {
        private final Map<String, List<Integer>> groups;

        Tallies(Map<String, List<Integer>> groups) {
            this.groups = groups;
        }

        @Override
        protected Integer compute() {
            Map<String, ForkJoinTask<Integer>> running = new HashMap<>();
            List<Group> all = new ArrayList<>();
            for (Map.Entry<String, List<Integer>> group : groups.entrySet()) {
                all.add(new Group(group.getKey(), group.getValue()));
            }
            Map<String, Integer> sums = new TreeMap<>();
            StringBuilder report = new StringBuilder();
            for (Group group : invokeAll(all)) {
                sums.put(group.name, group.join());
                report.append(group.name).append('=').append(group.join());
                report.append(group.join().toString()).append(String.valueOf(group.join()));
                running.put(group.name, group);
            }
            Map<String, Integer> again = new HashMap<>();
            for (Map.Entry<String, ForkJoinTask<Integer>> entry : running.entrySet()) {
                again.put(entry.getKey(), entry.getValue().join());
            }
            int[] inOrder = new int[all.size()];
            for (int i = 0; i < all.size(); i++) {
                inOrder[i] = all.get(i).join();
            }
            System.out.println(report);
            return sums.values().stream().mapToInt(i -> i).sum() + again.size() + inOrder.length;
        }
    }

    static class Group extends RecursiveTask<Integer> {
        final String name;
        private final List<Integer> numbers;

        Group(String name, List<Integer> numbers) {
            this.name = name;
            this.numbers = numbers;
        }

        @Override
        protected Integer compute() {
            return numbers.stream().mapToInt(Integer::intValue).sum();
        }
    }

    static class Vectors extends RecursiveTask<double[]> {
        private final double[][] rows;
        private final int lo, hi;

        Vectors(double[][] rows, int lo, int hi) {
            this.rows = rows;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected double[] compute() {
            double[] sum = new double[3];
            if (hi - lo == 1) {
                System.arraycopy(rows[lo], 0, sum, 0, 3);
                return sum;
            }
            Vectors l = new Vectors(rows, lo, (lo + hi) / 2);
            Vectors r = new Vectors(rows, (lo + hi) / 2, hi);
            l.fork();
            double[] b = r.compute(), a = l.join();
            for (int i = 0; i < 3; i++) {
                sum[i] = Math.max(a[i], b[i]);
            }
            a[0] += b[0];
            return plus(sum, a);
        }

        private static double[] plus(double[] x, double[] y) {
            double[] z = new double[x.length];
            for (int i = 0; i < z.length; i++) z[i] = x[i] + y[i];
            return z;
        }
    }

    // ---- results that are many -------------------------------------------------------------------

    static class Searches extends RecursiveTask<ArrayList<String>> {
        private final ArrayList<String> list;
        private final int first, last;
        private final ArrayList<String> files = new ArrayList<>();

        Searches(ArrayList<String> list, int first, int last) {
            this.list = list;
            this.first = first;
            this.last = last;
        }

        @Override
        protected ArrayList<String> compute() {
            ArrayList<String> results = new ArrayList<String>();
            if (last - first <= 10) {
                results = search();
            } else {
                int middle = (first + last) / 2;
                Searches s1 = new Searches(list, first, middle + 1);
                Searches s2 = new Searches(list, middle + 1, last);
                invokeAll(s1, s2);
                try {
                    results = s1.get();
                    ArrayList<String> aux = s2.get();
                    results.addAll(aux); // expect: FJ3
                } catch (InterruptedException | ExecutionException e) {
                    e.printStackTrace();
                }
                var newFiles = s1.join();
                this.files.addAll(newFiles); // expect: FJ3
            }
            return results;
        }

        private ArrayList<String> search() {
            ArrayList<String> results = new ArrayList<>();
            for (int i = first; i <= last; i++) {
                if (list.get(i).contains("x")) {
                    results.add(list.get(i));
                }
            }
            return results;
        }
    }

    static class Outline extends RecursiveTask<String> {
        private final List<Outline> children = new ArrayList<>();
        private final String title;

        Outline(String title) {
            this.title = title;
        }

        @Override
        protected String compute() {
            StringBuffer map = new StringBuffer(title);
            for (Outline child : children) {
                child.fork(); // expect: FJ4
            }
            for (Outline task : children) {
                String answer = task.join();
                map.append("\n\t").append(answer); // expect: FJ3
            }
            return map.toString()
                    + children.stream()
                            .map(x -> x.join())
                            .collect(Collectors.joining()); // expect: FJ3
        }
    }

    static class Rows extends RecursiveTask<double[][]> {
        private final double[][] m;
        private final int from, to;

        Rows(double[][] m, int from, int to) {
            this.m = m;
            this.from = from;
            this.to = to;
        }

        @Override
        protected double[][] compute() {
            if (to - from < 50) return new double[to - from][];
            int mid = (from + to) / 2;
            Rows l = new Rows(m, from, mid);
            Rows r = new Rows(m, mid, to);
            invokeAll(l, r);
            double[][] top = l.join();
            double[][] bottom = r.join();
            double[][] all = new double[to - from][];
            for (int i = 0; i < top.length; i++) {
                all[i] = top[i]; // expect: FJ3
            }
            for (int i = mid; i < to; i++) {
                all[i - from] = bottom[i - mid]; // expect: FJ3
            }
            return all;
        }
    }

    static class Bits extends RecursiveTask<String> {
        private final int i;

        Bits(int i) {
            this.i = i;
        }

        @Override
        protected String compute() {
            int rest = i / 2;
            if (rest > 0) {
                Bits bits = new Bits(rest);
                bits.fork();
                return bits.join() + i % 2; // expect: FJ3
            }
            return String.valueOf(i % 2);
        }
    }

    static class Uniques extends RecursiveTask<Set<Integer>> {
        private final int[] data;
        private final int lo, hi;

        Uniques(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Set<Integer> compute() {
            if (hi - lo < 4) {
                Set<Integer> own = new LinkedHashSet<>();
                for (int i = lo; i < hi; i++) own.add(data[i]);
                return Collections.unmodifiableSet(own);
            }
            Uniques l = new Uniques(data, lo, (lo + hi) >>> 1);
            Uniques r = new Uniques(data, (lo + hi) >>> 1, hi);
            l.fork();
            Set<Integer> right = r.compute();
            Set<Integer> left = l.join();
            Set<Integer> both = new LinkedHashSet<>(left); // expect: FJ3
            for (int x : right) {
                both.add(x); // expect: FJ3
            }
            return both;
        }
    }

    // ---- waiting and locking in objects of others ------------------------------------------------

    static class Batch extends RecursiveTask<List<Object>> {
        private final EntityManager entities;
        private final List<String> queries;
        private final WebClient web;

        Batch(EntityManager entities, List<String> queries, WebClient web) {
            this.entities = entities;
            this.queries = queries;
            this.web = web;
        }

        @Override
        protected List<Object> compute() {
            if (queries.size() == 1) {
                return one(queries.get(0));
            }
            List<Batch> parts = new ArrayList<>();
            for (String query : queries) {
                parts.add(new Batch(entities, List.of(query), web));
            }
            return invokeAll(parts).stream()
                    .flatMap(part -> part.join().stream())
                    .collect(Collectors.toList()); // expect: FJ3
        }

        private List<Object> one(String text) {
            Query query = entities.createNativeQuery(text);
            List<Object> rows = query.getResultList(); // expect: FJ6
            return rows;
        }

        private String ask(String uri) {
            return web.get().uri(uri).retrieve().bodyToMono(String.class).block();
        }
    }

    static class Asks extends RecursiveTask<String> {
        private final WebClient web;

        Asks(WebClient web) {
            this.web = web;
        }

        @Override
        protected String compute() {
            return web.get().uri("/x").retrieve().bodyToMono(String.class).block(); // expect: FJ6
        }
    }

    static class TopK {
        private final ReentrantLock lock = new ReentrantLock();
        private final List<Integer> heap = new ArrayList<>();
        private volatile int threshold;

        boolean offer(int x) {
            if (x < threshold) return false;
            lock.lock(); // expect: FJ5
            try {
                heap.add(x);
                threshold = Collections.min(heap);
                return true;
            } finally {
                lock.unlock();
            }
        }

        List<Integer> results() {
            lock.lock();
            try {
                return new ArrayList<>(heap);
            } finally {
                lock.unlock();
            }
        }
    }

    static class Mines extends RecursiveAction {
        private final TopK best;
        private final int n;

        Mines(TopK best, int n) {
            this.best = best;
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) {
                best.offer(new Random(n).nextInt());
                return;
            }
            Mines left = new Mines(best, n / 2);
            left.fork();
            new Mines(best, n - n / 2).compute();
            left.join();
        }

        static List<Integer> run() {
            TopK best = new TopK();
            ForkJoinPool pool = new ForkJoinPool();
            try {
                pool.invoke(new Mines(best, 100));
                return best.results();
            } finally {
                pool.shutdown();
            }
        }
    }
}
