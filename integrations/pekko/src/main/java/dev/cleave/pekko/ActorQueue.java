package dev.cleave.pekko;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.UnboundedMessageQueueSemantics;

/**
 * The messages of a mailbox, in the order in which they came, with room for one ahead of the queue:
 * the message to an actor that is idle, and that has none. PROTOCOL.md, section First, tells who
 * may touch it.
 */
final class ActorQueue extends BacklogQueue
        implements MessageQueue, UnboundedMessageQueueSemantics {
    /** Messages without a pause that make a flood; an actor that answers has fewer at a time. */
    private static final int FLOOD = 16;

    /**
     * How long an actor that has caught up with those who flood it stays off, so that they get
     * ahead: 10 µs, in which a thread sends some hundred messages, and a fifth of what it takes to
     * wake one. Where the actor takes each at once, what both write goes from processor to
     * processor at each, and the mailbox is scheduled as often.
     */
    private static final long LINGER_NANOS = 10_000;

    /** Whoever has scheduled the mailbox writes, then whoever runs it; others only look. */
    private Envelope first;

    /** Runs the mailbox; set once, before there is a message. */
    MailboxTask task;

    /** Messages that may be handled before it is others' turn. */
    private final int turn;

    /** The worker that runs the mailbox, if it is one; written and read by it. */
    private ActorWorker runner;

    /** Looks for a message since the mailbox was begun, or lingered; whoever runs it. */
    private int streak;

    /** What is left of the turn; whoever runs the mailbox. */
    private int left = Integer.MAX_VALUE;

    /**
     * Creates an empty one.
     *
     * @param limit messages that may wait before there is a backlog; 0 for any number
     * @param turn messages that may be handled at once while others wait; at least 1
     */
    ActorQueue(int limit, int turn) {
        super(limit);
        this.turn = turn;
    }

    /** A mailbox is about to be run, by a worker, or null. */
    void begin(ActorWorker worker) {
        runner = worker;
        streak = 0;
        left = worker == null ? Integer.MAX_VALUE : turn;
    }

    /**
     * Schedules the mailbox with a message, if it is idle and open. Any thread.
     *
     * @param mailbox whose queue this is
     * @return whether it is scheduled, and the caller is to see to it that it is run; else nothing
     *     has happened
     */
    boolean scheduleWith(Mailbox mailbox, Envelope message) {
        if (mailbox.currentStatus() != Mailbox.Open() || !mailbox.setAsScheduled()) {
            return false;
        }
        // ORDER M1: the queue is looked at after the mailbox was scheduled, when nobody takes from
        // it. What the sender sent before is there, or has been processed.
        if (first == null && isEmpty()) {
            first = message;
        } else {
            add(message);
        }
        return true;
    }

    @Override
    public void enqueue(ActorRef receiver, Envelope message) {
        add(message);
    }

    /** {@inheritDoc} There seems to be none when it is others' turn. */
    @Override
    public Envelope dequeue() {
        if (left == 0) {
            if (!runner.mayGoOn()) {
                return null;
            }
            left = turn;
        }
        left--;
        streak++;
        Envelope message = first;
        if (message != null) {
            first = null;
            return message;
        }
        message = next();
        if (message == null && streak > FLOOD && runner != null && runner.mayGoOn()) {
            linger();
            streak = 0;
            message = task.hasSystemMessages() ? null : next();
        }
        if (message != null && runner != null) {
            runner.forkNext(); // what the last message has sent does not wait for this one, too
        }
        return message;
    }

    /** Whoever runs the mailbox: stays off what senders write. */
    private static void linger() {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < LINGER_NANOS) {
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean hasMessages() {
        return first != null || !isEmpty();
    }

    @Override
    public int numberOfMessages() {
        return (first != null ? 1 : 0) + count();
    }

    @Override
    public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
        Envelope message = first;
        first = null;
        for (; message != null || (message = next()) != null; message = null) {
            deadLetters.enqueue(owner, message);
        }
    }
}
