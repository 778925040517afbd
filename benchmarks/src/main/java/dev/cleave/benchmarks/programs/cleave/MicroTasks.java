package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Micro;

/** {@link Micro}: a task for every move but those of the last level, which are cheap to rate. */
final class MicroTasks {
    private MicroTasks() {}

    static Runnable in(ForkJoinPool pool, Micro problem) {
        return () -> {
            Finder root = new Finder(problem.ours(), problem.theirs(), problem.lookAhead(), null);
            pool.invoke(root);
            problem.value(root.value);
        };
    }

    private static final class Finder extends RecursiveAction {
        private final long ours;
        private final long theirs;
        private final int lookAhead;

        /** The finder forked before this one by the same parent. */
        private final Finder next;

        private int value;

        private Finder(long ours, long theirs, int lookAhead, Finder next) {
            this.ours = ours;
            this.theirs = theirs;
            this.lookAhead = lookAhead;
            this.next = next;
        }

        @Override
        protected void compute() {
            if (lookAhead == 1 || Micro.isOver(ours, theirs)) {
                value = Micro.search(ours, theirs, lookAhead);
                return;
            }
            Finder youngest = null;
            Micro.Moves moves = new Micro.Moves(ours, theirs);
            while (moves.next()) {
                if (youngest != null) {
                    youngest.fork();
                }
                youngest = new Finder(moves.theirs(), moves.ours(), lookAhead - 1, youngest);
            }
            value = youngest == null ? Micro.score(ours, theirs) : best(youngest);
        }

        private static int best(Finder youngest) {
            youngest.compute();
            int best = -youngest.value;
            for (Finder finder = youngest.next; finder != null; finder = finder.next) {
                finder.join();
                best = Math.max(best, -finder.value);
            }
            return best;
        }
    }
}
