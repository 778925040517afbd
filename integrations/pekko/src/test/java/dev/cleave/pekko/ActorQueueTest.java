package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorRefWithCell;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cell;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox;
import org.apache.pekko.dispatch.UnboundedDequeBasedMailbox;
import org.apache.pekko.dispatch.UnboundedMailbox;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A mailbox in every state in which a message may come, by hand. */
class ActorQueueTest {
    private static final int ROUNDS = 20_000;

    private static ActorSystem system;
    private static Cell cell;

    /** Nobody's, so that nobody runs it. */
    private Mailbox mailbox;

    private ActorQueue queue;

    @BeforeAll
    static void open() {
        system = Systems.open(1);
        ActorRef some = system.actorOf(Systems.actor((m, self) -> {}));
        cell = ((ActorRefWithCell) some).underlying();
    }

    @AfterAll
    static void close() throws Exception {
        Systems.close(system);
    }

    @BeforeEach
    void make() {
        mailbox =
                ((CleaveDispatcher) system.dispatcher())
                        .createMailbox(cell, new UnboundedMailbox());
        queue = assertInstanceOf(ActorQueue.class, mailbox.messageQueue());
    }

    private static Envelope message(String text) {
        return new Envelope(text, ActorRef.noSender());
    }

    private boolean schedule(String text) {
        return queue.scheduleWith(message(text));
    }

    private void add(String text) {
        queue.enqueue(ActorRef.noSender(), message(text));
    }

    private List<Object> takeAll() {
        List<Object> taken = new ArrayList<>();
        for (Envelope e; (e = queue.dequeue()) != null; ) {
            taken.add(e.message());
            assertEquals(queue.numberOfMessages() != 0, queue.hasMessages());
        }
        return taken;
    }

    private void assertHolds(int messages) {
        assertEquals(messages, queue.numberOfMessages());
        assertEquals(messages != 0, queue.hasMessages());
    }

    @Test
    void aMessageToAnIdleActorPassesTheQueueByAndComesFirst() {
        assertHolds(0);
        assertTrue(schedule("a"));
        assertTrue(mailbox.isScheduled());
        assertTrue(queue.isDrained(), "it went into the queue");
        assertHolds(1);
        assertFalse(schedule("not twice"));
        add("b");
        add("c");
        assertHolds(3);
        assertEquals(List.of("a", "b", "c"), takeAll());
        assertHolds(0);
    }

    @Test
    void aMessageToAnIdleActorWithMessagesComesBehindThem() {
        add("a");
        assertTrue(schedule("b"));
        assertHolds(2);
        assertEquals(List.of("a", "b"), takeAll());
    }

    @Test
    void thereIsOneFirstMessage() {
        assertTrue(schedule("a"));
        mailbox.setAsIdle(); // as after an interrupt: run, but nothing taken
        assertTrue(schedule("b"));
        assertHolds(2);
        assertEquals(List.of("a", "b"), takeAll());
    }

    @Test
    void aSuspendedOrClosedMailboxIsNotScheduled() {
        mailbox.suspend();
        assertFalse(schedule("a"));
        assertHolds(0);
        mailbox.resume();
        assertTrue(schedule("b"));
        takeAll();
        mailbox.setAsIdle();
        mailbox.becomeClosed();
        assertFalse(schedule("c"));
        assertHolds(0);
    }

    @Test
    void whatIsLeftGoesToDeadLettersInOrder() {
        schedule("a");
        add("b");
        add("c");
        ActorQueue deadLetters = new ActorQueue(0, 1);
        queue.cleanUp(ActorRef.noSender(), deadLetters);
        assertHolds(0);
        assertEquals(3, deadLetters.numberOfMessages());
        for (String text : List.of("a", "b", "c")) {
            assertEquals(text, deadLetters.dequeue().message());
        }
    }

    /** Whoever comes first makes the queue, and nobody's message goes into another one. */
    @Test
    void theFirstThatWaitAreNotLost() throws Exception {
        AtomicInteger round = new AtomicInteger();
        AtomicInteger added = new AtomicInteger();
        AtomicReference<ActorQueue> shared = new AtomicReference<>();
        Thread other =
                new Thread(
                        () -> {
                            for (int r = 1; r <= ROUNDS; r++) {
                                while (round.get() < r) {
                                    Thread.onSpinWait();
                                }
                                shared.get().enqueue(ActorRef.noSender(), message("other's"));
                                added.set(r);
                            }
                        });
        other.setDaemon(true);
        other.start();
        for (int r = 1; r <= ROUNDS; r++) {
            queue = new ActorQueue(0, 1);
            shared.set(queue);
            round.set(r);
            add("own");
            while (added.get() < r) {
                Thread.onSpinWait();
            }
            assertHolds(2);
        }
        other.join();
    }

    @Test
    void bothUnboundedQueuesOfPekkosAreReplacedAndOthersAreNot() {
        CleaveDispatcher dispatcher = (CleaveDispatcher) system.dispatcher();
        assertInstanceOf(
                ActorQueue.class,
                dispatcher
                        .createMailbox(cell, new SingleConsumerOnlyUnboundedMailbox())
                        .messageQueue());
        assertFalse(
                dispatcher.createMailbox(cell, new UnboundedDequeBasedMailbox()).messageQueue()
                        instanceof ActorQueue);
    }

    @Test
    void whoSentForLongHasSoManyMessagesForked() {
        MailboxTask task = new MailboxTask(mailbox);
        assertFalse(task.lingers());
        task.linger();
        for (int i = 0; i < MailboxTask.LINGERING; i++) {
            assertTrue(task.lingers());
        }
        assertFalse(task.lingers());
    }
}
