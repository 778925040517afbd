package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** How many ways there are to place n queens on an n by n board so that none attacks another. */
public final class NQueens implements HandDivided {
    /** Rows above the pieces. */
    private static final int DIVIDED = 2;

    private final int size;
    private final LongAdder pieces = new LongAdder();
    private int solutions;
    private long forks = -1;

    /** A board of so many rows and columns, at most 16. */
    public NQueens(int size) {
        this.size = size;
    }

    /** A bit for every column. */
    public int allColumns() {
        return (1 << size) - 1;
    }

    /**
     * The columns where the next row's queen can stand.
     *
     * @param all a bit for every column
     * @param columns the columns taken
     * @param leftward the columns attacked along diagonals that run to higher bits
     * @param rightward the columns attacked along diagonals that run to lower bits
     */
    public static int safe(int all, int columns, int leftward, int rightward) {
        return all & ~(columns | leftward | rightward);
    }

    /** Takes the result of a parallel run. */
    public void solutions(int value) {
        solutions = value;
    }

    @Override
    public void serial() {
        solutions = place(allColumns(), 0, 0, 0);
    }

    @Override
    public List<Runnable> pieces() {
        pieces.reset();
        List<Runnable> all = new ArrayList<>();
        divide(DIVIDED, 0, 0, 0, all);
        return all;
    }

    private void divide(int rows, int columns, int leftward, int rightward, List<Runnable> all) {
        int every = allColumns();
        if (rows == 0 || columns == every) {
            all.add(() -> pieces.add(place(every, columns, leftward, rightward)));
            return;
        }
        for (int free = safe(every, columns, leftward, rightward); free != 0; free &= free - 1) {
            int queen = free & -free;
            divide(
                    rows - 1,
                    columns | queen,
                    (leftward | queen) << 1,
                    (rightward | queen) >>> 1,
                    all);
        }
    }

    @Override
    public void combine() {
        solutions = pieces.intValue();
    }

    private static int place(int all, int columns, int leftward, int rightward) {
        if (columns == all) {
            return 1;
        }
        int found = 0;
        for (int free = safe(all, columns, leftward, rightward); free != 0; free &= free - 1) {
            int queen = free & -free;
            found +=
                    place(all, columns | queen, (leftward | queen) << 1, (rightward | queen) >>> 1);
        }
        return found;
    }

    @Override
    public String answer() {
        return Integer.toString(solutions);
    }

    @Override
    public long forks() {
        if (forks < 0) {
            forks = countForks(allColumns(), 0, 0, 0);
        }
        return forks;
    }

    private static long countForks(int all, int columns, int leftward, int rightward) {
        int free = safe(all, columns, leftward, rightward);
        long count = Math.max(0, Integer.bitCount(free) - 1);
        for (; free != 0; free &= free - 1) {
            int queen = free & -free;
            count +=
                    countForks(
                            all,
                            columns | queen,
                            (leftward | queen) << 1,
                            (rightward | queen) >>> 1);
        }
        return count;
    }
}
