package dev.cleave.agent.retarget;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinWorkerThread;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What the JDK's classes ask that {@link JdkTransformer} has changed. Any thread. */
public final class JdkHooks {
    /** Whether there is enough of a pool for asynchronous stages, as the JDK asks of its own. */
    public static final BooleanSupplier HAS_POOL =
            () -> ForkJoinPool.getCommonPoolParallelism() > 1;

    /** Whether a blocker has been run: by Cleave's workers, which are replaced meanwhile. */
    public static final Predicate<java.util.concurrent.ForkJoinPool.ManagedBlocker> BLOCK =
            JdkHooks::block;

    /**
     * Whether a task has been run: by Cleave's workers, beside which there is a pool for it. Those
     * of the common pool have the JDK's common pool beside them, and help it as others do.
     */
    public static final Predicate<ForkJoinTask<?>> INVOKE = JdkHooks::invoke;

    private JdkHooks() {}

    /** Apart, so that the pool is made only when it is needed: a program may set its size first. */
    public static final class Async {
        /** The pool of asynchronous stages without an executor of their own. */
        public static final Executor POOL = ForkJoinPool.commonPool();

        private Async() {}
    }

    private static boolean block(java.util.concurrent.ForkJoinPool.ManagedBlocker blocker) {
        if (!(Thread.currentThread() instanceof ForkJoinWorkerThread)) {
            return false;
        }
        try {
            ForkJoinPool.managedBlock(
                    new ForkJoinPool.ManagedBlocker() {
                        @Override
                        public boolean block() throws InterruptedException {
                            return blocker.block();
                        }

                        @Override
                        public boolean isReleasable() {
                            return blocker.isReleasable();
                        }
                    });
        } catch (InterruptedException interrupted) {
            throw JdkHooks.<RuntimeException>unchecked(interrupted); // its caller declares it
        }
        return true;
    }

    private static boolean invoke(ForkJoinTask<?> task) {
        if (!(Thread.currentThread() instanceof ForkJoinWorkerThread worker)
                || worker.getPool() == ForkJoinPool.commonPool()) {
            return false;
        }
        Invocation invocation = new Invocation(task);
        StreamPools.beside(worker).execute(invocation);
        boolean interrupted = Thread.interrupted();
        try {
            block(
                    new java.util.concurrent.ForkJoinPool.ManagedBlocker() {
                        @Override
                        public boolean block() {
                            invocation.quietlyJoin();
                            return true;
                        }

                        @Override
                        public boolean isReleasable() {
                            return invocation.isDone();
                        }
                    });
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        invocation.rethrow();
        return true;
    }

    /** A task in a thread of a pool beside, which throws there what it would have thrown here. */
    private static final class Invocation extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final transient ForkJoinTask<?> task;
        private transient Throwable thrown;

        Invocation(ForkJoinTask<?> task) {
            this.task = task;
        }

        @Override
        protected void compute() {
            try {
                task.invoke();
            } catch (Throwable failure) {
                thrown = failure; // itself: a join by another thread would make a copy of it
            }
        }

        void rethrow() {
            if (thrown != null) {
                if (thrown.getSuppressed().length == 0) { // a shared exception must not grow
                    thrown.addSuppressed(
                            new Exception("it ran in another thread; it was invoked here"));
                }
                throw JdkHooks.<RuntimeException>unchecked(thrown);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }
}
