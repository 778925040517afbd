package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.juc.TaskPrograms;
import dev.cleave.benchmarks.programs.repaired.RepairedPrograms;
import dev.cleave.benchmarks.programs.right.RightPrograms;
import dev.cleave.benchmarks.programs.wrong.WrongPrograms;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;

/** Who runs a program. */
public enum Peer {
    /** The plain Java version, on one thread. Always measured; not to be asked for. */
    SERIAL("serial", false),
    /** Task objects on {@code java.util.concurrent.ForkJoinPool}. */
    JUC("juc", false),
    /** The same task objects on Cleave's pool. */
    CLEAVE("cleave", true),
    /** The same while the Flight Recorder records what it does by default. */
    CLEAVE_JFR("cleave-jfr", true),
    /** The same without the clocks of the counters. */
    CLEAVE_UNTIMED("cleave-untimed", true),
    /** The same task objects without a pool: forked by one store, run by whoever joins them. */
    ELISION("elision", false),
    /** Lambdas on Cleave's pool. */
    CLEAVE_LAMBDA("cleave-lambda", true),
    /** The serial version with futures, on Cleave's pool; no discipline has a say in them. */
    FUTURE("future", false),
    /**
     * The same on one worker beside another that is kept away. A worker that is alone does not fork
     * at all; this one does, and nobody comes for it.
     */
    FUTURE_FORKING("future-forking", false),
    /** A parallel region on Cleave's pool. */
    REGION("region", false),
    /** Threads that meet at a {@code java.util.concurrent.Phaser}. */
    PHASER("phaser", false),
    /** The serial code in pieces divided by hand, on bare threads: what the machine allows. */
    BARE_THREADS("bare-threads", false),
    /** Parallel streams, in the thread that measures and the JDK's common pool. */
    STREAM("stream", false),
    /** Lambdas, in the thread that measures and Cleave's common pool. */
    CLEAVE_CALLER("cleave-caller", false),
    /** Task objects with a bottleneck, on {@code java.util.concurrent.ForkJoinPool}. */
    WRONG("wrong", false),
    /** The same without it, by hand. */
    RIGHT("right", false),
    /** The first as {@code ./cleave fix} repairs them. */
    REPAIRED("repaired", false),
    /** Calls for an executor that starts a thread for each. */
    THREAD("thread", false),
    /** Calls for an executor that keeps its threads. */
    CACHED_THREAD("cached-thread", false),
    /** Calls for an executor that starts a virtual thread for each. */
    VIRTUAL_THREAD("virtual-thread", false);

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final int OLDEST = 17;

    private final String label;
    private final boolean scheduled;

    Peer(String label, boolean scheduled) {
        this.label = label;
        this.scheduled = scheduled;
    }

    /** The name on the command line and in a row. */
    public String label() {
        return label;
    }

    /** Whether it has scheduling disciplines to choose from. */
    public boolean scheduled() {
        return scheduled;
    }

    /** Whether its threads live as long as its pool: what one has allocated ends with it. */
    public boolean keepsThreads() {
        return this != THREAD && this != VIRTUAL_THREAD;
    }

    /**
     * Whose version of a program it runs: another's, if it is there to show what something costs.
     * Such a peer is measured only if it is asked for.
     */
    public Peer program() {
        return switch (this) {
            case CLEAVE_JFR, CLEAVE_UNTIMED, ELISION -> CLEAVE;
            default -> this;
        };
    }

    /** Whether it runs the serial version with futures. */
    public boolean hasFutures() {
        return this == FUTURE || this == FUTURE_FORKING;
    }

    private static BiFunction<ForkJoinPool, Problem, Runnable> version(
            String kind, BiFunction<ForkJoinPool, Problem, Optional<Runnable>> versions) {
        return (pool, problem) -> PeerPool.require(versions.apply(pool, problem), kind, problem);
    }

    /** The first Java that can run it. */
    public int oldestJava() {
        return this == VIRTUAL_THREAD ? FIRST_WITH_VIRTUAL_THREADS : OLDEST;
    }

    /**
     * Those of some sizes of pool that it can be measured with, each list in a virtual machine of
     * its own: a common pool has one size.
     */
    public List<List<Integer>> sizes(List<Integer> workers) {
        return switch (this) {
            case STREAM, CLEAVE_CALLER -> workers.stream().map(List::of).toList();
            case FUTURE_FORKING, ELISION -> workers.contains(1) ? List.of(List.of(1)) : List.of();
            default -> List.of(workers);
        };
    }

    /**
     * Opens a pool.
     *
     * @param workers how many threads compute; the serial version ignores it
     * @param scheduling the name of a discipline, or null for the default one
     */
    public PeerPool open(int workers, String scheduling) {
        return switch (this) {
            case SERIAL -> new SerialPool();
            case JUC -> new JucPool(workers, TaskPrograms::in);
            case WRONG -> new JucPool(workers, version("wrong version", WrongPrograms::in));
            case RIGHT -> new JucPool(workers, version("right version", RightPrograms::in));
            case REPAIRED -> new JucPool(workers, version("repair", RepairedPrograms::in));
            case CLEAVE, CLEAVE_LAMBDA ->
                    new CleavePool(workers, scheduling, this == CLEAVE_LAMBDA);
            case CLEAVE_JFR -> {
                DefaultRecording.start();
                yield new CleavePool(workers, scheduling, false);
            }
            case CLEAVE_UNTIMED -> {
                System.setProperty("dev.cleave.clocks", "false");
                yield new CleavePool(workers, scheduling, false);
            }
            case ELISION -> new ElisionPool();
            case FUTURE, FUTURE_FORKING -> new FuturePool(workers, this == FUTURE_FORKING);
            case REGION -> new RegionPool(workers);
            case PHASER -> new PhaserPool(workers);
            case STREAM -> CallerPool.ofStreams(workers);
            case CLEAVE_CALLER -> CallerPool.ofLambdas(workers);
            case BARE_THREADS -> new BareThreadsPool(workers);
            case THREAD -> ExecutorPool.threads(workers);
            case CACHED_THREAD -> ExecutorPool.cached(workers);
            case VIRTUAL_THREAD -> ExecutorPool.virtual(workers);
        };
    }
}
