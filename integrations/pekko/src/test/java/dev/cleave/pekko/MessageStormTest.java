package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Actors and threads send numbered messages to actors, some of which fail now and then: each
 * message arrives once, those of a sender in order, and an actor handles one at a time. The number
 * of messages is {@code -Dcleave.storm.messages}.
 */
class MessageStormTest {
    private static final long MESSAGES = Long.getLong("cleave.storm.messages", 1_000_000);
    private static final int RECEIVERS = 16;
    private static final int ACTORS = 16;
    private static final int THREADS = 2;
    private static final int SENDERS = ACTORS + THREADS;
    private static final int BURST = 64;

    /** So many of a thread's messages may be under way. */
    private static final int WINDOW = 1_000;

    /** A receiver fails at one message in so many. */
    private static final int FAILURES = 10_007;

    private static final long SEED = 0x5eed;

    private final AtomicReference<String> wrong = new AtomicReference<>();
    private final CountDownLatch handled = new CountDownLatch(SENDERS);

    private record Numbered(int sender, long number, boolean acknowledge) {}

    /** What a receiver knows, which outlives its restarts. */
    private static final class Ledger {
        final AtomicBoolean busy = new AtomicBoolean();
        final long[] expected = new long[SENDERS];

        /** Not atomic: it is right only if messages are handled one at a time. */
        long count;
    }

    private final class Receiver extends UntypedAbstractActor {
        private final Ledger ledger;
        private final Semaphore window;

        Receiver(Ledger ledger, Semaphore window) {
            this.ledger = ledger;
            this.window = window;
        }

        @Override
        public void onReceive(Object message) {
            Numbered numbered = (Numbered) message;
            if (!ledger.busy.compareAndSet(false, true)) {
                wrong.compareAndSet(null, "two messages are handled at once");
            }
            long expected = ledger.expected[numbered.sender]++;
            if (numbered.number != expected) {
                wrong.compareAndSet(
                        null, "sender " + numbered.sender + ": " + numbered + ", not " + expected);
            }
            long count = ++ledger.count;
            ledger.busy.set(false);
            if (numbered.acknowledge) {
                getSender().tell("go on", getSelf());
            } else if (numbered.sender >= ACTORS) {
                window.release();
            }
            if (count % FAILURES == 0) {
                throw new IllegalStateException("as told");
            }
        }
    }

    /** Numbers its messages to each receiver. */
    private final class Numbers {
        final SplittableRandom random;
        final long[] next = new long[RECEIVERS];
        final int sender;
        final List<ActorRef> receivers;
        long left = MESSAGES / SENDERS;

        Numbers(int sender, List<ActorRef> receivers) {
            this.sender = sender;
            this.receivers = receivers;
            random = new SplittableRandom(SEED + sender);
        }

        void send(int to, ActorRef self, boolean acknowledge) {
            receivers.get(to).tell(new Numbered(sender, next[to]++, acknowledge), self);
            left--;
        }
    }

    /** Sends a burst, the end of which is acknowledged, and then the next. */
    private final class Sender extends UntypedAbstractActor {
        private final Numbers numbers;

        Sender(Numbers numbers) {
            this.numbers = numbers;
        }

        @Override
        public void onReceive(Object goOn) {
            if (numbers.left == 0) {
                handled.countDown();
                getContext().stop(getSelf());
                return;
            }
            // Often a single message, to a receiver that may well be idle.
            int burst = numbers.random.nextBoolean() ? 1 : 1 + numbers.random.nextInt(BURST);
            int to = numbers.random.nextInt(RECEIVERS);
            for (int i = (int) Math.min(burst, numbers.left); i > 0; i--) {
                numbers.send(to, getSelf(), i == 1);
            }
        }
    }

    private void sendAsThread(Numbers numbers, Semaphore window) {
        try {
            while (numbers.left > 0) {
                window.acquire();
                numbers.send(numbers.random.nextInt(RECEIVERS), ActorRef.noSender(), false);
            }
            handled.countDown();
        } catch (InterruptedException e) {
            wrong.compareAndSet(null, e.toString());
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // 10⁸ messages, if asked for
    void eachMessageArrivesOnceAndInOrder() throws Exception {
        ActorSystem system = Systems.open(4);
        List<Ledger> ledgers = new ArrayList<>();
        try {
            List<ActorRef> receivers = new ArrayList<>();
            Semaphore window = new Semaphore(WINDOW);
            for (int i = 0; i < RECEIVERS; i++) {
                Ledger ledger = new Ledger();
                ledgers.add(ledger);
                receivers.add(
                        system.actorOf(
                                Props.create(Receiver.class, () -> new Receiver(ledger, window))));
            }
            for (int i = 0; i < ACTORS; i++) {
                Numbers numbers = new Numbers(i, receivers);
                system.actorOf(Props.create(Sender.class, () -> new Sender(numbers)))
                        .tell("go on", ActorRef.noSender());
            }
            for (int i = ACTORS; i < SENDERS; i++) {
                Numbers numbers = new Numbers(i, receivers);
                Thread thread = new Thread(() -> sendAsThread(numbers, window));
                thread.setDaemon(true);
                thread.start();
            }
            long before = -1;
            while (!handled.await(Systems.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                long now = ledgers.stream().mapToLong(ledger -> ledger.count).sum();
                assertTrue(now > before, "stuck after " + now + " messages; " + wrong.get());
                before = now;
            }
            assertTrue(
                    window.tryAcquire(WINDOW, Systems.PATIENCE_SECONDS, TimeUnit.SECONDS),
                    "messages of threads are missing");
        } finally {
            Systems.close(system);
        }
        assertNull(wrong.get());
        assertEquals(
                MESSAGES / SENDERS * SENDERS,
                ledgers.stream().mapToLong(ledger -> ledger.count).sum());
    }
}
