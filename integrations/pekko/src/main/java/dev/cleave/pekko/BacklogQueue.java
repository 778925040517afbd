package dev.cleave.pekko;

import org.apache.pekko.dispatch.AbstractNodeQueue;
import org.apache.pekko.dispatch.Envelope;

/**
 * Messages in the order in which they came, many threads adding and one taking, that tells whether
 * more than a limit wait. Nobody counts them, which would cost every sender an atomic operation:
 * the taker remembers now and then which message was the newest, and sees how many it has taken
 * when it comes to that.
 */
abstract class BacklogQueue extends AbstractNodeQueue<Envelope> {
    private static final long serialVersionUID = 1L;

    /** Messages taken between two measurements, so that a queue that is soon empty has none. */
    static final int SAMPLE = 1024;

    private final int limit;

    /** Messages taken since the last measurement ended, or this one began; the taker's. */
    private int taken;

    /** The newest message when this measurement began, or null; the taker's. */
    private transient Node<Envelope> newest;

    /** The taker writes; a hint, others may see it late. */
    private boolean backlogged;

    /**
     * Creates an empty one.
     *
     * @param limit messages that may wait; 0 if any number may
     */
    BacklogQueue(int limit) {
        this.limit = limit;
    }

    /** Whether more messages than the limit waited when that was last seen. Any thread. */
    final boolean isBacklogged() {
        return backlogged;
    }

    /** The taker: the oldest message, or null. */
    final Envelope next() {
        Node<Envelope> node = pollNode();
        if (node == null) {
            taken = 0;
            newest = null;
            backlogged = false;
            return null;
        }
        if (limit != 0) {
            measure(node);
        }
        return node.value;
    }

    private void measure(Node<Envelope> before) {
        taken++;
        if (newest == null) {
            if (taken >= SAMPLE) {
                newest = get();
                taken = 0;
            }
        } else if (taken > limit) {
            backlogged = true;
        }
        if (before == newest) { // one message late: the queue keeps its last node
            backlogged = taken > limit;
            newest = null;
            taken = 0;
        }
    }
}
