package dev.cleave.pekko;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.pekko.dispatch.Envelope;

/** What senders write and read. */
abstract class SendersSide {
    /** The newest message's node; before there is one, a node without. */
    volatile BacklogQueue.Node newest = new BacklogQueue.Node(null);

    /** The taker writes; a hint, others may see it late. */
    boolean backlogged;
}

/**
 * Keeps it off the cache line of what the taker writes at every message. By ints, since fields of
 * subclasses fill the gaps that longs would leave.
 */
abstract class PaddedSendersSide extends SendersSide {
    @SuppressWarnings("unused")
    private int p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/**
 * Messages in the order in which they came, many threads adding and one taking, that tells whether
 * more than a limit wait. The taker takes all that are there before it looks for more, so that what
 * senders write does not go from processor to processor at each message; how many it has taken when
 * it looks is how many have waited, and nobody counts them. PROTOCOL.md, section Queue.
 */
final class BacklogQueue extends PaddedSendersSide {
    private static final VarHandle NEWEST;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEWEST = lookup.findVarHandle(SendersSide.class, "newest", Node.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A message, and the node of the one that came after it. */
    static final class Node {
        private Envelope message;
        volatile Node next;

        Node(Envelope message) {
            this.message = message;
        }
    }

    /** The node of the message that was taken last; the taker's, others see it late. */
    Node taken = newest;

    /** The newest node when the taker looked last; the taker's. */
    private Node last = newest;

    /** Messages taken since it looked; the taker's. */
    private int count;

    /** Messages that may wait. */
    private final int limit;

    /**
     * Creates an empty one.
     *
     * @param limit messages that may wait; 0 if any number may
     */
    BacklogQueue(int limit) {
        this.limit = limit == 0 ? Integer.MAX_VALUE : limit;
    }

    /** Whether more messages than the limit waited when that was last seen. Any thread. */
    boolean isBacklogged() {
        return backlogged;
    }

    private void setBacklogged(boolean now) {
        if (backlogged != now) { // for a write takes the line from the senders
            backlogged = now;
        }
    }

    /** Adds a message. Any thread. */
    void add(Envelope message) {
        Node node = new Node(message);
        Node before = (Node) NEWEST.getAndSet(this, node);
        // ORDER M2: release, pairs with the taker's read. Whoever sees the node sees the message.
        NEXT.setRelease(before, node);
    }

    /** The taker, if there is one, else whoever has scheduled the mailbox; others see it late. */
    boolean isEmpty() {
        return taken == newest;
    }

    /** How many messages wait; an estimate if others add or take meanwhile. */
    int count() {
        int n = 0;
        Node node = taken;
        for (Node end = newest; node != end; n++) { // not what is added while it counts
            node = node.next;
            if (node == null) {
                break; // the taker has passed by, or a sender is between its two steps
            }
        }
        return n;
    }

    /** The taker: the oldest message, or null. */
    Envelope next() {
        Node before = taken;
        if (before != last) {
            if (count == limit) {
                setBacklogged(true);
            }
        } else {
            last = newest;
            setBacklogged(count > limit && before != last);
            count = 0;
            if (before == last) {
                return null;
            }
        }
        Node node;
        while ((node = before.next) == null) {
            Thread.yield(); // a sender is between its two steps
        }
        count++;
        taken = node;
        NEXT.set(before, (Node) null); // lest old garbage keep all that came after it
        Envelope message = node.message;
        node.message = null;
        return message;
    }
}
