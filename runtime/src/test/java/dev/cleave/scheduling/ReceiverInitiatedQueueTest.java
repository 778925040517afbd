package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.metrics.Recordings;
import dev.cleave.scheduling.QueueBench.Hand;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code RECEIVER_INITIATED}: private tasks are had by asking, and only if the owner polls. */
@Timeout(120)
class ReceiverInitiatedQueueTest {
    private final NumberedTask[] tasks = NumberedTask.upTo(4);
    private final NumberedTask spare = new NumberedTask(4);
    private QueueBench bench;
    private Hand owner;
    private Hand thief;

    /** The place above tasks 0 and 1, and below tasks 2 and 3. */
    private long middle;

    @BeforeEach
    void pushPrivately() throws Throwable {
        bench = QueueBench.of(Discipline.RECEIVER_INITIATED);
        owner = bench.hire();
        thief = bench.hire();
        owner.does(
                () -> {
                    owner.queue.balance(); // answers the request that every queue begins with
                    owner.queue.push(tasks[0]);
                    owner.queue.push(tasks[1]);
                    middle = owner.queue.position();
                    owner.queue.push(tasks[2]);
                    owner.queue.push(tasks[3]);
                });
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /** Forks and joins, over and over, until the other is done. */
    private void ownerPollsUntil(FutureTask<?> done) throws Throwable {
        owner.does(
                () -> {
                    while (!done.isDone()) {
                        owner.queue.push(spare);
                        assertTrue(owner.queue.tryUnpush(spare) || done.isDone());
                        Thread.yield();
                    }
                });
    }

    private static Task stealsAtLast(WorkQueue own, Hand victim, long position) {
        Task task = null;
        while (task == null) {
            task = victim.queue.steal(own, position);
        }
        return task;
    }

    private Task stolenWhileTheOwnerPolls(long position) throws Throwable {
        FutureTask<Task> theft = thief.begin(() -> stealsAtLast(thief.queue, owner, position));
        ownerPollsUntil(theft);
        return Hand.end(theft);
    }

    @Test
    void anOwnerThatPollsGivesItsOldestTasks() throws Throwable {
        for (int i = 0; i < 3; i++) {
            assertSame(tasks[i], stolenWhileTheOwnerPolls(0));
        }
        owner.does(
                () -> {
                    assertSame(tasks[3], owner.queue.pop());
                    assertNull(owner.queue.pop());
                });
        assertEquals(0, owner.queue.size());
    }

    @Test
    void aTaskArrivesWhole() throws Throwable {
        FutureTask<Boolean> theft =
                thief.begin(
                        () -> {
                            boolean whole = true;
                            for (int i = 0; i < 2_000; i++) {
                                NumberedTask task =
                                        (NumberedTask) stealsAtLast(thief.queue, owner, 0);
                                whole &= task.isWhole();
                            }
                            return whole;
                        });
        owner.does(
                () -> {
                    for (int i = 0; !theft.isDone(); i++) {
                        owner.queue.push(new NumberedTask(i));
                        if (i % 2 == 0 || owner.queue.size() > 1_000) { // the thief may stand still
                            owner.queue.pop();
                        }
                    }
                });
        assertTrue(Hand.end(theft));
    }

    @Test
    void recordingsTellWhoAskedWhomAndGotATask() throws Exception {
        List<RecordedEvent> events =
                Recordings.of("pool", () -> assertSame(tasks[0], stolenWhileTheOwnerPolls(0)));
        List<RecordedEvent> requests = Recordings.named("Request", events);
        assertFalse(requests.isEmpty());
        for (RecordedEvent request : requests) {
            assertEquals(thief.queue.number(), request.getInt("thief"));
            assertEquals(owner.queue.number(), request.getInt("victim"));
        }
        List<RecordedEvent> granted =
                Recordings.named("Answer", events).stream()
                        .filter(answer -> answer.getBoolean("granted"))
                        .toList();
        assertEquals(1, granted.size());
        assertEquals(thief.queue.number(), granted.get(0).getInt("thief"));
        assertEquals(owner.queue.number(), granted.get(0).getInt("victim"));
    }

    @Test
    void aThiefGivesUpOnAnOwnerThatDoesNotPoll() throws Throwable {
        Hand other = bench.hire();
        for (int i = 0; i < 10; i++) {
            assertNull(thief.stealsFrom(owner, 0));
            assertNull(other.stealsFrom(owner, 0));
            assertTrue(owner.queue.mayHaveWork(), "a request was left behind");
        }
        owner.does(
                () -> {
                    for (int i = 3; i >= 0; i--) {
                        assertSame(tasks[i], owner.queue.pop());
                    }
                });
    }

    @Test
    void anUnpushIsAPollToo() throws Throwable {
        assertNull(thief.stealsFrom(owner, 0));
        assertTrue(owner.queue.limit < 0, "the request shows to unpushes");
        owner.does(() -> assertTrue(owner.queue.tryUnpush(tasks[3])));
        assertEquals(WorkQueue.NORMAL, owner.queue.limit);
    }

    @Test
    void withoutAThiefOnlyPublicTasksAreTaken() throws Throwable {
        owner.does(() -> assertNull(owner.queue.steal(null, 0)));
        owner.does(() -> owner.queue.publish());
        owner.does(() -> assertSame(tasks[0], owner.queue.steal(null, 0)));
    }

    @Test
    void placesOutlastTheTasksGivenAway() throws Throwable {
        refusedWhileTheOwnerPolls();
        assertSame(tasks[0], stolenWhileTheOwnerPolls(0));
        refusedWhileTheOwnerPolls();
        assertSame(tasks[1], stolenWhileTheOwnerPolls(0));
        assertSame(tasks[2], stolenWhileTheOwnerPolls(middle));
        owner.does(
                () -> {
                    owner.queue.publish();
                    assertEquals(middle + 2, owner.queue.position());
                });
        assertNull(thief.stealsFrom(owner, middle + 2));
        assertSame(tasks[3], thief.stealsFrom(owner, middle + 1));
    }

    private void refusedWhileTheOwnerPolls() throws Throwable {
        FutureTask<Void> attempts =
                thief.begin(
                        () -> {
                            for (int i = 0; i < 200; i++) {
                                assertNull(owner.queue.steal(thief.queue, middle));
                            }
                            return null;
                        });
        ownerPollsUntil(attempts);
        Hand.end(attempts);
    }

    @Test
    void twoThatAskEachOtherAnswerEachOther() throws Throwable {
        NumberedTask foreign = new NumberedTask(9);
        thief.does(
                () -> {
                    thief.queue.balance();
                    thief.queue.push(foreign);
                });
        FutureTask<Task> one = thief.begin(() -> stealsAtLast(thief.queue, owner, 0));
        FutureTask<Task> two =
                owner.begin(
                        () -> {
                            Task task = stealsAtLast(owner.queue, thief, 0);
                            while (!one.isDone()) {
                                owner.queue.balance();
                            }
                            return task;
                        });
        // The first to succeed leaves the other without a victim that polls.
        FutureTask<Void> rest =
                thief.begin(
                        () -> {
                            while (!two.isDone()) {
                                thief.queue.balance();
                            }
                            return null;
                        });
        assertSame(tasks[0], Hand.end(one));
        assertSame(foreign, Hand.end(two));
        Hand.end(rest);
    }

    @Test
    void whatAnIdleOwnerHidesIsTakenOverAfterTheGrace() throws Throwable {
        thief.does(
                () -> {
                    assertNull(owner.queue.steal(thief.queue, 0));
                    assertTrue(owner.queue.hidesWork());
                    assertEquals(1, owner.queue.beginForce());
                    letGracePass();
                    owner.queue.finishForce(1);
                    assertFalse(owner.queue.hidesWork());
                });
        for (NumberedTask task : tasks) {
            assertSame(task, thief.stealsFrom(owner, 0));
        }
        owner.does(() -> assertNull(owner.queue.pop()));
    }

    @Test
    void anOwnerThatPollsDuringTheGraceSharesTheOlderHalf() throws Throwable {
        thief.does(() -> assertEquals(1, owner.queue.beginForce()));
        owner.does(() -> assertTrue(owner.queue.tryUnpush(tasks[3])));
        thief.does(
                () -> {
                    letGracePass();
                    owner.queue.finishForce(1);
                });
        assertSame(tasks[0], thief.stealsFrom(owner, 0));
        assertSame(tasks[1], thief.stealsFrom(owner, 0));
        owner.does(() -> assertSame(tasks[2], owner.queue.pop()));
    }

    private static void letGracePass() {
        long until = System.nanoTime() + Tuning.GRACE_NANOS;
        for (long left; (left = until - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
    }

    /** As a stack that overflows leaves it, between the answer and the end of the poll. */
    @Test
    void whatHasBeenGivenAwayIsNotCountedForEver() throws Throwable {
        owner.does(
                () -> {
                    PrivateQueue queue = (PrivateQueue) owner.queue;
                    for (int i = 3; i > 0; i--) {
                        assertTrue(queue.tryUnpush(tasks[i]));
                    }
                    queue.enter();
                    queue.stack[1] = null;
                    queue.forced = 1;
                    assertNull(queue.pop());
                    assertEquals(0, queue.size());
                    assertFalse(queue.mayHaveWork());
                });
    }
}
