package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.Integrate;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link Integrate}: a call for every interval. */
final class IntegrateCalls {
    /** An interval is worth a thread if the whole has at most so many of its size. */
    private static final int PARTS = 64;

    private IntegrateCalls() {}

    static void run(Spawner spawner, Integrate problem) {
        double whole = Integrate.rectangle(problem.integrand(), problem.from(), problem.to());
        problem.area(new Call(spawner, problem, problem.from(), problem.to(), whole).call());
    }

    private record Call(Spawner spawner, Integrate problem, double left, double right, double whole)
            implements Callable<Double> {
        @Override
        public Double call() {
            double middle = (left + right) * 0.5;
            double leftArea = Integrate.rectangle(problem.integrand(), left, middle);
            double rightArea = Integrate.rectangle(problem.integrand(), middle, right);
            double both = leftArea + rightArea;
            if (Math.abs(both - whole) <= problem.tolerance()) {
                return both;
            }
            Future<Double> first =
                    spawner.submit(
                            new Call(spawner, problem, left, middle, leftArea),
                            (middle - left) * PARTS >= problem.to() - problem.from());
            double second = new Call(spawner, problem, middle, right, rightArea).call();
            return Spawner.get(first) + second;
        }
    }
}
