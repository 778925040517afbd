package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorRefWithCell;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing is lost when a dispatcher's pool ends while its actors get messages. */
class EndingPoolTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);

    private ActorSystem system;
    private CleaveDispatcher dispatcher;

    @BeforeEach
    void open() {
        system = Systems.open(2);
        dispatcher = (CleaveDispatcher) system.dispatcher();
    }

    @AfterEach
    void close() throws Exception {
        Systems.close(system);
    }

    /** A mailbox that is scheduled, and whose task was cancelled by the end of a pool. */
    private MailboxTask dropped(ActorRef actor, Mailbox mailbox) {
        assertTrue(mailbox.setAsScheduled());
        mailbox.enqueue(actor, new Envelope("kept", ActorRef.noSender()));
        return ((ActorQueue) mailbox.messageQueue()).task;
    }

    private static void awaitIdle(Mailbox mailbox) {
        while (mailbox.isScheduled()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatAnEndingPoolHasDroppedIsRunByTheNext() throws Exception {
        TestKit probe = new TestKit(system);
        ActorRef actor =
                system.actorOf(Systems.actor((m, self) -> probe.getRef().tell(m, self.getSelf())));
        actor.tell("begun", ActorRef.noSender());
        assertEquals("begun", probe.receiveOne(PATIENCE));
        Mailbox mailbox = ((ActorCell) ((ActorRefWithCell) actor).underlying()).mailbox();
        awaitIdle(mailbox);
        ForkJoinPool ended = new ForkJoinPool(1);
        ended.shutdown();
        assertTrue(ended.awaitTermination(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));

        MailboxTask before = dropped(actor, mailbox);
        before.cancel(false);
        dispatcher.resubmitIfDropped(mailbox, before, ended);
        assertEquals("kept", probe.receiveOne(PATIENCE));
        awaitIdle(mailbox);

        // The pool drops it only after the first look.
        ForkJoinPool ending = new ForkJoinPool(1);
        MailboxTask later = dropped(actor, mailbox);
        dispatcher.resubmitIfDropped(mailbox, later, ending);
        later.cancel(false);
        ending.shutdown();
        assertEquals("kept", probe.receiveOne(PATIENCE));
    }
}
