package dev.cleave.scheduling;

import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Waiting;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failed task's exception lives no longer than the task, if others fail after it. */
@Timeout(120)
class FailuresCollectedTest {

    private static final class Failing extends RecursiveAction {
        @Override
        protected void compute() {
            throw new IllegalStateException();
        }
    }

    private static WeakReference<Throwable> failure() {
        Failing task = new Failing();
        task.quietlyInvoke();
        return new WeakReference<>(task.getException());
    }

    @Test
    void anotherFailureClearsAwayTheExceptionsOfAllTasksThatAreNoMore() {
        List<WeakReference<Throwable>> exceptions =
                Stream.generate(FailuresCollectedTest::failure).limit(500).toList();
        Failing later = new Failing();
        Waiting.until(
                () -> {
                    System.gc();
                    later.reinitialize();
                    later.quietlyInvoke();
                    return exceptions.stream().allMatch(e -> e.get() == null);
                },
                "no exception is reachable");
    }
}
