package corpus.strangers;

import static java.lang.Thread.sleep;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.io.FileUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.springframework.web.client.RestTemplate;

/** Tasks that wait, as people write them who never read how. */
class Waiting {
    static class Sleeps extends RecursiveTask<Integer> {
        private final int n;

        Sleeps(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            try {
                sleep(10); // expect: FJ6
                Thread.currentThread().sleep(5L); // expect: FJ6
                TimeUnit.MILLISECONDS.sleep(n); // expect: FJ6
                SECONDS.sleep(1); // expect: FJ6
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
            pause();
            LockSupport.parkNanos(1000); // expect: FJ6
            return n;
        }

        private static void pause() {
            try {
                Thread.sleep((long) (Math.random() * 100)); // expect: FJ6
            } catch (InterruptedException ignored) {
            }
        }
    }

    static class Notified extends RecursiveAction {
        private final Object signal;
        private boolean ready;

        Notified(Object signal) {
            this.signal = signal;
        }

        @Override
        protected void compute() {
            synchronized (signal) { // expect: FJ5
                while (!ready) {
                    try {
                        signal.wait(); // expect: FJ6
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            await(this);
        }

        private static synchronized void await(Object it) { // expect: FJ5
            try {
                it.wait(10); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Futures extends RecursiveTask<String> {
        private final ExecutorService other;
        private final Future<String> given;

        Futures(ExecutorService other, Future<String> given) {
            this.other = other;
            this.given = given;
        }

        @Override
        protected String compute() {
            try {
                Future<String> f = other.submit(() -> "text");
                String a = f.get(); // expect: FJ6
                String b = given.get(1, TimeUnit.SECONDS); // expect: FJ6
                String c = CompletableFuture.supplyAsync(() -> "c").join(); // expect: FJ6
                CompletableFuture<Void> all = CompletableFuture.allOf();
                all.get(); // expect: FJ6
                other.awaitTermination(1, TimeUnit.SECONDS); // expect: FJ6
                return a + b + c;
            } catch (Exception e) {
                return "";
            }
        }
    }

    static class Queues extends RecursiveAction {
        private final BlockingQueue<String> in;
        private final LinkedBlockingQueue<String> out;
        private final SynchronousQueue<String> handOff;

        Queues(
                BlockingQueue<String> in,
                LinkedBlockingQueue<String> out,
                SynchronousQueue<String> handOff) {
            this.in = in;
            this.out = out;
            this.handOff = handOff;
        }

        @Override
        protected void compute() {
            try {
                String s = in.take(); // expect: FJ6
                out.put(s); // expect: FJ6
                handOff.put(s); // expect: FJ6
                in.poll(1, TimeUnit.SECONDS); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Counts extends RecursiveTask<Integer> {
        private final File file;

        Counts(File file) {
            this.file = file;
        }

        @Override
        protected Integer compute() {
            int lines = 0;
            try (BufferedReader in = new BufferedReader(new FileReader(file))) { // expect: FJ6
                while (in.readLine() != null) {
                    lines++;
                }
            } catch (IOException e) {
                lines = -1;
            }
            return lines + words();
        }

        private int words() {
            try (Scanner scanner = new Scanner(file)) { // expect: FJ6
                int n = 0;
                while (scanner.hasNext()) {
                    scanner.next();
                    n++;
                }
                return n;
            } catch (IOException e) {
                return 0;
            }
        }
    }

    static class Reads {
        static List<String> lines(Path path) throws IOException {
            return Files.readAllLines(path); // expect: FJ6
        }

        static byte[] bytes(InputStream in) throws IOException {
            return in.readAllBytes(); // expect: FJ6
        }

        static String text(Path path) throws IOException {
            return Files.readString(path); // expect: FJ6
        }

        static void dump(Path path, String text) throws IOException {
            try (PrintWriter out = new PrintWriter(new FileWriter(path.toFile()))) { // expect: FJ6
                out.println(text);
            }
        }

        static long map(Path path) throws IOException {
            try (FileChannel channel = FileChannel.open(path)) { // expect: FJ6
                return channel.read(ByteBuffer.allocate(10));
            }
        }

        static void append(BufferedWriter out, String line) throws IOException {
            out.write(line); // expect: FJ6
        }

        static Object object(ObjectInputStream in) throws Exception {
            return in.readObject(); // expect: FJ6
        }
    }

    static class InHelpers extends RecursiveTask<Integer> {
        private final Path path;
        private final BufferedWriter log;

        InHelpers(Path path, BufferedWriter log) {
            this.path = path;
            this.log = log;
        }

        @Override
        protected Integer compute() {
            try {
                int n = Reads.lines(path).size() + Reads.text(path).length();
                n += Reads.bytes(Files.newInputStream(path)).length; // expect: FJ6
                Reads.dump(path, "x");
                Reads.append(log, "line");
                Reads.object(null);
                return n + (int) Reads.map(path);
            } catch (Exception e) {
                return -1;
            }
        }
    }

    static class Fetches extends RecursiveTask<Integer> {
        private final String address;

        Fetches(String address) {
            this.address = address;
        }

        @Override
        protected Integer compute() {
            try {
                return status() + body().length() + stream() + client() + named();
            } catch (Exception e) {
                return 0;
            }
        }

        private int status() throws IOException {
            HttpURLConnection c = (HttpURLConnection) new URL(address).openConnection();
            c.setRequestMethod("HEAD");
            return c.getResponseCode(); // expect: FJ6
        }

        private String body() throws IOException {
            try (BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(new URL(address).openStream()))) { // expect: FJ6
                return in.readLine();
            }
        }

        private int stream() throws IOException {
            try (Socket socket = new Socket(address, 80)) { // expect: FJ6
                socket.getOutputStream().write(1);
                return socket.getInputStream().read();
            }
        }

        private int client() throws Exception {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder().build();
            HttpResponse<String> r =
                    client.send(request, HttpResponse.BodyHandlers.ofString()); // expect: FJ6
            return r.statusCode();
        }

        private int named() throws IOException {
            return InetAddress.getByName(address).getAddress().length; // expect: FJ6
        }
    }

    static class Crawls extends RecursiveAction {
        private final String url;
        private final RestTemplate rest = new RestTemplate();

        Crawls(String url) {
            this.url = url;
        }

        @Override
        protected void compute() {
            try {
                Document page = Jsoup.connect(url).userAgent("x").get(); // expect: FJ6
                List<Crawls> next = new ArrayList<>();
                page.select("a").forEach(a -> next.add(new Crawls(a.attr("href"))));
                invokeAll(next);
                save(page.html());
                notify(rest);
            } catch (IOException e) {
                System.err.println(e);
            }
        }

        private void save(String html) throws IOException {
            FileUtils.writeStringToFile(new File("x"), html, "UTF-8"); // expect: FJ6
        }

        private void notify(RestTemplate rest) {
            rest.getForObject(url, String.class); // expect: FJ6
        }
    }

    static class Queries extends RecursiveTask<Integer> {
        private final Connection connection;

        Queries(Connection connection) {
            this.connection = connection;
        }

        @Override
        protected Integer compute() {
            try (PreparedStatement query = connection.prepareStatement("select 1");
                    ResultSet rows = query.executeQuery()) { // expect: FJ6
                return rows.next() ? rows.getInt(1) : 0;
            } catch (SQLException e) {
                return 0;
            }
        }
    }

    static class Threads extends RecursiveAction {
        @Override
        protected void compute() {
            try {
                Thread t = new Thread(() -> System.out.println("x"));
                t.start();
                t.join(); // expect: FJ6
                Process p = new ProcessBuilder("ls").start();
                p.waitFor(); // expect: FJ6
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class InLambda {
        void start(ForkJoinPool pool) {
            pool.submit(
                    () -> {
                        try (FileInputStream in = new FileInputStream("x")) { // expect: FJ6
                            return in.read();
                        }
                    });
            pool.execute(this::nap);
            ForkJoinTask.adapt(() -> nap2()).fork();
        }

        private void nap() {
            try {
                Thread.sleep(1); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void nap2() {
            try {
                Thread.sleep(java.time.Duration.ofMillis(2).toMillis()); // expect: FJ6
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Foreign extends jsr166y.RecursiveAction {
        @Override
        protected void compute() {
            try {
                Thread.sleep(100); // expect: FJ6
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    static class Cleaved extends dev.cleave.RecursiveTask<String> {
        @Override
        protected String compute() {
            try {
                return new String(System.in.readAllBytes()); // expect: FJ6
            } catch (IOException e) {
                return null;
            }
        }
    }

    // ---- traps -----------------------------------------------------------------------------------

    static class Quick extends RecursiveTask<Integer> {
        private final File file;
        private final int n;

        Quick(File file, int n) {
            this.file = file;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return (int) file.length();
            Quick a = new Quick(file, n - 1);
            a.fork();
            Future<Integer> b = new Quick(file, n - 2).fork();
            try {
                int sum = a.get() + b.get();
                StringWriter text = new StringWriter();
                new PrintWriter(text).println(sum);
                new Exception().printStackTrace(new PrintWriter(text));
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.write(text.toString().getBytes());
                InputStream in = new ByteArrayInputStream(out.toByteArray());
                sum += in.read();
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new ByteArrayInputStream(new byte[1])));
                sum += lines.read();
                Scanner words = new Scanner("one two");
                sum += words.next().length();
                System.out.println(file.exists() + " " + file.isDirectory() + file.getName());
                System.err.printf("%d%n", sum);
                Thread.onSpinWait();
                Thread.yield();
                return sum;
            } catch (InterruptedException | ExecutionException | IOException e) {
                return 0;
            }
        }
    }

    static class Blocks extends RecursiveAction {
        private final BlockingQueue<String> in;

        Blocks(BlockingQueue<String> in) {
            this.in = in;
        }

        @Override
        protected void compute() {
            try {
                ForkJoinPool.managedBlock(
                        new ForkJoinPool.ManagedBlocker() {
                            String item;

                            @Override
                            public boolean block() throws InterruptedException {
                                item = in.take();
                                return true;
                            }

                            @Override
                            public boolean isReleasable() {
                                return item != null;
                            }
                        });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            CompletableFuture.runAsync(() -> new InLambda().nap());
            new Thread(() -> Futures2.rest()).start();
            Bed bed = new Bed();
            bed.sleep(8);
            bed.wait("a", "b", "c");
        }
    }

    static class Futures2 {
        static void rest() {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Bed {
        int hours;

        void sleep(int hours) {
            this.hours = hours;
        }

        void wait(String a, String b, String c) {}
    }

    static int main(Path path) throws Exception {
        Thread.sleep(10);
        int n = Files.readAllLines(path).size();
        return n + ForkJoinPool.commonPool().submit(new Quick(path.toFile(), 3)).get();
    }
}
