package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.scheduling.QueueBench.Hand;
import org.junit.jupiter.api.Timeout;

/** What {@link WorkQueue} promises, for every discipline, one step after the other. */
@Timeout(120)
class WorkQueueSpecTest {
    /** More than any queue has room for at first. */
    private static final int MANY = 100_000;

    /** What a test does in the owner's thread; steps of the thief are waited for. */
    private interface Script {
        void play(WorkQueue queue, Hand owner, Hand thief) throws Throwable;
    }

    private static void play(Discipline discipline, Script script) throws Exception {
        try (QueueBench bench = QueueBench.of(discipline)) {
            Hand owner = bench.hire();
            Hand thief = bench.hire();
            try {
                owner.does(() -> script.play(owner.queue, owner, thief));
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }

    private static NumberedTask[] pushed(WorkQueue queue, int count) {
        NumberedTask[] tasks = NumberedTask.upTo(count);
        for (NumberedTask task : tasks) {
            queue.push(task);
        }
        return tasks;
    }

    @OnEveryDiscipline
    void popTakesTheNewestFirst(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 10);
                    for (int i = 9; i >= 0; i--) {
                        assertSame(tasks[i], queue.pop());
                    }
                    assertNull(queue.pop());
                    assertNull(queue.poll());
                });
    }

    @OnEveryDiscipline
    void pollTakesTheOldestFirst(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 10);
                    for (int i = 0; i < 10; i++) {
                        assertSame(tasks[i], queue.poll());
                    }
                    assertNull(queue.poll());
                    assertNull(queue.pop());
                });
    }

    @OnEveryDiscipline
    void popAndPollMeetInTheMiddle(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 101);
                    for (int i = 0; i < 50; i++) {
                        assertSame(tasks[i], queue.poll());
                        assertSame(tasks[100 - i], queue.pop());
                    }
                    assertSame(tasks[50], queue.pop());
                    assertNull(queue.poll());
                });
    }

    @OnEveryDiscipline
    void peekShowsBothEndsAndTakesNothing(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    assertNull(queue.peek(false));
                    assertNull(queue.peek(true));
                    NumberedTask[] tasks = pushed(queue, 3);
                    assertSame(tasks[2], queue.peek(false));
                    assertSame(tasks[0], queue.peek(true));
                    assertEquals(3, queue.size());
                    queue.publish();
                    assertSame(tasks[2], queue.peek(false));
                    assertSame(tasks[0], queue.peek(true));
                    assertSame(tasks[2], queue.pop());
                    assertSame(tasks[1], queue.peek(false));
                });
    }

    @OnEveryDiscipline
    void tryUnpushTakesOnlyTheNewest(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    assertFalse(queue.tryUnpush(new NumberedTask(0)));
                    NumberedTask[] tasks = pushed(queue, 3);
                    assertFalse(queue.tryUnpush(tasks[0]));
                    assertFalse(queue.tryUnpush(tasks[1]));
                    assertTrue(queue.tryUnpush(tasks[2]));
                    assertFalse(queue.tryUnpush(tasks[2]));
                    assertTrue(queue.tryUnpush(tasks[1]));
                    assertTrue(queue.tryUnpush(tasks[0]));
                    assertFalse(queue.tryUnpush(tasks[0]));
                    assertEquals(0, queue.size());
                });
    }

    @OnEveryDiscipline
    void whatWasStolenCannotBeTakenBack(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 1);
                    queue.publish();
                    assertSame(tasks[0], thief.stealsFrom(owner, 0));
                    assertFalse(queue.tryUnpush(tasks[0]));
                    assertFalse(queue.remove(tasks[0]));
                    assertNull(queue.pop());
                    assertNull(queue.poll());
                    assertNull(thief.stealsFrom(owner, 0));
                });
    }

    @OnEveryDiscipline
    void removeTakesFromEverywhere(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    assertFalse(queue.remove(new NumberedTask(0)));
                    NumberedTask[] tasks = pushed(queue, 7);
                    assertFalse(queue.remove(new NumberedTask(0)));
                    for (int i : new int[] {3, 6, 0}) {
                        assertTrue(queue.remove(tasks[i]), "there: " + tasks[i]);
                        assertFalse(queue.remove(tasks[i]), "gone: " + tasks[i]);
                    }
                    assertEquals(4, queue.size());
                    assertSame(tasks[5], queue.pop());
                    assertSame(tasks[1], queue.poll());
                    assertSame(tasks[4], queue.pop());
                    assertSame(tasks[2], queue.pop());
                    assertNull(queue.pop());
                });
    }

    @OnEveryDiscipline
    void removeTakesWhatWasPublished(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 5);
                    queue.publish();
                    assertTrue(queue.remove(tasks[2]));
                    assertTrue(queue.remove(tasks[4]));
                    assertTrue(queue.remove(tasks[0]));
                    assertSame(tasks[1], thief.stealsFrom(owner, 0));
                    assertSame(tasks[3], thief.stealsFrom(owner, 0));
                    assertNull(thief.stealsFrom(owner, 0));
                });
    }

    @OnEveryDiscipline
    void holdsManyInOrder(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    // Begin inside whatever array there is, so that growth must unwrap it.
                    pushed(queue, 37);
                    queue.publish();
                    for (int i = 0; i < 37; i++) {
                        assertEquals(i, ((NumberedTask) thief.stealsFrom(owner, 0)).number);
                    }
                    NumberedTask[] tasks = pushed(queue, MANY);
                    assertEquals(MANY, queue.size());
                    assertTrue(queue.remove(tasks[MANY - 2]));
                    assertSame(tasks[0], queue.poll());
                    assertSame(tasks[MANY - 1], queue.pop());
                    for (int i = MANY - 3; i > 0; i--) {
                        assertSame(tasks[i], queue.pop());
                    }
                    assertNull(queue.pop());
                    assertEquals(0, queue.size());
                });
    }

    @OnEveryDiscipline
    void publishMakesEverythingStealableOldestFirst(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] tasks = pushed(queue, 1000);
                    queue.publish();
                    for (NumberedTask task : tasks) {
                        assertTrue(queue.mayHaveWork());
                        assertSame(task, thief.stealsFrom(owner, 0));
                    }
                    assertNull(thief.stealsFrom(owner, 0));
                    assertFalse(queue.hidesWork());
                });
    }

    @OnEveryDiscipline
    void stealLeavesWhatLiesBelowThePosition(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] below = pushed(queue, 2);
                    long mark = queue.position();
                    NumberedTask[] above = pushed(queue, 2);
                    queue.publish();
                    assertNull(thief.stealsFrom(owner, mark));
                    assertSame(below[0], thief.stealsFrom(owner, 0));
                    assertNull(thief.stealsFrom(owner, mark));
                    assertSame(below[1], thief.stealsFrom(owner, 0));
                    assertSame(above[0], thief.stealsFrom(owner, mark));
                    assertNull(thief.stealsFrom(owner, queue.position()));
                    assertSame(above[1], thief.stealsFrom(owner, mark));
                });
    }

    @OnEveryDiscipline
    void positionsLastWhileTheQueueGrowsAndShrinks(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    pushed(queue, 3);
                    long mark = queue.position();
                    pushed(queue, 5000);
                    for (int i = 0; i < 5000; i++) {
                        queue.pop();
                    }
                    NumberedTask late = new NumberedTask(5000);
                    queue.push(late);
                    for (int i = 0; i < 3; i++) {
                        assertEquals(i, ((NumberedTask) queue.poll()).number);
                    }
                    queue.publish();
                    assertSame(late, thief.stealsFrom(owner, mark));
                });
    }

    @OnEveryDiscipline
    void removingFromBelowAPositionExposesNothingBelowIt(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    NumberedTask[] below = pushed(queue, 4);
                    long mark = queue.position();
                    queue.publish();
                    assertTrue(queue.remove(below[1]));
                    for (int i : new int[] {0, 2, 3}) {
                        assertNull(thief.stealsFrom(owner, mark));
                        assertSame(below[i], thief.stealsFrom(owner, 0));
                    }
                });
    }

    @OnEveryDiscipline
    void sizeIsExactAtRest(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    assertEquals(0, queue.size());
                    assertFalse(queue.mayHaveWork());
                    NumberedTask[] tasks = pushed(queue, 600);
                    assertEquals(600, queue.size());
                    queue.pop();
                    queue.poll();
                    assertTrue(queue.remove(tasks[300]));
                    assertEquals(597, queue.size());
                    queue.publish();
                    assertEquals(597, queue.size());
                    assertTrue(queue.mayHaveWork());
                    thief.stealsFrom(owner, 0);
                    assertEquals(596, queue.size());
                    while (queue.pop() != null) {}
                    assertEquals(0, queue.size());
                    assertFalse(queue.mayHaveWork());
                });
    }

    @OnEveryDiscipline
    void forksCountsPushes(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    assertEquals(0, queue.forks());
                    pushed(queue, 700);
                    queue.pop();
                    queue.poll();
                    queue.publish();
                    thief.stealsFrom(owner, 0);
                    assertEquals(700, queue.forks());
                    pushed(queue, 1);
                    assertEquals(701, queue.forks());
                });
    }

    @OnEveryDiscipline
    void pushAnswersARequest(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, thief) -> {
                    pushed(queue, 1);
                    assertEquals(WorkQueue.NORMAL, queue.limit);
                    thief.does(queue::request);
                    assertNotEquals(WorkQueue.NORMAL, queue.limit);
                    long answered = queue.counters.pollsAnswered;
                    pushed(queue, 1);
                    assertEquals(WorkQueue.NORMAL, queue.limit);
                    assertTrue(queue.counters.pollsAnswered > answered);
                });
    }

    @OnEveryDiscipline
    void pushThatFindsARequestCallsForAWorker(Discipline discipline) throws Throwable {
        try (QueueBench bench = QueueBench.wantingWorkers(discipline)) {
            Hand owner = bench.hire();
            owner.does(
                    () -> {
                        owner.queue.request();
                        int before = bench.workersAskedFor();
                        pushed(owner.queue, 1);
                        assertTrue(bench.workersAskedFor() > before);
                    });
        }
    }

    @OnEveryDiscipline
    void queuesOfOneSchedulerKeepTheirTasksApart(Discipline discipline) throws Exception {
        play(
                discipline,
                (queue, owner, other) -> {
                    NumberedTask own = new NumberedTask(1);
                    NumberedTask foreign = new NumberedTask(2);
                    queue.push(own);
                    other.does(() -> other.queue.push(foreign));
                    assertEquals(1, queue.size());
                    assertEquals(1, other.queue.size());
                    assertFalse(queue.tryUnpush(foreign));
                    assertFalse(queue.remove(foreign));
                    assertSame(own, queue.pop());
                    assertNull(queue.pop());
                    assertNull(queue.poll());
                    assertEquals(0, queue.size());
                    other.does(() -> assertSame(foreign, other.queue.pop()));
                });
    }
}
