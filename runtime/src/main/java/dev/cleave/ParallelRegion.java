package dev.cleave;

import dev.cleave.scheduling.TeamBarrier;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * A block that several threads run at the same time, sharing out its loops and waiting for each
 * other at barriers: OpenMP's parallel region, which JOMP brought to Java (Bull and Kambites, Java
 * Grande 2000) and JNE made malleable (section 4.4).
 *
 * <pre>{@code
 * ParallelRegion.run(region -> {
 *     for (int step = 0; step < steps; step++) {
 *         int now = step;
 *         region.forEach(1, rows, row -> relax(now, row));   // a barrier at its end
 *         region.single(() -> report(now));                  // one thread, the others wait
 *     }
 * });
 * }</pre>
 *
 * <p><b>Threads.</b> The calling thread is thread 0; the others are workers of its pool, or of the
 * common pool if it is no worker. How many there are is decided as the region starts: not more than
 * were asked for, than the pool has processors then, or than are free, and at least the caller. A
 * program must be right with any number.
 *
 * <p><b>The object</b> that the body receives is its thread's own: other threads, and that thread
 * itself once it has left or while it is in a nested region, get an {@link IllegalStateException}
 * from it. Every thread has to come to the same barriers, loops, singles and reductions in the same
 * order. Of these, none may be inside a loop, {@code single}, {@code master}, {@code critical} or
 * {@code ordered}.
 *
 * <p><b>Failures.</b> If a thread throws, the region is cancelled: the others get a {@link
 * CancellationException} from their next construct, or within a loop from their next chunk, and are
 * to let it pass. When all have left, {@link #run} throws what was thrown first, with the others'
 * suppressed. An exception that leaves a construct cancels the region even if the body catches it.
 *
 * <p>What a thread did before a barrier is visible to all after it. Waiting threads keep interrupts
 * for later. A pool that is shut down meanwhile lets its regions end.
 */
public final class ParallelRegion {
    private static final ThreadLocal<ParallelRegion> CURRENT = new ThreadLocal<>();

    /** Odd, and without a pattern: multiplied by it, all that is lower changes what is higher. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final Team team;
    private final int thread;

    /** The last loop that this thread has come to of which threads share more than the bounds. */
    private SharedLoop loop;

    /**
     * The bounds of the last loop of any kind; read by others that meet this thread at a barrier.
     */
    private long loopFrom;

    private long loopTo;

    /** Its schedule; null before the first. */
    private LoopSchedule schedule;

    /** Made of all loops that this thread has come to: of other loops, most likely another. */
    private long loops;

    /** Singles that this thread has come to. */
    private int singles;

    /** The innermost construct that this thread is in; null if none. */
    private String construct;

    /** The criticals that this thread is in, and those that the region was begun in. */
    private Held held;

    /** Where the chunk of a loop begins that this thread runs. */
    private long chunk;

    /** What this thread brings to a reduction; read by thread 0 after a barrier. */
    private Object contribution;

    /** Reductions that this thread has come to; read as {@link #contribution}. */
    private int reductions;

    private volatile boolean left;

    ParallelRegion(Team team, int thread, SharedLoop none, Held held) {
        this.team = team;
        this.thread = thread;
        this.loop = none;
        this.held = held;
    }

    /** A critical that a thread of a team is in. */
    record Held(String name, Team team, Held outer) {}

    // ---- running ----

    /**
     * Runs the body in as many threads as the pool has free processors, or as {@link
     * #setNumThreads} said if that is less. Blocks until all have ended.
     *
     * @param body what each thread runs, with an object of its own
     * @throws NullPointerException if the body is null
     */
    public static void run(Consumer<? super ParallelRegion> body) {
        ForkJoinPool pool = pool();
        start(pool, pool.regionSeats.wanted(), body);
    }

    /**
     * Runs the body in so many threads, or in fewer if there are not as many free processors.
     * Blocks until all have ended.
     *
     * @param threads how many at most, at least 1
     * @param body what each thread runs, with an object of its own
     * @throws IllegalArgumentException if the number is less than 1
     * @throws NullPointerException if the body is null
     */
    public static void run(int threads, Consumer<? super ParallelRegion> body) {
        requireThreads(threads);
        start(pool(), threads, body);
    }

    /**
     * How many threads later regions are to have whose {@link #run(Consumer)} does not say, of all
     * threads that use the caller's pool: a wish, since each region gets what is free as it starts.
     * Returns at once. (JOMP's method, which JNE turned into a request for processors.)
     *
     * @param threads how many, at least 1
     * @throws IllegalArgumentException if the number is less than 1
     * @throws IllegalStateException if called inside a region
     */
    public static void setNumThreads(int threads) {
        requireThreads(threads);
        if (CURRENT.get() != null) {
            throw new IllegalStateException(
                    "setNumThreads(" + threads + ") inside a region: call it before the region");
        }
        ForkJoinPool pool = pool();
        pool.regionSeats.want(threads);
        pool.processors.hint(threads);
    }

    private static void requireThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads: give at least 1");
        }
    }

    private static ForkJoinPool pool() {
        ForkJoinPool pool = ForkJoinTask.getPool();
        return pool == null ? ForkJoinPool.commonPool() : pool;
    }

    private static void start(
            ForkJoinPool pool, int threads, Consumer<? super ParallelRegion> body) {
        Objects.requireNonNull(body, "the body is null");
        Team.run(pool, CURRENT.get(), threads, body);
    }

    /** Runs the body in the calling thread, which is this one's from now on. */
    void play(Consumer<? super ParallelRegion> body) {
        ParallelRegion outer = CURRENT.get();
        CURRENT.set(this);
        try {
            body.accept(this);
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    void leave() {
        left = true;
    }

    boolean hasLeftBefore(SharedLoop other) {
        return left && !hasComeTo(other);
    }

    /** Any thread that has seen this one at a barrier, or leave. */
    boolean hasComeTo(SharedLoop other) {
        return loop.number() >= other.number();
    }

    long loops() {
        return loops;
    }

    /** Which loop it was that the thread has come to last. */
    String lastLoop() {
        return schedule == null ? "none" : SharedLoop.told(loopFrom, loopTo, schedule);
    }

    void beginChunk(long first) {
        chunk = first;
    }

    Team team() {
        return team;
    }

    Held held() {
        return held;
    }

    // ---- who am I ----

    /**
     * The calling thread's number in the region.
     *
     * @return the number, from 0, which is the thread that called {@link #run}
     * @throws IllegalStateException if the object is not the calling thread's
     */
    public int threadNumber() {
        requireCurrent();
        return thread;
    }

    /**
     * How many threads run the region: the same from its start to its end.
     *
     * @return the number, at least 1
     * @throws IllegalStateException if the object is not the calling thread's
     */
    public int numberOfThreads() {
        requireCurrent();
        return team.size();
    }

    // ---- waiting ----

    /**
     * Waits until every thread of the region has come here. Blocks.
     *
     * @throws IllegalStateException if the object is not the calling thread's, if inside another
     *     construct, if a thread has left the region and will never come, or if the threads have
     *     come to different loops
     * @throws CancellationException if the region is cancelled
     */
    public void barrier() {
        require("a barrier");
        await("a barrier");
    }

    private void await(String where) {
        if (!team.barrier().await(thread, (int) (loops >>> Integer.SIZE))) {
            team.requireNotCancelled();
            throw team.barrier().hasLeft() ? team.missing(where) : team.disagreement(thread);
        }
    }

    // ---- one at a time ----

    /**
     * Runs the body in the thread that comes first. All wait until it has ended.
     *
     * @param body what to run
     * @throws IllegalStateException as {@link #barrier}
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the body is null
     */
    public void single(Runnable body) {
        singleNowait(body);
        await("a single");
    }

    /**
     * Runs the body in the thread that comes first. Nobody waits.
     *
     * @param body what to run
     * @throws IllegalStateException as {@link #barrier}
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the body is null
     */
    public void singleNowait(Runnable body) {
        Objects.requireNonNull(body, "the body is null");
        require("a single");
        if (team.claimSingle(singles++)) {
            inside("a single", body);
        }
    }

    /**
     * Runs the body in thread 0. Nobody waits.
     *
     * @param body what to run
     * @throws IllegalStateException if the object is not the calling thread's, or if inside another
     *     construct
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the body is null
     */
    public void master(Runnable body) {
        Objects.requireNonNull(body, "the body is null");
        require("a master");
        if (thread == 0) {
            inside("a master", body);
        }
    }

    /**
     * Runs the body in one thread at a time, of all that are in unnamed criticals of this region
     * and of those that it is nested in, or that are nested in it. Blocks until it is the caller's
     * turn.
     *
     * @param body what to run
     * @throws IllegalStateException if the object is not the calling thread's, or if the region was
     *     begun inside an unnamed critical
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the body is null
     */
    public void critical(Runnable body) {
        critical("", body);
    }

    /**
     * As {@link #critical(Runnable)}, apart from criticals of other names.
     *
     * @param name of the critical; the unnamed ones have the empty name
     * @param body what to run
     * @throws IllegalStateException if the object is not the calling thread's, or if the region was
     *     begun inside a critical of that name
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the name or the body is null
     */
    public void critical(String name, Runnable body) {
        Objects.requireNonNull(name, "the critical's name is null");
        Objects.requireNonNull(body, "the body is null");
        requireCurrent();
        team.requireNotCancelled();
        for (Held h = held; h != null; h = h.outer) {
            if (h.team != team && h.name.equals(name)) {
                throw team.misuse(
                        "a critical \"%s\" in a region that was begun inside one would wait for itself"
                                        .formatted(name)
                                + ": give the inner one another name");
            }
        }
        ReentrantLock lock = team.lock(name);
        if (!lock.tryLock()) {
            TeamBarrier.blocking(lock::lock);
        }
        Held outer = held;
        held = new Held(name, team, outer);
        try {
            team.requireNotCancelled();
            inside("a critical", body);
        } finally {
            held = outer;
            lock.unlock();
        }
    }

    /**
     * Within a loop whose schedule is {@link LoopSchedule#ordered}: runs the body when those of all
     * earlier iterations have ended. Blocks until then.
     *
     * @param body what to run
     * @throws IllegalStateException if the object is not the calling thread's, or if not directly
     *     inside such a loop
     * @throws CancellationException if the region is cancelled
     * @throws NullPointerException if the body is null
     */
    public void ordered(Runnable body) {
        Objects.requireNonNull(body, "the body is null");
        requireCurrent();
        team.requireNotCancelled();
        if (!"a loop".equals(construct)) {
            throw team.misuse(
                    "an ordered part "
                            + (construct == null ? "outside a loop" : "inside " + construct)
                            + ": call it directly in the body of an ordered loop");
        }
        if (!schedule.isOrdered) {
            throw team.misuse(
                    "an ordered part in a loop that is not: give the loop's schedule as"
                            + " LoopSchedule.….ordered()");
        }
        loop.awaitTurn(team, thread, chunk);
        inside("an ordered part", body);
    }

    // ---- loops ----

    /**
     * Runs the body for each number, in equal blocks; all wait for the end. Each thread's call runs
     * its part.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param body what to run
     * @throws NullPointerException if the body is null
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    public void forEach(int from, int to, IntConsumer body) {
        forEach(from, to, LoopSchedule.STATIC, body);
    }

    /**
     * Runs the body for each number, divided as the schedule says; all wait for the end, unless it
     * says {@link LoopSchedule#nowait}. Each thread's call runs its part.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param schedule how to divide the numbers
     * @param body what to run
     * @throws NullPointerException if the schedule or the body is null
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    public void forEach(int from, int to, LoopSchedule schedule, IntConsumer body) {
        Objects.requireNonNull(body, "the body is null");
        loopAndWait(
                from,
                to,
                schedule,
                (first, end) -> {
                    for (long i = first; i < end; i++) {
                        body.accept((int) i);
                    }
                });
    }

    /** Some iterations of a loop, which are one thread's. */
    @FunctionalInterface
    public interface Chunk {
        /**
         * Runs them.
         *
         * @param first the first number
         * @param end one more than the last
         */
        void run(int first, int end);
    }

    /**
     * As {@link #forEach(int, int, LoopSchedule, IntConsumer)}, for iterations so short that a call
     * of each would be felt: the body is called for each chunk, and has a loop of its own.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param schedule how to divide the numbers
     * @param body what to run
     * @throws NullPointerException if the schedule or the body is null
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    public void forEachChunk(int from, int to, LoopSchedule schedule, Chunk body) {
        Objects.requireNonNull(body, "the body is null");
        loopAndWait(from, to, schedule, (first, end) -> body.run((int) first, (int) end));
    }

    /**
     * As {@link #forEach(int, int, IntConsumer)}, with longs.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param body what to run
     * @throws NullPointerException if the body is null
     * @throws IllegalArgumentException if the range has more than {@code Long.MAX_VALUE} numbers
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    public void forEachLong(long from, long to, LongConsumer body) {
        forEachLong(from, to, LoopSchedule.STATIC, body);
    }

    /**
     * As {@link #forEach(int, int, LoopSchedule, IntConsumer)}, with longs.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param schedule how to divide the numbers
     * @param body what to run
     * @throws NullPointerException if the schedule or the body is null
     * @throws IllegalArgumentException if the range has more than {@code Long.MAX_VALUE} numbers
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    public void forEachLong(long from, long to, LoopSchedule schedule, LongConsumer body) {
        Objects.requireNonNull(body, "the body is null");
        loopAndWait(
                from,
                to,
                schedule,
                (first, end) -> {
                    for (long i = first; i < end; i++) {
                        body.accept(i);
                    }
                });
    }

    private void loopAndWait(long from, long to, LoopSchedule schedule, SharedLoop.Body body) {
        loop(from, to, schedule, body);
        if (!schedule.isNowait) {
            await("the end of a loop");
        }
    }

    private void loop(long from, long to, LoopSchedule schedule, SharedLoop.Body body) {
        Objects.requireNonNull(schedule, "the schedule is null");
        require("a loop");
        if (from < to && to - from < 0) {
            throw new IllegalArgumentException(
                    "the range %s to %s has more than %s numbers: split it"
                            .formatted(from, to, Long.MAX_VALUE));
        }
        loopFrom = from;
        loopTo = to;
        this.schedule = schedule;
        loops = ((((loops + 1) * MIX ^ from) * MIX ^ to) * MIX ^ schedule.hashCode()) * MIX;
        inside(
                "a loop",
                () -> {
                    if (schedule.isDealt() && !schedule.isOrdered) {
                        schedule.deal(
                                SharedLoop.count(from, to),
                                thread,
                                team.size(),
                                (first, end) -> {
                                    team.requireNotCancelled();
                                    body.run(from + first, from + end);
                                });
                    } else {
                        loop = loop.next(from, to, schedule);
                        loop.run(team, thread, body);
                    }
                });
    }

    // ---- reductions ----

    /**
     * Combines a value of each thread, in the order of their numbers. All wait for it.
     *
     * @param value the calling thread's
     * @param combine joins two values; associative. Called by one thread only
     * @param <T> the values' type
     * @return all values combined: the same in every thread
     * @throws NullPointerException if the combiner is null
     * @throws IllegalStateException as {@link #barrier}
     * @throws CancellationException if the region is cancelled
     */
    @SuppressWarnings("unchecked") // every thread comes to the same reductions
    public <T> T reduce(T value, BinaryOperator<T> combine) {
        Objects.requireNonNull(combine, "the combiner is null");
        require("a reduction");
        contribution = value;
        reductions++;
        await("a reduction");
        if (thread == 0) {
            inside(
                    "a reduction",
                    () -> {
                        T all = value;
                        for (int i = 1; i < team.size(); i++) {
                            ParallelRegion member = team.member(i);
                            requireSameReduction(i, member.reductions);
                            all = combine.apply(all, (T) member.contribution);
                        }
                        team.reduced = all;
                        team.reductions = reductions;
                    });
        }
        await("a reduction");
        requireSameReduction(0, team.reductions);
        return (T) team.reduced;
    }

    /** Another thread may have come to barriers only, and brought or combined nothing. */
    private void requireSameReduction(int other, int itsReductions) {
        if (itsReductions != reductions) {
            throw team.misuse(
                    "thread %s is at its reduction number %s, thread %s at number %s or elsewhere:"
                                    .formatted(thread, reductions, other, itsReductions)
                            + " every thread has to come to the same barriers, loops, singles and"
                            + " reductions in the same order");
        }
    }

    /**
     * Combines the body's results for each number, divided as the schedule says. All wait for it.
     * The order of the numbers is kept by {@link LoopSchedule#STATIC} only.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param schedule how to divide the numbers
     * @param identity combined with any value gives that value; the result of an empty range
     * @param body gives a number's value
     * @param combine joins two values; associative, and commutative under other schedules
     * @param <T> the result
     * @return all values combined: the same in every thread
     * @throws NullPointerException if the schedule, the body or the combiner is null
     * @throws IllegalArgumentException if the schedule says nowait
     * @throws IllegalStateException as {@link #barrier}, or if threads disagree about the loop
     * @throws CancellationException if the region is cancelled
     */
    @SuppressWarnings("unchecked")
    public <T> T reduce(
            int from,
            int to,
            LoopSchedule schedule,
            T identity,
            IntFunction<? extends T> body,
            BinaryOperator<T> combine) {
        Objects.requireNonNull(schedule, "the schedule is null");
        Objects.requireNonNull(body, "the body is null");
        Objects.requireNonNull(combine, "the combiner is null");
        if (schedule.isNowait) {
            throw new IllegalArgumentException(
                    "a reduction with "
                            + schedule
                            + ": its result has to be waited for, so leave nowait() out");
        }
        Object[] mine = {identity};
        loop(
                from,
                to,
                schedule,
                (first, end) -> {
                    for (long i = first; i < end; i++) {
                        mine[0] = combine.apply((T) mine[0], body.apply((int) i));
                    }
                });
        return reduce((T) mine[0], combine);
    }

    // ---- misuse ----

    private void requireCurrent() {
        ParallelRegion current = CURRENT.get();
        if (current == this) {
            return;
        }
        throw new IllegalStateException(
                "thread "
                        + thread
                        + "'s object of a region is used "
                        + (left
                                ? "after that thread has left the region"
                                : current == null
                                        ? "by a thread that is not in the region"
                                        : "in another thread or in a nested region")
                        + ": use the object that the body was called with");
    }

    /** Before a construct that every thread comes to, or that may not be nested. */
    private void require(String what) {
        requireCurrent();
        team.requireNotCancelled();
        if (construct != null) {
            throw team.misuse(
                    what + " inside " + construct + ": move it out, or begin a nested region");
        }
    }

    /** Runs the inside of a construct; what leaves it by an exception cancels the region. */
    private void inside(String what, Runnable body) {
        String outer = construct;
        construct = what;
        try {
            body.run();
        } catch (Throwable failed) {
            team.fail(failed);
            throw failed;
        } finally {
            construct = outer;
        }
    }
}
