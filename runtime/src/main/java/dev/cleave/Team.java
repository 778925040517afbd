package dev.cleave;

import dev.cleave.ParallelRegion.Held;
import dev.cleave.lazy.Failures;
import dev.cleave.metrics.events.Events;
import dev.cleave.scheduling.StackRoom;
import dev.cleave.scheduling.TeamBarrier;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The threads of one run of a region: the caller, who is thread 0, and the workers that have come
 * by the time it begins. How they gather and part, and why no thread is waited for that has not
 * come, is in PROTOCOL.md, section Teams.
 */
final class Team {
    /** So long the caller waits for helpers though all workers seem to do other things. */
    private static final long GLANCE_NANOS = 100_000L;

    /** So long at most for workers that could come: a new thread may take a few milliseconds. */
    private static final long GATHER_NANOS = 10_000_000L;

    /** In {@link #seats}: nobody sits down any more. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private final ForkJoinPool pool;
    private final Consumer<? super ParallelRegion> body;
    private final TeamBarrier barrier;
    private final SharedLoop none = SharedLoop.none();

    /** What the threads have that have entered. */
    private final AtomicReferenceArray<ParallelRegion> members;

    /** The criticals in which the region was begun. */
    private final Held held;

    /** Of the outermost region, for all regions within it: OpenMP's contention group. */
    private final Map<String, ReentrantLock> locks;

    /** Helpers that have come. */
    private final AtomicInteger seats = new AtomicInteger();

    /** Threads that have not left. */
    private final AtomicInteger running = new AtomicInteger();

    /** How many {@code single} constructs have been claimed. */
    private final AtomicInteger singles = new AtomicInteger();

    private volatile boolean begun;

    /** Written once, before {@link #begun}. */
    private int size;

    /** What the last reduction gave; written by thread 0 between two barriers. */
    Object reduced;

    /** Which reduction gave it, counted from 1; written as {@link #reduced}. */
    int reductions;

    /** The first failure; under this object's lock. */
    private Throwable failure;

    /**
     * Before it has begun.
     *
     * @param capacity the most threads that it may have, as the barrier's
     */
    Team(
            ForkJoinPool pool,
            ParallelRegion outer,
            int capacity,
            TeamBarrier barrier,
            Consumer<? super ParallelRegion> body) {
        this.pool = pool;
        this.body = body;
        locks = outer == null ? new ConcurrentHashMap<>() : outer.team().locks;
        this.barrier = barrier;
        held = outer == null ? null : outer.held();
        members = new AtomicReferenceArray<>(capacity);
    }

    /** What a thread of a cancelled region gets from its next construct. */
    static final class Cancelled extends CancellationException {
        private static final long serialVersionUID = 1L;

        private final transient Team team;

        Cancelled(Team team) {
            super("the region is cancelled, as another of its threads has failed: let this pass");
            this.team = team;
        }
    }

    /** A worker that comes to help. */
    static final class Helper extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final transient Team team;

        Helper(Team team) {
            this.team = team;
        }

        @Override
        protected void compute() {
            int thread = team.sitDown();
            if (thread > 0) {
                team.play(thread);
            }
        }
    }

    /**
     * Runs a region. Blocks until all its threads have left it.
     *
     * @param outer the region in which the caller is, or null
     * @param threads how many it is to have at most
     */
    static void run(
            ForkJoinPool pool,
            ParallelRegion outer,
            int threads,
            Consumer<? super ParallelRegion> body) {
        if (!StackRoom.isLeft()) {
            throw new StackOverflowError("no room on the stack for a parallel region");
        }
        Object event = Events.startRegion();
        RegionSeats account = pool.regionSeats;
        int own = outer != null && outer.team().pool == pool ? 0 : 1;
        int guest = own == 1 && !ForkJoinTask.inForkJoinPool() ? 1 : 0;
        pool.processors.computes(); // else a pool of one processor would never learn of another
        int helpers = account.take(own, threads - 1, pool.getParallelism());
        int held = own + helpers;
        account.addGuest(guest);
        try {
            int capacity = 1 + helpers;
            boolean spins = capacity <= pool.processors.present();
            TeamBarrier barrier = new TeamBarrier(capacity, spins, pool.name());
            Team team = new Team(pool, outer, capacity, barrier, body);
            team.gather();
            account.giveBack(capacity - team.size);
            held = own + team.size - 1;
            team.play(0);
            team.barrier.await(0, () -> team.running.get() == 0);
            Events.endRegion(event, pool.name(), team.size);
            team.compareLoops();
            team.throwFailure();
        } finally {
            account.addGuest(-guest);
            account.giveBack(held);
        }
    }

    // ---- the beginning ----

    /** Caller: asks for helpers, and begins with those that come in time. */
    private void gather() {
        Helper[] helpers = new Helper[members.length() - 1];
        int asked = 0;
        try {
            try {
                while (asked < helpers.length && !pool.isShutdown()) {
                    helpers[asked] = new Helper(this);
                    pool.scheduler.submit(helpers[asked], true);
                    asked++;
                }
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // No thread to be had: the region begins with those that there are.
            }
            int wanted = asked;
            long deadline = System.nanoTime() + GATHER_NANOS;
            do {
                barrier.await(0, () -> seats.get() >= wanted, GLANCE_NANOS);
            } while (seats.get() < Math.min(wanted, reachable())
                    && !pool.isShutdown()
                    && deadline - System.nanoTime() > 0);
        } catch (Throwable failed) {
            barrier.cancel();
            throw failed;
        } finally {
            begin(helpers);
        }
    }

    /** How many helpers there can be, were no busy worker to end what it does. */
    private int reachable() {
        int callers = ForkJoinTask.inForkJoinPool() ? 1 : 0;
        int elsewhere = pool.getActiveThreadCount() - callers - seats.get();
        return pool.getParallelism() - 1 - Math.max(0, elsewhere);
    }

    /** Caller: begins with those that have come; takes back the helpers that have not. */
    void begin(Helper[] helpers) {
        // ORDER B5: CAS by both sides; nobody sits down after. Test: TeamGatherStress.
        int seated = seats.getAndUpdate(n -> n | CLOSED);
        size = 1 + seated;
        running.set(size);
        barrier.begin(size);
        begun = true; // ORDER B5: volatile, after the size
        barrier.wake();
        if (seated < helpers.length) {
            for (Helper helper : helpers) {
                if (helper != null) {
                    pool.scheduler.unsubmit(helper);
                }
            }
        }
    }

    /** A helper's number, when the team has begun; 0 if it has come too late. Blocks. */
    int sitDown() {
        int thread = takeSeat();
        if (thread > 0) {
            barrier.await(thread, () -> begun);
        }
        return thread;
    }

    /** A helper's number; 0 if it has come too late. */
    int takeSeat() {
        for (; ; ) {
            int n = seats.get();
            if (n < 0) {
                return 0;
            }
            if (seats.compareAndSet(n, n + 1)) { // ORDER B5
                barrier.wake();
                return n + 1;
            }
        }
    }

    // ---- the region ----

    private void play(int thread) {
        ParallelRegion member = null;
        try {
            member = enter(thread);
            if (!barrier.isCancelled()) {
                member.play(body);
            }
        } catch (Throwable failed) {
            fail(failed);
        } finally {
            if (member != null) {
                member.leave();
            }
            barrier.leave();
            if (running.decrementAndGet() == 0) {
                barrier.wake();
            }
        }
    }

    /** Makes what a thread has: in that thread, so that it lies apart from what others write. */
    ParallelRegion enter(int thread) {
        ParallelRegion member = new ParallelRegion(this, thread, none, held);
        members.set(thread, member);
        return member;
    }

    /** A thread has thrown, or something has been misused: the others are to leave. Any thread. */
    void fail(Throwable failed) {
        if (failed instanceof Cancelled c && c.team == this) {
            return;
        }
        synchronized (this) {
            if (failure == null) {
                failure = failed;
            } else {
                Failures.suppress(failure, failed);
            }
        }
        barrier.cancel();
    }

    /** Caller, when all have left: nobody has waited at the end of the last loops, perhaps. */
    private void compareLoops() {
        for (int i = 1; i < size && !barrier.isCancelled(); i++) {
            if (member(i).loops() != member(0).loops()) {
                disagreement(i);
            }
        }
    }

    private synchronized void throwFailure() {
        if (failure != null) {
            throw ForkJoinTask.<RuntimeException>unchecked(failure);
        }
    }

    void requireNotCancelled() {
        if (barrier.isCancelled()) {
            throw new Cancelled(this);
        }
    }

    /** Whether a thread has left without having come to a loop: its part is never run. */
    boolean hasLeftBefore(SharedLoop loop) {
        if (barrier.hasLeft()) {
            for (int i = 0; i < size; i++) {
                ParallelRegion member = member(i); // null: it has not entered yet
                if (member != null && member.hasLeftBefore(loop)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether somebody waits for a thread at a barrier without having come to its loop before. */
    boolean hasPassedBy(SharedLoop loop, int thread) {
        for (int i = 0; i < size; i++) {
            if (barrier.isAhead(i, thread) && !member(i).hasComeTo(loop)) {
                return true;
            }
        }
        return false;
    }

    /** Somebody waits for a thread that has left. */
    IllegalStateException missing(String construct) {
        return misuse(
                "a thread waits at "
                        + construct
                        + " for another that has left the region: every thread has to come to the"
                        + " same barriers, loops, singles and reductions, or none");
    }

    /** Threads have met, but not come to the same loops: cancels the region, as below. */
    IllegalStateException disagreement(int thread) {
        String loop = member(thread).lastLoop();
        int other = 0;
        while (other < size - 1 && member(other).lastLoop().equals(loop)) {
            other++;
        }
        return misuse(SharedLoop.disagreement(loop, member(other).lastLoop()));
    }

    /**
     * Cancels the region, lest a body that catches what it is told goes on without what it left
     * out.
     *
     * @return what to throw
     */
    IllegalStateException misuse(String told) {
        IllegalStateException misuse = new IllegalStateException(told);
        fail(misuse);
        return misuse;
    }

    /** Claims a {@code single}, the so-many-th that the caller comes to, from 0. */
    boolean claimSingle(int number) {
        return singles.get() == number && singles.compareAndSet(number, number + 1);
    }

    ReentrantLock lock(String name) {
        return locks.computeIfAbsent(name, unused -> new ReentrantLock());
    }

    /** How many threads may compute now: the region's share of the pool's processors. */
    int share() {
        return pool.regionSeats.share(size, pool.getParallelism());
    }

    TeamBarrier barrier() {
        return barrier;
    }

    ParallelRegion member(int thread) {
        return members.get(thread);
    }

    int size() {
        return size;
    }
}
