package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * {@code SENDER_INITIATED}: a thief waits at its cell; a busy worker looks every δ at a random
 * other worker's cell and, if that one waits, deals it the oldest task (Acar, Charguéraud and
 * Rainey, 2013; Agarwal and Kaver's FJava).
 *
 * <p>The deal is a compare-and-set of the task itself, which leaves its deque only afterwards: a
 * placeholder in the cell, as first published, could be taken for a task before the task replaced
 * it. PROTOCOL.md, section Sender-initiated.
 */
final class SenderInitiatedQueue extends PrivateQueue {
    /** Nanoseconds between deals, for pools that set none; 0 or absent: it adapts. */
    static final String PROPERTY = "dev.cleave.dealIntervalNanos";

    private static final SenderInitiatedQueue[] NOBODY = {};

    /** In the cell of a thief that takes anything from anybody. */
    private static final Wish ANYTHING = new Wish(null, 0);

    private static final VarHandle CELL;
    private static final VarHandle THIEVES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CELL = lookup.findVarHandle(SenderInitiatedQueue.class, "cell", Object.class);
            THIEVES =
                    lookup.findVarHandle(
                            SenderInitiatedQueue.class, "thieves", SenderInitiatedQueue[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * What a waiting thief takes.
     *
     * @param dealer whose task it must be; null for anybody's
     * @param leastPlace the least place that will do
     */
    private record Wish(SenderInitiatedQueue dealer, long leastPlace) {}

    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** Polls until the owner looks at the clock; alone on its line, as it is written at each. */
    private long pollsLeft = 1;

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    private final DealClock clock;

    /** As a thief: a {@link Wish} while it waits, then the task dealt; else null. */
    private volatile Object cell;

    /** As a thief: the latest wish for one dealer's tasks; its thread's. */
    private Wish latestWish = ANYTHING;

    /** As a dealer: the workers that have come here looking for work. Replaced, never written. */
    volatile SenderInitiatedQueue[] thieves = NOBODY;

    /**
     * A queue without tasks.
     *
     * @param scheduler whose worker's it is
     * @param deltaNanos the interval between deals; 0 to adapt it
     */
    SenderInitiatedQueue(Scheduler scheduler, long deltaNanos) {
        super(scheduler);
        clock = new DealClock(deltaNanos, System.nanoTime());
        // An idle worker's wish names no place, and a joiner's must not look the same: places of
        // this discipline begin at 1.
        given = 1;
    }

    /** A queue whose interval is the property's. */
    SenderInitiatedQueue(Scheduler scheduler) {
        this(scheduler, configuredInterval());
    }

    private static long configuredInterval() {
        String value = System.getProperty(PROPERTY);
        if (value == null) {
            return 0;
        }
        try {
            return checkInterval(Long.parseLong(value.trim()));
        } catch (IllegalArgumentException unusable) {
            Settings.warn(PROPERTY, value, "nanoseconds are needed, 0 (adapts) or more", null);
            return 0;
        }
    }

    /**
     * Checks an interval between deals.
     *
     * @param deltaNanos the interval
     * @return it
     * @throws IllegalArgumentException if it is negative
     */
    static long checkInterval(long deltaNanos) {
        if (deltaNanos < 0) {
            throw new IllegalArgumentException(
                    "a deal interval of " + deltaNanos + " ns: give 0 to adapt, or more");
        }
        return deltaNanos;
    }

    // ---- dealer ---------------------------------------------------------------------------------

    @Override
    void push(Task task) {
        super.push(task);
        if (--pollsLeft <= 0) {
            look(0);
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        // Before the task is taken, so that no error can lose it; a deal leaves it here.
        if (--pollsLeft <= 0) {
            try {
                look(1);
            } catch (RuntimeException nobody) {
                // A worker could not be started: of no matter to who goes on by itself.
            }
        }
        return super.tryUnpush(task);
    }

    @Override
    void balance() {
        super.balance();
        if (--pollsLeft <= 0) {
            look(0);
        }
    }

    /** Owner: looks at the clock, and deals if it is time and more than so many tasks are here. */
    private void look(int keep) {
        long now = System.nanoTime();
        boolean due = clock.isDue(now);
        pollsLeft = clock.stride();
        if (due && privateSize() > keep) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            SenderInitiatedQueue[] all = thieves;
            boolean taken = all.length > 0 && deal(all[random.nextInt(all.length)], keep);
            clock.dealt(taken, now, random.nextDouble(0.2, 0.9));
        }
    }

    private boolean deal(SenderInitiatedQueue thief, int keep) {
        if (!(thief.cell instanceof Wish)) {
            return false;
        }
        int seen = enter();
        boolean taken = privateSize() > keep && dealEntered(thief);
        leave(seen);
        return taken;
    }

    private boolean dealEntered(SenderInitiatedQueue thief) {
        // ORDER N1: volatile; pairs with N2: the thief's wish, and that it waits now. Test:
        // HandOverStress.
        Object seen = thief.cell;
        Task oldest = oldestOfAll();
        if (oldest == null || !(seen instanceof Wish wish) || !accepts(wish)) {
            return false;
        }
        // ORDER N3: the task itself, so that the thief never sees anything else in its cell; pairs
        // with N4. Either the thief gets the task or it has left and the task stays. Test:
        // HandOverStress.
        if (!CELL.compareAndSet(thief, seen, oldest)) {
            return false;
        }
        // Up to settle nothing is called that a StackOverflowError could cut off: the task must not
        // be with both.
        stack[1] = null;
        forced = 1;
        given++;
        settle();
        counters.promotions++;
        Events.promoted(scheduler.name(), number(), 1, null);
        Events.dealt(scheduler.name(), number(), thief.number());
        return true;
    }

    private boolean accepts(Wish wish) {
        return wish.dealer == null || wish.dealer == this && oldestPlace() >= wish.leastPlace;
    }

    /** {@inheritDoc} Somebody asked, or sleeps: deals to whoever waits, whatever the clock says. */
    @Override
    void answer(int seen) {
        if (seen != NORMAL && seen != BUSY && privateSize() > 0) {
            SenderInitiatedQueue[] all = thieves;
            int n = all.length;
            int start = n <= 1 ? 0 : ThreadLocalRandom.current().nextInt(n);
            for (int i = 0; i < n; i++) {
                if (dealEntered(all[(start + i) % n])) {
                    return;
                }
            }
        }
        super.answer(seen);
    }

    // ---- thief ----------------------------------------------------------------------------------

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = stealShared(position);
        if (task != null || thief == null || hiddenSize() == 0) {
            return task;
        }
        SenderInitiatedQueue receiver = (SenderInitiatedQueue) thief;
        introduce(receiver);
        if (receiver.privateSize() > 0) {
            receiver.balance(); // a joiner with tasks of its own may have been asked for them
        }
        return receiver.receive(position == 0 ? ANYTHING : receiver.wish(this, position));
    }

    /** Any thread: lets the owner know a thief; forgets those whose workers have ended. */
    void introduce(SenderInitiatedQueue thief) {
        for (; ; ) {
            SenderInitiatedQueue[] known = thieves;
            for (SenderInitiatedQueue q : known) {
                if (q == thief) {
                    return;
                }
            }
            SenderInitiatedQueue[] next = Arrays.copyOf(known, known.length + 1);
            int n = 0;
            for (SenderInitiatedQueue q : known) {
                if (q.owner.isAlive()) {
                    next[n++] = q;
                }
            }
            next[n++] = thief;
            // ORDER N5: pairs with the owner's reads of thieves: it sees the array's elements, and
            // no introduction is lost to another. Test: IntroductionStress.
            if (THIEVES.compareAndSet(this, known, Arrays.copyOf(next, n))) {
                return;
            }
        }
    }

    /** Thief: a joiner looks many times with the same wish, so the latest is kept. */
    private Wish wish(SenderInitiatedQueue dealer, long leastPlace) {
        Wish w = latestWish;
        if (w.dealer != dealer || w.leastPlace != leastPlace) {
            latestWish = w = new Wish(dealer, leastPlace);
        }
        return w;
    }

    /** Thief: waits a bounded time for a deal; null if none came. */
    private Task receive(Wish wish) {
        // ORDER N2: pairs with N1. Not a store: if an error cut off an earlier wait, a task may
        // have come since. Test: HandOverStress.
        Object before = cell;
        if (!(before instanceof Task) && CELL.compareAndSet(this, before, wish)) {
            long until = System.nanoTime() + Tuning.DEAL_NANOS;
            while (cell == wish && System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            // ORDER N4: pairs with N3. Test: HandOverStress.
            if (CELL.compareAndSet(this, wish, null)) {
                return null;
            }
        }
        Task dealt = (Task) cell;
        cell = null;
        return dealt;
    }
}
