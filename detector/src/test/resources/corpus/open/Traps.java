package corpus.traps;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Clean code that looks like trouble; what is wrong among it is labelled. */
class Traps {
    private static final ExecutorService AUDIT = Executors.newSingleThreadExecutor();
    private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(1);

    /** Somebody else's fork and join. */
    static class Road {
        Road fork() {
            return new Road();
        }

        void join(Road other) {}
    }

    static class Travels extends RecursiveAction {
        private final Road[] roads;

        Travels(Road... roads) {
            this.roads = roads;
        }

        @Override
        protected void compute() {
            for (Road road : roads) {
                road.fork().join(road);
            }
        }
    }

    static class Retains extends RecursiveTask<List<Integer>> {
        private final List<Integer> mine;
        private final List<Integer> other;

        Retains(List<Integer> mine, List<Integer> other) {
            this.mine = mine;
            this.other = other;
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> common = new ArrayList<>(mine);
            common.retainAll(other);
            common.addAll(Arrays.asList(1, 2, 3));
            return common;
        }
    }

    /** Children write into their own part of one array. */
    static class Fills extends RecursiveAction {
        private final String[] out;
        private final String[] in;
        private final int lo, hi;

        Fills(String[] in, String[] out, int lo, int hi) {
            this.in = in;
            this.out = out;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 4) {
                for (int i = lo; i < hi; i++) {
                    out[i] = in[i].trim() + "!";
                }
                return;
            }
            int mid = (lo + hi) >>> 1;
            Fills a = new Fills(in, out, lo, mid);
            Fills b = new Fills(in, out, mid, hi);
            a.fork();
            b.compute();
            a.join();
        }
    }

    /** A task that only starts things elsewhere. */
    static class Audits extends RecursiveAction {
        @Override
        protected void compute() {
            AUDIT.submit(() -> pauseElsewhere());
            TIMER.schedule(Audits::pauseElsewhere, 1, TimeUnit.SECONDS);
            CompletableFuture.supplyAsync(() -> new CountDownLatch(1));
        }

        private static void pauseElsewhere() {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class ReadsMemory extends RecursiveTask<Integer> {
        private final String text;

        ReadsMemory(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            try (StringReader reader = new StringReader(text)) {
                return reader.read();
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static class Search extends RecursiveTask<Integer> {
        private final AtomicReferenceArray<String> table;
        private final int from, to;

        Search(AtomicReferenceArray<String> table, int from, int to) {
            this.table = table;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return table.get(from) == null ? -1 : from;
            }
            int mid = (from + to) / 2;
            Search lower = new Search(table, from, mid);
            Search upper = new Search(table, mid, to);
            invokeAll(lower, upper);
            return Math.max(lower.join(), upper.join());
        }
    }

    /** A queue without locks, and a loop that runs children in place. */
    static class BestFirst extends RecursiveTask<Integer> {
        private final int n;

        BestFirst(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
            for (int i = 0; i < n; i++) {
                queue.offer(new BestFirst(i / 2).compute());
            }
            return queue.isEmpty() ? n : queue.poll();
        }
    }

    /** Pairs of results are small. */
    static class Pairs extends RecursiveTask<long[]> {
        private final int[] data;
        private final int from, to;

        Pairs(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected long[] compute() {
            if (to - from < 3) {
                return new long[] {to - from, Arrays.stream(data, from, to).sum()};
            }
            int mid = (from + to) >>> 1;
            Pairs left = new Pairs(data, from, mid);
            Pairs right = new Pairs(data, mid, to);
            right.fork();
            long[] l = left.compute();
            long[] r = right.join();
            l[0] += r[0];
            l[1] += r[1];
            return l;
        }
    }

    /** Adds results one by one: each is one element. */
    static class Elements extends RecursiveTask<Integer> {
        private final int n;

        Elements(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            List<Elements> tasks = new ArrayList<>();
            for (int i = 0; i < n; i++) tasks.add(new Elements(i - 1));
            invokeAll(tasks);
            List<Integer> results = new ArrayList<>();
            for (Elements task : tasks) results.add(task.join());
            return results.stream().mapToInt(Integer::intValue).max().orElse(0);
        }
    }

    static class Message extends RecursiveTask<String> {
        private final int code;

        Message(int code) {
            this.code = code;
        }

        @Override
        protected String compute() {
            return "code " + code + " of " + Thread.currentThread().getName().substring(3);
        }
    }

    static class Relay extends RecursiveAction {
        private final ForkJoinPool target;
        private final int hops;

        Relay(ForkJoinPool target, int hops) {
            this.target = target;
            this.hops = hops;
        }

        @Override
        protected void compute() {
            if (hops > 10) {
                target.shutdown();
            } else if (hops > 0) {
                target.execute(new Relay(target, hops - 1)); // expect: FJ1
            } else {
                target.execute(() -> System.out.println("arrived")); // expect: FJ1
            }
        }
    }

    static class Countdown extends RecursiveTask<Integer> {
        private final int n;

        Countdown(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n == 0) return 0;
            Countdown next = new Countdown(n - 1);
            return ForkJoinPool.commonPool().submit(next).join() // expect: FJ1
                    + new ForkJoinPool(1).invoke(new Countdown(0)); // expect: FJ1
        }
    }

    static class Lines extends RecursiveTask<Integer> {
        private final List<String> lines;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected Integer compute() {
            List<Message> messages = new ArrayList<>();
            int at = 0;
            for (String line : lines) {
                if (line.isEmpty()) continue;
                Message message = new Message(at++);
                messages.add(message);
                message.fork(); // expect: FJ4
            }
            Message[] array = new Message[at];
            for (int i = 0; i < at; i++) {
                array[i] = messages.get(i);
            }
            Message last = new Message(-1);
            messages.add((Message) last.fork());
            return messages.stream().map(Message::join).mapToInt(String::length).sum();
        }
    }

    /** Merges from one of two shared arrays into the other; children say which one they used. */
    static class MergesInPlace extends RecursiveTask<int[]> {
        private final int[] a, b;
        private final int lo, hi, depth;

        MergesInPlace(int[] a, int[] b, int lo, int hi, int depth) {
            this.a = a;
            this.b = b;
            this.lo = lo;
            this.hi = hi;
            this.depth = depth;
        }

        @Override
        protected int[] compute() {
            return sort(a, b, lo, hi, depth);
        }

        private int[] sorted() {
            join();
            return getRawResult();
        }

        private static int[] sort(int[] a, int[] b, int lo, int hi, int depth) {
            if (depth == 0) {
                Arrays.sort(a, lo, hi);
                return a;
            }
            int mid = (lo + hi) >>> 1;
            MergesInPlace right = new MergesInPlace(a, b, mid, hi, depth - 1);
            right.fork();
            int[] left = sort(a, b, lo, mid, depth - 1);
            int[] out = left == a ? b : a;
            merge(out, left, right.sorted(), lo, mid, hi);
            return out;
        }

        private static void merge(int[] out, int[] left, int[] right, int lo, int mid, int hi) {
            int i = lo, j = mid;
            for (int k = lo; k < hi; k++) {
                if (i < mid && (j == hi || left[i] <= right[j])) {
                    out[k] = left[i++];
                } else {
                    out[k] = right[j++];
                }
            }
        }
    }

    /** Children hand back what they were given, too, but it was copied for them. */
    static class MergesCopies extends RecursiveTask<int[]> {
        private final int[] data;

        MergesCopies(int[] data) {
            this.data = data;
        }

        @Override
        protected int[] compute() {
            if (data.length < 8) {
                Arrays.sort(data);
                return data;
            }
            int mid = data.length / 2;
            MergesCopies left = new MergesCopies(Arrays.copyOf(data, mid)); // expect: FJ2
            MergesCopies right =
                    new MergesCopies(Arrays.copyOfRange(data, mid, data.length)); // expect: FJ2
            left.fork();
            int[] r = right.compute(), l = left.join();
            for (int i = 0, j = 0, k = 0; k < data.length; k++) {
                if (i < l.length && (j == r.length || l[i] <= r[j])) {
                    data[k] = l[i++]; // expect: FJ3
                } else {
                    data[k] = r[j++]; // expect: FJ3
                }
            }
            return data;
        }
    }

    /** A new object's monitor: nobody else has it while its constructor runs. */
    static class Ticket {
        private int uses;

        Ticket() {
            reset();
        }

        synchronized void reset() {
            clear();
        }

        private synchronized void clear() {
            uses = 0;
        }

        synchronized int use() { // expect: FJ5
            return ++uses;
        }
    }

    /** An exception's monitor is entered when a task fails, once for each failure. */
    static class Refused extends RuntimeException {
        private final List<String> details = new ArrayList<>();

        synchronized Refused with(String detail) {
            details.add(detail);
            return this;
        }
    }

    static class Refuses extends RecursiveAction {
        private final String[] orders;

        Refuses(String... orders) {
            this.orders = orders;
        }

        @Override
        protected void compute() {
            for (String order : orders) {
                try {
                    Integer.parseInt(order);
                } catch (NumberFormatException e) {
                    throw new Refused().with(order);
                }
            }
        }
    }

    static class Tickets extends RecursiveTask<Integer> {
        private final Ticket shared;

        Tickets(Ticket shared) {
            this.shared = shared;
        }

        @Override
        protected Integer compute() {
            return new Ticket().hashCode() + shared.use();
        }
    }

    /** Steps, one after the other; in each, two halves side by side. */
    static class Steps extends RecursiveTask<Double> {
        private final double[] grid;
        private final int lo, hi, steps;

        Steps(double[] grid, int lo, int hi, int steps) {
            this.grid = grid;
            this.lo = lo;
            this.hi = hi;
            this.steps = steps;
        }

        @Override
        protected Double compute() {
            double most = grid[lo];
            for (int step = 0; step < steps; step++) {
                int mid = (lo + hi) >>> 1;
                Steps left = new Steps(grid, lo, mid, step / 2);
                Steps right = new Steps(grid, mid, hi, step / 2);
                left.fork();
                double other = right.compute();
                most = Math.max(most, Math.max(other, left.join()));
            }
            return most;
        }
    }

    /** It forks what it cuts off, and has no variable for the middle. */
    static class HalvesItself extends RecursiveAction {
        private final int[] numbers;
        private final int from, to;

        HalvesItself(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            int low = from, high = to;
            List<HalvesItself> cut = new ArrayList<>();
            while (high - low > 512) {
                HalvesItself upper = new HalvesItself(numbers, (low + high) >>> 1, high);
                cut.add(upper);
                upper.fork();
                high = (low + high) >>> 1;
            }
            for (int i = low; i < high; i++) numbers[i] *= 3;
            cut.forEach(HalvesItself::join);
        }
    }

    /** What is said of a result is not a result. */
    static class LongestWord extends RecursiveTask<String> {
        private static final java.util.logging.Logger LOG =
                java.util.logging.Logger.getLogger("words");

        private final String[] words;
        private final int lo, hi;

        LongestWord(String[] words, int lo, int hi) {
            this.words = words;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected String compute() {
            if (hi - lo < 100) return words[lo];
            int mid = (lo + hi) >>> 1;
            LongestWord left = new LongestWord(words, lo, mid);
            left.fork();
            String right = new LongestWord(words, mid, hi).compute();
            String other = left.join();
            System.out.println("longest so far: " + other + ", " + right);
            LOG.fine("right: " + right);
            if (other == null) throw new IllegalStateException("no word but " + right);
            return other.length() > right.length() ? other : right;
        }
    }

    /** A task that fills a list of those who submitted it hands no copy to a child. */
    static List<String> filled(ForkJoinPool pool, String[] names) {
        List<String> known = new ArrayList<>();
        pool.submit(
                        () -> {
                            for (String name : names) {
                                known.add(name);
                            }
                        })
                .join();
        return known;
    }

    /** Readers that others made; only one of them reads from a file. */
    static class Parses extends RecursiveTask<Integer> {
        private final String text;

        Parses(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            try {
                int sum = first(new StringReader(text)) + lines(new StringReader(text));
                return sum + firstOfFile(new java.io.FileReader(text)); // expect: FJ6
            } catch (IOException e) {
                return 0;
            }
        }

        private static int first(java.io.Reader in) throws IOException {
            return in.read();
        }

        private static int lines(java.io.Reader in) throws IOException {
            java.io.BufferedReader lines = new java.io.BufferedReader(in);
            return lines.readLine().length();
        }

        private static int firstOfFile(java.io.Reader in) throws IOException {
            return in.read(); // expect: FJ6
        }
    }

    /** An array that is too short for what tasks append is replaced by a longer one, once. */
    static class Appends extends RecursiveAction {
        private final int more;
        private int[] all;

        Appends(int[] all, int more) {
            this.all = all;
            this.more = more;
        }

        @Override
        protected void compute() {
            int from = all.length;
            makeRoom(more);
            new Squares(this, from, all.length).compute();
        }

        private void makeRoom(int size) {
            int length = all.length;
            int[] longer = new int[length + size];
            System.arraycopy(all, 0, longer, 0, length);
            all = longer;
        }

        static int[] twice(int[] all, int more) {
            Appends first = new Appends(all, more);
            first.invoke();
            Appends second = new Appends(first.all, more);
            second.invoke();
            return second.all;
        }
    }

    static class Squares extends RecursiveAction {
        private final Appends whole;
        private final int from;
        private final int to;

        Squares(Appends whole, int from, int to) {
            this.whole = whole;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 1000) {
                for (int at = from; at < to; at++) {
                    whole.all[at] = at * at;
                }
                return;
            }
            int mid = (from + to) >>> 1;
            invokeAll(new Squares(whole, from, mid), new Squares(whole, mid, to));
        }
    }

    /** Half of an array is no longer one. */
    static class KeepsHalf extends RecursiveAction {
        private int[] all;

        KeepsHalf(int[] all) {
            this.all = all;
        }

        @Override
        protected void compute() {
            if (all.length < 1000) {
                all[0] = all.length;
                return;
            }
            int[] half = new int[all.length / 2];
            System.arraycopy(all, 0, half, 0, half.length); // expect: FJ2
            all = half;
            invokeAll(new KeepsHalf(all), new KeepsHalf(all));
        }
    }

    /** Nobody waits for what is done. */
    static void done(CompletableFuture<String> a, CompletableFuture<String> b) {
        a.thenRunAsync(() -> System.out.println(a.join()));
        a.thenRun(Traps::new).whenCompleteAsync((it, failure) -> System.out.println(a.join()));
        a.thenAcceptBothAsync(b, (x, y) -> System.out.println(a.join() + b.join()));
        CompletableFuture<Void> both = CompletableFuture.allOf(a, b);
        both.thenRunAsync(() -> System.out.println(a.join() + b.join()));
        CompletableFuture.supplyAsync(() -> a.isDone() ? a.join() : null);
        CompletableFuture.supplyAsync(
                () -> {
                    if (!a.isCompletedExceptionally() || b.isDone()) {
                        return null;
                    }
                    return a.join();
                });
    }

    static void allDone(Map<String, CompletableFuture<String>> pages) {
        CompletableFuture<?>[] all = pages.values().toArray(new CompletableFuture<?>[0]);
        CompletableFuture.allOf(all)
                .thenRunAsync(
                        () -> {
                            for (CompletableFuture<String> page : pages.values()) {
                                System.out.println(page.join());
                            }
                            pages.forEach((name, page) -> System.out.println(name + page.join()));
                            for (int i = 0; i < all.length; i++) {
                                System.out.println(all[i].join());
                            }
                        });
    }

    /** Who fails tells the others, once. */
    static class Failing extends RecursiveAction {
        private final Object lock = new Object();
        private boolean failed;

        @Override
        protected void compute() {
            try {
                work();
            } catch (IllegalStateException e) {
                synchronized (lock) {
                    failed = true;
                }
                tell();
            }
        }

        private void work() {
            synchronized (lock) { // expect: FJ5
                failed = false;
            }
        }

        private synchronized void tell() {
            lock.notifyAll();
        }
    }

    /** What was joined outside tasks is what others are given. */
    static int[][] rounds(ForkJoinPool pool, List<int[]> rows) {
        List<int[]> found = pool.submit(() -> rows.stream().sorted().toList()).join();
        return pool.submit(() -> found.stream().map(it -> Traps.part(it)).toArray(int[][]::new))
                .join();
    }

    private static int[] part(int[] row) {
        int[] part = new int[9];
        System.arraycopy(row, 0, part, 0, 9);
        return part;
    }

    /** A parent that has to run once more is forked by whoever finds that out, on the way up. */
    static class Climbing extends RecursiveAction {
        private final Climbing parent;
        private boolean again;

        Climbing(Climbing parent) {
            this.parent = parent;
        }

        @Override
        protected void compute() {
            for (Climbing at = parent; at != null; at = at.parent) {
                if (at.again) {
                    at.again = false;
                    at.fork();
                }
            }
        }
    }

    /** What has waited is told once. */
    static class Awaited extends RecursiveTask<Integer> {
        private final List<CompletableFuture<Integer>> futures;
        private final ExecutorService other;

        Awaited(List<CompletableFuture<Integer>> futures, ExecutorService other) {
            this.futures = futures;
            this.other = other;
        }

        @Override
        protected Integer compute() {
            int sum = byName(List.of()) + passed() + first(futures.get(0));
            if (isEither(futures.get(1))) {
                sum++;
            }
            CompletableFuture<?>[] all = futures.toArray(new CompletableFuture<?>[0]);
            CompletableFuture.allOf(all).join(); // expect: FJ6
            for (CompletableFuture<Integer> future : futures) {
                sum += future.join();
            }
            return sum + futures.stream().mapToInt(CompletableFuture::join).sum();
        }

        private int byName(List<Callable<Integer>> parts) {
            int sum = 0;
            try {
                for (Future<Integer> part : other.invokeAll(parts)) { // expect: FJ6
                    sum += part.get();
                }
            } catch (InterruptedException | ExecutionException e) {
                sum = -1;
            }
            return sum + futures.stream().mapToInt(CompletableFuture::join).sum(); // expect: FJ6
        }

        private int first(CompletableFuture<Integer> one) {
            return isReady(one) ? one.join() : 0;
        }

        private static boolean isReady(CompletableFuture<Integer> one) {
            return one != null && one.isDone() && one.join() != null;
        }

        private boolean isEither(CompletableFuture<Integer> one) {
            return one.isDone() || one.join() != null; // expect: FJ6
        }

        private int passed() {
            other.submit(futures.get(0)::join);
            return futures.stream().filter(it -> it.isDone()).mapToInt(it -> it.join()).sum()
                    + futures.stream()
                            .filter(CompletableFuture::isDone)
                            .mapToInt(CompletableFuture::join)
                            .sum();
        }
    }

    /** Of these nobody knows. */
    static void notDone(CompletableFuture<String> a, CompletableFuture<String> b) {
        CompletableFuture<String> c = a.thenApply(String::trim);
        a.thenRunAsync(() -> System.out.println(c.join())); // expect: FJ6
        CompletableFuture.allOf(a, b)
                .thenRunAsync(() -> System.out.println(c.join())); // expect: FJ6
        CompletableFuture.anyOf(a, b)
                .thenRunAsync(() -> System.out.println(a.join())); // expect: FJ6
        a.runAfterEitherAsync(b, () -> System.out.println(a.join())); // expect: FJ6
        CompletableFuture.allOf(a)
                .orTimeout(1, TimeUnit.SECONDS)
                .handleAsync((it, failure) -> a.join()); // expect: FJ6
        CompletableFuture.supplyAsync(() -> a.isDone() ? null : a.join()); // expect: FJ6
        CompletableFuture.supplyAsync(
                () -> {
                    if (!a.isDone() || b.isDone()) {
                        return a.join(); // expect: FJ6
                    }
                    return null;
                });
    }

    /** What is collected are futures, which are no data of a task. */
    static class Pages extends RecursiveAction {
        private final CompletableFuture<?>[] open;

        Pages(CompletableFuture<?>[] open) {
            this.open = open;
        }

        @Override
        protected void compute() {
            CompletableFuture<?>[] pages =
                    Stream.of(open).map(it -> it.thenRun(Traps::new)).toArray(CompletableFuture[]::new);
            new Pages(pages).fork();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.sleep(1);
        new CountDownLatch(0).await();
        synchronized (Traps.class) {
            ForkJoinPool.commonPool().submit(new Relay(ForkJoinPool.commonPool(), 3)).get();
        }
    }

    /** Halves what is left, whatever that is written like. */
    static class HalvesTheRest extends RecursiveTask<Integer> {
        private final int n;

        HalvesTheRest(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            Deque<HalvesTheRest> forked = new ArrayDeque<>();
            int left = n;
            while (left > 10) {
                int half = left / 2;
                HalvesTheRest other = new HalvesTheRest(half);
                other.fork();
                forked.push(other);
                left -= half;
            }
            int sum = left;
            while (!forked.isEmpty()) {
                sum += forked.pop().join();
            }
            return sum;
        }
    }

    /** What a task returns gets into others that come after it, and are no children of it. */
    static class Columns {
        private final int[] values;

        Columns(int... values) {
            this.values = values;
        }

        static long negative(int[][] rows) {
            Columns[] columns =
                    Stream.iterate(0, it -> it + 1)
                            .limit(rows[0].length)
                            .parallel()
                            .map(
                                    column -> {
                                        int[] values = new int[rows.length];
                                        for (int row = 0; row < rows.length; row++) {
                                            values[row] = rows[row][column];
                                        }
                                        return new Columns(values);
                                    })
                            .toArray(Columns[]::new);
            return negative(rows[0], columns);
        }

        private static long negative(int[] chosen, Columns[] columns) {
            return Arrays.stream(chosen).parallel().filter(it -> columns[it].values[0] < 0).count();
        }

        static CompletableFuture<Integer> sorted(Map<Integer, int[]> rows) {
            return CompletableFuture.supplyAsync(() -> rows.keySet().toArray(new Integer[0]))
                    .thenApply(it -> it.length + Arrays.asList(it).indexOf(0));
        }
    }

    /** A failure that one of the results was is not the data. */
    static class Failures {
        private Throwable first(Map<String, Object> results) {
            List<Object> failures =
                    results.values().stream()
                            .collect(Collectors.partitioningBy(it -> it instanceof Throwable))
                            .getOrDefault(true, List.of());
            return failures.isEmpty() ? null : (Throwable) failures.get(0);
        }

        private void close(Throwable cause) {
            if (cause != null) {
                throw new IllegalStateException(cause);
            }
        }

        CompletableFuture<Void> report(Map<String, Object> results) {
            return CompletableFuture.runAsync(
                    () -> {
                        Throwable cause = first(results);
                        CompletableFuture.runAsync(() -> close(cause));
                    });
        }
    }

    /** Leaves store their copies where the root reads them: no child works on those. */
    static class Stored extends RecursiveAction {
        private final int[][] rows;
        private final int[][] sorted;
        private final int from;
        private final int to;

        Stored(int[][] rows, int[][] sorted, int from, int to) {
            this.rows = rows;
            this.sorted = sorted;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 10) {
                for (int i = from; i < to; i++) {
                    sorted[i] = sorted(rows[i]);
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(
                    new Stored(rows, sorted, from, middle), new Stored(rows, sorted, middle, to));
        }

        private static int[] sorted(int[] row) {
            int[] copy = row.clone();
            Arrays.sort(copy);
            return copy;
        }

        static int[][] sorted(int[][] rows) {
            int[][] sorted = new int[rows.length][];
            IntStream.range(0, rows.length)
                    .parallel()
                    .forEach(i -> sorted[i] = sorted(rows[i]));
            return sorted;
        }
    }

    /** An array of the task's own is no such place. */
    static class Halved extends RecursiveAction {
        private final int[] data;

        Halved(int[] data) {
            this.data = data;
        }

        @Override
        protected void compute() {
            if (data.length < 100) {
                Arrays.sort(data);
                return;
            }
            int[][] halves = new int[2][];
            halves[0] = Arrays.copyOf(data, data.length / 2); // expect: FJ2
            halves[1] = Arrays.copyOfRange(data, data.length / 2, data.length); // expect: FJ2
            invokeAll(new Halved(halves[0]), new Halved(halves[1]));
        }
    }
}
