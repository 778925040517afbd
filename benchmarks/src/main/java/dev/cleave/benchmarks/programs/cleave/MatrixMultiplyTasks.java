package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.MatrixMultiply;

/** {@link MatrixMultiply}: a task for each quarter of the product. */
final class MatrixMultiplyTasks {
    private MatrixMultiplyTasks() {}

    static Runnable in(ForkJoinPool pool, MatrixMultiply problem) {
        return () -> pool.invoke(new Whole(problem));
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
        Quarter upperLeft = new Quarter(problem, h, aRow, aCol, bRow, bCol, cRow, cCol);
        upperLeft.fork();
        Quarter upperRight = new Quarter(problem, h, aRow, aCol, bRow, bCol + h, cRow, cCol + h);
        upperRight.fork();
        Quarter lowerLeft = new Quarter(problem, h, aRow + h, aCol, bRow, bCol, cRow + h, cCol);
        lowerLeft.fork();
        quarter(problem, h, aRow + h, aCol, bRow, bCol + h, cRow + h, cCol + h);
        lowerLeft.join();
        upperRight.join();
        upperLeft.join();
    }

    /** The two products that make up a quarter, one after the other since both add to it. */
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

    private static final class Whole extends RecursiveAction {
        private final MatrixMultiply problem;

        private Whole(MatrixMultiply problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            multiply(problem, problem.size(), 0, 0, 0, 0, 0, 0);
        }
    }

    private static final class Quarter extends RecursiveAction {
        private final MatrixMultiply problem;
        private final int size;
        private final int aRow;
        private final int aCol;
        private final int bRow;
        private final int bCol;
        private final int cRow;
        private final int cCol;

        private Quarter(
                MatrixMultiply problem,
                int size,
                int aRow,
                int aCol,
                int bRow,
                int bCol,
                int cRow,
                int cCol) {
            this.problem = problem;
            this.size = size;
            this.aRow = aRow;
            this.aCol = aCol;
            this.bRow = bRow;
            this.bCol = bCol;
            this.cRow = cRow;
            this.cCol = cCol;
        }

        @Override
        protected void compute() {
            quarter(problem, size, aRow, aCol, bRow, bCol, cRow, cCol);
        }
    }
}
