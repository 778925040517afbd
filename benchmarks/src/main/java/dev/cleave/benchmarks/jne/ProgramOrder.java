package dev.cleave.benchmarks.jne;

import com.google.gson.Gson;

/**
 * What a {@link ProgramJvm} is told to do, as one line. Fields that do not belong to the kind are
 * null.
 *
 * @param peer with {@link Kind#OPEN}: who is to run the program
 * @param workers with {@link Kind#OPEN}: of how many at most
 * @param folder with {@link Kind#OPEN}: where the CPU manager is, if the peer has one
 * @param warmUpMillis with {@link Kind#OPEN}: how long to run a small size first
 */
record ProgramOrder(
        Kind kind, WorkloadPeer peer, Integer workers, String folder, Long warmUpMillis) {
    /** What to do. */
    enum Kind {
        /** Make a pool, and close the former one. */
        OPEN,
        /** Run again and again. */
        GO,
        /** Make this run the last one. */
        STOP,
        /** From now on, say when the pool has another number of workers. */
        WATCH,
        /** Measure what it costs to ask for the number of processors. */
        TIME_CPUS_CURRENT
    }

    private static final Gson GSON = new Gson();

    static ProgramOrder of(Kind kind) {
        return new ProgramOrder(kind, null, null, null, null);
    }

    static ProgramOrder open(WorkloadPeer peer, int workers, String folder, long warmUpMillis) {
        return new ProgramOrder(Kind.OPEN, peer, workers, folder, warmUpMillis);
    }

    String line() {
        return GSON.toJson(this);
    }

    static ProgramOrder parse(String line) {
        return GSON.fromJson(line, ProgramOrder.class);
    }
}
