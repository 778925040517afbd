package dev.cleave.pekko.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/** The actors of one run, the time that they take, and what is wrong with it. */
final class Stage {
    private final ActorSystem system;
    private final List<ActorRef> actors = new ArrayList<>();
    private final AtomicReference<String> wrong = new AtomicReference<>();
    private final Semaphore started = new Semaphore(0);
    private volatile CountDownLatch left;
    private long start;

    Stage(ActorSystem system) {
        this.system = system;
    }

    /** Starts an actor. */
    ActorRef start(Props actor) {
        ActorRef started = system.actorOf(actor);
        actors.add(started);
        return started;
    }

    /** An actor is there. */
    void started() {
        started.release();
    }

    /**
     * The first message is about to be sent; so many actors will tell when they have had all. Waits
     * until all actors are there: to start them is no part of the run.
     */
    void begin(int receivers) {
        started.acquireUninterruptibly(actors.size());
        left = new CountDownLatch(receivers);
        start = System.nanoTime();
    }

    /** An actor has had all its messages. */
    void complete() {
        left.countDown();
    }

    /** An actor has had a message that it should not have had. */
    void wrong(String what) {
        wrong.compareAndSet(null, what);
    }

    /**
     * Waits for the last message, and stops the actors.
     *
     * @return the nanoseconds since the first
     * @throws IllegalStateException if a message was wrong
     */
    long end() throws InterruptedException {
        left.await();
        long nanos = System.nanoTime() - start;
        Reaper.stop(system, actors);
        if (wrong.get() != null) {
            throw new IllegalStateException(wrong.get());
        }
        return nanos;
    }
}
