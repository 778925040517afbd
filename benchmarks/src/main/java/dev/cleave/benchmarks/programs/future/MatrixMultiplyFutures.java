package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.MatrixMultiply;

/**
 * {@link MatrixMultiply}: futures for three quarters of the product. The two products that are
 * added up in a quarter follow each other: the first are complete at the end of their block.
 */
final class MatrixMultiplyFutures {
    private MatrixMultiplyFutures() {}

    static void run(MatrixMultiply problem) {
        multiply(problem, problem.size(), 0, 0, 0, 0, 0, 0);
    }

    private static Void multiply(
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
            return null;
        }
        int h = n / 2;
        {
            @Future Void first = multiply(problem, h, aRow, aCol, bRow, bCol, cRow, cCol);
            @Future Void second = multiply(problem, h, aRow, aCol, bRow, bCol + h, cRow, cCol + h);
            @Future Void third = multiply(problem, h, aRow + h, aCol, bRow, bCol, cRow + h, cCol);
            multiply(problem, h, aRow + h, aCol, bRow, bCol + h, cRow + h, cCol + h);
        }
        @Future Void first = multiply(problem, h, aRow, aCol + h, bRow + h, bCol, cRow, cCol);
        @Future
        Void second = multiply(problem, h, aRow, aCol + h, bRow + h, bCol + h, cRow, cCol + h);
        @Future
        Void third = multiply(problem, h, aRow + h, aCol + h, bRow + h, bCol, cRow + h, cCol);
        return multiply(problem, h, aRow + h, aCol + h, bRow + h, bCol + h, cRow + h, cCol + h);
    }
}
