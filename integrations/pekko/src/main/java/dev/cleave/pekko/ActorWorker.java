package dev.cleave.pekko;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinWorkerThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.dispatch.MonitorableThreadFactory;
import scala.Function0;
import scala.Option;
import scala.Some;
import scala.concurrent.BlockContext;
import scala.concurrent.CanAwait;

/**
 * A worker that runs actors. Beside its queue it has room for one mailbox that the actor it runs
 * has just sent a message to, and that it runs next: no queue and no other thread has to do with
 * that, unless the actor goes on for long. PROTOCOL.md, section Next, tells who may take it.
 *
 * <p>Inside Scala's {@code blocking}, {@code Await} and what is built on them another worker stands
 * in for it.
 */
final class ActorWorker extends ForkJoinWorkerThread implements BlockContext, NextWatch.Keeper {
    private static final VarHandle NEXT;
    private static final VarHandle LINKS;
    private static final VarHandle FILLS;

    /**
     * After so many mailboxes, and as many again for each that waits in its queue, a worker admits
     * one that was submitted from outside to its queue, lest that wait for as long as there is work
     * inside: 0.1 ms each. More often, and more actors are under way at once than the caches have
     * room for: where each goes on for long, the queue would grow until every mailbox that is run
     * has to be fetched from memory.
     */
    private static final int ADMISSION = 1024;

    /** Messages without a pause that make a flood; an actor that answers has fewer at a time. */
    private static final int FLOOD = 16;

    /**
     * How long an actor that has caught up with those who flood it stays off, so that they get
     * ahead: 10 µs, in which a thread sends some hundred messages, and a fifth of what it takes to
     * wake one. Where the actor takes each at once, what both write goes from processor to
     * processor at each, and the mailbox is scheduled as often.
     */
    private static final long LINGER_NANOS = 10_000;

    /** No admission waits for longer than for so many waiting mailboxes: some 10 ms. */
    private static final int CROWD = 64;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(Links.class, "next", MailboxTask.class);
            LINKS = lookup.findVarHandle(ActorWorker.class, "links", Links.class);
            FILLS = lookup.findVarHandle(ActorWorker.class, "fills", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final NextWatch watch;
    private final int chain;

    /**
     * What of the mailboxes that a worker runs one after another changes with each of them. An
     * object of its own for each chain is young, as a rule, and the collector need not be told what
     * is written to it; of a worker's own fields it would be, and each time that costs as much as a
     * compare-and-set.
     */
    static final class Links {
        /** The mailbox to run next. The worker fills it; the worker or the watch empties it. */
        volatile MailboxTask next;

        /** The mailbox that is being run; the worker writes, and the watch takes a hint. */
        private MailboxTask running;
    }

    /** Those of the mailboxes that it runs, or null; the worker writes. */
    volatile Links links;

    /** How often {@link Links#next} was filled; the worker writes. */
    private volatile int fills;

    /** {@link #fills} when the watch looked last; the watch's. */
    private int fillsSeen;

    /**
     * Whether an actor waits below the one that is run, for a task with which the worker helps; the
     * worker's.
     */
    private boolean helping;

    /** Mailboxes to be run before one is admitted; the worker's. */
    private int closed = ADMISSION;

    /** Messages that are left of the running actor's turn; the worker's. */
    private int left;

    /** Looks for a message since the mailbox was begun, or the worker stayed off; the worker's. */
    private int streak;

    @SuppressWarnings("this-escape") // setters of Thread, before it starts
    ActorWorker(ForkJoinPool pool, MonitorableThreadFactory like, NextWatch watch, int chain) {
        super(pool);
        this.watch = watch;
        this.chain = chain;
        setName(like.name() + "-" + like.counter().incrementAndGet());
        setDaemon(like.daemonic());
        setUncaughtExceptionHandler(like.exceptionHandler());
        Option<ClassLoader> loader = like.contextClassLoader();
        if (loader.isDefined()) {
            setContextClassLoader(loader.get());
        }
    }

    @Override
    protected void onStart() {
        watch.add(this);
    }

    @Override
    protected void onTermination(Throwable exception) {
        watch.remove(this);
    }

    /**
     * Worker: runs a mailbox, then the one that this sent to, and so on, up to the limit; and
     * beyond it while nobody waits. Where an actor waits for a task, and the mailbox came along as
     * the worker helped with that, it runs only this one.
     */
    void runChain(MailboxTask first) {
        Links outer = links;
        boolean outerHelps = helping;
        int outerLeft = left;
        int outerStreak = streak;
        helping = outer != null;
        forkNext(); // of the outer ones
        Links here = new Links();
        LINKS.setRelease(this, here);
        try {
            int more = helping ? 0 : chain;
            for (MailboxTask task = first; task != null; task = takeNext()) {
                if (more-- < 0) {
                    if (helping || !isAlone()) {
                        task.fork();
                        return;
                    }
                    more = chain;
                }
                if (--closed <= 0) {
                    MailboxTask.admit();
                    closed = ADMISSION * Math.min(CROWD, 1 + getQueuedTaskCount());
                }
                here.running = task;
                left = task instanceof ActorQueue queue ? queue.turn : Integer.MAX_VALUE;
                streak = 0;
                task.process();
            }
        } finally {
            forkNext(); // if a handler of failures has failed
            LINKS.setRelease(this, outer);
            helping = outerHelps;
            left = outerLeft;
            streak = outerStreak;
        }
    }

    /**
     * Worker: whether the actor that it runs may handle another message at once, which counts from
     * here.
     *
     * @param turn messages that it may handle while others wait
     */
    boolean takesTurn(int turn) {
        if (left == 0) {
            if (!mayGoOn()) {
                return false;
            }
            left = turn;
        }
        left--;
        streak++;
        return true;
    }

    /**
     * Worker: stays off for a while if the actor that it runs has caught up with those who flood
     * it, and nobody else waits.
     *
     * @return whether it has
     */
    boolean letsThemGetAhead() {
        if (streak <= FLOOD || !mayGoOn()) {
            return false;
        }
        streak = 0;
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < LINGER_NANOS) {
            Thread.onSpinWait();
        }
        return true;
    }

    /** Worker: whether nothing waits in its queue. */
    private boolean isAlone() {
        return getQueuedTaskCount() == 0;
    }

    /**
     * Worker: whether an actor that has handled as many messages as it may at once can go on at
     * once, as nobody waits, inside or outside.
     */
    private boolean mayGoOn() {
        Links here = links;
        return !helping
                && (here == null || here.next == null)
                && isAlone()
                && !getPool().hasQueuedSubmissions();
    }

    /**
     * Worker: keeps a mailbox to be run next; not if there is one, if nobody would run it, or if
     * the sender is one whose messages had to be taken away by the watch lately. A mailbox that has
     * more messages than it may process at once keeps its place if nobody waits, inside or outside.
     *
     * @return whether it is kept; else the caller is to fork it
     */
    boolean keep(MailboxTask task) {
        Links here = links;
        if (here == null) {
            return false;
        }
        MailboxTask sender = here.running;
        boolean again = task.isOf(sender);
        if (again) {
            MailboxTask.admit();
        }
        if (chain == 0 || here.next != null || (again ? !isAlone() : sender.lingers())) {
            return false;
        }
        // ORDER N1: release; pairs with N2. Who takes the task sees its mailbox's message.
        NEXT.setRelease(here, task);
        FILLS.setOpaque(this, fills + 1);
        // ORDER N3: read after next was written, but perhaps before others see that. The watch
        // looks once more after a period of being off, by when they do.
        return watch.isOn() || watch.turnOn() || !NEXT.compareAndSet(here, task, null);
    }

    /** Worker, or watch: takes the kept mailbox, or null. */
    MailboxTask takeNext() {
        return takeNext(links);
    }

    private static MailboxTask takeNext(Links here) {
        MailboxTask task = here == null ? null : here.next;
        // ORDER N2: the worker and the watch may both take it; one does.
        return task != null && NEXT.compareAndSet(here, task, null) ? task : null;
    }

    /** Worker: leaves the kept mailbox to whoever is first. */
    void forkNext() {
        MailboxTask task = takeNext();
        if (task != null) {
            task.fork();
        }
    }

    /** {@inheritDoc} What it has kept since the last look is taken from it. */
    @Override
    public boolean look() {
        int now = fills;
        if (now != fillsSeen) {
            fillsSeen = now;
            return true;
        }
        Links here = links;
        MailboxTask task = takeNext(here);
        if (task != null) {
            here.running.linger();
            task.submit();
        }
        return false;
    }

    @Override
    public <T> T blockOn(Function0<T> thunk, CanAwait permission) {
        forkNext();
        AtomicReference<Some<T>> result = new AtomicReference<>();
        try {
            ForkJoinPool.managedBlock(
                    new ForkJoinPool.ManagedBlocker() {
                        @Override
                        public boolean block() {
                            result.set(new Some<>(thunk.apply()));
                            return true;
                        }

                        @Override
                        public boolean isReleasable() {
                            return result.get() != null;
                        }
                    });
        } catch (InterruptedException e) {
            throw ActorWorker.<RuntimeException>unchecked(e); // as Pekko's own workers: undeclared
        }
        return result.get().value();
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable failure) throws X {
        throw (X) failure;
    }
}
