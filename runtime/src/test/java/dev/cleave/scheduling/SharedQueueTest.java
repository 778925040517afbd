package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.cleave.scheduling.QueueBench.Hand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is particular to {@code SHARED}: two workers that push into one deque. */
@Timeout(120)
class SharedQueueTest {
    private final NumberedTask[] tasks = NumberedTask.upTo(4);
    private QueueBench bench;
    private Hand first;
    private Hand second;
    private Hand idle;

    /** The first pushes tasks 0 and 2, the second tasks 1 and 3. */
    @BeforeEach
    void pushInTurns() throws Throwable {
        bench = QueueBench.of(Discipline.SHARED);
        first = bench.hire();
        second = bench.hire();
        idle = bench.hire();
        for (NumberedTask task : tasks) {
            Hand pusher = task.number % 2 == 0 ? first : second;
            pusher.does(() -> pusher.queue.push(task));
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void theIdleTakeTheOldestOfAll() throws Throwable {
        assertSame(tasks[0], idle.stealsFrom(second, 0));
        assertSame(tasks[1], idle.stealsFrom(second, 0));
        assertSame(tasks[2], idle.stealsFrom(second, 0));
        assertSame(tasks[3], idle.stealsFrom(first, 0));
        assertNull(idle.stealsFrom(first, 0));
    }

    @Test
    void helpersTakeOnlyWhatTheVictimPushed() throws Throwable {
        assertSame(tasks[1], idle.stealsFrom(second, 1));
        assertSame(tasks[3], idle.stealsFrom(second, 1));
        assertNull(idle.stealsFrom(second, 1));
        assertSame(tasks[0], idle.stealsFrom(first, 1));
    }

    @Test
    void positionsOfAnEmptyQueueAreNeverTheIdlesZero() throws Throwable {
        idle.does(() -> assertEquals(1, idle.queue.position()));
    }

    @Test
    void ownersSeeTheirOwnAndOthersTheOldestOfAll() throws Throwable {
        second.does(() -> assertSame(tasks[1], second.queue.peek(true)));
        second.does(() -> assertSame(tasks[3], second.queue.peek(false)));
        idle.does(() -> assertSame(tasks[0], second.queue.peek(true)));
    }

    @Test
    void eachTaskIsCountedWithItsPusher() throws Throwable {
        assertEquals(2, first.queue.size());
        assertEquals(2, second.queue.size());
        assertEquals(0, idle.queue.size());
        idle.stealsFrom(second, 0);
        assertEquals(1, first.queue.size());
        assertEquals(2, second.queue.size());
    }
}
