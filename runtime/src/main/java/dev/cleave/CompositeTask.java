package dev.cleave;

import java.util.Objects;

/**
 * Tasks made of tasks: FJava's sequential and concurrent composition. Made as {@link AdaptedTask}s
 * are.
 */
abstract class CompositeTask extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    final ForkJoinTask<?>[] parts;

    CompositeTask(ForkJoinTask<?>[] tasks) {
        parts = Objects.requireNonNull(tasks, "the tasks are null").clone();
        for (int i = 0; i < parts.length; i++) {
            Objects.requireNonNull(parts[i], "task " + i + " is null");
        }
    }

    /** One after the other. */
    static ForkJoinTask<Void> sequence(ForkJoinTask<?>[] tasks) {
        return new Sequence(tasks);
    }

    /** All at once. */
    static ForkJoinTask<Void> parallel(ForkJoinTask<?>[] tasks) {
        return new Parallel(tasks);
    }

    private static final class Sequence extends CompositeTask {
        private static final long serialVersionUID = 1L;

        Sequence(ForkJoinTask<?>[] tasks) {
            super(tasks);
        }

        @Override
        protected void compute() {
            for (int i = 0; i < parts.length; i++) {
                if (parts[i] == null) {
                    throw new IllegalStateException(
                            "a sequence runs once, and this has let its task "
                                    + i
                                    + " go: make a new one of new tasks");
                }
                parts[i].invoke();
                parts[i] = null; // a finished task keeps its children's data alive for nothing
            }
        }
    }

    private static final class Parallel extends CompositeTask {
        private static final long serialVersionUID = 1L;

        Parallel(ForkJoinTask<?>[] tasks) {
            super(tasks);
        }

        @Override
        protected void compute() {
            invokeAll(parts);
        }
    }
}
