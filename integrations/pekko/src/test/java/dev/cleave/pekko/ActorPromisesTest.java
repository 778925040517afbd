package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActorWithStash;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.ReceiveTimeout;
import org.apache.pekko.actor.Terminated;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Pekko promises of actors holds on Cleave's dispatcher; by Pekko's own test kit. */
class ActorPromisesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);

    private ActorSystem system;
    private TestKit probe;

    /** What the default dispatcher is, in lines of configuration. */
    String dispatcher() {
        return "";
    }

    @BeforeEach
    void open() {
        system =
                Systems.open(
                        "pekko.actor.default-dispatcher { cleave.workers = 2\n"
                                + dispatcher()
                                + "}");
        probe = new TestKit(system);
    }

    @AfterEach
    void close() throws Exception {
        Systems.close(system);
    }

    private ActorRef start(Systems.Behaviour behaviour) {
        return system.actorOf(Systems.actor(behaviour));
    }

    private Object next() {
        return probe.receiveOne(PATIENCE);
    }

    @Test
    void actorsRunOnWorkersOfCleave() {
        ActorRef actor =
                start((m, self) -> self.getSender().tell(Thread.currentThread(), self.getSelf()));
        actor.tell("who?", probe.getRef());
        ActorWorker worker = assertInstanceOf(ActorWorker.class, next());
        assertEquals(
                "test-pekko.actor.default-dispatcher-", worker.getName().replaceAll("\\d+$", ""));
    }

    @Test
    void messagesOfOneSenderKeepTheirOrder() {
        ActorRef echo = start((m, self) -> self.getSender().tell(m, self.getSelf()));
        int messages = 10_000;
        for (int i = 0; i < messages; i++) {
            echo.tell(i, probe.getRef());
        }
        for (int i = 0; i < messages; i++) {
            assertEquals(i, next());
        }
    }

    @Test
    void anActorHandsOnAlongAChain() {
        ActorRef last = probe.getRef();
        for (int i = 0; i < 1_000; i++) {
            ActorRef to = last;
            last = start((m, self) -> to.tell((int) m + 1, self.getSelf()));
        }
        last.tell(0, ActorRef.noSender());
        assertEquals(1_000, next());
    }

    @Test
    void anActorTellsItselfForEver() {
        ActorRef counter =
                start(
                        (m, self) -> {
                            if ((int) m == 100_000) {
                                probe.getRef().tell(m, self.getSelf());
                            } else {
                                self.getSelf().tell((int) m + 1, self.getSelf());
                            }
                        });
        counter.tell(0, ActorRef.noSender());
        assertEquals(100_000, next());
    }

    /** Fails on "fail"; a restart forgets what it has counted. */
    private static final class Counter extends UntypedAbstractActor {
        private int count;

        @Override
        public void onReceive(Object message) {
            if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            }
            getSender().tell(++count, getSelf());
        }
    }

    @Test
    void afterAFailureTheSupervisorRestartsAndNoOtherMessageIsLost() {
        ActorRef counter = system.actorOf(Props.create(Counter.class, Counter::new));
        for (Object message : List.of("a", "b", "fail", "c", "d")) {
            counter.tell(message, probe.getRef());
        }
        assertEquals(List.of(1, 2, 1, 2), List.of(next(), next(), next(), next()));
    }

    @Test
    void aStoppedActorIsMissedByWhoWatchesItAndItsMailGoesToDeadLetters() {
        TestKit dead = new TestKit(system);
        system.getEventStream().subscribe(dead.getRef(), DeadLetter.class);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ActorRef actor =
                start(
                        (m, self) -> {
                            begun.countDown();
                            go.await();
                            self.getContext().stop(self.getSelf());
                        });
        probe.watch(actor);
        actor.tell("stop", probe.getRef());
        actor.tell("late", probe.getRef());
        go.countDown();
        assertSame(actor, probe.expectMsgClass(PATIENCE, Terminated.class).actor());
        assertEquals("late", dead.expectMsgClass(PATIENCE, DeadLetter.class).message());
    }

    @Test
    void aPoisonPillComesAfterTheMessagesBeforeIt() {
        ActorRef echo = start((m, self) -> self.getSender().tell(m, self.getSelf()));
        probe.watch(echo);
        echo.tell(1, probe.getRef());
        echo.tell(2, probe.getRef());
        echo.tell(PoisonPill.getInstance(), probe.getRef());
        assertEquals(List.of(1, 2), List.of(next(), next()));
        assertInstanceOf(Terminated.class, next());
    }

    /** Stashes numbers until "open". */
    private static final class Closed extends AbstractActorWithStash {
        private final ActorRef to;

        Closed(ActorRef to) {
            this.to = to;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .matchEquals(
                            "open",
                            m -> {
                                unstashAll();
                                getContext()
                                        .become(
                                                receiveBuilder()
                                                        .matchAny(n -> to.tell(n, getSelf()))
                                                        .build());
                            })
                    .matchEquals(
                            "fail",
                            m -> {
                                throw new IllegalStateException("as told");
                            })
                    .matchAny(m -> stash())
                    .build();
        }
    }

    @Test
    void stashedMessagesComeBeforeLaterOnes() {
        ActorRef actor =
                system.actorOf(Props.create(Closed.class, () -> new Closed(probe.getRef())));
        for (Object message : List.of(1, 2, "fail", 3, "open", 4)) {
            actor.tell(message, ActorRef.noSender());
        }
        assertEquals(List.of(1, 2, 3, 4), List.of(next(), next(), next(), next()));
    }

    @Test
    void askIsAnswered() throws Exception {
        ActorRef echo = start((m, self) -> self.getSender().tell(m, self.getSelf()));
        List<CompletionStage<Object>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(Patterns.ask(echo, i, PATIENCE));
        }
        for (int i = 0; i < 1_000; i++) {
            assertEquals(
                    i,
                    answers.get(i)
                            .toCompletableFuture()
                            .get(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void receiveTimeoutComesToAnIdleActor() {
        start(
                        (m, self) -> {
                            if (m instanceof ReceiveTimeout) {
                                probe.getRef().tell(m, self.getSelf());
                                self.getContext().cancelReceiveTimeout();
                            } else {
                                self.getContext().setReceiveTimeout(Duration.ofMillis(20));
                            }
                        })
                .tell("begin", ActorRef.noSender());
        assertInstanceOf(ReceiveTimeout.class, next());
    }

    @Test
    void tasksOfTheDispatcherAsAnExecutorRunAndSend() throws Exception {
        ActorRef echo = start((m, self) -> self.getSender().tell(m, self.getSelf()));
        system.dispatcher()
                .execute(
                        () -> {
                            echo.tell(Thread.currentThread().getClass(), probe.getRef());
                        });
        assertSame(ActorWorker.class, next());
    }
}
