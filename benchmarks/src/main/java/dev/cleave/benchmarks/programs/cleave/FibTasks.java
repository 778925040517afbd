package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Fib;

/** {@link Fib} in its three forms. */
final class FibTasks {
    private FibTasks() {}

    static Runnable in(ForkJoinPool pool, Fib fib) {
        return switch (fib.form()) {
            case THRESHOLD ->
                    () -> {
                        Threshold root = new Threshold(fib.number(), fib.threshold());
                        pool.invoke(root);
                        fib.result(root.number);
                    };
            case BOXED -> () -> fib.result(pool.invoke(new Boxed(fib.number())));
            case LEAN ->
                    () -> {
                        Lean root = new Lean(fib.number());
                        pool.invoke(root);
                        fib.result(root.number);
                    };
        };
    }

    /** As in FJTask section 2: one field is both argument and result. */
    private static final class Threshold extends RecursiveAction {
        private final int threshold;
        private long number;

        private Threshold(long number, int threshold) {
            this.number = number;
            this.threshold = threshold;
        }

        @Override
        protected void compute() {
            long n = number;
            if (n <= threshold) {
                number = Fib.fib((int) n);
                return;
            }
            Threshold left = new Threshold(n - 1, threshold);
            left.fork();
            Threshold right = new Threshold(n - 2, threshold);
            right.compute();
            left.join();
            number = left.number + right.number;
        }
    }

    static final class Boxed extends RecursiveTask<Long> {
        private final int n;

        Boxed(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            if (n <= 1) {
                return (long) n;
            }
            Boxed left = new Boxed(n - 1);
            left.fork();
            long right = new Boxed(n - 2).compute();
            return left.join() + right;
        }
    }

    private static final class Lean extends RecursiveAction {
        private int number;

        private Lean(int number) {
            this.number = number;
        }

        @Override
        protected void compute() {
            int n = number;
            if (n <= 1) {
                return;
            }
            Lean left = new Lean(n - 1);
            left.fork();
            Lean right = new Lean(n - 2);
            right.compute();
            left.join();
            number = left.number + right.number;
        }
    }
}
