package corpus.strangers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.IntUnaryOperator;

/** Tasks and pools, as people use them who never read how. */
class Submitting {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class Static extends RecursiveTask<Integer> {
        private final int n;

        Static(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n <= 1) return n;
            ForkJoinTask<Integer> a = POOL.submit(new Static(n - 1)); // expect: FJ1
            Static b = new Static(n - 2);
            POOL.execute(b); // expect: FJ1
            return a.join() + b.join();
        }
    }

    static class OwnPool extends RecursiveTask<Long> {
        private final long[] a;
        private final int lo, hi;

        OwnPool(long[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            if (hi - lo < 3) return a[lo];
            int mid = (lo + hi) / 2;
            ForkJoinPool pool = getPool();
            OwnPool l = new OwnPool(a, lo, mid);
            pool.execute(l); // expect: FJ1
            Long r = getPool().invoke(new OwnPool(a, mid, hi)); // expect: FJ1
            return r + l.join();
        }
    }

    static class Holder {
        private static ForkJoinPool instance;

        static synchronized ForkJoinPool instance() { // expect: FJ5
            if (instance == null) instance = new ForkJoinPool();
            return instance;
        }

        <T> T run(ForkJoinTask<T> task) {
            return instance().invoke(task); // expect: FJ1
        }

        static <T> Future<T> later(Callable<T> body) {
            return instance().submit(body); // expect: FJ1
        }
    }

    static class ThroughHolder extends RecursiveTask<Integer> {
        private final int n;

        ThroughHolder(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 4) return n;
            int a = new Holder().run(new ThroughHolder(n / 2));
            try {
                return a + Holder.later(() -> n).get();
            } catch (InterruptedException | ExecutionException e) {
                return a;
            }
        }
    }

    /** The pool hides behind an interface. */
    static class Service extends RecursiveAction {
        private final ExecutorService service;
        private final int n;

        Service(ExecutorService service, int n) {
            this.service = service;
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n == 0) return;
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                final int k = i;
                calls.add(() -> k);
            }
            try {
                service.invokeAll(calls); // expect: FJ1
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            service.submit(() -> System.out.println(n)); // expect: FJ1
        }
    }

    static void startService() {
        ExecutorService stealing = Executors.newWorkStealingPool();
        new ForkJoinPool().invoke(new Service(stealing, 7));
    }

    static class Passed extends RecursiveTask<Integer> {
        final int n;
        final ForkJoinPool pool;

        Passed(int n, ForkJoinPool pool) {
            this.n = n;
            this.pool = pool;
        }

        @Override
        protected Integer compute() {
            return n < 2 ? n : spawn(n - 1) + spawn(n - 2);
        }

        private int spawn(int k) {
            return pool.invoke(new Passed(k, pool)); // expect: FJ1
        }
    }

    static class Nested extends RecursiveAction {
        private final List<Nested> parts = new ArrayList<>();

        @Override
        protected void compute() {
            for (Nested part : parts) {
                ForkJoinTask.getPool().submit(part); // expect: FJ1
            }
            parts.forEach(POOL::execute); // expect: FJ1
            parts.stream().map(p -> POOL.submit(p)).forEach(ForkJoinTask::join); // expect: FJ1
        }
    }

    static class Anonymous {
        void start(ForkJoinPool workers) {
            workers.submit(
                    () -> {
                        workers.submit(this::step); // expect: FJ1
                        workers.invoke( // expect: FJ1
                                new RecursiveAction() {
                                    @Override
                                    protected void compute() {
                                        workers.execute(() -> step()); // expect: FJ1
                                    }
                                });
                    });
        }

        private void step() {
            System.out.println("step");
        }
    }

    static class Completer extends CountedCompleter<Void> {
        private final int n;

        Completer(CountedCompleter<?> parent, int n) {
            super(parent);
            this.n = n;
        }

        @Override
        public void compute() {
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (n > 0) {
                ForkJoinPool.commonPool().execute(new Completer(null, n - 1)); // expect: FJ1
            }
        }
    }

    static class CommonAndParallel extends RecursiveTask<Integer> {
        private final int n;

        CommonAndParallel(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            switch (n) {
                case 0:
                    return 0;
                case 1:
                    return ForkJoinPool.commonPool().invoke(new CommonAndParallel(0)); // expect: FJ1
                default:
                    while (n > 5) {
                        return new ForkJoinPool().submit(new CommonAndParallel(1)).join(); // expect: FJ1
                    }
                    return n;
            }
        }
    }

    static class Foreign extends jsr166y.RecursiveAction {
        private final jsr166y.ForkJoinPool pool;
        private final int n;

        Foreign(jsr166y.ForkJoinPool pool, int n) {
            this.pool = pool;
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n > 0) {
                pool.submit(new Foreign(pool, n - 1)); // expect: FJ1
            }
        }
    }

    static class Cleaved extends dev.cleave.RecursiveTask<Integer> {
        private final int n;

        Cleaved(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            dev.cleave.ForkJoinTask<Integer> f =
                    dev.cleave.ForkJoinPool.commonPool().submit(new Cleaved(n - 1)); // expect: FJ1
            return f.join() + new Cleaved(n - 2).compute();
        }
    }

    static class InExec extends ForkJoinTask<Integer> {
        private Integer value;

        @Override
        public Integer getRawResult() {
            return value;
        }

        @Override
        protected void setRawResult(Integer value) {
            this.value = value;
        }

        @Override
        protected boolean exec() {
            value = POOL.invoke(new Static(3)); // expect: FJ1
            return true;
        }
    }

    // ---- traps -----------------------------------------------------------------------------------

    static class Other extends RecursiveAction {
        private static final ExecutorService IO = Executors.newCachedThreadPool();
        private final int n;

        Other(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            IO.execute(() -> System.out.println("on its own thread"));
            IO.submit(() -> POOL.submit(() -> n));
            CompletableFuture.runAsync(() -> System.out.println(n), IO);
            new Thread(() -> POOL.invoke(new Static(4))).start();
            int size = POOL.getParallelism() + POOL.getPoolSize();
            if (size < 0) POOL.shutdown();
            Invocation call = new Invocation();
            call.invoke(new Static(2));
            call.execute(new Static(2));
            call.submit("text");
        }
    }

    /** Has a pool's method names, and is none. */
    static class Invocation {
        Object invoke(Object target) {
            return target;
        }

        void execute(Object target) {}

        void submit(String text) {}
    }

    static class AsksFirst extends RecursiveTask<Integer> {
        private final int n;

        AsksFirst(int n) {
            this.n = n;
        }

        static int solve(int n) {
            AsksFirst task = new AsksFirst(n);
            return ForkJoinTask.inForkJoinPool() ? task.invoke() : POOL.invoke(task);
        }

        static int solveAgain(int n) {
            AsksFirst task = new AsksFirst(n);
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                return task.fork().join();
            }
            return POOL.submit(task).join();
        }

        static int solveLate(int n) {
            boolean inside = ForkJoinTask.inForkJoinPool();
            if (!inside) {
                return POOL.invoke(new AsksFirst(n));
            }
            return new AsksFirst(n).invoke();
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            return solve(n - 1) + solveAgain(n - 2) + solveLate(n - 3);
        }
    }

    static int main(IntUnaryOperator f, Collection<Static> roots) throws Exception {
        int sum = 0;
        for (Static root : roots) sum += POOL.invoke(root);
        sum += POOL.submit(() -> f.applyAsInt(1)).get();
        for (Future<Integer> one : POOL.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2))) {
            sum += one.get();
        }
        return sum;
    }
}
