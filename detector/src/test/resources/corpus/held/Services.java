package corpus.services;

import static java.util.concurrent.ForkJoinTask.invokeAll;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.logging.Logger;

/** In the manner of servers: fields are injected, helpers are many, and everything logs. */
public final class Services {
    private static final Logger LOGGER = Logger.getLogger("services");

    private final ForkJoinPool workers;
    private final Map<String, Integer> cache = Collections.synchronizedMap(new HashMap<>());

    public Services(ForkJoinPool workers) {
        this.workers = Objects.requireNonNull(workers);
    }

    private final class PriceLookup extends RecursiveTask<Integer> {
        private final String symbol;

        private PriceLookup(String symbol) {
            this.symbol = symbol;
        }

        @Override
        protected Integer compute() {
            Integer known = cache.get(symbol); // expect: FJ5
            if (known != null) {
                return known;
            }
            int price = ThreadLocalRandom.current().nextInt(100);
            cache.put(symbol, price);
            return price;
        }
    }

    private final class PortfolioValue extends RecursiveTask<Integer> {
        private final List<String> symbols;

        private PortfolioValue(List<String> symbols) {
            this.symbols = symbols;
        }

        @Override
        protected Integer compute() {
            LOGGER.fine(() -> "valuing " + symbols.size());
            int value = 0;
            for (String symbol : symbols) {
                value += workers.invoke(new PriceLookup(symbol)); // expect: FJ1
            }
            return value;
        }
    }

    public int value(List<String> symbols) {
        return workers.invoke(new PortfolioValue(symbols));
    }

    private static final class Fetch extends RecursiveTask<Optional<String>> {
        private static final HttpClient CLIENT = HttpClient.newHttpClient();
        private final HttpRequest request;

        Fetch(HttpRequest request) {
            this.request = request;
        }

        @Override
        protected Optional<String> compute() {
            try {
                HttpResponse<String> answer =
                        CLIENT.send(request, HttpResponse.BodyHandlers.ofString()); // expect: FJ6
                return Optional.of(answer.body());
            } catch (IOException e) {
                return Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
    }

    private static final class Ping extends RecursiveTask<Integer> {
        private final URL address;

        Ping(URL address) {
            this.address = address;
        }

        @Override
        protected Integer compute() {
            try {
                HttpURLConnection connection = (HttpURLConnection) address.openConnection();
                return connection.getResponseCode(); // expect: FJ6
            } catch (IOException e) {
                return -1;
            }
        }
    }

    static final class FolderSize extends RecursiveTask<Long> {
        private final File folder;

        FolderSize(File folder) {
            this.folder = folder;
        }

        @Override
        protected Long compute() {
            long size = 0;
            File[] entries = folder.listFiles();
            if (entries != null) {
                List<ForkJoinTask<Long>> tasks = new ArrayList<>();
                for (File entry : entries) {
                    if (entry.isFile()) {
                        size += entry.length();
                    } else {
                        tasks.add(new FolderSize(entry));
                    }
                }
                for (ForkJoinTask<Long> task : invokeAll(tasks)) {
                    size += task.join();
                }
            }
            return size;
        }
    }

    static final class FolderFind extends RecursiveTask<List<Path>> {
        private final Path folder;

        FolderFind(Path folder) {
            this.folder = folder;
        }

        @Override
        protected List<Path> compute() {
            final List<Path> hits = new ArrayList<>();
            final Deque<FolderFind> pending = new ArrayDeque<>();
            File[] entries = folder.toFile().listFiles();
            for (int i = 0; entries != null && i < entries.length; i++) {
                if (entries[i].isDirectory()) {
                    FolderFind find = new FolderFind(entries[i].toPath());
                    pending.push(find);
                    find.fork(); // expect: FJ4
                } else {
                    hits.add(entries[i].toPath());
                }
            }
            while (!pending.isEmpty()) {
                hits.addAll(pending.pop().join()); // expect: FJ3
            }
            return hits;
        }
    }

    static final class Copier extends RecursiveAction {
        private final Path from, to;

        Copier(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            try {
                Files.copy(from, to); // expect: FJ6
            } catch (IOException e) {
                LOGGER.warning(e.getMessage());
            }
        }
    }

    private final ReentrantLock statsLock = new ReentrantLock(true);
    private long handled;

    class Handler extends RecursiveAction {
        private final Stack<String> messages;

        Handler(Stack<String> messages) {
            this.messages = messages;
        }

        @Override
        protected void compute() {
            while (!messages.empty()) { // expect: FJ5
                handle(messages.pop());
            }
        }

        private void handle(String message) {
            statsLock.lock(); // expect: FJ5
            try {
                handled += message.length();
            } finally {
                statsLock.unlock();
            }
        }
    }

    static final class Cleanup extends RecursiveAction {
        private final ConcurrentLinkedQueue<Runnable> actions = new ConcurrentLinkedQueue<>();

        @Override
        protected void compute() {
            Runnable action;
            while ((action = actions.poll()) != null) {
                action.run();
            }
        }
    }

    static final class Drain extends RecursiveAction {
        private final LinkedTransferQueue<String> events;

        Drain(LinkedTransferQueue<String> events) {
            this.events = events;
        }

        @Override
        protected void compute() {
            String event = events.poll(); // expect: FJ5
            if (event != null) {
                try {
                    events.transfer(event); // expect: FJ6
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    static final class Batch<T> extends RecursiveAction {
        private final List<T> items;
        private final Function<? super T, ?> work;
        private final int limit;

        Batch(List<T> items, Function<? super T, ?> work, int limit) {
            this.items = items;
            this.work = work;
            this.limit = limit;
        }

        @Override
        protected void compute() {
            final int n = items.size();
            if (n <= limit) {
                for (T item : items) {
                    work.apply(item);
                }
            } else {
                final int pivot = n >>> 1;
                invokeAll(part(0, pivot), part(pivot, n));
            }
        }

        private Batch<T> part(int from, int to) {
            return new Batch<>(items.subList(from, to), work, limit); // expect: FJ2
        }
    }

    static final class Snapshot extends RecursiveTask<Map<String, Integer>> {
        private final Map<String, Integer> totals;
        private final int level;

        Snapshot(Map<String, Integer> totals, int level) {
            this.totals = new LinkedHashMap<>(totals); // expect: FJ2
            this.level = level;
        }

        @Override
        protected Map<String, Integer> compute() {
            if (level == 0) {
                return totals;
            }
            Snapshot below = new Snapshot(totals, level - 1);
            below.fork();
            Map<String, Integer> result = new LinkedHashMap<>();
            for (Map.Entry<String, Integer> entry : below.join().entrySet()) {
                result.merge(entry.getKey(), entry.getValue(), Integer::sum); // expect: FJ3
            }
            return result;
        }
    }

    static final class Dispatcher {
        private final ForkJoinPool pool = new ForkJoinPool();

        void dispatch(Mail mail) {
            pool.execute(mail); // expect: FJ1
        }
    }

    static final class Mail extends RecursiveAction {
        private final Dispatcher dispatcher;
        private final Mail answer;

        Mail(Dispatcher dispatcher, Mail answer) {
            this.dispatcher = dispatcher;
            this.answer = answer;
        }

        @Override
        protected void compute() {
            if (answer != null) {
                dispatcher.dispatch(answer);
            }
        }
    }

    static final class Broadcast extends RecursiveAction {
        private final Collection<? extends Callable<Void>> receivers;

        Broadcast(Collection<? extends Callable<Void>> receivers) {
            this.receivers = receivers;
        }

        @Override
        protected void compute() {
            getPool().invokeAll(receivers); // expect: FJ1
        }
    }

    /** Starts tasks from a thread that is none of the pool's, and waits there. */
    public void serve(List<Mail> mails) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        for (Mail mail : mails) {
            workers.execute(mail);
        }
        started.countDown();
        started.await();
        Thread.sleep(10);
    }

    static final class Report extends RecursiveTask<StringBuilder> {
        private final List<String> rows;
        private final int first, last;

        Report(List<String> rows, int first, int last) {
            this.rows = rows;
            this.first = first;
            this.last = last;
        }

        @Override
        protected StringBuilder compute() {
            StringBuilder text = new StringBuilder();
            if (last - first < 20) {
                for (String row : rows.subList(first, last)) {
                    text.append(row).append('\n');
                }
                return text;
            }
            int middle = (first + last) / 2;
            Report top = new Report(rows, first, middle);
            Report bottom = new Report(rows, middle, last);
            ForkJoinTask.invokeAll(top, bottom);
            text.append(top.join()); // expect: FJ3
            text.append(bottom.getRawResult()); // expect: FJ3
            return text;
        }
    }

    static final class Validation extends RecursiveTask<Boolean> {
        private final String[] fields;
        private final int from, to;

        Validation(String[] fields, int from, int to) {
            this.fields = fields;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Boolean compute() {
            if (to - from <= 4) {
                boolean valid = true;
                for (int i = from; i < to; i++) {
                    valid &= !fields[i].isBlank();
                }
                return valid;
            }
            int middle = from + (to - from) / 2;
            Validation one = new Validation(fields, from, middle);
            one.fork();
            boolean rest = new Validation(fields, middle, to).compute();
            boolean all = one.join() && rest;
            LOGGER.info("valid: " + all + ", first half " + one.join());
            return all;
        }
    }

    enum Kind {
        LEAF,
        PAIR,
        MANY
    }

    static final class Visit extends RecursiveTask<Integer> {
        private final Kind kind;
        private final Visit[] children;

        Visit(Kind kind, Visit... children) {
            this.kind = kind;
            this.children = children;
        }

        @Override
        protected Integer compute() {
            switch (kind) {
                case LEAF:
                    return 1;
                case PAIR:
                    children[0].fork();
                    return children[1].compute() + children[0].join();
                case MANY:
                default:
                    int total = 0;
                    int next = 0;
                    do {
                        children[next].fork(); // expect: FJ4
                        next++;
                    } while (next < children.length);
                    for (Visit child : children) {
                        total += child.join();
                    }
                    return total;
            }
        }
    }
}
