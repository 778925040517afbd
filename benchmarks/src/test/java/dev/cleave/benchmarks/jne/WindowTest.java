package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When programs that run at the same time have run enough, and how long windows may be. */
class WindowTest {
    private static final long START = 1_000;

    private static Window.Recorder recorder(long limit) {
        return new Window.Recorder(2, new Window.Rule(3, limit), START);
    }

    private static void runs(Window.Recorder recorder, int program, int times) {
        for (int i = 0; i < times; i++) {
            recorder.ran(program, 10 * (i + 1));
        }
    }

    @Test
    void itIsEnoughWhenOneHasRunSoOftenAndAllHaveRun() {
        Window.Recorder recorder = recorder(Long.MAX_VALUE);
        runs(recorder, 0, 3);
        assertFalse(recorder.isComplete(Long.MAX_VALUE - 1), "one has not run");
        runs(recorder, 1, 1);
        assertTrue(recorder.isComplete(START));
        Window window = recorder.end(START + 2_000_000_000L, ThreadFigures.Counts.NONE);
        assertEquals(2.0, window.seconds());
        assertEquals(List.of(List.of(10.0, 20.0, 30.0), List.of(10.0)), window.runs());
    }

    @Test
    void itIsEnoughWhenTheTimeIsOverAndAllHaveRun() {
        Window.Recorder recorder = recorder(500);
        runs(recorder, 0, 1);
        assertFalse(recorder.isComplete(START + 500), "one has not run");
        runs(recorder, 1, 1);
        assertFalse(recorder.isComplete(START + 499));
        assertTrue(recorder.isComplete(START + 500));
    }

    @Test
    void oneThatNeverRunsIsLateAfterTheTimeAndThePatience() {
        Window.Recorder recorder = recorder(500);
        runs(recorder, 0, 100);
        assertFalse(recorder.isLate(START + 500 + 299, 300));
        assertTrue(recorder.isLate(START + 500 + 300, 300));
        runs(recorder, 1, 1);
        assertFalse(recorder.isLate(START + 500 + 300, 300), "it has run now");
        assertTrue(recorder(Long.MAX_VALUE).isLate(START + 300, 300), "without a limit");
    }

    @Test
    void windowsShareWhatIsLeftOfTheTime() {
        long second = 1_000_000_000L;
        WindowBudget budget = new WindowBudget(10 * second, 4, 2 * second);
        assertEquals((long) (0.6 * 10 * second / 4), budget.next(0));
        assertEquals((long) (0.6 * 5 * second / 3), budget.next(5 * second));
        assertEquals(300_000_000L, budget.next(20 * second), "the time is over");
        assertEquals(2 * second, budget.next(0), "at most");
    }
}
