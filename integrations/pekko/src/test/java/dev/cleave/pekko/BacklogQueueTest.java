package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacklogQueueTest {
    private static final int LIMIT = 100;
    private static final int EACH = 300_000;

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
        BacklogQueue queue = new BacklogQueue(LIMIT);
        add(queue, 10 * LIMIT);
        assertFalse(queue.isBacklogged(), "nothing was taken, so nobody has looked");
        take(queue, LIMIT);
        assertFalse(queue.isBacklogged(), "so many may wait");
        take(queue, 1);
        assertTrue(queue.isBacklogged());
        take(queue, 9 * LIMIT - 1);
        assertTrue(queue.isBacklogged(), "until somebody looks again");
        add(queue, 1);
        take(queue, 1); // looks, and finds that so many have waited
        assertTrue(queue.isBacklogged());
        // From now on one waits, and the queue is never empty.
        add(queue, 1);
        take(queue, 1);
        assertFalse(queue.isBacklogged());
    }

    @Test
    void anEmptyQueueHasNone() {
        BacklogQueue queue = new BacklogQueue(LIMIT);
        add(queue, 4 * LIMIT);
        take(queue, 4 * LIMIT);
        assertTrue(queue.isBacklogged());
        assertNull(queue.next());
        assertFalse(queue.isBacklogged());
        assertNull(queue.next());
        add(queue, 1);
        take(queue, 1);
        assertNull(queue.next());
        assertFalse(queue.isBacklogged());
    }

    @Test
    void asManyAsTheLimitAreNone() {
        BacklogQueue queue = new BacklogQueue(LIMIT);
        add(queue, LIMIT);
        for (int i = 0; i < 10 * LIMIT; i++) {
            take(queue, 1);
            assertFalse(queue.isBacklogged());
            add(queue, 1);
        }
    }

    @Test
    void withoutALimitThereIsNone() {
        BacklogQueue queue = new BacklogQueue(0);
        add(queue, 10_000);
        take(queue, 5_000);
        assertFalse(queue.isBacklogged());
    }

    @Test
    void theTakerCountsWhatWaits() {
        BacklogQueue queue = new BacklogQueue(LIMIT);
        for (int wait = 0; wait < 10; wait++) {
            assertEquals(wait, queue.count());
            assertEquals(wait == 0, queue.isEmpty());
            add(queue, 2);
            assertEquals(wait + 2, queue.count());
            take(queue, 1);
        }
    }

    @Test
    void whatWasTakenIsNotKeptAndKeepsNothing() throws Exception {
        BacklogQueue queue = new BacklogQueue(LIMIT);
        BacklogQueue.Node begin = queue.taken;
        List<WeakReference<Object>> messages = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Object message = new Object();
            messages.add(new WeakReference<>(message));
            queue.add(new Envelope(message, ActorRef.noSender()));
        }
        for (int i = 0; i < 3; i++) {
            queue.next();
        }
        assertNull(begin.next, "if it gets old, all later ones do");
        while (messages.stream().anyMatch(message -> message.get() != null)) {
            System.gc();
            Thread.sleep(1);
        }
        assertTrue(queue.isEmpty()); // and is alive until here
    }

    /** Each sender's messages arrive once, whole and in order, while others ask how many wait. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void manyAddAndOneTakes(int senders) throws Exception {
        BacklogQueue queue = new BacklogQueue(LIMIT);
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicInteger waitOrCome = new AtomicInteger(senders * EACH);
        try {
            List<Future<?>> others = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                int sender = s;
                others.add(
                        threads.submit(
                                () -> {
                                    for (int i = 0; i < EACH; i++) {
                                        queue.add(
                                                new Envelope(
                                                        new int[] {sender, i},
                                                        ActorRef.noSender()));
                                    }
                                }));
            }
            others.add(
                    threads.submit(
                            () -> {
                                for (int most; (most = waitOrCome.get()) > 0; ) {
                                    int waiting = queue.count();
                                    assertTrue(waiting <= most, waiting + " of " + most);
                                }
                            }));
            int[] next = new int[senders];
            while (waitOrCome.get() > 0) {
                Envelope taken = queue.next();
                if (taken != null) {
                    int[] message = (int[]) taken.message();
                    assertEquals(next[message[0]]++, message[1]);
                    waitOrCome.getAndDecrement();
                }
            }
            assertNull(queue.next());
            assertTrue(queue.isEmpty());
            for (Future<?> other : others) {
                other.get();
            }
        } finally {
            waitOrCome.set(0);
            threads.shutdownNow();
        }
    }
}
