package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.PeerPool;
import dev.cleave.benchmarks.peers.WorkerTime;
import dev.cleave.benchmarks.programs.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs one program by one peer until its times settle, then measures it, for each size of pool in
 * turn.
 *
 * <p>The quick size goes first, with every size of pool: compilers learn on it what a steal looks
 * like, which at full size would take minutes. Then each pool is warmed up and measured at the size
 * wanted.
 */
final class Harness {
    private final Measurement measurement;
    private final Budget share;
    private final Consumer<Event> events;

    Harness(Measurement measurement, Consumer<Event> events) {
        this.measurement = measurement;
        this.share = measurement.budget().share(measurement.workers().size());
        this.events = events;
    }

    /**
     * Measures.
     *
     * @param quick makes the problem at its quick size
     * @param full makes the problem at the size to measure
     */
    void measure(Supplier<Problem> quick, Supplier<Problem> full) {
        Problem small = quick.get();
        for (int workers : measurement.workers()) {
            try (PeerPool pool = open(workers)) {
                warmUp(pool, small, workers, share.warmUpNanos() / 2);
            }
        }
        Problem problem = full.get();
        List<Integer> repeated = new ArrayList<>();
        for (int workers : measurement.workers()) {
            try (PeerPool pool = open(workers)) {
                long first =
                        run(pool, problem, pool.program(problem), workers, share.measureNanos());
                // One that long counted, and compilers had all of its first second: a second run
                // would add little.
                if (first <= share.measureNanos()) {
                    repeated.add(workers);
                }
            }
        }
        // All sizes are warmed up before any is measured, or the first would seem the slowest.
        for (int workers : repeated) {
            try (PeerPool pool = open(workers)) {
                warmUp(pool, problem, workers, share.warmUpNanos() / 2);
            }
        }
        for (int workers : repeated) {
            try (PeerPool pool = open(workers)) {
                measure(pool, problem, workers);
            }
        }
        events.accept(
                Event.end(
                        new Event.Facts(
                                problem.forks(), problem.invocations(), problem.barriers())));
    }

    private PeerPool open(int workers) {
        return measurement.peer().open(workers, measurement.scheduling());
    }

    private void warmUp(PeerPool pool, Problem problem, int workers, long limit) {
        Runnable program = pool.program(problem);
        Settling settling = Settling.ofThisMachine();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < limit && !settling.settled()) {
            problem.prepare();
            long start = System.nanoTime();
            program.run();
            settling.add(System.nanoTime() - start);
            events.accept(Event.warm(workers));
        }
    }

    private void measure(PeerPool pool, Problem problem, int workers) {
        Runnable program = pool.program(problem);
        // What warming up and earlier sizes have left is not this run's to collect.
        System.gc();
        long begin = System.nanoTime();
        for (int runs = 0;
                runs < share.fewestRuns() || System.nanoTime() - begin < share.measureNanos();
                runs++) {
            run(pool, problem, program, workers, 0);
        }
    }

    /**
     * Runs once, and reports the run as one that counts if it took at least {@code countsFrom}.
     *
     * @return how long it took, in nanoseconds
     */
    private long run(
            PeerPool pool, Problem problem, Runnable program, int workers, long countsFrom) {
        problem.prepare();
        PeerPool.Counters before = pool.counters();
        Allocation allocated = Allocation.now();
        long start = System.nanoTime();
        program.run();
        long elapsed = System.nanoTime() - start;
        long bytes = Allocation.now().since(allocated);
        PeerPool.Counters after = pool.counters();
        if (elapsed < countsFrom) {
            events.accept(Event.warm(workers));
        } else {
            events.accept(
                    Event.run(
                            workers,
                            problem.nanos(elapsed),
                            bytes - handOverBytes(pool),
                            after.tasks() < 0 ? null : after.tasks() - before.tasks(),
                            steals(problem, before, after),
                            WorkerTime.since(before.times(), after.times()),
                            problem.answer()));
        }
        return elapsed;
    }

    /** What is allocated to hand a run to the pool, and to ask what has been allocated. */
    private static long handOverBytes(PeerPool pool) {
        Runnable handOver = pool.handOver();
        handOver.run(); // loads classes
        Allocation before = Allocation.now();
        handOver.run();
        return Allocation.now().since(before);
    }

    /** Steals from another worker; a pool that counts submissions may do so a run late. */
    private static long steals(Problem problem, PeerPool.Counters before, PeerPool.Counters after) {
        long steals = after.steals() - before.steals();
        return after.submissions() ? Math.max(0, steals - problem.invocations()) : steals;
    }
}
