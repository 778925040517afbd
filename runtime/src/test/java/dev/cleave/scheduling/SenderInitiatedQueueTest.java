package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.metrics.Recordings;
import dev.cleave.scheduling.QueueBench.Hand;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code SENDER_INITIATED}: private tasks are dealt to those that wait, by owners that poll. */
@Timeout(120)
class SenderInitiatedQueueTest {
    private final NumberedTask[] tasks = NumberedTask.upTo(4);
    private final NumberedTask spare = new NumberedTask(4);
    private QueueBench bench;
    private Hand owner;
    private Hand thief;

    /** The place above tasks 0 and 1, and below tasks 2 and 3. */
    private long middle;

    @BeforeEach
    void pushPrivately() throws Throwable {
        bench = QueueBench.of(Discipline.SENDER_INITIATED);
        pushBy(owner = bench.hire());
        thief = bench.hire();
    }

    private void pushBy(Hand hand) throws Throwable {
        hand.does(
                () -> {
                    hand.queue.balance(); // answers the request that every queue begins with
                    hand.queue.push(tasks[0]);
                    hand.queue.push(tasks[1]);
                    middle = hand.queue.position();
                    hand.queue.push(tasks[2]);
                    hand.queue.push(tasks[3]);
                });
    }

    @AfterEach
    void close() {
        bench.close();
        System.clearProperty(SenderInitiatedQueue.PROPERTY);
    }

    /** Forks and joins, over and over, until the other is done. */
    private FutureTask<Void> pollsUntil(Hand hand, FutureTask<?> done) {
        return hand.begin(
                () -> {
                    while (!done.isDone()) {
                        hand.queue.push(spare);
                        assertTrue(hand.queue.tryUnpush(spare) || done.isDone());
                        Thread.yield();
                    }
                    return null;
                });
    }

    private static Task stealsAtLast(WorkQueue own, Hand victim, long position) {
        Task task = null;
        while (task == null) {
            task = victim.queue.steal(own, position);
        }
        return task;
    }

    private Task dealtWhileTheOwnerPolls(long position) throws Throwable {
        FutureTask<Task> wait = thief.begin(() -> stealsAtLast(thief.queue, owner, position));
        Hand.end(pollsUntil(owner, wait));
        return Hand.end(wait);
    }

    /** Two hundred waits, none of which is to be answered. */
    private FutureTask<Void> refused(Hand victim, long position) {
        return thief.begin(
                () -> {
                    for (int i = 0; i < 200; i++) {
                        assertNull(victim.queue.steal(thief.queue, position));
                    }
                    return null;
                });
    }

    @Test
    void anOwnerThatPollsDealsItsOldestTasks() throws Throwable {
        for (int i = 0; i < 3; i++) {
            assertSame(tasks[i], dealtWhileTheOwnerPolls(0));
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
    void recordingsTellWhoGotATask() throws Exception {
        List<RecordedEvent> events =
                Recordings.of("pool", () -> assertSame(tasks[0], dealtWhileTheOwnerPolls(0)));
        RecordedEvent deal = Recordings.only("Deal", events);
        assertEquals(owner.queue.number(), deal.getInt("from"));
        assertEquals(thief.queue.number(), deal.getInt("to"));
    }

    @Test
    void aThiefThatIsNotDealtAnythingLeaves() throws Throwable {
        for (int i = 0; i < 10; i++) {
            assertNull(thief.stealsFrom(owner, 0));
        }
        owner.does(
                () -> {
                    for (int i = 3; i >= 0; i--) {
                        assertSame(tasks[i], owner.queue.pop());
                    }
                });
        thief.does(() -> assertNull(thief.queue.pop()));
    }

    @Test
    void anIdleThiefIsDealtTasksByAnybodyItHasMet() throws Throwable {
        Hand other = bench.hire();
        assertNull(thief.stealsFrom(owner, 0));
        other.does(() -> other.queue.push(new NumberedTask(9)));
        // It waits beside a victim that never polls; the owner does.
        FutureTask<Task> wait = thief.begin(() -> stealsAtLast(thief.queue, other, 0));
        Hand.end(pollsUntil(owner, wait));
        assertSame(tasks[0], Hand.end(wait));
    }

    @Test
    void aJoinerIsDealtTasksByItsVictimOnly() throws Throwable {
        Hand other = bench.hire();
        NumberedTask foreign = new NumberedTask(9);
        assertNull(thief.stealsFrom(owner, 0));
        other.does(() -> other.queue.push(foreign));
        FutureTask<Void> wait = refused(other, 1);
        Hand.end(pollsUntil(owner, wait));
        Hand.end(wait);
        assertEquals(4, owner.queue.size());
        other.does(() -> assertSame(foreign, other.queue.pop()));
    }

    @Test
    void placesOutlastTheTasksDealt() throws Throwable {
        for (int i = 0; i < 2; i++) {
            FutureTask<Void> wait = refused(owner, middle);
            Hand.end(pollsUntil(owner, wait));
            Hand.end(wait);
            assertSame(tasks[i], dealtWhileTheOwnerPolls(0));
        }
        assertSame(tasks[2], dealtWhileTheOwnerPolls(middle));
        owner.does(
                () -> {
                    owner.queue.publish();
                    assertEquals(middle + 2, owner.queue.position());
                });
        assertNull(thief.stealsFrom(owner, middle + 2));
        assertSame(tasks[3], thief.stealsFrom(owner, middle + 1));
    }

    @Test
    void noPlaceIsTheIdleThiefsWish() throws Throwable {
        Hand fresh = bench.hire();
        fresh.does(() -> assertTrue(fresh.queue.position() > 0));
    }

    @Test
    void aRequestIsAnsweredBeforeItsTime() throws Throwable {
        System.setProperty(SenderInitiatedQueue.PROPERTY, Long.toString(TimeUnit.DAYS.toNanos(1)));
        Hand patient = bench.hire();
        pushBy(patient);
        // The deal that was due at the beginning found nobody.
        FutureTask<Void> wait = refused(patient, 0);
        Hand.end(pollsUntil(patient, wait));
        Hand.end(wait);
        FutureTask<Task> asking =
                thief.begin(
                        () -> {
                            Task task = null;
                            while (task == null) {
                                patient.queue.request();
                                task = patient.queue.steal(thief.queue, 0);
                            }
                            return task;
                        });
        Hand.end(pollsUntil(patient, asking));
        assertSame(tasks[0], Hand.end(asking));
    }

    @Test
    void anUnpushDealsWhatItLeaves() throws Throwable {
        NumberedTask[] many = NumberedTask.upTo(200);
        assertNull(thief.stealsFrom(owner, 0));
        FutureTask<Task> wait = thief.begin(() -> stealsAtLast(thief.queue, owner, 0));
        owner.does(
                () -> {
                    for (int i = 3; i >= 0; i--) {
                        owner.queue.pop();
                    }
                    while (!wait.isDone()) {
                        for (NumberedTask task : many) {
                            owner.queue.push(task);
                        }
                        while (owner.queue.pop() != null) {
                            Thread.yield();
                        }
                    }
                });
        Hand.end(wait);
    }

    /** Who takes its own task is not to end for want of another worker. */
    @Test
    void anUnpushThatDealsDoesNotThrowWhatTheThreadFactoryThrows() throws Throwable {
        try (QueueBench wanting = QueueBench.wantingWorkers(Discipline.SENDER_INITIATED)) {
            Hand dealer = wanting.hire();
            Hand hungry = wanting.hire();
            FutureTask<Void> wait =
                    hungry.begin(
                            () -> {
                                for (int i = 0; i < 50; i++) {
                                    stealsAtLast(hungry.queue, dealer, 0);
                                }
                                return null;
                            });
            dealer.does(
                    () -> {
                        while (!wait.isDone()) {
                            wanting.startsThrow(false);
                            NumberedTask[] many = NumberedTask.upTo(200);
                            for (NumberedTask task : many) {
                                dealer.queue.push(task);
                            }
                            wanting.startsThrow(true);
                            for (int i = many.length - 1; i >= 0; i--) {
                                dealer.queue.tryUnpush(many[i]);
                            }
                        }
                    });
            Hand.end(wait);
        }
    }

    @Test
    void anIntervalIsNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> Disciplines.senderInitiated(null, -1));
    }

    @Test
    void theIntervalShrinksWhileSomebodyWaitsAndGrowsWhileNobodyDoes() {
        DealClock clock = new DealClock(0, 0);
        assertTrue(clock.isDue(0));
        clock.dealt(true, 0, 0.5);
        assertEquals(DealClock.FIRST_NANOS / 2, clock.delta());
        for (int i = 0; i < DealClock.MISSES; i++) {
            assertEquals(DealClock.FIRST_NANOS / 2, clock.delta());
            clock.dealt(false, 0, 0.5);
        }
        assertEquals(DealClock.FIRST_NANOS, clock.delta());
        for (int i = 0; i < 100; i++) {
            clock.dealt(true, 0, 0.5);
        }
        assertEquals(DealClock.SHORTEST_NANOS, clock.delta());
        for (int i = 0; i < 100; i++) {
            clock.dealt(false, 0, 0.5);
        }
        assertEquals(DealClock.LONGEST_NANOS, clock.delta());
    }

    @Test
    void aGivenIntervalStaysAndIsRandomised() {
        DealClock clock = new DealClock(1_000, 0);
        clock.dealt(true, 0, 0.9);
        assertEquals(1_000, clock.delta());
        assertFalse(clock.isDue(104));
        assertTrue(clock.isDue(105));
        clock.dealt(false, 0, 0.2);
        assertFalse(clock.isDue(1_608));
        assertTrue(clock.isDue(1_609));
    }

    @Test
    void theClockIsReadSeldomByThoseWhoPollOften() {
        DealClock clock = new DealClock(10_000, 0);
        long now = 0;
        for (int i = 0; i < 20; i++) {
            clock.isDue(now += 10);
        }
        assertEquals(DealClock.LONGEST_STRIDE, clock.stride());
        clock.isDue(now += 3_000);
        assertEquals(DealClock.LONGEST_STRIDE / 2, clock.stride());
        clock.isDue(now + 10_000);
        assertEquals(1, clock.stride());
    }
}
