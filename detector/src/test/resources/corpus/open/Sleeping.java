package corpus.sleeping;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

public class Sleeping {
    /** After the study's CTask. */
    static class CTask extends RecursiveTask<Integer> {
        private final int[] work;
        private final int start, stop;

        CTask(int[] work, int start, int stop) {
            this.work = work;
            this.start = start;
            this.stop = stop;
        }

        @Override
        protected Integer compute() {
            if (stop - start == 1) {
                try {
                    Thread.sleep(1000); // expect: FJ6
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return work[start];
            }
            int mid = start + stop >> 1;
            CTask l = new CTask(work, start, mid);
            l.fork();
            return new CTask(work, mid, stop).compute() + l.join();
        }
    }

    static class Polls extends RecursiveAction {
        private volatile boolean ready;

        @Override
        protected void compute() {
            while (!ready) {
                pause();
            }
        }

        private void pause() {
            try {
                TimeUnit.MILLISECONDS.sleep(10); // expect: FJ6
            } catch (InterruptedException e) {
                ready = true;
            }
        }
    }

    static class Backoff {
        static void rest(long millis) {
            try {
                Thread.sleep(millis); // expect: FJ6
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }

        /** No task comes here. */
        static void restLong() {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Retries extends RecursiveTask<Boolean> {
        private final java.util.function.BooleanSupplier action;

        Retries(java.util.function.BooleanSupplier action) {
            this.action = action;
        }

        @Override
        protected Boolean compute() {
            for (int i = 0; i < 3; i++) {
                if (action.getAsBoolean()) return true;
                Backoff.rest(100L << i);
            }
            return false;
        }
    }

    static class Waits extends RecursiveAction {
        private final Object monitor = new Object();
        private boolean open;

        @Override
        protected void compute() {
            synchronized (monitor) { // expect: FJ5
                while (!open) {
                    try {
                        monitor.wait(); // expect: FJ6
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }
    }

    static class Consumes extends RecursiveAction {
        private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(10);

        @Override
        protected void compute() {
            try {
                String first = queue.take(); // expect: FJ6
                String second = queue.poll(1, TimeUnit.SECONDS); // expect: FJ6
                queue.put(first + second); // expect: FJ6
            } catch (InterruptedException e) {
                cancel(false);
            }
        }
    }

    static class Foreign extends RecursiveTask<String> {
        private final ExecutorService io;
        private final CompletableFuture<String> header;

        Foreign(ExecutorService io, CompletableFuture<String> header) {
            this.io = io;
            this.header = header;
        }

        @Override
        protected String compute() {
            Future<String> body = io.submit(() -> "body");
            try {
                return header.join() + body.get(); // expect: FJ6
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Downloads extends RecursiveTask<byte[]> {
        private final URL url;

        Downloads(URL url) {
            this.url = url;
        }

        @Override
        protected byte[] compute() {
            try (InputStream in = url.openStream()) { // expect: FJ6
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static class Lines extends RecursiveTask<Integer> {
        private final List<Path> files;
        private final int from, to;

        Lines(List<Path> files, int from, int to) {
            this.files = files;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from > 1) {
                int mid = (from + to) / 2;
                Lines one = new Lines(files, from, mid), two = new Lines(files, mid, to);
                two.fork();
                return one.compute() + two.join();
            }
            try {
                return Files.readAllLines(files.get(from)).size(); // expect: FJ6
            } catch (IOException e) {
                return 0;
            }
        }
    }

    static class Saves extends RecursiveAction {
        private final Connection connection;

        Saves(Connection connection) {
            this.connection = connection;
        }

        @Override
        protected void compute() {
            try (var statement = connection.prepareStatement("insert into t values (1)")) {
                statement.executeUpdate(); // expect: FJ6
            } catch (SQLException e) {
                completeExceptionally(e);
            }
        }
    }

    /** Threads of its own may sleep as they like. */
    static class StartsThread extends RecursiveAction {
        @Override
        protected void compute() {
            Thread watchdog =
                    new Thread(
                            () -> {
                                try {
                                    Thread.sleep(5_000);
                                } catch (InterruptedException e) {
                                    return;
                                }
                                System.err.println("still running");
                            });
            watchdog.setDaemon(true);
            watchdog.start();
            CompletableFuture.runAsync(() -> Backoff.rest(1));
        }
    }

    /** Blocking that the pool knows of. */
    static class Managed extends RecursiveTask<String> {
        private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        private String item;

        @Override
        protected String compute() {
            try {
                ForkJoinPool.managedBlock(
                        new ForkJoinPool.ManagedBlocker() {
                            @Override
                            public boolean block() throws InterruptedException {
                                if (item == null) item = queue.take();
                                return true;
                            }

                            @Override
                            public boolean isReleasable() {
                                return item != null || (item = queue.poll()) != null;
                            }
                        });
            } catch (InterruptedException e) {
                return null;
            }
            return item;
        }
    }

    /** Input from memory, and the results of tasks. */
    static class InMemory extends RecursiveTask<Integer> {
        private final byte[] bytes;

        InMemory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            ByteArrayInputStream in = new ByteArrayInputStream(bytes);
            for (int b = in.read(); b >= 0; b = in.read()) sum += b;
            Scanner words = new Scanner("one two");
            while (words.hasNext()) sum += words.next().length();
            ForkJoinTask<Integer> other = new CTask(new int[] {1}, 0, 1).fork();
            try {
                return sum + other.get();
            } catch (InterruptedException | ExecutionException e) {
                return sum;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new ForkJoinPool().invoke(new CTask(new int[8], 0, 8));
        Thread.sleep(100);
        Backoff.restLong();
    }
}
