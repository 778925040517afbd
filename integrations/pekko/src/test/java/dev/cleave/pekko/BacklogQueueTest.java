package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.junit.jupiter.api.Test;

class BacklogQueueTest {
    private static final int LIMIT = 100;

    private int added;
    private int taken;

    private void add(BacklogQueue queue, int messages) {
        for (int i = 0; i < messages; i++) {
            queue.add(new Envelope(added++, ActorRef.noSender()));
        }
    }

    private void take(BacklogQueue queue, int messages) {
        for (int i = 0; i < messages; i++) {
            assertEquals(taken++, queue.next().message());
        }
    }

    @Test
    void aBacklogIsSeenWhileItLastsAndNoLonger() {
        BacklogQueue queue = new ActorQueue(LIMIT, 1);
        add(queue, 10 * BacklogQueue.SAMPLE);
        assertFalse(queue.isBacklogged(), "nothing was taken, so nobody has measured");
        take(queue, BacklogQueue.SAMPLE + LIMIT + 1);
        assertTrue(queue.isBacklogged());
        take(queue, 9 * BacklogQueue.SAMPLE - LIMIT - 2);
        assertTrue(queue.isBacklogged(), "until it is measured again");
        // From now on one waits, and the queue is never empty.
        for (int i = 0; i < 2 * BacklogQueue.SAMPLE; i++) {
            add(queue, 1);
            take(queue, 1);
        }
        assertFalse(queue.isBacklogged());
    }

    @Test
    void anEmptyQueueHasNone() {
        BacklogQueue queue = new ActorQueue(LIMIT, 1);
        add(queue, 4 * BacklogQueue.SAMPLE);
        take(queue, 4 * BacklogQueue.SAMPLE - 1);
        assertTrue(queue.isBacklogged());
        take(queue, 1);
        assertNull(queue.next());
        assertFalse(queue.isBacklogged());
    }

    @Test
    void asManyAsTheLimitAreNone() {
        BacklogQueue queue = new ActorQueue(LIMIT, 1);
        add(queue, LIMIT);
        for (int i = 0; i < 10 * BacklogQueue.SAMPLE; i++) {
            take(queue, 1);
            assertFalse(queue.isBacklogged());
            add(queue, 1);
        }
    }

    @Test
    void withoutALimitThereIsNone() {
        BacklogQueue queue = new ActorQueue(0, 1);
        add(queue, 10 * BacklogQueue.SAMPLE);
        take(queue, 5 * BacklogQueue.SAMPLE);
        assertFalse(queue.isBacklogged());
    }
}
