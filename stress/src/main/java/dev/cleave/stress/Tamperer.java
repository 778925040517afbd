package dev.cleave.stress;

import dev.cleave.ForkJoinTask;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Cancels and completes tasks behind their backs: some at once, some later, from another thread. A
 * task's own thread calls {@link #maybe}; any thread {@link #strike}.
 */
final class Tamperer {
    /** One task in so many is a candidate. */
    private static final int RATE = 20;

    private static final int KEPT = 64;

    private record Candidate(Node node, ForkJoinTask<?> task) {}

    private final boolean enabled;
    private final AtomicReferenceArray<Candidate> candidates = new AtomicReferenceArray<>(KEPT);

    Tamperer(boolean enabled) {
        this.enabled = enabled;
    }

    /** Perhaps tampers with the task, now or later. */
    void maybe(Node node, ForkJoinTask<?> task) {
        if (!enabled) {
            return;
        }
        SplittableRandom random = new SplittableRandom(System.identityHashCode(task));
        if (random.nextInt(RATE) != 0) {
            return;
        }
        node.tampered = true;
        Candidate candidate = new Candidate(node, task);
        if (random.nextBoolean()) {
            end(candidate, random);
        } else {
            candidates.set(random.nextInt(KEPT), candidate);
        }
    }

    /** Ends some of the candidates. */
    void strike(SplittableRandom random) {
        for (int i = 0; i < KEPT; i++) {
            Candidate candidate = candidates.getAndSet(i, null);
            if (candidate != null) {
                end(candidate, random);
            }
        }
    }

    private static void end(Candidate candidate, SplittableRandom random) {
        ForkJoinTask<?> task = candidate.task;
        switch (random.nextInt(4)) {
            case 0 -> task.completeExceptionally(new Injected("from outside"));
            case 1 -> task.complete(null);
            case 2 -> task.cancel(false);
            default -> task.cancel(true);
        }
    }
}
