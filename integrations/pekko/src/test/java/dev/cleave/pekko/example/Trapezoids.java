package dev.cleave.pekko.example;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/** Actors on Cleave: a master has workers add up the area under a curve, which is π. */
public final class Trapezoids {
    private static final int PIECES = 1_000;
    private static final int STEPS = 10_000;

    private record Piece(int number) {}

    private record Area(double area) {}

    /** Computes a piece. */
    private static final class Worker extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            Piece piece = (Piece) message;
            double width = 1.0 / PIECES / STEPS;
            double sum = 0;
            for (int i = 0; i < STEPS; i++) {
                double x = (double) piece.number / PIECES + (i + 0.5) * width;
                sum += 4 / (1 + x * x) * width;
            }
            getSender().tell(new Area(sum), getSelf());
        }
    }

    /** Sends a piece to each worker, and another whenever one comes back. */
    private static final class Master extends UntypedAbstractActor {
        private ActorRef client;
        private int sent;
        private int received;
        private double area;

        @Override
        public void onReceive(Object message) {
            if (message instanceof Area part) {
                area += part.area;
                if (++received == PIECES) {
                    client.tell(area, getSelf());
                } else {
                    next(getSender());
                }
                return;
            }
            client = getSender();
            for (int i = 0; i < (int) message; i++) {
                next(getContext().actorOf(Props.create(Worker.class, Worker::new)));
            }
        }

        private void next(ActorRef worker) {
            if (sent < PIECES) {
                worker.tell(new Piece(sent++), getSelf());
            }
        }
    }

    private Trapezoids() {}

    /**
     * Computes π.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        ActorSystem system =
                ActorSystem.create(
                        "trapezoids",
                        ConfigFactory.parseString(
                                        """
                                        pekko.actor.default-dispatcher {
                                          type = "dev.cleave.pekko.CleaveDispatcherConfigurator"
                                        }
                                        """)
                                .withFallback(ConfigFactory.load()));
        try {
            ActorRef master = system.actorOf(Props.create(Master.class, Master::new));
            CompletionStage<Object> answer = Patterns.ask(master, 4, Duration.ofMinutes(1));
            System.out.printf(
                    "pi is %.9f, by actors on %s%n",
                    answer.toCompletableFuture().join(), system.dispatcher());
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        }
    }
}
