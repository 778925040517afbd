package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@code RECEIVER_INITIATED}: a thief puts itself into its victim's request cell, which holds one,
 * and waits at its own response cell; the victim answers at its next poll with its oldest task, or
 * with nothing (Acar, Charguéraud and Rainey, 2013; Agarwal and Kaver's FJava).
 *
 * <p>Unlike theirs, a thief does not wait for ever: it withdraws its request after a while, as the
 * victim may be in the middle of a long task, blocked, or gone. PROTOCOL.md, section
 * Receiver-initiated.
 */
final class ReceiverInitiatedQueue extends PrivateQueue {
    /** Looks at an answer that is two stores away, before the victim seems to be descheduled. */
    private static final int ARRIVAL_SPINS = 1 << 6;

    /** The answer that there is nothing to give. */
    private static final Object NOTHING = new Object();

    private static final VarHandle REQUEST;

    static {
        try {
            REQUEST =
                    MethodHandles.lookup()
                            .findVarHandle(
                                    ReceiverInitiatedQueue.class,
                                    "request",
                                    ReceiverInitiatedQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Keeps the cells, which others write, off the lines of the superclass. */
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** As a thief: the least place that will do. Written while no request is out. */
    private long leastPlace;

    /** As a victim: who asks, or null. The asker sets and withdraws it, the owner claims it. */
    private volatile ReceiverInitiatedQueue request;

    /** As a thief: the answer, a task or {@link #NOTHING}; null until it comes. */
    private volatile Object response;

    /** As a thief: where its one request is, or was when it was answered; its thread's. */
    private ReceiverInitiatedQueue asked;

    ReceiverInitiatedQueue(Scheduler scheduler) {
        super(scheduler);
    }

    // ---- victim ---------------------------------------------------------------------------------

    @Override
    void answer(int seen) {
        ReceiverInitiatedQueue asker = request;
        if (asker != null) {
            answer(asker);
        }
        super.answer(seen);
    }

    private void answer(ReceiverInitiatedQueue asker) {
        Task oldest = oldestOfAll();
        long place = oldestPlace();
        // ORDER R2: claims the request; pairs with R1 and R3. What the asker wrote before it asked
        // is visible, and it can no longer withdraw. Test: HandOverStress.
        if (!REQUEST.compareAndSet(this, asker, null)) {
            return;
        }
        // Up to settle nothing is called that a StackOverflowError could cut off: the asker waits
        // for the response without bound, and the task must not be with both.
        if (oldest == null || place < asker.leastPlace) {
            asker.response = NOTHING;
            Events.answered(scheduler.name(), number(), asker.number(), false);
            return;
        }
        // ORDER R4: volatile; pairs with the reads of response by the thief, who sees the task's
        // fields. Test: HandOverStress.
        asker.response = oldest;
        stack[1] = null;
        forced = 1;
        given++;
        settle();
        counters.promotions++;
        Events.promoted(scheduler.name(), number(), 1, null);
        Events.answered(scheduler.name(), number(), asker.number(), true);
    }

    @Override
    void leave(int seen) {
        super.leave(seen);
        // ORDER R5: read after limit became NORMAL; pairs with poke, which reads limit after the
        // request was set (R2). A request that came while limit was BUSY is seen here or sees
        // NORMAL. Test: RequestAgainstLeave.
        if (request != null) {
            poke();
        }
    }

    @Override
    void balance() {
        if (limit <= REQUESTED || request != null) {
            leave(enter());
        }
    }

    /** Any thread: makes the owner's next push or unpush look at the request cell. */
    private void poke() {
        for (int seen; (seen = limit) == NORMAL || seen == REQUESTED; ) {
            if (LIMIT.compareAndSet(this, seen, ASKED)) {
                return;
            }
        }
    }

    @Override
    boolean mayHaveWork() {
        return !shared.isEmpty() || request == null && hiddenSize() > 0;
    }

    // ---- thief ----------------------------------------------------------------------------------

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = stealShared(position);
        if (task != null || thief == null) {
            return task;
        }
        return ((ReceiverInitiatedQueue) thief).ask(this, position);
    }

    /** Thief: asks a victim and waits for a bounded time; null if it has nothing or is too slow. */
    private Task ask(ReceiverInitiatedQueue victim, long position) {
        answerOwn();
        if (asked != null) {
            // An error cut off the wait for an earlier answer.
            Task late = conclude();
            if (late != null) {
                return late;
            }
        }
        if (victim.request != null || victim.hiddenSize() == 0 || !victim.shared.isEmpty()) {
            return null;
        }
        if (!request(victim, position)) {
            return null;
        }
        Events.requested(scheduler.name(), number(), victim.number());
        long until = System.nanoTime() + Tuning.ANSWER_NANOS;
        while (!isAnswered() && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
            answerOwn();
        }
        return conclude();
    }

    /** Thief: makes its request, if nobody else's is there. */
    boolean request(ReceiverInitiatedQueue victim, long position) {
        leastPlace = position;
        // ORDER R1: pairs with R2. The victim sees leastPlace. Test: HandOverStress.
        if (!REQUEST.compareAndSet(victim, null, this)) {
            return false;
        }
        asked = victim;
        victim.poke();
        return true;
    }

    /** Thief: whether the answer is there. */
    boolean isAnswered() {
        return response != null;
    }

    /** Thief: others may have taken it for a victim: two that ask each other must not both wait. */
    private void answerOwn() {
        if (request != null) {
            balance();
        }
    }

    /** Thief: takes the answer, or else withdraws the request. */
    private Task conclude() {
        // ORDER R3: pairs with R2: either the victim has claimed the request, and its response is
        // certain, or it never will. Test: HandOverStress.
        if (response == null && REQUEST.compareAndSet(asked, this, null)) {
            asked = null;
            return null;
        }
        for (int spins = 0; response == null; spins++) {
            if (spins < ARRIVAL_SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        Object answer = response;
        response = null;
        asked = null;
        return answer == NOTHING ? null : (Task) answer;
    }
}
