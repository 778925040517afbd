package dev.cleave.stress;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that does to a round, at random moments, what its plan allows. */
final class Disturber {
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** A sudden end comes after at most so many pauses. */
    private static final int LONGEST_LIFE = 100;

    private final Round round;
    private final Thread thread;
    private volatile boolean ended;

    Disturber(Round round) {
        this.round = round;
        this.thread = new Thread(this::disturb, "disturber");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends the disturbance. Blocks for a moment. */
    void end() throws InterruptedException {
        ended = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    private void disturb() {
        Plan plan = round.plan;
        SplittableRandom random = new SplittableRandom(~plan.seed());
        int life = random.nextInt(LONGEST_LIFE);
        for (int i = 0; !ended; i++) {
            LockSupport.parkNanos(this, random.nextLong(LONGEST_PAUSE_NANOS));
            if (plan.interrupts()) {
                round.interruptSomebody(random);
            }
            if (plan.resizing()) {
                round.resize(1 + random.nextInt(2 * plan.workers()));
            }
            round.tamperer.strike(random);
            if (plan.end() == Plan.End.SUDDEN && i == life) {
                round.stop();
            }
        }
    }
}
