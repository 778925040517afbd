package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Typed actors keep their promises on Cleave's dispatcher, too; by Pekko's own test kit. */
class TypedActorsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(Systems.PATIENCE_SECONDS);

    private static final String DISPATCHERS =
            """
            pekko.loglevel = OFF
            pekko.stdout-loglevel = OFF
            pekko.actor.default-dispatcher.type = "dev.cleave.pekko.CleaveDispatcherConfigurator"
            other { type = "dev.cleave.pekko.CleaveDispatcherConfigurator", cleave.workers = 1 }
            """;

    private final ActorTestKit kit =
            ActorTestKit.create(
                    ConfigFactory.parseString(DISPATCHERS).withFallback(ConfigFactory.load()));

    private final TestProbe<Object> probe = kit.createTestProbe();

    @AfterEach
    void close() {
        kit.shutdownTestKit();
    }

    private Object next() {
        return probe.receiveMessage(PATIENCE);
    }

    /** Tells the probe what it gets. */
    private Behavior<Object> echo() {
        return Behaviors.receiveMessage(
                message -> {
                    probe.ref().tell(message);
                    return Behaviors.same();
                });
    }

    private Behavior<Object> sayThread() {
        return Behaviors.receiveMessage(
                message -> {
                    probe.ref().tell(Thread.currentThread());
                    return Behaviors.same();
                });
    }

    @Test
    void theyRunOnTheDispatcherThatIsSelected() {
        kit.spawn(sayThread()).tell("who?");
        assertWorkerOf("pekko.actor.default-dispatcher", next());
        kit.spawn(sayThread(), DispatcherSelector.fromConfig("other")).tell("who?");
        assertWorkerOf("other", next());
    }

    private static void assertWorkerOf(String dispatcher, Object thread) {
        String name = assertInstanceOf(ActorWorker.class, thread).getName();
        assertTrue(name.contains("-" + dispatcher + "-"), name);
    }

    @Test
    void messagesKeepTheirOrder() {
        ActorRef<Object> actor = kit.spawn(echo());
        for (int i = 0; i < 1_000; i++) {
            actor.tell(i);
        }
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, next());
        }
    }

    @Test
    void whatFailsIsRestartedAndNoOtherMessageIsLost() {
        Behavior<Object> fails =
                Behaviors.setup(
                        context -> {
                            probe.ref().tell("begins");
                            return Behaviors.receiveMessage(
                                    message -> {
                                        if (message.equals("fail")) {
                                            throw new IllegalStateException("as told");
                                        }
                                        probe.ref().tell(message);
                                        return Behaviors.same();
                                    });
                        });
        ActorRef<Object> actor =
                kit.spawn(Behaviors.supervise(fails).onFailure(SupervisorStrategy.restart()));
        for (Object message : List.of(1, "fail", 2)) {
            actor.tell(message);
        }
        assertEquals(List.of("begins", 1, "begins", 2), List.of(next(), next(), next(), next()));
    }

    @Test
    void whatIsStashedComesBeforeLaterMessages() {
        ActorRef<Object> actor =
                kit.spawn(
                        Behaviors.withStash(
                                10,
                                stash ->
                                        Behaviors.receiveMessage(
                                                message -> {
                                                    if (message.equals("open")) {
                                                        return stash.unstashAll(echo());
                                                    }
                                                    stash.stash(message);
                                                    return Behaviors.same();
                                                })));
        for (Object message : List.of(1, 2, "open", 3)) {
            actor.tell(message);
        }
        assertEquals(List.of(1, 2, 3), List.of(next(), next(), next()));
    }

    @Test
    void aTimerComes() {
        kit.spawn(
                Behaviors.withTimers(
                        timers -> {
                            timers.startSingleTimer("now", Duration.ofMillis(1));
                            return echo();
                        }));
        assertEquals("now", next());
    }
}
