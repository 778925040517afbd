package corpus.strangers;

import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.example.collections.LongList;
import org.example.plan.Grid;
import org.example.plan.Route;
import org.example.plan.Schedule;
import org.example.plan.Waiting;
import org.example.rest.RestingClient;
import org.example.squares.Square;
import org.example.yard.Yard;
import org.jsoup.Jsoup;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What tasks have around them: futures of other kinds, and classes that were not given. */
class Surroundings {
    final ForkJoinPool pool = new ForkJoinPool(4);

    // ---- stages of a CompletableFuture -----------------------------------------------------------

    CompletableFuture<Integer> stagesInThePool() {
        return CompletableFuture.supplyAsync(() -> answer(), pool)
                .thenApplyAsync(it -> it + pool.invoke(new Half()), pool); // expect: FJ1
    }

    private int answer() {
        try {
            Thread.sleep(5); // expect: FJ6
        } catch (InterruptedException e) {
            return -1;
        }
        return 42;
    }

    /** A clean one: the threads of another executor may sleep. */
    CompletableFuture<Integer> stagesElsewhere(java.util.concurrent.Executor executor) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Thread.sleep(7);
                    } catch (InterruptedException e) {
                        return -1;
                    }
                    return 1;
                },
                executor);
    }

    static class Half extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 21;
        }
    }

    // ---- permits and phases ----------------------------------------------------------------------

    static class Arriving extends RecursiveAction {
        final Phaser phaser;
        final Semaphore ready;

        Arriving(Phaser phaser, Semaphore ready) {
            this.phaser = phaser;
            this.ready = ready;
        }

        @Override
        protected void compute() {
            ready.release(); // expect: FJ5
            phaser.arrive(); // expect: FJ5
        }
    }

    static class Limited extends RecursiveAction {
        final Semaphore permits;

        Limited(Semaphore permits) {
            this.permits = permits;
        }

        @Override
        protected void compute() {
            permits.acquireUninterruptibly(); // expect: FJ5
            try {
                System.gc();
            } finally {
                permits.release();
            }
        }
    }

    /** A clean one: it goes on without a permit. */
    static class Trying extends RecursiveAction {
        final Semaphore permits;

        Trying(Semaphore permits) {
            this.permits = permits;
        }

        @Override
        protected void compute() {
            if (permits.tryAcquire()) {
                System.gc();
                permits.release();
            }
        }
    }

    // ---- classes that were not given -------------------------------------------------------------

    static class Loading extends RecursiveAction {
        final Yard yard = Yard.only();

        @Override
        protected void compute() {
            yard.gate.lock(); // expect: FJ5
            try {
                while (yard.isEmpty()) {
                    yard.filledCondition.await(); // expect: FJ6
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                yard.gate.unlock();
            }
        }
    }

    /** A clean one: doors of that kind have no key to be given back. */
    static class Closing extends RecursiveAction {
        final Yard yard = Yard.only();

        @Override
        protected void compute() {
            yard.door.lock();
            yard.visitors.await();
        }
    }

    /** A clean one: this wait is the interface's own. */
    static class Planned extends RecursiveAction implements Waiting {
        final Schedule schedule;

        Planned(Schedule schedule) {
            this.schedule = schedule;
        }

        @Override
        protected void compute() {
            wait(schedule);
        }
    }

    static class Fetching extends RecursiveTask<String> {
        @Override
        protected String compute() {
            RestingClient client = new RestingClient();
            return client.target("http://localhost").request().header("a", "b").get(String.class); // expect: FJ6
        }
    }

    static class Solving extends RecursiveTask<Object> {
        final Process solver;

        Solving(Process solver) {
            this.solver = solver;
        }

        @Override
        protected Object compute() {
            return Route.parse(new InputStreamReader(solver.getInputStream())); // expect: FJ6
        }
    }

    /** One finding: what it waits for, it reads afterwards. */
    static class Asking extends RecursiveTask<Object> {
        @Override
        protected Object compute() {
            try {
                Process process = new ProcessBuilder("true").start();
                process.waitFor(); // expect: FJ6
                return Route.parse(process.getInputStream());
            } catch (IOException | InterruptedException e) {
                return null;
            }
        }
    }

    static class Evens extends RecursiveTask<Long> {
        final LongList numbers;

        Evens(LongList numbers) {
            this.numbers = numbers;
        }

        @Override
        protected Long compute() {
            if (numbers.size() < 100) {
                return numbers.sum();
            }
            LongList even = new LongList();
            LongList odd = new LongList();
            for (int i = 0; i < numbers.size(); i++) {
                if (i % 2 == 0) {
                    even.add(numbers.get(i)); // expect: FJ2
                } else {
                    odd.add(numbers.get(i)); // expect: FJ2
                }
            }
            Evens left = new Evens(even);
            left.fork();
            return new Evens(odd).compute() + left.join();
        }
    }

    // ---- what is no copy -------------------------------------------------------------------------

    /** A clean one: who takes an element out of such a queue has the only one. */
    static class Batches extends RecursiveAction {
        final Queue<String> arriving;
        final ConcurrentLinkedQueue<String> queue;

        Batches(ConcurrentLinkedQueue<String> queue) {
            this.queue = queue;
            arriving = queue;
        }

        @Override
        protected void compute() {
            List<String> batch = new ArrayList<>();
            String next;
            while ((next = queue.poll()) != null) {
                batch.add(next);
            }
            Store store = new Store(batch);
            store.fork();
            store.join();
        }
    }

    static class Store extends RecursiveAction {
        final List<String> batch;

        Store(List<String> batch) {
            this.batch = batch;
        }

        @Override
        protected void compute() {
            System.out.println(batch.size());
        }
    }

    /** Found routes go to a list that all tasks have, and are no data of theirs. */
    static class Routes extends RecursiveAction {
        final Route so;
        final List<Route> found;

        Routes() {
            this(new Route(), new ArrayList<>());
        }

        Routes(Route so, List<Route> found) {
            this.so = so;
            this.found = found;
        }

        @Override
        protected void compute() {
            Route end = new Route(so);
            if (end.isComplete()) {
                found.add(end);
                return;
            }
            Routes one = new Routes(so.left(), found);
            Routes other = new Routes(so.right(), found);
            invokeAll(one, other);
        }
    }

    /** A clean one: what was left over comes with the next round's own. */
    static class Rounds extends RecursiveTask<Map<String, Integer>> {
        final Yard yard = Yard.only();

        @Override
        protected Map<String, Integer> compute() {
            Map<String, Integer> mine = new HashMap<>();
            for (int round = 0; round < 10; round++) {
                mine.putAll(yard.arrivals());
                Rounds work = new Rounds();
                invokeAll(work, new Rounds());
                mine = work.join();
            }
            return mine;
        }
    }

    /** The tasks of each place below are pushed; what they find is added, twice. */
    static class Below extends RecursiveTask<List<Route>> {
        final Route place;

        Below(Route place) {
            this.place = place;
        }

        @Override
        protected List<Route> compute() {
            List<Route> all = new ArrayList<>();
            all.addAll(place.ways());
            List<Route> deeper = new ArrayList<>();
            Deque<ForkJoinTask<List<Route>>> tasks = new ArrayDeque<>();
            for (Route way : all) {
                tasks.push(new Below(way).fork()); // expect: FJ4
            }
            for (ForkJoinTask<List<Route>> task : tasks) {
                deeper.addAll(task.join()); // expect: FJ3
            }
            all.addAll(deeper); // expect: FJ3
            return all;
        }
    }

    /** Of two methods of one name, tasks call the one for routes. */
    static class Chances extends RecursiveTask<Double> {
        final Route route;

        Chances(Route route) {
            this.route = route;
        }

        static double chance(Schedule schedule, double least) {
            Schedule copy = schedule.clone();
            return new Chances(copy.route()).fork().join() + chance(copy, least);
        }

        static double chance(Route route, double least) {
            return Math.max(least, route.isComplete() ? 1 : 0);
        }

        @Override
        protected Double compute() {
            return chance(route, 0.1);
        }
    }

    /** Where a block of one is copied into a field of another that is made for it. */
    static class Multiply extends RecursiveTask<Grid> {
        final Grid a;
        final int size;

        Multiply(Grid a, int size) {
            this.a = a;
            this.size = size;
        }

        private Grid block(Grid grid, int row, int column, int length) {
            Grid block = new Grid(length, length);
            for (int k = 0; k < length; k++) {
                System.arraycopy(grid.cells[k + row], column, block.cells[k], 0, length); // expect: FJ2
            }
            return block;
        }

        private Grid square() {
            Grid square = new Grid(size, size);
            for (int k = 0; k < size; k++) {
                System.arraycopy(a.cells[k], 0, square.cells[k], 0, size);
            }
            return square;
        }

        @Override
        protected Grid compute() {
            if (size <= 32) {
                return square();
            }
            int half = size / 2;
            Multiply corner = new Multiply(block(a, 0, 0, half), half);
            corner.fork();
            Multiply other = new Multiply(block(a, half, half, half), half);
            return other.compute().plus(corner.join());
        }
    }

    /** What they breed meets at a lock; those that are bred have none. */
    static class Breeding<T extends Creature> {
        List<T> population = new ArrayList<>();
        double score;

        void breed() {
            ForkJoinPool pool = new ForkJoinPool(2);
            pool.execute(
                    new RecursiveAction() {
                        @Override
                        protected void compute() {
                            List<T> children = Collections.synchronizedList(new ArrayList<>());
                            ForkJoinPool inner = new ForkJoinPool(2);
                            for (T one : population) {
                                RecursiveAction action =
                                        new RecursiveAction() {
                                            @Override
                                            protected void compute() {
                                                children.add(one); // expect: FJ5
                                            }
                                        };
                                inner.execute(action); // expect: FJ1
                            }
                            inner.shutdown();
                            try {
                                inner.awaitTermination(1, TimeUnit.HOURS); // expect: FJ6
                            } catch (InterruptedException e) {
                                return;
                            }
                            population.addAll(children);
                            count();
                        }
                    });
            pool.shutdown();
        }

        private void count() {
            for (Creature each : population) {
                score += each.fitness();
            }
        }
    }

    // ---- pages, servers and files ----------------------------------------------------------------

    static class Fetching extends RecursiveAction {
        final URL page;
        final String text;

        Fetching(URL page, String text) {
            this.page = page;
            this.text = text;
        }

        @Override
        protected void compute() {
            parsed();
            try {
                Jsoup.parse(page, 8000); // expect: FJ6
            } catch (IOException e) {
                completeExceptionally(e);
            }
        }

        /** A clean one: it is in memory. */
        private Object parsed() {
            return Jsoup.parse(text);
        }
    }

    static class Publishing extends RecursiveAction {
        final StringRedisTemplate redis;

        Publishing(StringRedisTemplate redis) {
            this.redis = redis;
        }

        @Override
        protected void compute() {
            if (redis.getConnectionFactory() != null) {
                redis.opsForValue().set("done", "yes"); // expect: FJ6
            }
        }
    }

    static class Renaming extends RecursiveAction {
        final Path from;

        Renaming(Path from) {
            this.from = from;
        }

        @Override
        protected void compute() {
            try {
                Files.move(from, from.resolveSibling("old")); // expect: FJ6
            } catch (IOException e) {
                completeExceptionally(e);
            }
        }
    }

    // ---- boards ----------------------------------------------------------------------------------

    static class Filling extends RecursiveTask<Integer> {
        final Square[][] board;

        Filling(Square[][] board) {
            this.board = board;
        }

        @Override
        protected Integer compute() {
            List<Filling> all = new ArrayList<>();
            for (int move = 0; move < board.length; move++) {
                Square[][] next = new Square[board.length][board.length];
                for (int i = 0; i < board.length; i++) {
                    for (int j = 0; j < board.length; j++) {
                        next[i][j] = (Square) board[i][j].clone(); // expect: FJ2
                    }
                }
                all.add(new Filling(next));
            }
            invokeAll(all);
            return all.size();
        }
    }

    static class Moving extends RecursiveTask<Integer> {
        final Piece[][] board;

        Moving(Piece[][] board) {
            this.board = board;
        }

        @Override
        protected Integer compute() {
            Piece[][] next = new Piece[board.length][board.length];
            for (int i = 0; i < board.length; i++) {
                for (int j = 0; j < board.length; j++) {
                    next[i][j] = board[i][j].clone(); // expect: FJ2
                }
            }
            Moving one = new Moving(next);
            one.fork();
            return new Moving(board).compute() + one.join();
        }
    }

    static class Piece implements Cloneable {
        int value;

        @Override
        public Piece clone() {
            try {
                return (Piece) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Counting extends RecursiveTask<Integer> {
        final Counter[] counters;
        final int left;

        Counting(Counter[] counters, int left) {
            this.counters = counters;
            this.left = left;
        }

        @Override
        protected Integer compute() {
            if (left == 0) {
                return counters.length;
            }
            Counter[] own = new Counter[counters.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = new Counter(counters[i]); // expect: FJ2
            }
            Counting half = new Counting(own, left - 1);
            half.fork();
            return new Counting(counters, left - 1).compute() + half.join();
        }
    }

    static class Counter {
        final int value;

        Counter(Counter other) {
            value = other.value;
        }
    }

    /** A clean one: what is made of the elements is no copy of them. */
    static class Wrapping extends RecursiveAction {
        final String[] names;

        Wrapping(String[] names) {
            this.names = names;
        }

        @Override
        protected void compute() {
            Named[] named = new Named[names.length];
            for (int i = 0; i < named.length; i++) {
                named[i] = new Named(names[i]);
            }
            Sorting first = new Sorting(named, 0, named.length / 2);
            first.fork();
            new Sorting(named, named.length / 2, named.length).compute();
            first.join();
        }
    }

    static class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }
    }

    static class Sorting extends RecursiveAction {
        final Named[] named;
        final int from;
        final int to;

        Sorting(Named[] named, int from, int to) {
            this.named = named;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            java.util.Arrays.sort(named, from, to, java.util.Comparator.comparing(it -> it.name));
        }
    }
}
