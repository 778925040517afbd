import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

public class Shapes {
    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    static class Pool extends ForkJoinPool {
        final AtomicInteger workers;

        Pool(int n, AtomicInteger workers) {
            super(
                    n,
                    pool -> {
                        workers.incrementAndGet();
                        return new Worker(pool);
                    },
                    null,
                    false);
            this.workers = workers;
        }

        @Override
        public <T> ForkJoinTask<T> submit(Callable<T> task) {
            return super.submit(() -> task.call());
        }
    }

    static class Worker extends ForkJoinWorkerThread {
        static final AtomicInteger ENDED = new AtomicInteger();

        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onTermination(Throwable t) {
            ENDED.incrementAndGet();
        }
    }

    static class Sum extends CountedCompleter<Long> {
        final long[] a;
        final int lo, hi;
        long sum;
        Sum left, right;

        Sum(CountedCompleter<?> p, long[] a, int lo, int hi) {
            super(p);
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            if (hi - lo > 10) {
                int mid = (lo + hi) >>> 1;
                setPendingCount(2);
                (left = new Sum(this, a, lo, mid)).fork();
                (right = new Sum(this, a, mid, hi)).fork();
            } else for (int i = lo; i < hi; i++) sum += a[i];
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> c) {
            if (left != null) sum = left.sum + right.sum;
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    @SuppressWarnings("unchecked")
    /** A copy of it would lose the number. */
    public static class Numbered extends RuntimeException {
        final int number;

        public Numbered() {
            this(0);
        }

        Numbered(int number) {
            this.number = number;
        }
    }

    public static void main(String[] args) throws Throwable {
        AtomicInteger made = new AtomicInteger();
        Pool pool = new Pool(2, made);
        System.out.println("fib " + pool.invoke(new Fib(20)) + " " + (made.get() > 0));
        System.out.println("callable " + pool.submit(() -> 7).get());
        long[] a = LongStream.range(0, 1000).toArray();
        System.out.println(
                "completer " + ForkJoinPool.commonPool().invoke(new Sum(null, a, 0, a.length)));
        System.out.println("adapt " + ForkJoinTask.adapt(() -> "x").fork().join());
        ForkJoinTask<String> anonymous =
                new RecursiveTask<String>() {
                    protected String compute() {
                        return "y";
                    }
                };
        System.out.println(
                "anonymous "
                        + anonymous.invoke()
                        + " "
                        + ForkJoinTask.invokeAll(List.of(new Fib(3), new Fib(5))).stream()
                                .map(ForkJoinTask::join)
                                .toList());
        // blocking: more tasks that wait for each other than workers
        ForkJoinPool one = new ForkJoinPool(1);
        System.out.println(
                "join in one "
                        + one.submit(
                                        () ->
                                                CompletableFuture.supplyAsync(() -> 3, one)
                                                        .thenApplyAsync(x -> x + 1, one)
                                                        .join())
                                .get(20, TimeUnit.SECONDS));
        System.out.println(
                "queue in one "
                        + one.submit(
                                        () -> {
                                            LinkedBlockingQueue<String> q =
                                                    new LinkedBlockingQueue<>();
                                            one.execute(() -> q.add("taken"));
                                            return q.take();
                                        })
                                .get(20, TimeUnit.SECONDS));
        CountDownLatch latch = new CountDownLatch(1);
        System.out.println(
                "blocker "
                        + one.submit(
                                        () -> {
                                            one.execute(latch::countDown);
                                            ForkJoinPool.managedBlock(
                                                    new ForkJoinPool.ManagedBlocker() {
                                                        public boolean block()
                                                                throws InterruptedException {
                                                            latch.await();
                                                            return true;
                                                        }

                                                        public boolean isReleasable() {
                                                            return latch.getCount() == 0;
                                                        }
                                                    });
                                            return "released";
                                        })
                                .get(20, TimeUnit.SECONDS));
        // futures
        System.out.println(
                "future "
                        + CompletableFuture.supplyAsync(() -> 1)
                                .thenApplyAsync(x -> x + 1)
                                .thenCombineAsync(
                                        CompletableFuture.supplyAsync(() -> 5), Integer::sum)
                                .whenCompleteAsync((x, t) -> {})
                                .get());
        if (args.length > 0) {
            CompletableFuture.runAsync(
                            () ->
                                    System.out.println(
                                            "> async in "
                                                    + Thread.currentThread().getClass().getName()))
                    .join();
            System.out.println(
                    "> default "
                            + new CompletableFuture<>().defaultExecutor().getClass().getName());
            System.out.println("> task " + ForkJoinTask.class.getName());
        }
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS)
                .execute(() -> late.complete("later"));
        System.out.println("delayed " + late.get(20, TimeUnit.SECONDS));
        // streams
        ForkJoinPool three = new ForkJoinPool(3);
        Set<String> names = ConcurrentHashMap.newKeySet();
        System.out.println(
                "stream "
                        + three.submit(
                                        () ->
                                                IntStream.range(0, 1000)
                                                        .parallel()
                                                        .peek(
                                                                i ->
                                                                        names.add(
                                                                                Thread
                                                                                        .currentThread()
                                                                                        .getName()))
                                                        .filter(i -> i % 3 == 0)
                                                        .sum())
                                .get()
                        + " "
                        + (names.size() <= 3)
                        + " "
                        + names.stream().noneMatch(n -> n.contains("common")));
        Set<Thread> single = ConcurrentHashMap.newKeySet();
        List<Integer> plain = new ArrayList<>();
        one.submit(
                        () ->
                                IntStream.range(0, 10000).boxed().toList().parallelStream()
                                        .forEach(
                                                i -> {
                                                    single.add(Thread.currentThread());
                                                    plain.add(i);
                                                }))
                .get();
        System.out.println("stream in one " + single.size() + " " + plain.size());
        try {
            three.submit(
                            () ->
                                    List.of(1, 2, 3).parallelStream()
                                            .map(
                                                    i -> {
                                                        if (i == 2)
                                                            throw new IllegalStateException("two");
                                                        return i;
                                                    })
                                            .toList())
                    .get();
        } catch (ExecutionException e) {
            Throwable t = e;
            while (t.getCause() != null) t = t.getCause();
            System.out.println("stream fails " + t);
        }
        System.out.println(
                one.submit(
                                () -> {
                                    try {
                                        List.of(7).parallelStream()
                                                .forEach(
                                                        i -> {
                                                            throw new Numbered(i);
                                                        });
                                        return "stream does not fail";
                                    } catch (Numbered failure) {
                                        return "stream fails with " + failure.number;
                                    }
                                })
                        .get());
        // cast, reflection, method handles
        ExecutorService stealing = Executors.newWorkStealingPool(2);
        System.out.println(
                "stealing "
                        + ((ForkJoinPool) stealing).getParallelism()
                        + " "
                        + ((ForkJoinPool) stealing).getAsyncMode());
        IntFunction<ExecutorService> maker = Executors::newWorkStealingPool;
        System.out.println("handle " + (maker.apply(1) instanceof ForkJoinPool));
        Class<?> type = Class.forName("java.util.concurrent.ForkJoinPool");
        Object common = type.getMethod("commonPool").invoke(null);
        System.out.println(
                "reflection "
                        + (common == ForkJoinPool.commonPool())
                        + " "
                        + Shapes.class
                                .getClassLoader()
                                .loadClass("java.util.concurrent.ForkJoinTask")
                                .isAssignableFrom(Fib.class)
                        + " "
                        + (Class.forName("[[Ljava.util.concurrent.ForkJoinTask;")
                                == ForkJoinTask[][].class)
                        + " "
                        + (Class.forName(
                                        Object.class.getModule(),
                                        "java.util.concurrent.RecursiveTask")
                                == RecursiveTask.class)
                        + " "
                        + (MethodHandles.lookup()
                                        .findClass("java.util.concurrent.ForkJoinWorkerThread")
                                == ForkJoinWorkerThread.class));
        MethodHandle submit =
                MethodHandles.lookup()
                        .findVirtual(
                                ForkJoinPool.class,
                                "submit",
                                MethodType.methodType(ForkJoinTask.class, Callable.class));
        System.out.println(
                "method handle "
                        + ((ForkJoinTask<?>) submit.invoke(pool, (Callable<String>) () -> "z"))
                                .get());
        // serialization
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Fib done = new Fib(10);
        done.invoke();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(done);
            out.writeObject(new Fib(11));
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Fib x = (Fib) in.readObject();
            Fib y = (Fib) in.readObject();
            System.out.println(
                    "serial " + x.isDone() + " " + x.join() + " " + y.isDone() + " " + y.invoke());
        }
        bytes.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(
                    (Function<ForkJoinPool, Integer> & Serializable) of -> of.getParallelism());
            out.writeObject(
                    (Function<ForkJoinPool, Integer> & Serializable) ForkJoinPool::getParallelism);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            System.out.println(
                    "serial lambdas "
                            + ((Function<ForkJoinPool, Integer>) in.readObject()).apply(pool)
                            + " "
                            + ((Function<ForkJoinPool, Integer>) in.readObject()).apply(pool));
        }
        pool.shutdown();
        System.out.println(
                "ended "
                        + pool.awaitTermination(20, TimeUnit.SECONDS)
                        + " "
                        + (Worker.ENDED.get() == made.get()));
    }
}
