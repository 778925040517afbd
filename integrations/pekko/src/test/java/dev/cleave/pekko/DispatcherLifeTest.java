package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.concurrent.Await;
import scala.concurrent.duration.FiniteDuration;

/** A dispatcher's threads come, stand in for blocked ones, go, and come again. */
class DispatcherLifeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);

    private static final String CLEAVE =
            """
            some-dispatcher {
              type = "dev.cleave.pekko.CleaveDispatcherConfigurator"
              shutdown-timeout = 20ms
            }
            """;

    private static final String EXECUTOR_ONLY =
            """
            some-dispatcher {
              type = Dispatcher
              executor = "dev.cleave.pekko.CleaveExecutorConfigurator"
              shutdown-timeout = 20ms
            }
            """;

    private static ActorRef thread(ActorSystem system) {
        return system.actorOf(
                Systems.actor(
                                (m, self) ->
                                        self.getSender()
                                                .tell(Thread.currentThread(), self.getSelf()))
                        .withDispatcher("some-dispatcher"));
    }

    /**
     * Waits until the scheduler has done what it is at. It ends dispatchers, and a dispatcher of
     * Pekko's that loses its last actor before it has noted that, but after its threads have ended,
     * does not end again.
     */
    private static void awaitScheduler(ActorSystem system) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        system.scheduler().scheduleOnce(Duration.ofMillis(1), done::countDown, NextWatch.HERE);
        assertTrue(done.await(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {CLEAVE, EXECUTOR_ONLY})
    void aDispatcherWithoutActorsEndsAndBeginsAnewWithTheNext(String dispatcher) throws Exception {
        ActorSystem system = Systems.open(dispatcher);
        try {
            TestKit probe = new TestKit(system);
            Set<Thread> threads = new HashSet<>();
            for (int i = 0; i < 5; i++) {
                ActorRef actor = thread(system);
                probe.watch(actor);
                actor.tell("who?", probe.getRef());
                ActorWorker worker = probe.expectMsgClass(PATIENCE, ActorWorker.class);
                assertTrue(threads.add(worker), "the worker of a dispatcher that had ended");
                system.stop(actor);
                probe.expectTerminated(PATIENCE, actor);
                worker.join(PATIENCE.toMillis());
                assertFalse(worker.isAlive(), "the dispatcher has not ended");
                awaitScheduler(system);
            }
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void aSystemThatEndsTakesItsThreadsAlong() throws Exception {
        ActorSystem system = Systems.open(CLEAVE);
        TestKit probe = new TestKit(system);
        thread(system).tell("who?", probe.getRef());
        ActorWorker worker = probe.expectMsgClass(PATIENCE, ActorWorker.class);
        Systems.close(system);
        worker.join(PATIENCE.toMillis());
        assertFalse(worker.isAlive());
    }

    @Test
    void whoAwaitsAnAnswerIsStoodInFor() throws Exception {
        ActorSystem system = Systems.open(1);
        try {
            TestKit probe = new TestKit(system);
            ActorRef answers =
                    system.actorOf(
                            Systems.actor(
                                    (m, self) -> self.getSender().tell("yes", self.getSelf())));
            ActorRef asks =
                    system.actorOf(
                            Systems.actor(
                                    (m, self) ->
                                            self.getSender()
                                                    .tell(
                                                            Await.result(
                                                                    Patterns.ask(
                                                                            answers,
                                                                            "?",
                                                                            PATIENCE.toMillis()),
                                                                    FiniteDuration.apply(
                                                                            Systems
                                                                                    .PATIENCE_SECONDS,
                                                                            TimeUnit.SECONDS)),
                                                            self.getSelf())));
            asks.tell("ask", probe.getRef());
            assertEquals("yes", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void aWorkerSurvivesWhatIsFatalToAnActor() throws Exception {
        ActorSystem system =
                Systems.open(
                        "pekko.jvm-exit-on-fatal-error = off,"
                                + " pekko.actor.default-dispatcher.cleave.workers = 1");
        CountDownLatch thrown = new CountDownLatch(1);
        system.actorOf(
                        Systems.actor(
                                (m, self) -> {
                                    thrown.countDown();
                                    throw new LinkageError("as told");
                                }))
                .tell("fail", ActorRef.noSender());
        assertTrue(thrown.await(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS));
        // Pekko ends the system; for that its actors must be run.
        system.getWhenTerminated()
                .toCompletableFuture()
                .get(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void aWorkerSurvivesAnInterruptOfAnActor() throws Exception {
        ActorSystem system = Systems.open(1);
        try {
            TestKit probe = new TestKit(system);
            ActorRef actor =
                    system.actorOf(
                            Systems.actor(
                                    (m, self) -> {
                                        if (m.equals("fail")) {
                                            throw new InterruptedException("as told");
                                        }
                                        probe.getRef().tell(m, self.getSelf());
                                    }));
            actor.tell("fail", ActorRef.noSender());
            actor.tell("next", ActorRef.noSender());
            assertEquals("next", probe.receiveOne(PATIENCE));
        } finally {
            Systems.close(system);
        }
    }

    @Test
    void itsThreadsAreAsTheSystemSays() throws Exception {
        ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
        ActorSystem system = Systems.open("pekko.daemonic = off", loader);
        try {
            TestKit probe = new TestKit(system);
            system.actorOf(
                            Systems.actor(
                                    (m, self) ->
                                            probe.getRef()
                                                    .tell(Thread.currentThread(), self.getSelf())))
                    .tell("who?", ActorRef.noSender());
            ActorWorker worker = probe.expectMsgClass(PATIENCE, ActorWorker.class);
            assertFalse(worker.isDaemon());
            assertSame(loader, worker.getContextClassLoader());
            assertNotSame(worker.getThreadGroup(), worker.getUncaughtExceptionHandler());
        } finally {
            Systems.close(system);
        }
    }
}
