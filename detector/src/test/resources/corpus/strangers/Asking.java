package corpus.strangers;

import static org.example.matrices.Matrices.getQuarter;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.InsertAllRequest;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.io.Resources;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import jakarta.persistence.EntityManager;
import jakarta.persistence.criteria.CriteriaQuery;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.example.accounts.Account;
import org.example.accounts.AccountFeignClient;
import org.example.accounts.AccountServiceGrpc;
import org.example.accounts.Accounts;
import org.example.chain.Crawler;
import org.example.chain.Links;
import org.example.chain.Work;
import org.example.drawing.Canvas;
import org.example.mapper.UserMapper;
import org.example.matrices.Matrices;
import org.example.matrices.Matrix;
import org.example.matrices.Sum;
import org.example.pages.Board;
import org.example.pages.Move;
import org.example.redis.RedisTool;
import org.example.settings.Settings;
import org.example.settings.Timetable;
import org.example.settings.WordRepository;
import org.example.store.Folder;
import org.example.store.FolderAsyncClient;
import org.htmlparser.Parser;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Who is asked, by what it is called; and who runs what is asked. */
class Asking {
    // ---- classes that were not given -------------------------------------------------------------

    static class Transfers {
        private final AccountServiceGrpc.AccountServiceBlockingStub stub;
        private final AccountServiceGrpc.AccountServiceFutureStub later;
        private final AccountFeignClient feignClient;
        private final FolderAsyncClient folders;

        Transfers(Channel channel, AccountFeignClient feignClient, FolderAsyncClient folders) {
            stub = AccountServiceGrpc.newBlockingStub(channel);
            later = AccountServiceGrpc.newFutureStub(channel);
            this.feignClient = feignClient;
            this.folders = folders;
        }

        CompletableFuture<Account> byStub(long id) {
            return CompletableFuture.supplyAsync(
                    () -> stub.find(Accounts.request(id))); // expect: FJ6
        }

        CompletableFuture<Object> deadline() {
            return CompletableFuture.supplyAsync(() -> stub.withWaitForReady());
        }

        CompletableFuture<Object> laterByStub(long id) {
            return CompletableFuture.supplyAsync(() -> later.find(Accounts.request(id)));
        }

        List<CompletableFuture<Account>> byClient(List<Long> ids) {
            return ids.stream()
                    .map(
                            id ->
                                    CompletableFuture.supplyAsync(
                                            () -> feignClient.getAccountById(id))) // expect: FJ6
                    .toList();
        }

        CompletableFuture<Object> setting() {
            return CompletableFuture.supplyAsync(() -> feignClient.getEncoder());
        }

        CompletableFuture<Object> notWaitedFor(String name) {
            return CompletableFuture.supplyAsync(() -> folders.getFolder(name));
        }
    }

    static CompletableFuture<String> model(ChatClient chat, String prompt) {
        return CompletableFuture.supplyAsync(
                () -> chat.prompt().user(prompt).call().content()); // expect: FJ6
    }

    static CompletableFuture<Object> notSubscribed(WebClient web) {
        return CompletableFuture.supplyAsync(
                () -> web.get().uri("/accounts").retrieve().bodyToMono(String.class));
    }

    static CompletableFuture<List<Account>> rows(
            EntityManager manager, CriteriaQuery<Account> query) {
        return CompletableFuture.supplyAsync(
                () -> manager.createQuery(query).getResultList()); // expect: FJ6
    }

    static CompletionStage<Object> insert(BigQuery tables, InsertAllRequest rows) {
        return CompletableFuture.runAsync(() -> System.out.println(rows))
                .thenApplyAsync(nothing -> tables.insertAll(rows)); // expect: FJ6
    }

    static CompletableFuture<Void> expire(List<String> names) {
        return CompletableFuture.runAsync(
                () ->
                        RedisTool.run(
                                jedis -> {
                                    var pipeline = jedis.pipelined();
                                    names.forEach(it -> pipeline.expire(it, 60));
                                    pipeline.sync(); // expect: FJ6
                                }));
    }

    static CompletableFuture<Account> one(UserMapper mapper, String name) {
        return CompletableFuture.supplyAsync(() -> mapper.findByName(name)); // expect: FJ6
    }

    static class PageLinks extends RecursiveTask<Integer> {
        final String address;

        PageLinks(String address) {
            this.address = address;
        }

        @Override
        protected Integer compute() {
            try {
                return new Parser(new URL(address).openConnection()).count(); // expect: FJ6
            } catch (IOException e) {
                return 0;
            }
        }
    }

    /** A method that a class has which was not given. */
    static class Friends extends Links {
        void look(int person, int depth) {
            String text = readStringFromURL(address(person)); // expect: FJ6
            ForkJoinPool.commonPool()
                    .invoke( // expect: FJ1
                            new RecursiveAction() {
                                @Override
                                protected void compute() {
                                    look(person + text.length(), depth + 1);
                                }
                            });
        }
    }

    static class Results extends RecursiveAction {
        final Folder folder;

        Results(Folder folder) {
            this.folder = folder;
        }

        @Override
        protected void compute() {
            folder.writeToFile("results", 7); // expect: FJ6
        }
    }

    // ---- who runs it -----------------------------------------------------------------------------

    static CompletableFuture<Integer> status(Process process) {
        return CompletableFuture.supplyAsync(waiting(process));
    }

    private static Supplier<Integer> waiting(Process process) {
        return () -> {
            try {
                return process.waitFor(); // expect: FJ6
            } catch (InterruptedException e) {
                return -1;
            }
        };
    }

    static CompletableFuture<Integer> anonymous() {
        return CompletableFuture.supplyAsync(
                new Supplier<>() {
                    @Override
                    public Integer get() {
                        try {
                            Thread.sleep(10); // expect: FJ6
                        } catch (InterruptedException e) {
                            return -1;
                        }
                        return 1;
                    }
                });
    }

    static class Names {
        private final LoadingCache<Integer, String> cache =
                CacheBuilder.newBuilder().maximumSize(10).build(new Loader());

        CompletableFuture<String> name(int id) {
            return CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return cache.get(id);
                        } catch (ExecutionException e) {
                            throw new IllegalStateException(e);
                        }
                    });
        }

        private static class Loader extends CacheLoader<Integer, String> {
            @Override
            public String load(Integer id) throws IOException {
                return Resources.toString( // expect: FJ6
                        new URL("https://example.org/" + id), StandardCharsets.UTF_8);
            }
        }
    }

    static void all(List<Integer> found) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2);
        List<Callable<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int part = i;
            parts.add(
                    () -> {
                        synchronized (found) { // expect: FJ5
                            found.add(part);
                        }
                        return part;
                    });
        }
        pool.invokeAll(parts);
        pool.invokeAll(
                List.of(
                        () -> {
                            Thread.sleep(1); // expect: FJ6
                            return null;
                        }));
    }

    static class Islands extends Work {
        Islands() {
            this.pool = new ForkJoinPool(2);
        }

        void evolve(List<Integer> people) {
            pool.submit(
                    () -> {
                        synchronized (people) { // expect: FJ5
                            people.add(1);
                        }
                    });
        }
    }

    /** A class that was not given is one of tasks, or else {@code compute} would be its own. */
    static class PageTask extends Crawler {
        final ForkJoinPool pool;
        final List<String> seen;

        PageTask(ForkJoinPool pool, List<String> seen) {
            this.pool = pool;
            this.seen = seen;
        }

        @Override
        protected void compute() {
            synchronized (seen) { // expect: FJ5
                seen.add("");
            }
            pool.submit(new PageTask(pool, seen)); // expect: FJ1
        }
    }

    /** The one that returns something is not called by a block that does not. */
    static class Overloads {
        <T> T with(Function<InputStream, T> action) throws IOException {
            try (InputStream in = new URL("https://example.org").openStream()) {
                return action.apply(in);
            }
        }

        void with(Consumer<String> action) {
            action.accept("");
        }

        CompletableFuture<Void> run() {
            return CompletableFuture.runAsync(
                    () ->
                            with(
                                    it -> {
                                        it.length();
                                    }));
        }
    }

    abstract static class Search extends RecursiveTask<Boolean> {
        abstract Board board();

        @Override
        protected Boolean compute() {
            List<Search> children = new ArrayList<>();
            for (Move move : board().moves()) {
                Board next = new Board(board()); // expect: FJ2
                next.apply(move);
                Search child;
                if (move.isMine()) {
                    child = new org.example.pages.Mine(next);
                } else {
                    child = new org.example.pages.Theirs(next);
                }
                children.add(child);
            }
            return invokeAll(children).stream().anyMatch(Search::join);
        }
    }

    // ---- matrices of classes that were not given -------------------------------------------------

    static class Product extends RecursiveTask<Matrix> {
        final Matrix left, right;

        Product(Matrix left, Matrix right) {
            this.left = left;
            this.right = right;
        }

        @Override
        protected Matrix compute() {
            if (left.rows() < 64) {
                return left.times(right);
            }
            int middle = left.rows() / 2;
            Matrix upper = left.getSubMatrix(0, 0, middle, left.cols()); // expect: FJ2
            Matrix lower = left.getSubMatrix(middle, 0, left.rows(), left.cols()); // expect: FJ2
            Product above = new Product(upper, right);
            Product below = new Product(lower, right);
            invokeAll(above, below);
            return Matrices.verticalConcatenation(above.join(), below.join()); // expect: FJ3
        }
    }

    static class Quarters extends RecursiveTask<int[][]> {
        final int[][] all;

        Quarters(int[][] all) {
            this.all = all;
        }

        @Override
        protected int[][] compute() {
            if (all.length < 64) {
                return all;
            }
            int[][] corner = getQuarter(all, 0, 0); // expect: FJ2
            Quarters child = new Quarters(corner);
            child.fork();
            List<int[][]> parts = new ArrayList<>();
            var part = child.join();
            parts.add(part);
            var sum = new Sum(all.length);
            sum.addSubMatrix(parts.get(0), 0, 0); // expect: FJ3
            return sum.matrix();
        }
    }

    static class Blocks extends RecursiveAction {
        final int[][] all;

        Blocks(int[][] all) {
            this.all = all;
        }

        @Override
        protected void compute() {
            if (all.length < 64) {
                return;
            }
            var blocks = Matrices.splitIntoBlocks(all, 2); // expect: FJ2
            int[][][][] ordered = new int[2][2][][];
            for (int i = 0; i < 2; i++) {
                ordered[i][0] = blocks[i][1];
                new Blocks(ordered[i][0]).invoke();
            }
        }
    }

    // ---- what is called so, and is not -----------------------------------------------------------

    static class Painting extends RecursiveAction {
        final Canvas canvas;
        final Timetable timetable;
        final ForkJoinPool pool;

        Painting(Canvas canvas, Timetable timetable, ForkJoinPool pool) {
            this.canvas = canvas;
            this.timetable = timetable;
            this.pool = pool;
        }

        @Override
        protected void compute() {
            canvas.save();
            timetable.schedule(() -> pool.execute(this), 40);
            canvas.restore();
        }
    }

    static class Words extends RecursiveAction {
        final List<String> words;
        final WordRepository wordRepository;
        final Settings settings;

        Words(List<String> words, WordRepository wordRepository, Settings settings) {
            this.words = words;
            this.wordRepository = wordRepository;
            this.settings = settings;
        }

        @Override
        protected void compute() {
            words.forEach(wordRepository::save); // expect: FJ6
            count();
            keep();
            page();
        }

        private void count() {
            settings.database().wordDao().insertWords(words); // expect: FJ6
        }

        private void keep() {
            settings.save(); // expect: FJ6
        }

        private void page() {
            try {
                settings.fetchPage(new URL("https://example.org")); // expect: FJ6
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What is written as a type argument of a constructor is nothing that parsers expect. */
    static class Written extends RecursiveAction {
        final List<String> lines = new <String> ArrayList<String>();
        final ManagedChannel channel = null;

        @Override
        protected void compute() {
            try {
                Thread.sleep(lines.size()); // expect: FJ6
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
