package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.NQueens;

/** {@link NQueens}: a task for every safe place. */
final class NQueensTasks {
    private NQueensTasks() {}

    static Runnable in(ForkJoinPool pool, NQueens problem) {
        return () -> {
            Place root = new Place(problem.allColumns(), 0, 0, 0, null);
            pool.invoke(root);
            problem.solutions(root.solutions);
        };
    }

    private static final class Place extends RecursiveAction {
        private final int all;
        private final int columns;
        private final int leftward;
        private final int rightward;

        /** The task forked before this one by the same parent. */
        private final Place next;

        private int solutions;

        private Place(int all, int columns, int leftward, int rightward, Place next) {
            this.all = all;
            this.columns = columns;
            this.leftward = leftward;
            this.rightward = rightward;
            this.next = next;
        }

        @Override
        protected void compute() {
            if (columns == all) {
                solutions = 1;
                return;
            }
            Place youngest = null;
            for (int free = NQueens.safe(all, columns, leftward, rightward);
                    free != 0;
                    free &= free - 1) {
                if (youngest != null) {
                    youngest.fork();
                }
                int queen = free & -free;
                youngest =
                        new Place(
                                all,
                                columns | queen,
                                (leftward | queen) << 1,
                                (rightward | queen) >>> 1,
                                youngest);
            }
            if (youngest != null) {
                solutions = collect(youngest);
            }
        }

        private static int collect(Place youngest) {
            youngest.compute();
            int found = youngest.solutions;
            for (Place place = youngest.next; place != null; place = place.next) {
                place.join();
                found += place.solutions;
            }
            return found;
        }
    }
}
