package dev.cleave.pekko;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Actor systems for tests, whose default dispatcher is Cleave's. */
final class Systems {
    /** Far more than anything here takes; a test that needs it fails. */
    static final long PATIENCE_SECONDS = 60;

    private static final String CLEAVE =
            """
            pekko.loglevel = OFF
            pekko.stdout-loglevel = OFF
            pekko.actor.default-dispatcher.type = "dev.cleave.pekko.CleaveDispatcherConfigurator"
            """;

    private Systems() {}

    /** A system with so many workers. */
    static ActorSystem open(int workers) {
        return open("pekko.actor.default-dispatcher.cleave.workers = " + workers);
    }

    /** A system with more lines of configuration. */
    static ActorSystem open(String more) {
        return open(more, Systems.class.getClassLoader());
    }

    /** A system with more lines of configuration, and the class loader of its threads. */
    static ActorSystem open(String more, ClassLoader loader) {
        return ActorSystem.create(
                "test",
                ConfigFactory.parseString(more)
                        .withFallback(ConfigFactory.parseString(CLEAVE))
                        .withFallback(ConfigFactory.load()),
                loader);
    }

    static void close(ActorSystem system) throws Exception {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** What an actor does with a message. */
    interface Behaviour {
        void receive(Object message, UntypedAbstractActor self) throws Exception;
    }

    /** An actor without a class of its own. */
    static Props actor(Behaviour behaviour) {
        return Props.create(
                UntypedAbstractActor.class,
                () ->
                        new UntypedAbstractActor() {
                            @Override
                            public void onReceive(Object message) throws Throwable {
                                behaviour.receive(message, this);
                            }
                        });
    }
}
