package dev.cleave;

/**
 * How the iterations of a loop in a {@link ParallelRegion} are divided among its threads, in
 * OpenMP's terms, and what its threads do at its end. Immutable.
 *
 * <p>Under {@code static} every thread knows its iterations in advance, the same at each loop of
 * the same length, so that its caches still hold what it wrote. Under {@code dynamic} and {@code
 * guided} threads take chunks as they go, which balances uneven iterations, and a loop uses fewer
 * threads while the pool has fewer processors.
 */
public final class LoopSchedule {
    /** One contiguous block of iterations for each thread. */
    public static final LoopSchedule STATIC = new LoopSchedule(Kind.BLOCKS, 1, false, false);

    /** Who gets which iterations. */
    enum Kind {
        /** The first part for the first thread, and so on. */
        BLOCKS,
        /** Chunks, dealt out in turn. */
        CHUNKS,
        /** Chunks, to whoever comes. */
        DYNAMIC,
        /** Chunks that become smaller, to whoever comes. */
        GUIDED
    }

    final Kind kind;
    final long chunk;
    final boolean isOrdered;
    final boolean isNowait;

    private LoopSchedule(Kind kind, long chunk, boolean isOrdered, boolean isNowait) {
        if (chunk < 1) {
            throw new IllegalArgumentException(
                    "a chunk of " + chunk + " iterations: give at least 1");
        }
        this.kind = kind;
        this.chunk = chunk;
        this.isOrdered = isOrdered;
        this.isNowait = isNowait;
    }

    /**
     * Chunks that are dealt out to the threads in turn: {@code schedule(static, chunk)}.
     *
     * @param chunk iterations, at least 1
     * @return the schedule
     * @throws IllegalArgumentException if the chunk is less than 1
     */
    public static LoopSchedule staticChunks(long chunk) {
        return new LoopSchedule(Kind.CHUNKS, chunk, false, false);
    }

    /**
     * Chunks that threads take as they go: {@code schedule(dynamic, chunk)}.
     *
     * @param chunk iterations, at least 1; what one takes should last some microseconds
     * @return the schedule
     * @throws IllegalArgumentException if the chunk is less than 1
     */
    public static LoopSchedule dynamic(long chunk) {
        return new LoopSchedule(Kind.DYNAMIC, chunk, false, false);
    }

    /**
     * Chunks that threads take as they go, each half of a thread's share of what is left: {@code
     * schedule(guided, chunk)}.
     *
     * @param chunk iterations of the smallest chunk, at least 1
     * @return the schedule
     * @throws IllegalArgumentException if the chunk is less than 1
     */
    public static LoopSchedule guided(long chunk) {
        return new LoopSchedule(Kind.GUIDED, chunk, false, false);
    }

    /**
     * The same for a loop whose body calls {@link ParallelRegion#ordered}.
     *
     * @return the schedule
     */
    public LoopSchedule ordered() {
        return new LoopSchedule(kind, chunk, true, isNowait);
    }

    /**
     * The same for a loop at whose end threads do not wait for each other.
     *
     * @return the schedule
     */
    public LoopSchedule nowait() {
        return new LoopSchedule(kind, chunk, isOrdered, true);
    }

    /** Whether each thread knows its chunks in advance. */
    boolean isDealt() {
        return kind == Kind.BLOCKS || kind == Kind.CHUNKS;
    }

    /** Runs the chunks of so many iterations that are one thread's, if it knows them in advance. */
    void deal(long count, int thread, int threads, SharedLoop.Body body) {
        if (kind == Kind.CHUNKS) {
            long chunks = count / chunk + (count % chunk == 0 ? 0 : 1);
            for (long i = thread; i < chunks; i += threads) {
                long first = i * chunk;
                body.run(first, first + Math.min(chunk, count - first));
            }
            return;
        }
        long each = count / threads;
        long more = count % threads;
        long first = thread * each + Math.min(thread, more);
        if (each > 0 || thread < more) {
            body.run(first, first + each + (thread < more ? 1 : 0));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoopSchedule s
                && kind == s.kind
                && chunk == s.chunk
                && isOrdered == s.isOrdered
                && isNowait == s.isNowait;
    }

    @Override
    public int hashCode() {
        int order = (isOrdered ? 2 : 0) + (isNowait ? 1 : 0);
        return 31 * (31 * kind.ordinal() + Long.hashCode(chunk)) + order;
    }

    /** In OpenMP's notation. */
    @Override
    public String toString() {
        String name =
                switch (kind) {
                    case BLOCKS -> "static";
                    case CHUNKS -> "static," + chunk;
                    case DYNAMIC -> "dynamic," + chunk;
                    case GUIDED -> "guided," + chunk;
                };
        return "schedule("
                + name
                + ")"
                + (isOrdered ? " ordered" : "")
                + (isNowait ? " nowait" : "");
    }
}
