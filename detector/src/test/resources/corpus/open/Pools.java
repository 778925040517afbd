package corpus.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class Pools {
    static final ForkJoinPool POOL = new ForkJoinPool(4);
    static final ExecutorService EXECUTOR = new ForkJoinPool(2);
    static final ExecutorService OUTSIDE = Executors.newFixedThreadPool(2);

    static class InvokesChildren extends RecursiveTask<Integer> {
        final int n;

        InvokesChildren(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            int a = POOL.invoke(new InvokesChildren(n - 1)); // expect: FJ1
            int b = ForkJoinPool.commonPool().invoke(new InvokesChildren(n - 2)); // expect: FJ1
            return a + b;
        }
    }

    static class UsesItsPool extends RecursiveAction {
        private final Runnable[] jobs;
        private final int from, to;

        UsesItsPool(Runnable[] jobs, int from, int to) {
            this.jobs = jobs;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            switch (to - from) {
                case 0:
                    return;
                case 1:
                    jobs[from].run();
                    return;
                default:
                    int mid = (from + to) / 2;
                    getPool().submit(new UsesItsPool(jobs, from, mid)); // expect: FJ1
                    getPool().execute(new UsesItsPool(jobs, mid, to)); // expect: FJ1
            }
        }
    }

    static class ThroughAnExecutor extends RecursiveTask<Long> {
        private final ExecutorService service;
        private final long bound;

        ThroughAnExecutor(ExecutorService service, long bound) {
            this.service = service;
            this.bound = bound;
        }

        @Override
        protected Long compute() {
            if (bound < 10) {
                return bound;
            }
            ThroughAnExecutor half = new ThroughAnExecutor(service, bound / 2);
            service.submit(half); // expect: FJ1
            return half.join() + 1;
        }
    }

    static long start() {
        return POOL.invoke(new ThroughAnExecutor(EXECUTOR, 1000));
    }

    static class InAHelper extends RecursiveTask<Integer> {
        private int depth;

        InAHelper(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            return depth == 0 ? 1 : Dispatcher.dispatch(depth - 1);
        }
    }

    static class Dispatcher {
        static int dispatch(int depth) {
            return POOL.submit(new InAHelper(depth)).join(); // expect: FJ1
        }
    }

    /** The documented way to start anywhere. */
    static class StartsAnywhere extends RecursiveTask<Integer> {
        final int n;

        StartsAnywhere(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            return run(new StartsAnywhere(n - 1)) + run(new StartsAnywhere(n - 2));
        }

        static int run(StartsAnywhere task) {
            if (ForkJoinTask.inForkJoinPool()) {
                return task.fork().join();
            }
            return POOL.invoke(task);
        }
    }

    static class AsksItsThread extends RecursiveAction {
        final int n;

        AsksItsThread(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n > 0) {
                go(new AsksItsThread(n - 1));
            }
        }

        static void go(AsksItsThread task) {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                task.invoke();
            } else {
                POOL.invoke(task);
            }
        }
    }

    /** Asks the pool, but hands it nothing. */
    static class LooksAtThePool extends RecursiveAction {
        private final List<Runnable> work;

        LooksAtThePool(List<Runnable> work) {
            this.work = work;
        }

        @Override
        protected void compute() {
            if (work.size() < 2 || getPool().getParallelism() == 1 || getSurplusQueuedTaskCount() > 3) {
                work.forEach(Runnable::run);
            } else {
                OUTSIDE.execute(() -> System.out.println("dividing " + work.size()));
                int half = work.size() / 2;
                invokeAll(
                        new LooksAtThePool(work.subList(0, half)), // expect: FJ2
                        new LooksAtThePool(work.subList(half, work.size()))); // expect: FJ2
            }
        }
    }

    /** Callables on a fork/join pool are tasks too. */
    static int nested(int depth) throws Exception {
        Callable<Integer> again = () -> depth;
        return POOL.submit(
                        () -> {
                            List<ForkJoinTask<Integer>> parts = new ArrayList<>();
                            parts.add(POOL.submit(again)); // expect: FJ1
                            return parts.get(0).join();
                        })
                .get();
    }

    public static void main(String[] args) throws Exception {
        POOL.invoke(new InvokesChildren(20));
        POOL.execute(new UsesItsPool(new Runnable[0], 0, 0));
        POOL.submit(new InAHelper(3)).get();
        for (int round = 0; round < 3; round++) {
            System.out.println(POOL.invoke(new StartsAnywhere(10)));
        }
        nested(2);
        start();
    }
}
