package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a single worker, so that whose turn it is does not depend on timing. */
class FairnessTest {
    /** Nanoseconds that a message takes: a millisecond, which is the shortest deadline. */
    private static final long MESSAGE = 1_000_000;

    private static ActorRef start(ActorSystem system, Systems.Behaviour behaviour) {
        return system.actorOf(Systems.actor(behaviour));
    }

    private static boolean in(CountDownLatch latch) throws InterruptedException {
        return latch.await(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Has an actor hold a worker until the latch is counted down. */
    private static CountDownLatch hold(ActorSystem system) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        start(
                        system,
                        (m, self) -> {
                            held.countDown();
                            released.await();
                        })
                .tell("hold", ActorRef.noSender());
        assertTrue(in(held));
        return released;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 7})
    void anActorGivesWayAfterThroughputMessages(int throughput) throws Exception {
        assertGivesWay(throughput, "throughput = " + throughput);
    }

    @Test
    void anActorGivesWayAfterItsTime() throws Exception {
        // One message is always handled, and takes as long as that.
        assertGivesWay(1, "throughput = 100, throughput-deadline-time = 1ms");
    }

    private static void assertGivesWay(int throughput, String setting) throws Exception {
        ActorSystem system =
                Systems.open(
                        "pekko.actor.default-dispatcher { cleave.workers = 1, " + setting + " }");
        try {
            List<String> order = new CopyOnWriteArrayList<>();
            int messages = 3 * throughput;
            CountDownLatch done = new CountDownLatch(2 * messages);
            CountDownLatch ready = new CountDownLatch(2);
            Systems.Behaviour record =
                    (m, self) -> {
                        if (m.equals("ready")) {
                            ready.countDown();
                            return;
                        }
                        order.add((String) m);
                        for (long now = System.nanoTime(); System.nanoTime() - now < MESSAGE; ) {
                            Thread.onSpinWait();
                        }
                        done.countDown();
                    };
            ActorRef a = start(system, record);
            ActorRef b = start(system, record);
            a.tell("ready", ActorRef.noSender());
            b.tell("ready", ActorRef.noSender());
            assertTrue(in(ready));
            // While this one holds the worker, both get all their messages.
            CountDownLatch filled = hold(system);
            for (int i = 0; i < messages; i++) {
                a.tell("a", ActorRef.noSender());
            }
            for (int i = 0; i < messages; i++) {
                b.tell("b", ActorRef.noSender());
            }
            filled.countDown();
            assertTrue(in(done), () -> "handled only " + order);
            List<String> turns = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 3; i++) {
                turns.addAll(Collections.nCopies(throughput, "a"));
                turns.addAll(Collections.nCopies(throughput, "b"));
            }
            assertEquals(turns, order);
        } finally {
            Systems.close(system);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void actorsThatNeverRestLetInWhatComesFromOutside(int actors) throws Exception {
        ActorSystem system = Systems.open(1);
        try {
            for (int i = 0; i < actors; i++) {
                start(system, (m, self) -> self.getSelf().tell(m, self.getSelf()))
                        .tell("again", ActorRef.noSender());
            }
            CountDownLatch heard = new CountDownLatch(1);
            start(system, (m, self) -> heard.countDown()).tell("hello", ActorRef.noSender());
            assertTrue(in(heard), "starved");
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void twoActorsThatKeepEachOtherBusyLetInWhatComesFromOutside() throws Exception {
        ActorSystem system = Systems.open(1);
        try {
            CountDownLatch heard = new CountDownLatch(1);
            CountDownLatch busy = new CountDownLatch(1000);
            ActorRef third = start(system, (m, self) -> heard.countDown());
            ActorRef pong = start(system, (m, self) -> self.getSender().tell(m, self.getSelf()));
            start(
                            system,
                            (m, self) -> {
                                pong.tell("ping", self.getSelf());
                                busy.countDown();
                            })
                    .tell("go", ActorRef.noSender());
            assertTrue(in(busy));
            // Nobody within the pool knows of it; the only worker never runs out of mailboxes.
            third.tell("hello", ActorRef.noSender());
            assertTrue(in(heard), "starved");
        } finally {
            Systems.close(system);
        }
    }

    /** Else all of them would be under way at once, and none in the caches when it is run. */
    @Test
    void pairsThatGoOnForLongAreLetInMoreSeldomTheMoreThereAre() throws Exception {
        int pairs = 400;
        int rallies = 2_000;
        ActorSystem system = Systems.open(1);
        try {
            CountDownLatch done = new CountDownLatch(pairs);
            AtomicInteger playing = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CountDownLatch told = hold(system);
            for (int i = 0; i < pairs; i++) {
                ActorRef pong =
                        start(system, (m, self) -> self.getSender().tell(m, self.getSelf()));
                int[] left = {rallies};
                start(
                                system,
                                (m, self) -> {
                                    if (left[0] == rallies) {
                                        most.accumulateAndGet(playing.incrementAndGet(), Math::max);
                                    }
                                    if (left[0]-- > 0) {
                                        pong.tell(m, self.getSelf());
                                    } else {
                                        playing.decrementAndGet();
                                        done.countDown();
                                    }
                                })
                        .tell("go", ActorRef.noSender());
            }
            told.countDown();
            assertTrue(in(done), () -> "still to play: " + done);
            assertTrue(most.get() <= 50, () -> most + " of " + pairs + " pairs at once");
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void twoActorsThatKeepEachOtherBusyLetOthersOfTheirWorkerRun() throws Exception {
        ActorSystem system = Systems.open(1);
        try {
            CountDownLatch heard = new CountDownLatch(2);
            ActorRef third = start(system, (m, self) -> heard.countDown());
            ActorRef pong = start(system, (m, self) -> self.getSender().tell(m, self.getSelf()));
            ActorRef ping =
                    system.actorOf(
                            Systems.actor(
                                    (m, self) -> {
                                        pong.tell("ping", self.getSelf());
                                        if (m.equals("go")) {
                                            // Forked to the worker's own queue, as pong is kept.
                                            third.tell("hello", self.getSelf());
                                        }
                                    }));
            ping.tell("go", ActorRef.noSender());
            third.tell("hello from outside", ActorRef.noSender());
            assertTrue(in(heard), () -> "starved: " + heard);
        } finally {
            Systems.close(system);
        }
    }

    /** Sends, then goes on until the receiver has got the message. */
    private static final class Busy extends UntypedAbstractActor {
        private final ActorRef to;
        private final CountDownLatch got;

        Busy(ActorRef to, CountDownLatch got) {
            this.to = to;
            this.got = got;
        }

        @Override
        public void onReceive(Object message) throws Throwable {
            to.tell(message, getSelf());
            assertTrue(in(got));
            getSender().tell("got", getSelf());
        }
    }

    @Test
    void aMessageDoesNotWaitForItsSenderWhileAnotherWorkerIsIdle() throws Exception {
        ActorSystem system = Systems.open(2);
        try {
            for (int i = 0; i < 5; i++) {
                CountDownLatch got = new CountDownLatch(1);
                ActorRef to = start(system, (m, self) -> got.countDown());
                ActorRef busy = system.actorOf(Props.create(Busy.class, () -> new Busy(to, got)));
                busy.tell("hello", ActorRef.noSender());
                assertTrue(in(got), "kept by a worker whose actor waits for it");
            }
        } finally {
            Systems.close(system);
        }
    }
}
