package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.LuDecomposition;

/** {@link LuDecomposition}: tasks that depend on each other much more than they divide. */
final class LuTasks {
    private LuTasks() {}

    static Runnable in(ForkJoinPool pool, LuDecomposition problem) {
        return () -> pool.invoke(new Whole(problem));
    }

    private static void decompose(LuDecomposition problem, int n, int at) {
        if (n <= problem.block()) {
            problem.decomposeBlock(n, at);
            return;
        }
        int h = n / 2;
        decompose(problem, h, at);
        Lower lower = new Lower(problem, h, at, at, at, at + h);
        lower.fork();
        upper(problem, h, at, at, at + h, at);
        lower.join();
        schur(problem, h, at + h, at, at, at + h, at + h, at + h);
        decompose(problem, h, at + h);
    }

    private static void lower(
            LuDecomposition problem, int n, int lRow, int lCol, int row, int col) {
        if (n <= problem.block()) {
            problem.lowerBlock(n, lRow, lCol, row, col);
            return;
        }
        int h = n / 2;
        LowerHalf left = new LowerHalf(problem, h, lRow, lCol, row, col);
        left.fork();
        lowerHalf(problem, h, lRow, lCol, row, col + h);
        left.join();
    }

    /** Two quarters, one above the other. */
    private static void lowerHalf(
            LuDecomposition problem, int h, int lRow, int lCol, int row, int col) {
        lower(problem, h, lRow, lCol, row, col);
        schur(problem, h, lRow + h, lCol, row, col, row + h, col);
        lower(problem, h, lRow + h, lCol + h, row + h, col);
    }

    private static void upper(
            LuDecomposition problem, int n, int uRow, int uCol, int row, int col) {
        if (n <= problem.block()) {
            problem.upperBlock(n, uRow, uCol, row, col);
            return;
        }
        int h = n / 2;
        UpperHalf top = new UpperHalf(problem, h, uRow, uCol, row, col);
        top.fork();
        upperHalf(problem, h, uRow, uCol, row + h, col);
        top.join();
    }

    /** Two quarters, side by side. */
    private static void upperHalf(
            LuDecomposition problem, int h, int uRow, int uCol, int row, int col) {
        upper(problem, h, uRow, uCol, row, col);
        schur(problem, h, row, col, uRow, uCol + h, row, col + h);
        upper(problem, h, uRow + h, uCol + h, row, col + h);
    }

    private static void schur(
            LuDecomposition problem,
            int n,
            int vRow,
            int vCol,
            int wRow,
            int wCol,
            int row,
            int col) {
        if (n <= problem.block()) {
            problem.schurBlock(n, vRow, vCol, wRow, wCol, row, col);
            return;
        }
        int h = n / 2;
        SchurQuarter upperLeft = new SchurQuarter(problem, h, vRow, vCol, wRow, wCol, row, col);
        upperLeft.fork();
        SchurQuarter upperRight =
                new SchurQuarter(problem, h, vRow, vCol, wRow, wCol + h, row, col + h);
        upperRight.fork();
        SchurQuarter lowerLeft =
                new SchurQuarter(problem, h, vRow + h, vCol, wRow, wCol, row + h, col);
        lowerLeft.fork();
        schurQuarter(problem, h, vRow + h, vCol, wRow, wCol + h, row + h, col + h);
        lowerLeft.join();
        upperRight.join();
        upperLeft.join();
    }

    /** The two products to take from a quarter, one after the other. */
    private static void schurQuarter(
            LuDecomposition problem,
            int h,
            int vRow,
            int vCol,
            int wRow,
            int wCol,
            int row,
            int col) {
        schur(problem, h, vRow, vCol, wRow, wCol, row, col);
        schur(problem, h, vRow, vCol + h, wRow + h, wCol, row, col);
    }

    private static final class Whole extends RecursiveAction {
        private final LuDecomposition problem;

        private Whole(LuDecomposition problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            decompose(problem, problem.size(), 0);
        }
    }

    /** Where a triangular block and the block to solve for begin. */
    private abstract static class Solve extends RecursiveAction {
        final LuDecomposition problem;
        final int size;
        final int triangleRow;
        final int triangleCol;
        final int row;
        final int col;

        Solve(
                LuDecomposition problem,
                int size,
                int triangleRow,
                int triangleCol,
                int row,
                int col) {
            this.problem = problem;
            this.size = size;
            this.triangleRow = triangleRow;
            this.triangleCol = triangleCol;
            this.row = row;
            this.col = col;
        }
    }

    private static final class Lower extends Solve {
        private Lower(LuDecomposition problem, int size, int lRow, int lCol, int row, int col) {
            super(problem, size, lRow, lCol, row, col);
        }

        @Override
        protected void compute() {
            lower(problem, size, triangleRow, triangleCol, row, col);
        }
    }

    private static final class LowerHalf extends Solve {
        private LowerHalf(LuDecomposition problem, int size, int lRow, int lCol, int row, int col) {
            super(problem, size, lRow, lCol, row, col);
        }

        @Override
        protected void compute() {
            lowerHalf(problem, size, triangleRow, triangleCol, row, col);
        }
    }

    private static final class UpperHalf extends Solve {
        private UpperHalf(LuDecomposition problem, int size, int uRow, int uCol, int row, int col) {
            super(problem, size, uRow, uCol, row, col);
        }

        @Override
        protected void compute() {
            upperHalf(problem, size, triangleRow, triangleCol, row, col);
        }
    }

    private static final class SchurQuarter extends RecursiveAction {
        private final LuDecomposition problem;
        private final int size;
        private final int vRow;
        private final int vCol;
        private final int wRow;
        private final int wCol;
        private final int row;
        private final int col;

        private SchurQuarter(
                LuDecomposition problem,
                int size,
                int vRow,
                int vCol,
                int wRow,
                int wCol,
                int row,
                int col) {
            this.problem = problem;
            this.size = size;
            this.vRow = vRow;
            this.vCol = vCol;
            this.wRow = wRow;
            this.wCol = wCol;
            this.row = row;
            this.col = col;
        }

        @Override
        protected void compute() {
            schurQuarter(problem, size, vRow, vCol, wRow, wCol, row, col);
        }
    }
}
