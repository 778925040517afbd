package dev.cleave.scheduling;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Waiting;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failed task's exception does not outlive the task for long. */
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

    private static List<WeakReference<Throwable>> failures() {
        return Stream.generate(FailuresCollectedTest::failure).limit(500).toList();
    }

    private static void awaitUnreachable(
            List<WeakReference<Throwable>> exceptions, Runnable meanwhile) {
        Waiting.until(
                () -> {
                    System.gc();
                    meanwhile.run();
                    return exceptions.stream().allMatch(e -> e.get() == null);
                },
                "no exception is reachable");
    }

    @Test
    void anotherFailureClearsAwayTheExceptionsOfAllTasksThatAreNoMore() {
        Failing later = new Failing();
        awaitUnreachable(
                failures(),
                () -> {
                    later.reinitialize();
                    later.quietlyInvoke();
                });
    }

    @Test
    void soDoesAWorkerThatFallsIdle() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            awaitUnreachable(failures(), () -> pool.submit(() -> {}).join());
        }
    }

    /** Else an application's exception keeps its class loader until somebody uses a pool. */
    @Test
    void soDoesALaterCollectionWhileWorkersSleep() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            Thread worker = pool.submit(Thread::currentThread).join();
            Waiting.until(() -> worker.getState() == Thread.State.TIMED_WAITING, "it sleeps");
            awaitUnreachable(failures(), () -> {});
        }
    }

    private static final class OfItsTask extends RuntimeException {
        private final transient Object task;

        private OfItsTask(Object task) {
            this.task = task;
        }
    }

    private static WeakReference<Throwable> failureThatRefersToItsTask(
            Function<Runnable, ForkJoinTask<?>> maker) {
        AtomicReference<ForkJoinTask<?>> task = new AtomicReference<>();
        task.set(
                maker.apply(
                        () -> {
                            throw new OfItsTask(task.get());
                        }));
        task.get().quietlyInvoke();
        return new WeakReference<>(task.get().getException());
    }

    /** As one of an inner class does, if the future is a field of the callable's. */
    @Test
    void anExceptionThatRefersToTheTaskOfACallableOrRunnableGoesWithIt() {
        awaitUnreachable(
                List.of(
                        failureThatRefersToItsTask(ForkJoinTask::adapt),
                        failureThatRefersToItsTask(ForkJoinTask::adaptInterruptible),
                        failureThatRefersToItsTask(
                                runnable -> ForkJoinTask.adapt(Executors.callable(runnable)))),
                () -> {});
    }
}
