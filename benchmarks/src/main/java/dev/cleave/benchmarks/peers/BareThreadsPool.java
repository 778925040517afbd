package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.HandDivided;
import dev.cleave.benchmarks.programs.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that take the next piece of a problem divided by hand: one atomic operation a piece. */
final class BareThreadsPool implements PeerPool {
    private final int workers;
    private final ExecutorService helpers = Executors.newCachedThreadPool();

    BareThreadsPool(int workers) {
        this.workers = workers;
    }

    @Override
    public Runnable program(Problem problem) {
        if (!(problem instanceof HandDivided divided)) {
            throw new IllegalArgumentException(
                    "not divided by hand: " + problem.getClass().getName());
        }
        return () -> run(divided);
    }

    private void run(HandDivided problem) {
        List<Runnable> pieces = problem.pieces();
        AtomicInteger next = new AtomicInteger();
        Runnable worker =
                () -> {
                    for (int i; (i = next.getAndIncrement()) < pieces.size(); ) {
                        pieces.get(i).run();
                    }
                };
        List<Future<?>> others = new ArrayList<>();
        for (int t = 1; t < workers; t++) {
            others.add(helpers.submit(worker));
        }
        worker.run();
        for (Future<?> other : others) {
            try {
                other.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        problem.combine();
    }

    @Override
    public String scheduling() {
        return "-";
    }

    @Override
    public Counters counters() {
        return Counters.NONE;
    }

    @Override
    public void close() {
        Shutdown.await(helpers);
    }
}
