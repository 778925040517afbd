package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two thieves make themselves known to one dealer at once. Row N5 of PROTOCOL.md. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the dealer knows both")
@Outcome(expect = FORBIDDEN, desc = "one was forgotten")
public class IntroductionStress {
    /** Lives as long as the virtual machine: thieves that have ended are forgotten on purpose. */
    private static final WorkerThread LIVING = living();

    private static WorkerThread living() {
        WorkerThread thread =
                new WorkerThread(null, RacedQueue.nobody(Disciplines::senderInitiated), false) {
                    @Override
                    public void run() {
                        while (true) {
                            LockSupport.park();
                        }
                    }
                };
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A dealer and two thieves. */
    @State
    public static class Queues extends RacedQueue {
        private final SenderInitiatedQueue dealer = (SenderInitiatedQueue) queue;
        private final SenderInitiatedQueue first = (SenderInitiatedQueue) thief;
        private final SenderInitiatedQueue second =
                (SenderInitiatedQueue) Disciplines.senderInitiated(NOBODY);

        /** Have not met. */
        public Queues() {
            super(Disciplines::senderInitiated);
            first.owner = LIVING;
            second.owner = LIVING;
        }
    }

    /** Makes itself known. */
    @Actor
    public void first(Queues q) {
        q.dealer.introduce(q.first);
    }

    /** Makes itself known. */
    @Actor
    public void second(Queues q) {
        q.dealer.introduce(q.second);
    }

    /** Whom the dealer knows. */
    @Arbiter
    public void later(Queues q, II_Result r) {
        r.r1 = knows(q.dealer, q.first) ? 1 : 0;
        r.r2 = knows(q.dealer, q.second) ? 1 : 0;
    }

    private static boolean knows(SenderInitiatedQueue dealer, SenderInitiatedQueue thief) {
        return Arrays.asList(dealer.thieves).contains(thief);
    }
}
