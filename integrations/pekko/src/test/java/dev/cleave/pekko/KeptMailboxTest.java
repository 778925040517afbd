package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.Test;
import scala.concurrent.Await;
import scala.concurrent.duration.FiniteDuration;

/** The mailbox that a worker keeps is run next, and once, by somebody in any case. */
class KeptMailboxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);
    private static final String DISPATCHER = "pekko.actor.default-dispatcher.cleave.";

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
        assertEquals(List.of("first", "third", "second"), order(Unwatched.CONFIGURATION));
    }

    @Test
    void withoutAChainEachWaitsItsTurn() throws Exception {
        assertEquals(List.of("first", "second", "third"), order(DISPATCHER + "chain = 0"));
    }

    @Test
    void itDoesNotWaitForASenderThatBlocks() throws Exception {
        ActorSystem system = Systems.open(Unwatched.CONFIGURATION + DISPATCHER + "workers = 1");
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
        ActorSystem system = Systems.open(Unwatched.CONFIGURATION + DISPATCHER + "workers = 2");
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
        ActorSystem system = Systems.open(Unwatched.CONFIGURATION + DISPATCHER + "workers = 1");
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

    /** Each of the two sends the other what it got, less one. */
    private static final class Pair {
        private static final int MESSAGES = 20_000;

        final AtomicInteger busy = new AtomicInteger();
        final ActorRef ping;
        final ActorRef pong;

        Pair(ActorSystem system, AtomicReference<String> wrong, CountDownLatch done) {
            AtomicInteger expected = new AtomicInteger(MESSAGES);
            Systems.Behaviour behaviour =
                    (m, self) -> {
                        // There is one message among the two of them, so one runs at a time.
                        if (busy.getAndIncrement() != 0) {
                            wrong.compareAndSet(null, "two at once");
                        }
                        if (expected.getAndDecrement() != (int) m) {
                            wrong.compareAndSet(null, m + " came out of turn, or twice");
                        }
                        busy.decrementAndGet();
                        if ((int) m == 0) {
                            done.countDown();
                        } else {
                            other(self.getSelf()).tell((int) m - 1, self.getSelf());
                        }
                    };
            ping = start(system, behaviour);
            pong = start(system, behaviour);
        }

        private ActorRef other(ActorRef one) {
            return one.equals(ping) ? pong : ping;
        }
    }

    @Test
    void itIsRunOnceHoweverOftenTheWatchLooks() throws Exception {
        int pairs = 20;
        ActorSystem system = Systems.open(2);
        Thread[] impatient = new Thread[1];
        AtomicBoolean stop = new AtomicBoolean();
        try {
            AtomicReference<String> wrong = new AtomicReference<>();
            CountDownLatch done = new CountDownLatch(pairs);
            List<Pair> all = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                all.add(new Pair(system, wrong, done));
            }
            TestKit probe = new TestKit(system);
            start(system, (m, self) -> probe.getRef().tell(Thread.currentThread(), self.getSelf()))
                    .tell("who?", ActorRef.noSender());
            ActorWorker worker = assertInstanceOf(ActorWorker.class, probe.receiveOne(PATIENCE));
            impatient[0] =
                    new Thread(
                            () -> {
                                while (!stop.get()) {
                                    worker.look();
                                }
                            });
            impatient[0].start();
            all.forEach(pair -> pair.ping.tell(Pair.MESSAGES, ActorRef.noSender()));
            assertTrue(in(done), "lost: " + done.getCount() + " pairs, " + wrong.get());
            assertNull(wrong.get());
        } finally {
            stop.set(true);
            if (impatient[0] != null) {
                impatient[0].join();
            }
            Systems.close(system);
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
