package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Integrate.Integrand;

/** {@link Integrate}, forking at every division. */
final class IntegrateTasks {
    private IntegrateTasks() {}

    static Runnable in(ForkJoinPool pool, Integrate problem) {
        return () -> {
            double whole = Integrate.rectangle(problem.integrand(), problem.from(), problem.to());
            Interval root = new Interval(problem, problem.from(), problem.to(), whole);
            pool.invoke(root);
            problem.area(root.area);
        };
    }

    private static final class Interval extends RecursiveAction {
        private final Integrate problem;
        private final double left;
        private final double right;

        /** At first the estimate from the whole interval, at last the result. */
        private double area;

        private Interval(Integrate problem, double left, double right, double area) {
            this.problem = problem;
            this.left = left;
            this.right = right;
            this.area = area;
        }

        @Override
        protected void compute() {
            Integrand integrand = problem.integrand();
            double middle = (left + right) * 0.5;
            double leftArea = Integrate.rectangle(integrand, left, middle);
            double rightArea = Integrate.rectangle(integrand, middle, right);
            double both = leftArea + rightArea;
            if (Math.abs(both - area) <= problem.tolerance()) {
                area = both;
                return;
            }
            Interval first = new Interval(problem, left, middle, leftArea);
            first.fork();
            Interval second = new Interval(problem, middle, right, rightArea);
            second.compute();
            first.join();
            area = first.area + second.area;
        }
    }
}
