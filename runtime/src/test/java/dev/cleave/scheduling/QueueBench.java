package dev.cleave.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/**
 * Queues of one discipline on a test bench: a scheduler that never gets a worker of its own, and
 * hands that are its workers but do only what the test tells them.
 */
final class QueueBench implements AutoCloseable {
    private static final long LIMIT_SECONDS = 100;

    private final NoWorkers host = new NoWorkers();
    private final List<Hand> hands = new ArrayList<>();
    private final Scheduler scheduler;

    private QueueBench(Discipline discipline, int parallelism) {
        scheduler =
                new Scheduler(
                        host,
                        new Scheduler.Sizes(
                                parallelism, parallelism, parallelism, 0, Long.MAX_VALUE),
                        false,
                        discipline.queues,
                        false);
    }

    /** A bench whose scheduler wants no more workers than the hands. */
    static QueueBench of(Discipline discipline) {
        return new QueueBench(discipline, 0);
    }

    /** A bench whose scheduler would start a worker whenever it is told of work. */
    static QueueBench wantingWorkers(Discipline discipline) {
        return new QueueBench(discipline, 1);
    }

    /** One more worker, with its queue. */
    Hand hire() {
        Hand hand = new Hand(scheduler);
        hands.add(hand);
        hand.start();
        return hand;
    }

    /** Whether the scheduler throws when it would start a worker. */
    void startsThrow(boolean throwing) {
        host.isBroken = throwing;
    }

    int workersAskedFor() {
        return host.askedFor.get();
    }

    @Override
    public void close() {
        for (Hand hand : hands) {
            hand.orders.add(Hand.END);
        }
        for (Hand hand : hands) {
            try {
                hand.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            WorkerIds.release(hand.queue.id);
            if (hand.isAlive()) {
                throw new AssertionError("still busy: " + hand);
            }
        }
    }

    /** A worker that does what it is told. */
    static final class Hand extends WorkerThread {
        private static final FutureTask<Void> END = new FutureTask<>(() -> null);

        private final LinkedBlockingQueue<FutureTask<?>> orders = new LinkedBlockingQueue<>();

        private Hand(Scheduler scheduler) {
            super(null, scheduler, false);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                for (FutureTask<?> order; (order = orders.take()) != END; ) {
                    order.run();
                }
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts a hand", e);
            }
        }

        /** Has the hand begin something; the result says when it is done, and how it ended. */
        <T> FutureTask<T> begin(Callable<T> order) {
            FutureTask<T> future = new FutureTask<>(order);
            orders.add(future);
            return future;
        }

        /** Waits for what {@link #begin} began. */
        static <T> T end(FutureTask<T> order) throws Throwable {
            try {
                return order.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        }

        /** Has the hand do something while the caller waits. */
        void does(Executable order) throws Throwable {
            end(
                    begin(
                            () -> {
                                try {
                                    order.execute();
                                } catch (Exception | Error e) {
                                    throw e;
                                } catch (Throwable t) {
                                    throw new AssertionError(t);
                                }
                                return null;
                            }));
        }

        /** Steals from the other's queue, in this hand's thread, while the caller waits. */
        Task stealsFrom(Hand victim, long position) throws Throwable {
            return end(begin(() -> victim.queue.steal(queue, position)));
        }
    }
}
