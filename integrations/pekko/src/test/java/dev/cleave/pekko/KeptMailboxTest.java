package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorRefWithCell;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.Test;
import scala.concurrent.Await;
import scala.concurrent.duration.FiniteDuration;

/** The mailbox that a worker keeps is run next, and once, by somebody in any case. */
class KeptMailboxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);
    private static final String DISPATCHER = "pekko.actor.default-dispatcher.cleave.";

    private static final int ROUNDS = 100_000;

    private static boolean in(CountDownLatch latch) throws InterruptedException {
        return latch.await(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static ActorRef start(ActorSystem system, Systems.Behaviour behaviour) {
        return system.actorOf(Systems.actor(behaviour));
    }

    /** One actor tells two, the first of which tells a third: the order in which they run. */
    private static List<String> order(String configuration) throws Exception {
        ActorSystem system = Systems.open(DISPATCHER + "workers = 1\n" + configuration);
        try {
            List<String> order = new CopyOnWriteArrayList<>();
            CountDownLatch done = new CountDownLatch(3);
            Systems.Behaviour record =
                    (m, self) -> {
                        order.add((String) m);
                        done.countDown();
                    };
            ActorRef third = start(system, record);
            ActorRef second = start(system, record);
            ActorRef first =
                    start(
                            system,
                            (m, self) -> {
                                record.receive(m, self);
                                third.tell("third", self.getSelf());
                            });
            start(
                            system,
                            (m, self) -> {
                                first.tell("first", self.getSelf());
                                second.tell("second", self.getSelf());
                            })
                    .tell("go", ActorRef.noSender());
            assertTrue(in(done), () -> "handled only " + order);
            return order;
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void theReceiverRunsNext() throws Exception {
        assertEquals(List.of("first", "third", "second"), order(WatchByHand.CONFIGURATION));
    }

    @Test
    void withoutAChainEachWaitsItsTurn() throws Exception {
        assertEquals(List.of("first", "second", "third"), order(DISPATCHER + "chain = 0"));
    }

    @Test
    void itRunsBeforeItsSenderWhoseTurnIsOver() throws Exception {
        ActorSystem system =
                Systems.open(
                        WatchByHand.CONFIGURATION
                                + DISPATCHER
                                + "workers = 1\n"
                                + "pekko.actor.default-dispatcher.throughput = 1");
        try {
            List<Object> order = new CopyOnWriteArrayList<>();
            CountDownLatch filled = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(4);
            ActorRef to =
                    start(
                            system,
                            (m, self) -> {
                                order.add("to " + m);
                                done.countDown();
                            });
            ActorRef from =
                    start(
                            system,
                            (m, self) -> {
                                filled.await();
                                order.add(m);
                                to.tell(m, self.getSelf());
                                done.countDown();
                            });
            from.tell(1, ActorRef.noSender());
            from.tell(2, ActorRef.noSender());
            filled.countDown();
            assertTrue(in(done), () -> "handled only " + order);
            assertEquals(List.of(1, "to 1", 2, "to 2"), order);
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void itDoesNotWaitForASenderThatBlocks() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 1");
        try {
            TestKit probe = new TestKit(system);
            ActorRef answers =
                    start(system, (m, self) -> self.getSender().tell("yes", self.getSelf()));
            FiniteDuration patience =
                    FiniteDuration.apply(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS);
            start(
                            system,
                            (m, self) -> {
                                Object answer =
                                        Await.result(
                                                Patterns.ask(answers, "?", PATIENCE.toMillis()),
                                                patience);
                                probe.getRef().tell(answer, self.getSelf());
                            })
                    .tell("ask", ActorRef.noSender());
            assertEquals("yes", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void itDoesNotWaitForTheNextMessageOfItsSender() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 2");
        try {
            CountDownLatch filled = new CountDownLatch(1);
            CountDownLatch got = new CountDownLatch(1);
            AtomicBoolean inTime = new AtomicBoolean();
            CountDownLatch done = new CountDownLatch(1);
            ActorRef to = start(system, (m, self) -> got.countDown());
            ActorRef from =
                    start(
                            system,
                            (m, self) -> {
                                if (m.equals("send")) {
                                    filled.await();
                                    to.tell("hello", self.getSelf());
                                } else {
                                    inTime.set(in(got));
                                    done.countDown();
                                }
                            });
            from.tell("send", ActorRef.noSender());
            from.tell("wait", ActorRef.noSender());
            filled.countDown();
            assertTrue(in(done));
            assertTrue(inTime.get(), "kept by a worker whose actor went on to its next message");
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void aTaskThatIsNoActorKeepsNone() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 1");
        try {
            TestKit probe = new TestKit(system);
            ActorRef echo = start(system, (m, self) -> self.getSender().tell(m, self.getSelf()));
            echo.tell("from outside", probe.getRef());
            assertEquals("from outside", probe.receiveOne(PATIENCE));
            ((CleaveDispatcher) system.dispatcher())
                    .execute(() -> echo.tell("from a task", probe.getRef()));
            assertEquals("from a task", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    /**
     * PROTOCOL.md, row N2: two threads take it at the same moment, again and again, while the
     * worker itself is held up by its actor.
     */
    @Test
    void oneTakesItWhenTheWatchAndTheWorkerBothWould() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 2");
        CountDownLatch over = new CountDownLatch(1);
        try {
            TestKit probe = new TestKit(system);
            ActorRef actor =
                    start(
                            system,
                            (m, self) -> {
                                probe.getRef().tell(Thread.currentThread(), self.getSelf());
                                in(over);
                            });
            actor.tell("who?", ActorRef.noSender());
            ActorWorker worker = assertInstanceOf(ActorWorker.class, probe.receiveOne(PATIENCE));
            MailboxTask task = task(actor);
            AtomicInteger round = new AtomicInteger();
            AtomicInteger looked = new AtomicInteger();
            AtomicInteger taken = new AtomicInteger();
            Thread watch =
                    new Thread(
                            () -> {
                                for (int r = 1; r <= ROUNDS; r++) {
                                    await(round, r);
                                    take(worker, taken);
                                    looked.set(r);
                                }
                            });
            watch.setDaemon(true);
            watch.start();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
            for (int r = 1; r <= ROUNDS && System.nanoTime() < end; r++) {
                worker.links.next = task;
                round.set(r);
                take(worker, taken);
                await(looked, r);
                assertEquals(r, taken.get());
            }
            round.set(ROUNDS);
        } finally {
            over.countDown();
            Systems.close(system);
        }
    }

    private static void take(ActorWorker worker, AtomicInteger taken) {
        if (worker.takeNext() != null) {
            taken.incrementAndGet();
        }
    }

    private static void await(AtomicInteger counter, int value) {
        for (int looks = 1; counter.get() < value; looks++) {
            if (looks % 1000 == 0) {
                Thread.yield();
            }
        }
    }

    /** The watch's looks are by hand, so that nobody else takes what is kept. */
    @Test
    void whatASenderHoldsUpIsTakenAndItsNextMessagesAreForked() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 2");
        try {
            TestKit probe = new TestKit(system);
            ActorRef to = start(system, (m, self) -> ((CountDownLatch) m).countDown());
            ActorRef from =
                    start(
                            system,
                            (m, self) -> {
                                CountDownLatch got = new CountDownLatch(1);
                                to.tell(got, self.getSelf());
                                probe.getRef().tell("sent", self.getSelf());
                                probe.getRef().tell(in(got) ? "got" : "kept", self.getSelf());
                            });
            awaitIdle(to); // else its start, on another worker, takes the message
            from.tell("once", ActorRef.noSender());
            assertEquals("sent", probe.receiveOne(PATIENCE));
            WatchByHand watch = WatchByHand.of(system);
            assertTrue(watch.look()); // sees that something was kept
            assertTrue(watch.look()); // and that it still is
            assertEquals("got", probe.receiveOne(PATIENCE));
            from.tell("twice", ActorRef.noSender());
            assertEquals("sent", probe.receiveOne(PATIENCE));
            assertEquals("got", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void nothingIsKeptWhereNobodyWatches() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 2");
        try {
            WatchByHand.of(system).end();
            TestKit probe = new TestKit(system);
            CountDownLatch got = new CountDownLatch(1);
            ActorRef to = start(system, (m, self) -> got.countDown());
            start(
                            system,
                            (m, self) -> {
                                to.tell("hello", self.getSelf());
                                probe.getRef().tell(in(got), self.getSelf());
                            })
                    .tell("go", ActorRef.noSender());
            assertEquals(true, probe.receiveOne(PATIENCE.multipliedBy(2)));
        } finally {
            Systems.close(system);
        }
    }

    private static MailboxTask task(ActorRef actor) {
        return (ActorQueue) mailbox(actor).messageQueue();
    }

    private static Mailbox mailbox(ActorRef actor) {
        return ((ActorCell) ((ActorRefWithCell) actor).underlying()).mailbox();
    }

    /** As a worker does that waits for a task, and comes by the mailbox as it helps with that. */
    private static void runWithin(ActorRef actor, Object message) {
        Mailbox mailbox = mailbox(actor);
        assertTrue(
                ((ActorQueue) mailbox.messageQueue())
                        .scheduleWith(new Envelope(message, ActorRef.noSender())));
        task(actor).exec();
    }

    @Test
    void anActorThatWaitsForATaskIsNotHeldUpByOthersThatNeverRest() throws Exception {
        ActorSystem system = Systems.open(DISPATCHER + "workers = 1");
        try {
            TestKit probe = new TestKit(system);
            ActorRef echo = start(system, (m, self) -> self.getSender().tell(m, self.getSelf()));
            ActorRef ping = start(system, (m, self) -> echo.tell(m, self.getSelf()));
            ActorRef self = start(system, (m, its) -> its.getSelf().tell(m, its.getSelf()));
            for (ActorRef each : List.of(echo, ping, self)) {
                awaitIdle(each);
            }
            start(
                            system,
                            (m, its) -> {
                                runWithin(ping, "for ever");
                                runWithin(self, "for ever");
                                probe.getRef().tell("went on", its.getSelf());
                            })
                    .tell("go", ActorRef.noSender());
            assertEquals("went on", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void whatAnActorHasSentDoesNotWaitForThoseThatRunWithinIt() throws Exception {
        ActorSystem system = Systems.open(WatchByHand.CONFIGURATION + DISPATCHER + "workers = 2");
        try {
            TestKit probe = new TestKit(system);
            CountDownLatch got = new CountDownLatch(1);
            ActorRef to = start(system, (m, self) -> got.countDown());
            ActorRef waits =
                    start(system, (m, self) -> probe.getRef().tell(in(got), self.getSelf()));
            awaitIdle(waits);
            start(
                            system,
                            (m, self) -> {
                                to.tell("hello", self.getSelf());
                                runWithin(waits, "go");
                            })
                    .tell("go", ActorRef.noSender());
            assertEquals(true, probe.receiveOne(PATIENCE.multipliedBy(2)));
        } finally {
            Systems.close(system);
        }
    }

    /** Until its creation has been handled. */
    private static void awaitIdle(ActorRef actor) {
        while (!(((ActorRefWithCell) actor).underlying() instanceof ActorCell)
                || mailbox(actor).isScheduled()
                || mailbox(actor).hasSystemMessages()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anActorOfAnotherDispatcherRunsThere() throws Exception {
        ActorSystem system =
                Systems.open("other { type = \"dev.cleave.pekko.CleaveDispatcherConfigurator\" }");
        try {
            TestKit probe = new TestKit(system);
            ActorRef there =
                    system.actorOf(
                            Systems.actor(
                                            (m, self) ->
                                                    probe.getRef()
                                                            .tell(
                                                                    Thread.currentThread()
                                                                            .getName(),
                                                                    self.getSelf()))
                                    .withDispatcher("other"));
            start(system, (m, self) -> there.tell(m, self.getSelf()))
                    .tell("go", ActorRef.noSender());
            String name = (String) probe.receiveOne(PATIENCE);
            assertEquals("test-other-", name.replaceAll("\\d+$", ""));
        } finally {
            Systems.close(system);
        }
    }
}
