package dev.cleave;

import dev.cleave.lazy.Failures;
import dev.cleave.scheduling.Tasks;
import dev.cleave.scheduling.Tuning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * An action that waits for all its children at once, in the manner of FJava and Cilk: {@link
 * #spawn} any number, then {@link #sync}. Children are counted, not referenced, so a finished child
 * is garbage at once.
 *
 * <pre>{@code
 * class Walk extends SyncTask {
 *     final Node node;
 *     Walk(Node node) { this.node = node; }
 *     protected void compute() {
 *         for (Node child : node.children()) spawn(new Walk(child));
 *         visit(node);
 *         sync();
 *     }
 * }
 * }</pre>
 *
 * <p>A task that returns with children outstanding syncs first, so no child outlives it. If
 * children throw, {@code sync} throws what one of them threw, when all are done; the rest is
 * suppressed into it, up to 32. A child that is cancelled before it began counts as one that threw
 * a {@link java.util.concurrent.CancellationException}.
 */
public abstract class SyncTask extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    private static final VarHandle CHILDREN;
    private static final VarHandle FAILURE;
    private static final VarHandle PARENT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CHILDREN = lookup.findVarHandle(SyncTask.class, "children", int.class);
            FAILURE = lookup.findVarHandle(SyncTask.class, "failure", Throwable.class);
            PARENT = lookup.findVarHandle(SyncTask.class, "parent", SyncTask.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        CountedCompleter.Path.install();
    }

    /** Completed when {@link #children} comes to zero while the parent waits. */
    private static final class AllDone extends ForkJoinTask<Void> {
        private static final long serialVersionUID = 1L;

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {}

        @Override
        protected boolean exec() {
            return true;
        }
    }

    /** Stands for the parent of a task that somebody has come to run. */
    private static final SyncTask TAKEN =
            new SyncTask() {
                private static final long serialVersionUID = 1;

                @Override
                protected void compute() {}
            };

    static {
        // As a task of the scheduler's: in a full heap a child must be able to tell its parent, but
        // the virtual machine could not link the accesses that this takes.
        TAKEN.children = 2;
        TAKEN.childDone(new Error());
        TAKEN.takeParent();
        TAKEN.parent = null;
        TAKEN.failure = null;
        TAKEN.children = 0;
    }

    /**
     * The children of a task that a full stack has kept from counting one of them. A sync that
     * finds it so waits for nobody: whatever filled the stack is on its way out.
     */
    private static final int LOST = Integer.MIN_VALUE / 2;

    /**
     * Who counts this task; taken, once, by whoever comes to run it, complete or not. Never null
     * again then: a task that runs is not to be spawned.
     */
    private transient volatile SyncTask parent;

    /** Children not done, and one more while nobody waits in {@link #sync}; or near LOST. */
    private transient volatile int children;

    private transient volatile Throwable failure;

    /** What a sync that finds children elsewhere waits for. */
    private transient AllDone allDone;

    /** Creates a pending task. */
    public SyncTask() {}

    /** Does the work. */
    protected abstract void compute();

    /**
     * Forks a child that the next {@link #sync} of this task waits for; or runs it, outside a pool
     * if the common pool has no workers. Only from within this task's {@link #compute}.
     *
     * @param child a new task
     * @throws NullPointerException if the child is null
     * @throws IllegalStateException if the child has been spawned before
     */
    protected final void spawn(SyncTask child) {
        Objects.requireNonNull(child, "the child is null");
        if (child.parent != null || child.isDone()) {
            throw new IllegalStateException("a task can be spawned once: " + child);
        }
        child.parent = this;
        if (children == 0) {
            children = 2; // nobody else counts while there is no child
        } else {
            CHILDREN.getAndAdd(this, 1);
        }
        try {
            if (!Tasks.push(child)) {
                spawnOutside(child);
            }
        } catch (Throwable refused) {
            try {
                disown(child);
            } catch (Throwable full) {
                children = LOST;
            }
            throw refused;
        }
    }

    private static void spawnOutside(SyncTask child) {
        if (ForkJoinPool.commonPool().withoutWorkers()) {
            child.quietlyInvoke(); // nobody else would, and sync finds only a worker's children
        } else {
            child.fork();
        }
    }

    /**
     * Waits until all children spawned so far are complete: runs those that nobody has begun, helps
     * with others. Also if the pool has no thread to replace the caller with, as no child is to
     * outlive its parent. Only from within this task's {@link #compute}.
     */
    protected final void sync() {
        if (children != 0) {
            for (SyncTask newest; children > 1 && (newest = ownNewest()) != null; ) {
                if (!newest.tryUnfork()) {
                    break;
                }
                try {
                    newest.quietlyInvoke();
                } catch (Throwable full) {
                    try {
                        disown(newest);
                    } catch (Throwable again) {
                        children = LOST;
                    }
                    throw full;
                }
            }
            if (children > 1) {
                try {
                    allDone = new AllDone();
                } catch (OutOfMemoryError full) {
                    awaitChildrenAlone();
                }
            } else if (children < 0) {
                throw new StackOverflowError("the stack was too full to count a child: " + this);
            }
            if ((int) CHILDREN.getAndAdd(this, -1) > 1) {
                awaitChildren();
            }
            allDone = null;
            children = 0;
        }
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            throw ForkJoinTask.<RuntimeException>unchecked(thrown);
        }
    }

    /**
     * Waits for children that are elsewhere. If the pool has no thread to replace the caller with,
     * it waits all the same, lest they outlive it, when it has run those that nobody else would
     * come for.
     */
    private void awaitChildren() {
        try {
            allDone.quietlyJoin();
            awaitRunning(0); // a pool that is stopped cancels the wait, but not these
        } catch (RuntimeException | OutOfMemoryError noReplacement) {
            Tasks.runOwn(task -> task instanceof SyncTask s && s.parent == this);
            Tasks.awaitAlone(allDone);
        }
    }

    /** Without heap for what they would complete, nor for those that lie on top of some. */
    private void awaitChildrenAlone() {
        for (ForkJoinTask<?> next; children > 1 && (next = pollNextLocalTask()) != null; ) {
            next.quietlyInvoke();
        }
        awaitRunning(1);
    }

    /** Until so many are left, as the count has it. */
    private void awaitRunning(int left) {
        boolean interrupted = false;
        while (children > left) {
            LockSupport.parkNanos(this, Tuning.GRACE_NANOS);
            interrupted |= Thread.interrupted(); // else it would not sleep
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A full stack, or a pool that refuses it, has come between this task and its child. */
    private static void disown(SyncTask child) {
        child.cancel(false);
        child.completedBySomebody();
    }

    /** The caller's newest queued task, if it is a child of this one. */
    private SyncTask ownNewest() {
        return Tasks.peekNewest() instanceof SyncTask s && s.parent == this ? s : null;
    }

    @Override
    protected final boolean exec() {
        SyncTask p = takeParent();
        if (p == TAKEN) {
            return true; // completed on the way here, and the parent no longer waits
        }
        Throwable thrown = null;
        try {
            try {
                compute();
            } catch (Throwable t) {
                thrown = t;
            }
            sync();
        } catch (Throwable t) {
            if (thrown == null) {
                thrown = t;
            } else if (!(t instanceof VirtualMachineError)) {
                Failures.suppress(thrown, t); // with a full stack, what is thrown first has to do
            }
        }
        if (p == null) {
            if (thrown != null) {
                throw ForkJoinTask.<RuntimeException>unchecked(thrown);
            }
            return true;
        }
        try {
            // First: what the parent has waited for is done then, and may be made pending again.
            if (thrown == null) {
                Tasks.complete(this);
            } else {
                Tasks.fail(this, thrown);
            }
            p.childDone(thrown);
        } catch (Throwable full) {
            parent = p; // told by a frame further out, which has more stack
            throw full;
        }
        return false; // it is complete, and perhaps pending again
    }

    private SyncTask takeParent() {
        return (SyncTask) PARENT.getAndSet(this, TAKEN);
    }

    @Override
    public void reinitialize() {
        parent = null;
        children = 0;
        super.reinitialize();
    }

    private void childDone(Throwable thrown) {
        if (thrown != null && !FAILURE.compareAndSet(this, null, thrown)) {
            Throwable first = failure;
            if (first != null) {
                Failures.suppress(first, thrown);
            }
        }
        if ((int) CHILDREN.getAndAdd(this, -1) == 1) {
            try {
                allDone.quietlyComplete();
            } catch (Throwable full) {
                children = 1; // nobody else counts any more: as before, for the next attempt
                throw full;
            }
        }
    }

    /**
     * It will not run, or no longer: the parent no longer waits for it, if it has not been told.
     */
    @Override
    final void completedBySomebody() {
        Throwable thrown;
        try {
            thrown = getException();
        } catch (OutOfMemoryError full) {
            thrown = full;
        }
        SyncTask p = takeParent();
        if (p != null && p != TAKEN) {
            try {
                p.childDone(thrown);
            } catch (Throwable full) {
                parent = p;
                throw full;
            }
        }
    }

    /** Null. */
    @Override
    public final Void getRawResult() {
        return null;
    }

    @Override
    protected final void setRawResult(Void value) {}
}
