package dev.cleave.profiler.simulator;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.TaskGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A task graph run by the runtime itself, so that what the simulation says can be checked: its
 * strands are loops that last as long. Reading the graph takes some nanoseconds an instruction,
 * which is found out before, and by which the loops are shorter.
 */
final class RealRun {
    private static final double PICOS = 1_000;
    private static final int TURNS = 200_000;
    private static final int TRIALS = 2_000;

    /** Readings go on until they are compiled. */
    private static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Runs go on so long, that some of them may be undisturbed. */
    private static final long MEASURING_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final int FEWEST_RUNS = 5;

    /** By a cast, as Math.round takes as long as a short strand. */
    private static final double ROUNDING = 0.5;

    private static final long MULTIPLIER = 0x5851F42D4C957F2DL;

    /** Bodies one within another, at most: each takes a frame or two of a worker's stack. */
    static final int DEEPEST = 2_000;

    /** Takes what the loops compute, lest they be left out. */
    private static volatile long sink;

    private final TaskGraph graph;

    /** Turns of the loop for a picosecond of a strand. */
    private double speed;

    private RealRun(TaskGraph graph) {
        this.graph = graph;
    }

    /**
     * What the runs with so many workers took.
     *
     * @param best picoseconds
     * @param median picoseconds
     * @param spread how much longer than the best the longest took, as a part of the median
     * @param runs how many there were
     */
    record Times(long best, long median, double spread, int runs) {
        static Times of(List<Long> nanos) {
            List<Long> sorted = nanos.stream().sorted().toList();
            long best = sorted.get(0);
            long median = sorted.get(sorted.size() / 2);
            double spread = (double) (sorted.get(sorted.size() - 1) - best) / Math.max(1, median);
            return new Times(
                    Math.round(best * PICOS), Math.round(median * PICOS), spread, sorted.size());
        }
    }

    /**
     * What has been measured.
     *
     * @param times what the runs took, in the order of the numbers of workers
     * @param reading how much of the strands' time reading the graph takes; more than 1 if that
     *     takes longer than they should last, and the runs are too long
     */
    record Measurement(List<Times> times, double reading) {}

    /**
     * The runs that some seconds for each number of workers leave time for, five or more with each,
     * in turn: what disturbs the machine for a while disturbs all.
     *
     * @param work picoseconds of all strands
     * @param dealInterval of {@code SENDER_INITIATED}, in nanoseconds; 0 to adapt it
     * @throws IllegalArgumentException if the graph is too deep for a thread's stack
     */
    static Measurement inTurn(
            TaskGraph graph,
            long work,
            List<Integer> workers,
            Scheduling scheduling,
            long dealInterval) {
        if (depth(graph) > DEEPEST) {
            throw new IllegalArgumentException(
                    "the graph is "
                            + depth(graph)
                            + " bodies deep; --measure takes at most "
                            + DEEPEST);
        }
        RealRun run = new RealRun(graph);
        double reading = run.readingNanos() * PICOS / Math.max(1, work);
        run.speed = Math.max(0, 1 - reading) * turnsInAPicosecond();
        List<ForkJoinPool> pools = new ArrayList<>();
        List<List<Long>> nanos = new ArrayList<>();
        try {
            for (int number : workers) {
                pools.add(
                        ForkJoinPool.builder()
                                .workers(number)
                                .scheduling(scheduling)
                                .dealInterval(dealInterval)
                                .build());
                nanos.add(new ArrayList<>());
            }
            long until = System.nanoTime() + workers.size() * MEASURING_NANOS;
            for (int i = 0; i < FEWEST_RUNS || System.nanoTime() - until < 0; i++) {
                for (int pool = 0; pool < pools.size(); pool++) {
                    long begun = System.nanoTime();
                    pools.get(pool).invoke(run.new Body(graph.root(), null));
                    nanos.get(pool).add(System.nanoTime() - begun);
                }
            }
            return new Measurement(nanos.stream().map(Times::of).toList(), reading);
        } finally {
            pools.forEach(ForkJoinPool::shutdown);
        }
    }

    private static int depth(TaskGraph graph) {
        int[] depths = new int[graph.bodies()];
        for (int body = 0; body < depths.length; body++) {
            for (int at = graph.begin(body); at < graph.end(body); at++) {
                if (graph.kind(at) != TaskGraph.WORK) {
                    depths[body] = Math.max(depths[body], 1 + depths[graph.operand(at)]);
                }
            }
        }
        return depths[graph.root()];
    }

    private static double turnsInAPicosecond() {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIALS; i++) {
            long begun = System.nanoTime();
            compute(TURNS);
            best = Math.min(best, System.nanoTime() - begun);
        }
        return TURNS / (best * PICOS);
    }

    /** A chain of operations, none of which can begin before the last has ended. */
    private static void compute(long turns) {
        long x = turns;
        for (long i = 0; i < turns; i++) {
            x = x * MULTIPLIER + i;
        }
        if (x == 1) {
            sink = x;
        }
    }

    /** What a run takes of which all strands are empty, and which forks nothing: the least. */
    private long readingNanos() {
        long least = Long.MAX_VALUE;
        long until = System.nanoTime() + READING_NANOS;
        do {
            long begun = System.nanoTime();
            read(graph.root());
            least = Math.min(least, System.nanoTime() - begun);
        } while (System.nanoTime() - until < 0);
        return least;
    }

    private void read(int body) {
        for (int at = graph.begin(body); at < graph.end(body); at++) {
            switch (graph.kind(at)) {
                case TaskGraph.WORK:
                    compute((long) (graph.picoseconds(at) * speed + ROUNDING));
                    break;
                case TaskGraph.FORK:
                    break; // where it is joined, it is known what it does
                default:
                    read(graph.operand(at));
            }
        }
    }

    private void run(int body) {
        Body newest = null;
        for (int at = graph.begin(body); at < graph.end(body); at++) {
            switch (graph.kind(at)) {
                case TaskGraph.WORK:
                    compute((long) (graph.picoseconds(at) * speed + ROUNDING));
                    break;
                case TaskGraph.FORK:
                    newest = new Body(graph.operand(at), newest);
                    newest.fork();
                    break;
                case TaskGraph.CALL:
                    run(graph.operand(at));
                    break;
                default:
                    Body joined = newest;
                    newest = joined.before;
                    joined.join();
            }
        }
    }

    private final class Body extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int number;

        /** The one that its parent forked before, and joins after it. */
        private final transient Body before;

        private Body(int number, Body before) {
            this.number = number;
            this.before = before;
        }

        @Override
        protected void compute() {
            run(number);
        }
    }

    /** Seconds that measuring that work may take at least. */
    static double seconds(long work) {
        return work / PICOS * FEWEST_RUNS / TimeUnit.SECONDS.toNanos(1);
    }
}
