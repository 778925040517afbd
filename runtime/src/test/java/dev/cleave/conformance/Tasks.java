package dev.cleave.conformance;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The tasks that many tests share. */
public final class Tasks {
    private Tasks() {}

    /** What a task throws that is told to fail. The JDK can rebuild it in the joining thread. */
    public static final class Failure extends RuntimeException {
        public Failure() {}

        public Failure(String message) {
            super(message);
        }

        public Failure(Throwable cause) {
            super(cause);
        }
    }

    /** Doubly recursive, without a threshold: many forks for a result that is easily checked. */
    public static final class Fib extends RecursiveTask<Integer> {
        private final int n;

        public Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n <= 1) return n;
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    /** Counts its executions. */
    public static final class Counted extends RecursiveAction {
        private final AtomicInteger executions;

        public Counted() {
            this(new AtomicInteger());
        }

        public Counted(AtomicInteger executions) {
            this.executions = executions;
        }

        @Override
        protected void compute() {
            executions.incrementAndGet();
        }

        public int executions() {
            return executions.get();
        }
    }

    /** Throws what it is given. */
    public static final class Failing extends RecursiveTask<Integer> {
        private final RuntimeException exception;
        private final Error error;

        public Failing(RuntimeException exception) {
            this.exception = exception;
            this.error = null;
        }

        public Failing(Error error) {
            this.exception = null;
            this.error = error;
        }

        @Override
        protected Integer compute() {
            if (error != null) throw error;
            throw exception;
        }
    }

    /** Completed by no run of its own: {@code exec} reports that it is still to be completed. */
    public static final class Incomplete<V> extends ForkJoinTask<V> {
        private volatile V result;
        private final CountDownLatch executed = new CountDownLatch(1);

        @Override
        public V getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(V value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            executed.countDown();
            return false;
        }

        public void awaitExecution() {
            Waiting.await(executed);
        }
    }

    /** Keeps its worker occupied, from {@link #awaitStart} until {@link #open} or an interrupt. */
    public static final class Gate extends RecursiveAction {
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private final boolean stubborn;
        private volatile boolean interrupted;
        private volatile Thread worker;

        public Gate() {
            this(false);
        }

        /** A stubborn gate takes note of interrupts, and stays closed. */
        public Gate(boolean stubborn) {
            this.stubborn = stubborn;
        }

        @Override
        protected void compute() {
            worker = Thread.currentThread();
            started.countDown();
            do {
                try {
                    opened.await();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            } while (stubborn);
        }

        public void awaitStart() {
            Waiting.await(started);
        }

        public void open() {
            opened.countDown();
        }

        public boolean wasInterrupted() {
            return interrupted;
        }

        public Thread worker() {
            return worker;
        }

        /** Occupies this many workers of the pool, each with a gate that has started. */
        public static List<Gate> occupy(ForkJoinPool pool, int workers) {
            return occupy(pool, workers, false);
        }

        /** Occupies this many workers of the pool against interrupts too. */
        public static List<Gate> occupyStubbornly(ForkJoinPool pool, int workers) {
            return occupy(pool, workers, true);
        }

        private static List<Gate> occupy(ForkJoinPool pool, int workers, boolean stubborn) {
            List<Gate> gates = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                Gate gate = new Gate(stubborn);
                pool.execute(gate);
                gates.add(gate);
            }
            gates.forEach(Gate::awaitStart);
            return gates;
        }
    }
}
