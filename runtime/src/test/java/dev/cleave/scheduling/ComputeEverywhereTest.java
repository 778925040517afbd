package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.conformance.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether who waits may look, or would keep a worker from its processor. */
class ComputeEverywhereTest {
    private static final int MANY = 2 * Tuning.PROCESSORS;

    /** In a process in which no other test has left workers behind. */
    @Test
    void workersOfAllPoolsThatHaveAnyCount() throws Exception {
        assertEquals(
                List.of(
                        "nobody false",
                        "one fewer than processors false",
                        "as many true",
                        "one rests false",
                        "none left false",
                        "as many again true"),
                ChildJvm.run(Steps.class, "-XX:ActiveProcessorCount=3"));
    }

    /** Two pools, whose workers come and go. */
    public static final class Steps {
        private static final List<Runnable> ENDS = new ArrayList<>();

        private Steps() {}

        public static void main(String[] args) {
            say("nobody");
            Scheduler one = pool();
            Scheduler other = pool();
            compute(other);
            compute(one);
            say("one fewer than processors");
            WorkQueue last = compute(one);
            say("as many");
            last.active = false;
            say("one rests");
            last.active = true;
            ENDS.forEach(Runnable::run);
            say("none left");
            for (int i = 0; i < Tuning.PROCESSORS; i++) {
                compute(one);
            }
            say("as many again");
        }

        private static void say(String who) {
            System.out.println(who + " " + PoolsWithWorkers.computeEverywhere());
        }

        private static Scheduler pool() {
            return new Scheduler(
                    new NoWorkers(),
                    new Scheduler.Sizes(MANY, MANY, MANY, 0, 1),
                    false,
                    Disciplines::chaseLev,
                    false);
        }

        /** Adds a worker that computes. */
        private static WorkQueue compute(Scheduler pool) {
            pool.workers.releaseOne();
            WorkQueue queue = new WorkerThread(null, pool, false) {}.queue;
            queue.active = true;
            ENDS.add(() -> pool.workers.remove(queue));
            return queue;
        }
    }
}
