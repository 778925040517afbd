package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A worker that joins runs what it waits for and descendants of that, nothing else. */
class NoStrangersTest {
    /** The family whose join the current thread is in; null outside joins. */
    private static final ThreadLocal<Object> JOINING = new ThreadLocal<>();

    /** Notes each task that is run in the middle of another family's join. */
    private static final class Family {
        private final AtomicInteger strangersMet;

        Family(AtomicInteger strangersMet) {
            this.strangersMet = strangersMet;
        }

        void meet() {
            Object joining = JOINING.get();
            if (joining != null && joining != this) strangersMet.incrementAndGet();
        }
    }

    private static final class Member extends RecursiveTask<Integer> {
        private final Family family;
        private final int n;

        Member(Family family, int n) {
            this.family = family;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            family.meet();
            if (n <= 1) return n;
            Member left = new Member(family, n - 1);
            left.fork();
            int right = new Member(family, n - 2).compute();
            Object before = JOINING.get();
            JOINING.set(family);
            try {
                return right + left.join();
            } finally {
                JOINING.set(before);
            }
        }
    }

    @OnEveryScheduling
    void aJoinNeverRunsATaskOfAnotherFamily(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                3,
                pool -> {
                    AtomicInteger strangers = new AtomicInteger();
                    List<ForkJoinTask<Integer>> roots = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        roots.add(pool.submit(new Member(new Family(strangers), 14)));
                    }
                    for (ForkJoinTask<Integer> root : roots) assertEquals(377, root.join());
                    assertEquals(0, strangers.get());
                });
    }

    /** Takes a lock that is not for re-entry, and joins under it. */
    private static final class Guarded extends RecursiveAction {
        private final ReentrantLock lock;
        private final AtomicInteger reentries;

        Guarded(ReentrantLock lock, AtomicInteger reentries) {
            this.lock = lock;
            this.reentries = reentries;
        }

        @Override
        protected void compute() {
            if (lock.isHeldByCurrentThread()) reentries.incrementAndGet();
            lock.lock();
            try {
                new Member(new Family(reentries), 6).invoke();
                Member forked = new Member(new Family(reentries), 8);
                forked.fork();
                forked.join();
            } finally {
                lock.unlock();
            }
        }
    }

    @OnEveryScheduling
    void aJoinUnderALockNeverRunsATaskThatWantsTheLock(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= 3; workers++) {
            Pools.outside(scheduling, workers, NoStrangersTest::joinUnderLock);
        }
    }

    private static void joinUnderLock(ForkJoinPool pool) {
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger reentries = new AtomicInteger();
        ForkJoinTask<?> forkAll =
                ForkJoinTask.adapt(
                        () -> {
                            List<Guarded> tasks = new ArrayList<>();
                            for (int i = 0; i < 100; i++) {
                                Guarded task = new Guarded(lock, reentries);
                                task.fork();
                                tasks.add(task);
                            }
                            for (Guarded task : tasks) task.join();
                        });
        pool.invoke(forkAll);
        assertEquals(0, reentries.get());
        assertTrue(!lock.isLocked());
    }
}
