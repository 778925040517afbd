package dev.cleave.pekko;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.UnboundedMessageQueueSemantics;

/**
 * The messages of a mailbox, in the order in which they came: the first to an actor that is idle
 * and has none, and a queue of those that came while others waited. PROTOCOL.md, section First,
 * tells who may touch it.
 *
 * <p>It is the task that runs the mailbox, too, and there is no queue until an actor needs it:
 * where many actors have a message each now and then, a third of the time is spent on fetching them
 * from memory.
 */
final class ActorQueue extends MailboxTask implements MessageQueue, UnboundedMessageQueueSemantics {
    private static final long serialVersionUID = 1L;
    private static final VarHandle WAITING;

    static {
        try {
            WAITING =
                    MethodHandles.lookup()
                            .findVarHandle(ActorQueue.class, "waiting", BacklogQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whoever has scheduled the mailbox writes, then whoever runs it; others only look. */
    private transient Envelope first;

    /** Null until there is a message for it; any thread, once, by compare-and-set. */
    private transient volatile BacklogQueue waiting;

    /** Messages that may wait before there is a backlog; 0 for any number. */
    private final int limit;

    /** Messages that the actor may handle before it is others' turn. */
    final int turn;

    /**
     * Creates an empty one.
     *
     * @param limit messages that may wait before there is a backlog; 0 for any number
     * @param turn messages that may be handled at once while others wait; at least 1
     */
    ActorQueue(int limit, int turn) {
        this.limit = limit;
        this.turn = turn;
    }

    /**
     * Schedules the mailbox with a message, if it is idle and open. Any thread.
     *
     * @return whether it is scheduled, and the caller is to see to it that it is run; else nothing
     *     has happened
     */
    boolean scheduleWith(Envelope message) {
        if (mailbox.currentStatus() != Mailbox.Open() || !mailbox.setAsScheduled()) {
            return false;
        }
        // ORDER M1: the queue is looked at after the mailbox was scheduled, when nobody takes from
        // it. What the sender sent before is there, or has been processed.
        if (first == null && isDrained()) {
            first = message;
        } else {
            add(message);
        }
        return true;
    }

    /** Whether nothing is in the queue, {@link #first} aside; see {@link BacklogQueue#isEmpty}. */
    boolean isDrained() {
        BacklogQueue queue = waiting;
        return queue == null || queue.isEmpty();
    }

    /** Whether more messages than the limit waited when that was last seen. Any thread. */
    boolean isBacklogged() {
        BacklogQueue queue = waiting;
        return queue != null && queue.isBacklogged();
    }

    private void add(Envelope message) {
        BacklogQueue queue = waiting;
        if (queue == null) {
            // ORDER M3: the queue is there before the sender finds the mailbox scheduled.
            WAITING.compareAndSet(this, null, new BacklogQueue(limit));
            queue = waiting;
        }
        queue.add(message);
    }

    @Override
    public void enqueue(ActorRef receiver, Envelope message) {
        add(message);
    }

    /**
     * {@inheritDoc} As Pekko's own, but for this: a worker counts by itself, and goes on where
     * nobody waits; and a mailbox that has messages left when it is others' turn stays scheduled.
     * Else its senders would have to be told, and one of them would schedule it in between.
     */
    @Override
    void runMailbox() throws InterruptedException {
        if (!(Thread.currentThread() instanceof ActorWorker worker)) {
            super.runMailbox();
            return;
        }
        boolean scheduled = false;
        try {
            if (!mailbox.isClosed()) {
                mailbox.processAllSystemMessages();
                scheduled = processMessages(worker) && hasMessages();
            }
        } finally {
            if (scheduled) {
                ((CleaveDispatcher) mailbox.dispatcher()).execute(mailbox, this); // again
            } else {
                mailbox.setAsIdle();
                mailbox.dispatcher().registerForExecution(mailbox, false, false);
            }
        }
    }

    /** Worker: processes messages; whether it ends because it is others' turn. */
    private boolean processMessages(ActorWorker worker) throws InterruptedException {
        ActorCell actor = mailbox.actor();
        boolean limited = mailbox.dispatcher().isThroughputDeadlineTimeDefined();
        long end = limited ? System.nanoTime() + deadlineNanos() : 0;
        while (mailbox.shouldProcessMessage()) {
            if (!worker.takesTurn(turn)) {
                return true;
            }
            Envelope message = next(worker);
            if (message == null) {
                return false;
            }
            actor.invoke(message);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while an actor processed a message");
            }
            mailbox.processAllSystemMessages();
            if (limited && System.nanoTime() - end >= 0) {
                return true;
            }
        }
        return false;
    }

    private long deadlineNanos() {
        return mailbox.dispatcher().throughputDeadlineTime().toNanos();
    }

    /** Worker: the oldest message, also one that comes in a moment, or null. */
    private Envelope next(ActorWorker worker) {
        Envelope message = first;
        if (message != null) {
            first = null;
            return message;
        }
        BacklogQueue queue = waiting;
        if (queue == null) {
            return null;
        }
        message = queue.next();
        if (message == null && worker.letsThemGetAhead() && !hasSystemMessages()) {
            message = queue.next();
        }
        if (message != null) {
            worker.forkNext(); // what the last message has sent does not wait for this one, too
        }
        return message;
    }

    @Override
    public Envelope dequeue() {
        Envelope message = first;
        if (message != null) {
            first = null;
            return message;
        }
        BacklogQueue queue = waiting;
        return queue == null ? null : queue.next();
    }

    @Override
    public boolean hasMessages() {
        return first != null || !isDrained();
    }

    @Override
    public int numberOfMessages() {
        BacklogQueue queue = waiting;
        return (first != null ? 1 : 0) + (queue != null ? queue.count() : 0);
    }

    @Override
    public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
        Envelope message = first;
        first = null;
        if (message != null) {
            deadLetters.enqueue(owner, message);
        }
        BacklogQueue queue = waiting;
        while (queue != null && (message = queue.next()) != null) {
            deadLetters.enqueue(owner, message);
        }
    }
}
