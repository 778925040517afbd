package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Waiting;
import dev.cleave.scheduling.QueueBench.Hand;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code SPLIT}: private tasks of an owner that does not poll are taken over. */
@Timeout(120)
class SplitForceTest {
    private final NumberedTask[] tasks = NumberedTask.upTo(5);
    private QueueBench bench;
    private Hand owner;
    private Hand asker;

    /** The owner has five private tasks, the newest of them number 4. */
    @BeforeEach
    void pushPrivately() throws Throwable {
        bench = QueueBench.of(Discipline.SPLIT);
        owner = bench.hire();
        asker = bench.hire();
        owner.does(
                () -> {
                    owner.queue.balance(); // answers the request that every queue begins with
                    for (NumberedTask task : tasks) {
                        owner.queue.push(task);
                    }
                });
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /** The protocol asks the forcing thread to let this pass, whatever the owner does. */
    private static void letGracePass() {
        long until = System.nanoTime() + Tuning.GRACE_NANOS;
        for (long left; (left = until - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
    }

    private void force() throws Throwable {
        asker.does(
                () -> {
                    assertTrue(owner.queue.hidesWork());
                    assertEquals(1, owner.queue.beginForce());
                    letGracePass();
                    owner.queue.finishForce(1);
                });
    }

    @Test
    void whatAnotherTakesOverIsThereForWhoeverLooks() throws Throwable {
        asker.does(() -> assertEquals(1, owner.queue.beginForce()));
        assertTrue(owner.queue.hidesWork(), "another asker waits for the grace period");
        assertTrue(
                TakeoverQueue.LIMIT.compareAndSet(
                        owner.queue, PrivateQueue.FORCE_PENDING, TakeoverQueue.FORCING));
        assertTrue(owner.queue.hidesWork(), "it moves the tasks");
        owner.queue.limit = WorkQueue.NORMAL;
    }

    /** As the collection of garbage does, after which each owner is to renew its stack. */
    @Test
    void aRequestAtTheSameMomentDoesNotKeepAnAskerFromTakingOver() throws Throwable {
        AtomicBoolean goesOn = new AtomicBoolean(true);
        FutureTask<Void> requests =
                bench.hire()
                        .begin(
                                () -> {
                                    while (goesOn.get()) {
                                        owner.queue.request();
                                    }
                                    return null;
                                });
        try {
            asker.does(
                    () -> {
                        for (int i = 0; i < 200_000; i++) {
                            owner.queue.limit = WorkQueue.NORMAL;
                            assertEquals(1, owner.queue.beginForce());
                        }
                    });
        } finally {
            goesOn.set(false);
            Hand.end(requests);
        }
        owner.queue.limit = WorkQueue.NORMAL;
    }

    /** With more threads than processors, the asker may need the one on which the owner waits. */
    @Test
    void anOwnerSoonSleepsWhileAnotherTakesOver() throws Throwable {
        owner.queue.limit = TakeoverQueue.FORCING;
        FutureTask<Task> popped = owner.begin(owner.queue::pop);
        Waiting.until(() -> owner.getState() == Thread.State.TIMED_WAITING, "it sleeps");
        owner.queue.limit = WorkQueue.REQUESTED;
        assertSame(tasks[4], Hand.end(popped));
    }

    @Test
    void everythingIsStealableAfterwards() throws Throwable {
        assertNull(asker.stealsFrom(owner, 0));
        force();
        assertFalse(owner.queue.hidesWork());
        assertEquals(5, owner.queue.size());
        for (NumberedTask task : tasks) {
            assertSame(task, asker.stealsFrom(owner, 0));
        }
        assertNull(asker.stealsFrom(owner, 0));
        owner.does(() -> assertNull(owner.queue.pop()));
        assertEquals(0, owner.queue.size());
    }

    @Test
    void theOwnerStillFindsItsTasks() throws Throwable {
        force();
        owner.does(
                () -> {
                    NumberedTask newest = new NumberedTask(5);
                    owner.queue.push(newest);
                    assertEquals(6, owner.queue.size());
                    assertSame(newest, owner.queue.pop());
                    assertTrue(owner.queue.remove(tasks[2]));
                    for (int i : new int[] {4, 3, 1, 0}) {
                        assertSame(tasks[i], owner.queue.pop());
                    }
                    assertNull(owner.queue.pop());
                });
    }

    @Test
    void positionsStayTheSame() throws Throwable {
        long[] before = new long[1];
        owner.does(() -> before[0] = owner.queue.position());
        force();
        owner.does(() -> assertEquals(before[0], owner.queue.position()));
    }

    @Test
    void anOwnerThatAnswersInTimeKeepsAskersOut() throws Throwable {
        asker.does(() -> assertEquals(1, owner.queue.beginForce()));
        asker.does(() -> assertEquals(0, owner.queue.beginForce()));
        NumberedTask newest = new NumberedTask(5);
        owner.does(() -> owner.queue.push(newest));
        asker.does(
                () -> {
                    letGracePass();
                    owner.queue.finishForce(1);
                });
        assertTrue(owner.queue.hidesWork());
        owner.does(() -> assertSame(newest, owner.queue.pop()));
        assertEquals(5, owner.queue.size());
    }

    @Test
    void anUnpushDuringTheGraceIsTheOwners() throws Throwable {
        asker.does(() -> assertEquals(1, owner.queue.beginForce()));
        owner.does(() -> assertTrue(owner.queue.tryUnpush(tasks[4])));
        asker.does(
                () -> {
                    letGracePass();
                    owner.queue.finishForce(1);
                });
        assertEquals(4, owner.queue.size());
        owner.does(() -> assertSame(tasks[3], owner.queue.pop()));
    }

    /** An asker for whom the virtual machine finds no heap when it first takes over. */
    public static final class TakesOverInAFullHeap {
        private static volatile Object heap;

        private static void fill() {
            for (int size = 1 << 20; ; size /= 2) {
                try {
                    while (true) heap = new Object[] {heap, new byte[size]};
                } catch (OutOfMemoryError full) {
                    if (size == 0) return;
                }
            }
        }

        public static void main(String... args) throws Throwable {
            QueueBench bench = QueueBench.of(Discipline.SPLIT);
            Hand owner = bench.hire();
            Hand asker = bench.hire();
            Task task = new NumberedTask(0);
            owner.does(
                    () -> {
                        owner.queue.balance();
                        owner.queue.push(task);
                    });
            asker.does(
                    () -> {
                        assertTrue(owner.queue.hidesWork());
                        assertEquals(1, owner.queue.beginForce());
                        letGracePass();
                        fill();
                        try {
                            owner.queue.finishForce(1);
                        } catch (OutOfMemoryError full) {
                            // The asker has failed: not the owner.
                        }
                        heap = null;
                    });
            owner.does(() -> assertSame(task, owner.queue.pop()));
            bench.close();
            System.out.println("popped");
        }
    }

    @Test
    void anOwnerGoesOnWhenItsAskerFailsForWantOfHeap() throws Exception {
        assertEquals(
                List.of("popped"),
                ChildJvm.run(TakesOverInAFullHeap.class, "-Xmx16m", "-XX:+UseSerialGC"));
    }
}
