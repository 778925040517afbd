package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorRefWithCell;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.event.Logging;
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
        return (ActorQueue) mailbox.messageQueue();
    }

    private static void awaitIdle(Mailbox mailbox) {
        while (mailbox.isScheduled()) {
            Thread.onSpinWait();
        }
    }

    /** Begins, and is idle. */
    private ActorRef begun(TestKit probe) {
        ActorRef actor =
                system.actorOf(Systems.actor((m, self) -> probe.getRef().tell(m, self.getSelf())));
        actor.tell("begun", ActorRef.noSender());
        assertEquals("begun", probe.receiveOne(PATIENCE));
        awaitIdle(mailbox(actor));
        return actor;
    }

    /** An actor may have its first message before its reference has its cell. */
    private static Mailbox mailbox(ActorRef actor) {
        ActorRefWithCell reference = (ActorRefWithCell) actor;
        while (!(reference.underlying() instanceof ActorCell)) {
            Thread.onSpinWait();
        }
        return ((ActorCell) reference.underlying()).mailbox();
    }

    private static ForkJoinPool ended() throws InterruptedException {
        ForkJoinPool ended = new ForkJoinPool(1);
        ended.shutdown();
        assertTrue(ended.awaitTermination(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));
        return ended;
    }

    @Test
    void whatAPoolRefusesThatHasEndedMeanwhileIsRunByTheNext() throws Exception {
        TestKit probe = new TestKit(system);
        ActorRef actor = begun(probe);
        Mailbox mailbox = mailbox(actor);
        dispatcher.submit(mailbox, dropped(actor, mailbox), ended());
        assertEquals("kept", probe.receiveOne(PATIENCE));
    }

    /** Ends, and takes what comes too late as one does that has found itself quiescent. */
    private static final class Quiescent extends ForkJoinPool {
        @Override
        public void execute(ForkJoinTask<?> task) {
            shutdown();
            task.cancel(false);
        }
    }

    @Test
    void whatAPoolDropsAsItEndsIsRunByTheNext() throws Exception {
        TestKit probe = new TestKit(system);
        ActorRef actor = begun(probe);
        Mailbox mailbox = mailbox(actor);
        dispatcher.submit(mailbox, dropped(actor, mailbox), new Quiescent());
        assertEquals("kept", probe.receiveOne(PATIENCE));
    }

    @Test
    void whatEveryPoolRefusesIsSaidAndComesFirstLater() throws Exception {
        TestKit probe = new TestKit(system);
        ActorRef actor = begun(probe);
        Mailbox mailbox = mailbox(actor);
        TestKit errors = new TestKit(system);
        system.getEventStream().subscribe(errors.getRef(), Logging.Error.class);
        ForkJoinPool pool = dispatcher.pool();
        pool.shutdown();
        assertTrue(pool.awaitTermination(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));

        actor.tell("refused", ActorRef.noSender());
        Logging.Error error = errors.expectMsgClass(PATIENCE, Logging.Error.class);
        assertInstanceOf(RejectedExecutionException.class, error.cause());
        assertEquals(CleaveDispatcher.class, error.logClass());
        assertFalse(mailbox.isScheduled(), "nobody could schedule it again");

        dispatcher.shutdown(); // the pool gives way to a new one, as Pekko does it
        actor.tell("later", ActorRef.noSender());
        assertEquals("refused", probe.receiveOne(PATIENCE));
        assertEquals("later", probe.receiveOne(PATIENCE));
    }

    @Test
    void whatIsDroppedAtTheEndOfTheSystemIsLeft() throws Exception {
        ActorRef actor = begun(new TestKit(system));
        Mailbox mailbox = mailbox(actor);
        MailboxTask task = dropped(actor, mailbox);
        mailbox.setAsIdle(); // lest the system waits for it
        Systems.close(system);
        dispatcher.resubmitIfDropped(mailbox, task, new ForkJoinPool(1)); // throws nothing
    }

    @Test
    void whatAnEndingPoolHasDroppedIsRunByTheNext() throws Exception {
        TestKit probe = new TestKit(system);
        ActorRef actor = begun(probe);
        Mailbox mailbox = mailbox(actor);
        ForkJoinPool ended = ended();

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
