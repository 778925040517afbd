package dev.cleave.pekko.benchmarks;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;

/**
 * A program of the study (Pinto et al., 2017, Section IV, Table IV), with two sizes. The full one
 * is the study's where a machine of two processors and 4 GB can run it within some seconds; else it
 * is smaller, by a factor that docs/pekko.md names.
 */
enum Program {
    /** Eight threads send to an actor each, without waiting. */
    MAX_THROUGHPUT(8, 1_500_000, 30_000) {
        @Override
        void run(Stage stage, int count, int messages) {
            flood(stage, count, count, messages);
        }
    },
    /** Two actors. */
    SINGLE_PING(1, 10_000_000, 250_000) {
        @Override
        void run(Stage stage, int count, int messages) {
            pings(stage, count, messages);
        }
    },
    /** Pairs of actors: a ping, a pong, and so on. */
    PING_THROUGHPUT(10_000, 1_000, 50) {
        @Override
        void run(Stage stage, int count, int messages) {
            pings(stage, count, messages);
        }
    },
    /** A thread sends to one actor, without waiting. */
    SINGLE_PRODUCER(1, 20_000_000, 400_000) {
        @Override
        void run(Stage stage, int count, int messages) {
            flood(stage, count, 1, messages);
        }
    },
    /** Eight threads send to one actor, without waiting. */
    MULTI_PRODUCER(8, 2_500_000, 50_000) {
        @Override
        void run(Stage stage, int count, int messages) {
            flood(stage, count, 1, messages);
        }
    },
    /** Two actors each compete for the answers of a third. */
    MIDDLE_MAN(10_000, 1_000, 25) {
        @Override
        void run(Stage stage, int count, int messages) {
            ActorRef[] pings = new ActorRef[2 * count];
            for (int i = 0; i < count; i++) {
                ActorRef middle = stage.start(Echo.props(stage));
                pings[2 * i] = stage.start(Ping.props(middle, messages, stage));
                pings[2 * i + 1] = stage.start(Ping.props(middle, messages, stage));
            }
            begin(pings, stage);
        }
    },
    /** Each ping, and each answer, goes through a third actor. */
    MEDIATOR(10_000, 1_000, 25) {
        @Override
        void run(Stage stage, int count, int messages) {
            ActorRef[] pings = new ActorRef[count];
            for (int i = 0; i < count; i++) {
                ActorRef pong = stage.start(Echo.props(stage));
                ActorRef mediator = stage.start(Mediator.props(pong, stage));
                pings[i] = stage.start(Ping.props(mediator, messages, stage));
            }
            begin(pings, stage);
        }
    };

    private final int count;
    private final int fullMessages;
    private final int quickMessages;

    Program(int count, int fullMessages, int quickMessages) {
        this.count = count;
        this.fullMessages = fullMessages;
        this.quickMessages = quickMessages;
    }

    /** As the study writes it. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    static Program of(String label) {
        return Arrays.stream(values())
                .filter(program -> program.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no program "
                                                + label
                                                + "; there are "
                                                + Arrays.stream(values())
                                                        .map(Program::label)
                                                        .collect(Collectors.joining(" "))));
    }

    /** Starts the actors, and has them send. */
    abstract void run(Stage stage, int count, int messages);

    /**
     * Runs it once.
     *
     * @return how long it took from the first message to the last, in nanoseconds
     * @throws IllegalStateException if a message was lost, came twice or out of order
     */
    long measure(ActorSystem system, boolean quick) throws InterruptedException {
        Stage stage = new Stage(system);
        run(stage, count, quick ? quickMessages : fullMessages);
        return stage.end();
    }

    private static void pings(Stage stage, int pairs, int messages) {
        ActorRef[] pings = new ActorRef[pairs];
        for (int i = 0; i < pairs; i++) {
            pings[i] = stage.start(Ping.props(stage.start(Echo.props(stage)), messages, stage));
        }
        begin(pings, stage);
    }

    private static void begin(ActorRef[] pings, Stage stage) {
        stage.begin(pings.length);
        for (ActorRef ping : pings) {
            ping.tell(Ping.BEGIN, ActorRef.noSender());
        }
    }

    private static void flood(Stage stage, int producers, int consumers, int messages) {
        ActorRef[] sinks = new ActorRef[consumers];
        for (int i = 0; i < consumers; i++) {
            sinks[i] = stage.start(Sink.props(producers / consumers, messages, stage));
        }
        CountDownLatch ready = new CountDownLatch(producers);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < producers; i++) {
            ActorRef sink = sinks[i % consumers];
            int producer = i / consumers;
            new Thread(
                            () -> {
                                ready.countDown();
                                try {
                                    go.await();
                                } catch (InterruptedException e) {
                                    return;
                                }
                                for (int n = 0; n < messages; n++) {
                                    sink.tell(new Sink.Numbered(producer, n), ActorRef.noSender());
                                }
                            },
                            "producer")
                    .start();
        }
        try {
            ready.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        stage.begin(consumers);
        go.countDown();
    }
}
