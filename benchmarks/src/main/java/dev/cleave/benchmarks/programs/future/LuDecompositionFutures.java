package dev.cleave.benchmarks.programs.future;

import dev.cleave.Cleave;
import dev.cleave.benchmarks.programs.LuDecomposition;

/** {@link LuDecomposition}: what is independent is joined. */
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
        Cleave.join(
                () -> lower(problem, h, at, at, at, at + h),
                () -> upper(problem, h, at, at, at + h, at));
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
        Cleave.join(
                () -> lowerHalf(problem, h, lRow, lCol, row, col),
                () -> lowerHalf(problem, h, lRow, lCol, row, col + h));
    }

    private static void lowerHalf(
            LuDecomposition problem, int h, int lRow, int lCol, int row, int c) {
        lower(problem, h, lRow, lCol, row, c);
        schur(problem, h, lRow + h, lCol, row, c, row + h, c);
        lower(problem, h, lRow + h, lCol + h, row + h, c);
    }

    private static void upper(
            LuDecomposition problem, int n, int uRow, int uCol, int row, int col) {
        if (n <= problem.block()) {
            problem.upperBlock(n, uRow, uCol, row, col);
            return;
        }
        int h = n / 2;
        Cleave.join(
                () -> upperHalf(problem, h, uRow, uCol, row, col),
                () -> upperHalf(problem, h, uRow, uCol, row + h, col));
    }

    private static void upperHalf(
            LuDecomposition problem, int h, int uRow, int uCol, int r, int col) {
        upper(problem, h, uRow, uCol, r, col);
        schur(problem, h, r, col, uRow, uCol + h, r, col + h);
        upper(problem, h, uRow + h, uCol + h, r, col + h);
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
        Cleave.join(
                () ->
                        Cleave.join(
                                () -> schurQuarter(problem, h, vRow, vCol, wRow, wCol, row, col),
                                () ->
                                        schurQuarter(
                                                problem, h, vRow, vCol, wRow, wCol + h, row,
                                                col + h)),
                () ->
                        Cleave.join(
                                () ->
                                        schurQuarter(
                                                problem, h, vRow + h, vCol, wRow, wCol, row + h,
                                                col),
                                () ->
                                        schurQuarter(
                                                problem, h, vRow + h, vCol, wRow, wCol + h, row + h,
                                                col + h)));
    }

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
}
