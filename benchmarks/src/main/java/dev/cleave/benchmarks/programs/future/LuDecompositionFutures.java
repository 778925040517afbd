package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.LuDecomposition;

/** {@link LuDecomposition}: futures for what is independent, each complete when its block ends. */
final class LuDecompositionFutures {
    private LuDecompositionFutures() {}

    static void run(LuDecomposition problem) {
        decompose(problem, problem.size(), 0);
    }

    private static void decompose(LuDecomposition problem, int n, int at) {
        if (n <= problem.block()) {
            problem.decomposeBlock(n, at);
            return;
        }
        int h = n / 2;
        decompose(problem, h, at);
        {
            @Future Void right = lower(problem, h, at, at, at, at + h);
            upper(problem, h, at, at, at + h, at);
        }
        schur(problem, h, at + h, at, at, at + h, at + h, at + h);
        decompose(problem, h, at + h);
    }

    private static Void lower(
            LuDecomposition problem, int n, int lRow, int lCol, int row, int col) {
        if (n <= problem.block()) {
            problem.lowerBlock(n, lRow, lCol, row, col);
            return null;
        }
        int h = n / 2;
        @Future Void left = lowerHalf(problem, h, lRow, lCol, row, col);
        return lowerHalf(problem, h, lRow, lCol, row, col + h);
    }

    private static Void lowerHalf(
            LuDecomposition problem, int h, int lRow, int lCol, int row, int c) {
        lower(problem, h, lRow, lCol, row, c);
        schur(problem, h, lRow + h, lCol, row, c, row + h, c);
        return lower(problem, h, lRow + h, lCol + h, row + h, c);
    }

    private static Void upper(
            LuDecomposition problem, int n, int uRow, int uCol, int row, int col) {
        if (n <= problem.block()) {
            problem.upperBlock(n, uRow, uCol, row, col);
            return null;
        }
        int h = n / 2;
        @Future Void top = upperHalf(problem, h, uRow, uCol, row, col);
        return upperHalf(problem, h, uRow, uCol, row + h, col);
    }

    private static Void upperHalf(
            LuDecomposition problem, int h, int uRow, int uCol, int r, int col) {
        upper(problem, h, uRow, uCol, r, col);
        schur(problem, h, r, col, uRow, uCol + h, r, col + h);
        return upper(problem, h, uRow + h, uCol + h, r, col + h);
    }

    private static Void schur(
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
            return null;
        }
        int h = n / 2;
        @Future Void first = schurQuarter(problem, h, vRow, vCol, wRow, wCol, row, col);
        @Future Void second = schurQuarter(problem, h, vRow, vCol, wRow, wCol + h, row, col + h);
        @Future Void third = schurQuarter(problem, h, vRow + h, vCol, wRow, wCol, row + h, col);
        return schurQuarter(problem, h, vRow + h, vCol, wRow, wCol + h, row + h, col + h);
    }

    private static Void schurQuarter(
            LuDecomposition problem,
            int h,
            int vRow,
            int vCol,
            int wRow,
            int wCol,
            int row,
            int col) {
        schur(problem, h, vRow, vCol, wRow, wCol, row, col);
        return schur(problem, h, vRow, vCol + h, wRow + h, wCol, row, col);
    }
}
