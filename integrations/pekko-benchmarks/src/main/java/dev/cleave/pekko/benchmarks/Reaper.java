package dev.cleave.pekko.benchmarks;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Terminated;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Stops the actors of a run, so that the next one has the machine to itself. */
final class Reaper extends UntypedAbstractActor {
    private final CountDownLatch left;

    private Reaper(List<ActorRef> actors, CountDownLatch left) {
        this.left = left;
        for (ActorRef actor : actors) {
            getContext().watch(actor);
            getContext().stop(actor);
        }
    }

    /** Stops them, and waits until they have. */
    static void stop(ActorSystem system, List<ActorRef> actors) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(actors.size());
        ActorRef reaper =
                system.actorOf(Props.create(Reaper.class, () -> new Reaper(actors, left)));
        left.await();
        system.stop(reaper);
    }

    @Override
    public void onReceive(Object message) {
        if (message instanceof Terminated) {
            left.countDown();
        }
    }
}
