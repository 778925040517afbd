package dev.cleave.benchmarks.programs.future;

import static dev.cleave.benchmarks.programs.Integrate.rectangle;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Integrate.Integrand;

/** {@link Integrate}: a future for the left half of every interval that is divided. */
final class IntegrateFutures {
    private IntegrateFutures() {}

    static void run(Integrate problem) {
        double whole = rectangle(problem.integrand(), problem.from(), problem.to());
        problem.area(
                refine(
                        problem.integrand(),
                        problem.from(),
                        problem.to(),
                        whole,
                        problem.tolerance()));
    }

    private static double refine(
            Integrand integrand, double left, double right, double whole, double tolerance) {
        double middle = (left + right) * 0.5;
        double leftArea = rectangle(integrand, left, middle);
        double rightArea = rectangle(integrand, middle, right);
        double both = leftArea + rightArea;
        if (Math.abs(both - whole) <= tolerance) {
            return both;
        }
        @Future double first = refine(integrand, left, middle, leftArea, tolerance);
        double second = refine(integrand, middle, right, rightArea, tolerance);
        return first + second;
    }
}
