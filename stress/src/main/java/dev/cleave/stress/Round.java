package dev.cleave.stress;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** One pool's life, after one plan: what happens is random, what comes out is checked. */
final class Round {
    /** Far beyond what the end of a pool takes: reached only if it never comes. */
    private static final long LIMIT_SECONDS = 60;

    final Plan plan;
    final Ledger ledger;
    final ScheduledExecutorService releaser;
    final Tamperer tamperer;

    /** Tasks that nobody joins, counted when they were forked and when they ran. */
    final LongAdder forgotten = new LongAdder();

    final LongAdder remembered = new LongAdder();

    /** The pool is about to be stopped: tasks may be cancelled, and refused, from now on. */
    volatile boolean stopping;

    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final ForkJoinPool pool;
    private final ForkJoinPool inner;

    Round(Plan plan, Ledger ledger, ScheduledExecutorService releaser) {
        this.plan = plan;
        this.ledger = ledger;
        this.releaser = releaser;
        this.tamperer = new Tamperer(plan.faults());
        this.pool = plan.pool().threadFactory(this::newWorker).build();
        this.inner = plan.nested() ? plan.innerPool().build() : null;
    }

    private ForkJoinWorkerThread newWorker(ForkJoinPool p) {
        ForkJoinWorkerThread worker = new ForkJoinWorkerThread(p) {};
        workers.add(worker);
        return worker;
    }

    /** Runs the round. Blocks until the pool and all its threads have ended. */
    void run() throws InterruptedException {
        Disturber disturber = new Disturber(this);
        disturber.start();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < plan.clients(); i++) {
            SplittableRandom random = new SplittableRandom(31 * ~plan.seed() + i);
            Thread client = new Thread(() -> submitTrees(random), "client " + i);
            clients.add(client);
            client.start();
        }
        for (Thread client : clients) {
            client.join();
        }
        disturber.end();
        end();
    }

    private void submitTrees(SplittableRandom random) {
        try {
            for (int i = 0; i < plan.roots() && !pool.isShutdown(); i++) {
                submitTree(new Node(this, random.nextLong(), plan.tasks()), random);
            }
        } catch (RejectedExecutionException e) {
            if (!stopping) {
                ledger.fail("refused", e);
            }
        } catch (Throwable t) {
            ledger.fail("a client failed", t);
        }
    }

    private void submitTree(Node root, SplittableRandom random) {
        NodeTasks.Task task = new NodeTasks.Task(root);
        switch (random.nextInt(5)) {
            case 0 -> {
                try {
                    pool.invoke(task);
                } catch (Throwable t) {
                    if (t instanceof RejectedExecutionException && stopping) {
                        return;
                    }
                    root.check(t);
                }
            }
            case 1 -> pool.execute(task);
            case 2 -> pool.externalSubmit(task);
            case 3 -> {
                ForkJoinTask<?> interruptible = pool.submit(root::run);
                root.account(interruptible);
                return;
            }
            default -> getWithPatience(pool.submit(task));
        }
        root.account(task);
    }

    /** Waits in short stretches, each of which may run out. */
    private void getWithPatience(ForkJoinTask<?> task) {
        for (; ; ) {
            try {
                task.get(1, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                // Once more.
            } catch (ExecutionException | java.util.concurrent.CancellationException e) {
                return; // what it was is looked at by the join that follows
            } catch (InterruptedException e) {
                ledger.fail("a client was interrupted", e);
            }
        }
    }

    /**
     * Submits a node from within a task.
     *
     * @return the task; null if the pool refused it because it is being stopped
     */
    ForkJoinTask<?> submit(Node node, SplittableRandom random) {
        NodeTasks.Task task = new NodeTasks.Task(node);
        ForkJoinPool here = ForkJoinTask.getPool();
        ForkJoinPool to = inner != null && random.nextBoolean() ? inner : here;
        try {
            switch (random.nextInt(3)) {
                case 0 -> to.submit(task);
                case 1 -> to.externalSubmit(task);
                default -> {
                    if (to == here) {
                        to.lazySubmit(task);
                    } else {
                        to.execute(task); // nobody would come for a lazy one
                    }
                }
            }
            return task;
        } catch (RejectedExecutionException e) {
            if (!stopping) {
                ledger.fail("refused: " + node, e);
            }
            return null;
        }
    }

    /** Stops the pool in the middle of things. */
    void stop() {
        stopping = true;
        pool.shutdownNow();
    }

    void resize(int parallelism) {
        pool.setParallelism(parallelism);
    }

    void interruptSomebody(SplittableRandom random) {
        Thread[] all = workers.toArray(new Thread[0]);
        if (all.length > 0) {
            all[random.nextInt(all.length)].interrupt();
        }
    }

    private void end() throws InterruptedException {
        switch (plan.end()) {
            case SHUTDOWN -> pool.shutdown();
            case CLOSE -> pool.close();
            case SUDDEN -> stop();
        }
        if (!pool.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            ledger.fail("the pool did not end: " + pool + "\n" + Traces.ofAllThreads());
            return;
        }
        for (Thread worker : workers) {
            worker.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            if (worker.isAlive()) {
                ledger.fail("the pool has ended and a worker lives: " + worker);
            }
        }
        if (inner != null) {
            inner.close();
        }
        if (!stopping && forgotten.sum() != remembered.sum()) {
            ledger.fail(
                    remembered.sum()
                            + " of "
                            + forgotten.sum()
                            + " tasks ran that nobody joins, and the pool has ended");
        }
    }

    @Override
    public String toString() {
        return plan + "\n  " + pool + (inner == null ? "" : "\n  " + inner);
    }
}
