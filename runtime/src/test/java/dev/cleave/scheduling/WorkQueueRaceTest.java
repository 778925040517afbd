package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.scheduling.QueueBench.Hand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Timeout;

/** An owner against three thieves: whatever is pushed is taken exactly once, and arrives whole. */
@Timeout(120)
class WorkQueueRaceTest {
    private static final int TASKS = 500_000;

    /** At the end the owner leaves these to the thieves, who are not there for nothing. */
    private static final int LEFT_TO_THIEVES = 1_000;

    private static final int THIEVES = 3;

    /** A thief that always yields seldom meets the owner; one that never does starves it. */
    private static final int LOOKS_BETWEEN_YIELDS = 256;

    private static final long SEED = 0x5eed;

    @OnEveryDiscipline
    void everyTaskIsTakenOnceWhenNearlyEmpty(Discipline discipline) throws Throwable {
        race(discipline, 2);
    }

    @OnEveryDiscipline
    void everyTaskIsTakenOnceWhenDeep(Discipline discipline) throws Throwable {
        race(discipline, 1_000);
    }

    private static void race(Discipline discipline, int burst) throws Throwable {
        try (QueueBench bench = QueueBench.of(discipline)) {
            Taken taken = new Taken();
            Hand owner = bench.hire();
            List<FutureTask<Void>> thieves = new ArrayList<>();
            for (int i = 0; i < THIEVES; i++) {
                Hand thief = bench.hire();
                thieves.add(thief.begin(() -> steal(thief.queue, owner.queue, taken)));
            }
            try {
                owner.does(() -> own(owner.queue, burst, taken));
            } finally {
                taken.over = true;
            }
            for (FutureTask<Void> thief : thieves) {
                Hand.end(thief);
            }
            taken.check();
        }
    }

    private static void own(WorkQueue queue, int burst, Taken taken) {
        SplittableRandom random = new SplittableRandom(SEED);
        NumberedTask[] pushed = new NumberedTask[TASKS];
        int n = 0;
        while (n < TASKS - LEFT_TO_THIEVES) {
            for (int i = random.nextInt(burst); i >= 0 && n < TASKS - LEFT_TO_THIEVES; i--) {
                queue.push(pushed[n] = new NumberedTask(n));
                n++;
            }
            for (int i = random.nextInt(burst + 1); i > 0; i--) {
                take(queue, pushed, n, random, taken);
            }
        }
        while (n < TASKS) {
            queue.push(new NumberedTask(n++));
        }
        queue.publish();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (taken.count.get() < TASKS && deadline - System.nanoTime() > 0) {
            queue.balance();
            Thread.yield();
        }
    }

    /** One of the ways in which an owner takes a task. */
    private static void take(
            WorkQueue queue, NumberedTask[] pushed, int n, SplittableRandom random, Taken taken) {
        NumberedTask recent = pushed[n - 1 - random.nextInt(Math.min(n, 8))];
        switch (random.nextInt(16)) {
            case 0, 1 -> taken.add(queue.poll());
            case 2 -> taken.add(queue.remove(recent) ? recent : null);
            case 3, 4, 5, 6 -> taken.add(queue.tryUnpush(recent) ? recent : null);
            case 7 -> queue.balance();
            default -> taken.add(queue.pop());
        }
    }

    private static Void steal(WorkQueue own, WorkQueue victim, Taken taken) {
        for (int looks = 0; !taken.over; looks++) {
            Task task = victim.steal(own, 0);
            if (task != null) {
                taken.add(task);
            } else if (looks % LOOKS_BETWEEN_YIELDS != 0) {
                Thread.onSpinWait();
            } else {
                victim.request();
                Thread.yield();
            }
        }
        return null;
    }

    /** How often each task was taken. */
    private static final class Taken {
        private final AtomicIntegerArray times = new AtomicIntegerArray(TASKS);
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicInteger broken = new AtomicInteger();
        private volatile boolean over;

        void add(Task task) {
            if (task instanceof NumberedTask numbered) {
                times.incrementAndGet(numbered.number);
                count.incrementAndGet();
                if (!numbered.isWhole()) {
                    broken.incrementAndGet();
                }
            }
        }

        void check() {
            int lost = 0;
            int repeated = 0;
            for (int i = 0; i < TASKS; i++) {
                lost += times.get(i) == 0 ? 1 : 0;
                repeated += times.get(i) > 1 ? 1 : 0;
            }
            assertEquals("lost 0, repeated 0", "lost " + lost + ", repeated " + repeated);
            assertEquals(0, broken.get(), "tasks whose fields had not arrived");
        }
    }
}
