package dev.cleave.benchmarks.programs.future;

import dev.cleave.Cleave;
import dev.cleave.benchmarks.programs.MatrixMultiply;

/** {@link MatrixMultiply}: the quarters of the product are joined. */
final class MatrixMultiplyFutures {
    private MatrixMultiplyFutures() {}

    static void run(MatrixMultiply problem) {
        multiply(problem, problem.size(), 0, 0, 0, 0, 0, 0);
    }

    private static void multiply(
            MatrixMultiply problem,
            int n,
            int aRow,
            int aCol,
            int bRow,
            int bCol,
            int cRow,
            int cCol) {
        if (n <= problem.granularity()) {
            problem.block(n, aRow, aCol, bRow, bCol, cRow, cCol);
            return;
        }
        int h = n / 2;
        Cleave.join(
                () ->
                        Cleave.join(
                                () -> quarter(problem, h, aRow, aCol, bRow, bCol, cRow, cCol),
                                () ->
                                        quarter(
                                                problem, h, aRow, aCol, bRow, bCol + h, cRow,
                                                cCol + h)),
                () ->
                        Cleave.join(
                                () ->
                                        quarter(
                                                problem, h, aRow + h, aCol, bRow, bCol, cRow + h,
                                                cCol),
                                () ->
                                        quarter(
                                                problem, h, aRow + h, aCol, bRow, bCol + h,
                                                cRow + h, cCol + h)));
    }

    /** The two products that make up a quarter. */
    private static void quarter(
            MatrixMultiply problem,
            int h,
            int aRow,
            int aCol,
            int bRow,
            int bCol,
            int cRow,
            int cCol) {
        multiply(problem, h, aRow, aCol, bRow, bCol, cRow, cCol);
        multiply(problem, h, aRow, aCol + h, bRow + h, bCol, cRow, cCol);
    }
}
