package dev.cleave;

import dev.cleave.scheduling.TeamBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the threads of a team share of one loop. Loops form a list, in the order in which threads
 * come to them, as with {@code nowait} they may be in several at once; each thread holds the last
 * that it has come to, so that loops which all have left are garbage. PROTOCOL.md, section Teams.
 */
final class SharedLoop {
    private final int number;
    private final long from;
    private final long to;
    private final LoopSchedule schedule;
    private final AtomicReference<SharedLoop> next = new AtomicReference<>();

    /** Iterations that have been taken, counted from 0; not used by static schedules. */
    private final AtomicLong taken = new AtomicLong();

    /** Where the chunk begins whose {@code ordered} parts may run. */
    private final AtomicLong turn = new AtomicLong();

    /** Threads that take chunks, or may do so next. */
    private final AtomicInteger inside = new AtomicInteger();

    /** Threads that have lost their processor, and wait for it or for the loop's end. */
    private final AtomicInteger retired = new AtomicInteger();

    /** What runs a part of the iterations. */
    @FunctionalInterface
    interface Body {
        /** From the first to one more than the last. */
        void run(long first, long end);
    }

    private SharedLoop(int number, long from, long to, LoopSchedule schedule) {
        this.number = number;
        this.from = from;
        this.to = to;
        this.schedule = schedule;
    }

    /** What stands before a team's first loop. */
    static SharedLoop none() {
        return new SharedLoop(0, 0, 0, null);
    }

    /** The loop after this one, made by whoever comes first. */
    SharedLoop next(long first, long end, LoopSchedule how) {
        SharedLoop loop = next.get();
        if (loop == null) {
            // ORDER B6: CAS; whoever loses takes the winner's. Test: SharedLoopStress.
            next.compareAndSet(null, new SharedLoop(number + 1, first, end, how));
            loop = next.get();
        }
        if (loop.from != first || loop.to != end || !loop.schedule.equals(how)) {
            throw new IllegalStateException(
                    disagreement(told(first, end, how), told(loop.from, loop.to, loop.schedule)));
        }
        return loop;
    }

    static String told(long from, long to, LoopSchedule schedule) {
        return "one over %s to %s with %s".formatted(from, to, schedule);
    }

    static String disagreement(String loop, String other) {
        return "threads have come to different loops, last to %s and to %s".formatted(loop, other)
                + ": every thread has to come to the same loops in the same order";
    }

    int number() {
        return number;
    }

    private long count() {
        return count(from, to);
    }

    static long count(long from, long to) {
        return from < to ? to - from : 0; // not by the sign, as a difference may overflow
    }

    /** Runs the calling thread's part of the iterations. */
    void run(Team team, int thread, Body body) {
        if (schedule.isDealt()) {
            schedule.deal(
                    count(),
                    thread,
                    team.size(),
                    (first, end) -> runChunk(team, thread, first, end, body));
        } else {
            runTaken(team, thread, body);
        }
    }

    private void runTaken(Team team, int thread, Body body) {
        inside.incrementAndGet();
        for (; ; ) {
            retireWhileSurplus(team, thread);
            long first = taken.get();
            long left = count() - first;
            if (left <= 0) {
                break;
            }
            long size = Math.min(left, schedule.chunk);
            if (schedule.kind == LoopSchedule.Kind.GUIDED) {
                size = Math.min(left, Math.max(size, left / (2L * team.size())));
            }
            if (taken.compareAndSet(first, first + size)) {
                if (retired.get() != 0 && inside.get() < team.share()) {
                    team.barrier().wake();
                }
                runChunk(team, thread, first, first + size, body);
            }
        }
        // ORDER B7: all is taken (volatile), then the look for who waits for that; pairs with
        // retired (volatile), then the look at what is taken. Test: SharedLoopStress.
        if (retired.get() != 0) {
            team.barrier().wake();
        }
    }

    /**
     * Between two chunks: a thread too many stops until there is a processor for it again, or
     * nothing left to do. One goes on in any case, and wakes the others.
     */
    private void retireWhileSurplus(Team team, int thread) {
        TeamBarrier barrier = team.barrier();
        int now = inside.get();
        while (now > team.share() && taken.get() < count() && !barrier.isCancelled()) {
            if (inside.compareAndSet(now, now - 1)) {
                retired.incrementAndGet(); // ORDER B7
                barrier.sleep(
                        thread,
                        () ->
                                taken.get() >= count()
                                        || barrier.isCancelled()
                                        || inside.get() < team.share());
                retired.decrementAndGet();
                inside.incrementAndGet(); // perhaps one of several: looked at again
            }
            now = inside.get();
        }
    }

    private void runChunk(Team team, int thread, long first, long end, Body body) {
        team.requireNotCancelled();
        team.member(thread).beginChunk(first);
        body.run(from + first, from + end);
        if (schedule.isOrdered) {
            awaitTurn(team, thread, first);
            turn.set(end);
            team.barrier().wake();
        }
    }

    /** Waits until all iterations before a chunk have run their {@code ordered} parts. */
    void awaitTurn(Team team, int thread, long first) {
        // ORDER B8: volatile; what the parts before have done is visible. Test: SharedLoopStress.
        if (turn.get() != first) {
            team.barrier()
                    .await(
                            thread,
                            () ->
                                    turn.get() == first
                                            || team.barrier().isCancelled()
                                            || team.hasLeftBefore(this)
                                            || team.hasPassedBy(this, thread));
            team.requireNotCancelled();
            if (turn.get() != first) {
                throw team.hasLeftBefore(this)
                        ? team.missing("an ordered part")
                        : team.disagreement(thread);
            }
        }
    }
}
