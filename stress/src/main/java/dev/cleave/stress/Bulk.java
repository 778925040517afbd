package dev.cleave.stress;

import dev.cleave.Cleave;
import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.SyncTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Trees of tasks as fast as they can be with each checked: nothing disturbs them but what disturbs
 * the whole pool. Each task knows how many it stands for, and checks that its children add up.
 */
final class Bulk {
    private static final VarHandle RUNS;

    static {
        try {
            RUNS = MethodHandles.lookup().findVarHandle(Tally.class, "runs", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Bulk() {}

    /** How the tasks of a tree are made, forked and joined. */
    enum Kind {
        /** Fork one, run the other, join: the newest first. */
        FORK_JOIN,
        /** Fork both, join the older one first, so that it is taken out of the middle. */
        OUT_OF_ORDER,
        /** {@code invokeAll} of two. */
        INVOKE_ALL,
        /** One level, as wide as the tree has tasks. */
        WIDE,
        /** {@code spawn} and {@code sync}. */
        SYNC,
        /** Counted completers. */
        COMPLETER,
        /** {@code Cleave.join} of lambdas. */
        LAMBDA,
        /** {@code Cleave.reduce} of a range, split as the library likes. */
        RANGE
    }

    /** Counts one task's executions and what came of its subtree. */
    private static final class Tally {
        private final Ledger ledger;
        private final int expected;
        private volatile int runs;
        private int counted;

        Tally(Ledger ledger, int expected) {
            this.ledger = ledger;
            this.expected = expected;
        }

        void enter() {
            if ((int) RUNS.getAndAdd(this, 1) != 0) {
                ledger.fail("a task of a bulk tree ran twice");
            }
        }

        void count(int children) {
            counted = 1 + children;
            if (counted != expected) {
                ledger.fail("a bulk tree of " + expected + " tasks counted " + counted);
            }
        }

        /** Of one of two children. */
        Tally half() {
            return new Tally(ledger, (expected - 1) / 2);
        }
    }

    /**
     * Runs a tree in the calling worker, and returns when it is done.
     *
     * @param kind how
     * @param atMost how many parts the tree may have; halving ones have one less than a power of
     *     two
     * @param ledger is told the number of tasks
     */
    static void run(Kind kind, int atMost, Ledger ledger) {
        int size =
                kind == Kind.WIDE || kind == Kind.RANGE
                        ? atMost
                        : Integer.highestOneBit(atMost + 1) - 1;
        Tally all = new Tally(ledger, size);
        switch (kind) {
            case FORK_JOIN, OUT_OF_ORDER, INVOKE_ALL -> new Halving(kind, all).invoke();
            case WIDE -> new Wide(all).invoke();
            case SYNC -> new Syncing(all).invoke();
            case COMPLETER -> new Completing(null, all).invoke();
            case LAMBDA -> halve(all);
            case RANGE -> range(all);
        }
        ledger.ran(
                switch (kind) {
                    case LAMBDA -> (size + 1) / 2; // of two parts, one is no task
                    case RANGE -> 1; // at least
                    default -> size;
                });
    }

    private static final class Halving extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient Kind kind;
        private final transient Tally tally;

        Halving(Kind kind, Tally tally) {
            this.kind = kind;
            this.tally = tally;
        }

        @Override
        protected void compute() {
            tally.enter();
            if (tally.expected == 1) {
                tally.count(0);
                return;
            }
            Halving one = new Halving(kind, tally.half());
            Halving other = new Halving(kind, tally.half());
            switch (kind) {
                case FORK_JOIN -> {
                    one.fork();
                    other.invoke();
                    one.join();
                }
                case OUT_OF_ORDER -> {
                    one.fork();
                    other.fork();
                    one.join();
                    other.join();
                }
                default -> invokeAll(one, other);
            }
            tally.count(one.tally.counted + other.tally.counted);
        }
    }

    private static final class Wide extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final transient Tally tally;

        Wide(Tally tally) {
            this.tally = tally;
        }

        @Override
        protected Integer compute() {
            tally.enter();
            List<Wide> leaves = new ArrayList<>();
            for (int i = 1; i < tally.expected; i++) {
                Wide leaf = new Wide(new Tally(tally.ledger, 1));
                leaves.add(leaf);
                leaf.fork();
            }
            int sum = 0;
            for (int i = leaves.size() - 1; i >= 0; i--) {
                sum += leaves.get(i).join();
            }
            tally.count(sum);
            return tally.counted;
        }
    }

    private static final class Syncing extends SyncTask {
        private static final long serialVersionUID = 1;

        private final transient Tally tally;

        Syncing(Tally tally) {
            this.tally = tally;
        }

        @Override
        protected void compute() {
            tally.enter();
            if (tally.expected == 1) {
                tally.count(0);
                return;
            }
            Syncing one = new Syncing(tally.half());
            Syncing other = new Syncing(tally.half());
            spawn(one);
            spawn(other);
            sync();
            tally.count(one.tally.counted + other.tally.counted);
        }
    }

    private static final class Completing extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient Tally tally;
        private transient Completing one;
        private transient Completing other;

        Completing(Completing parent, Tally tally) {
            super(parent);
            this.tally = tally;
        }

        @Override
        public void compute() {
            tally.enter();
            if (tally.expected > 1) {
                one = new Completing(this, tally.half());
                other = new Completing(this, tally.half());
                setPendingCount(2);
                one.fork();
                other.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            tally.count(one == null ? 0 : one.tally.counted + other.tally.counted);
        }
    }

    private static void halve(Tally tally) {
        tally.enter();
        if (tally.expected == 1) {
            tally.count(0);
            return;
        }
        Tally one = tally.half();
        Tally other = tally.half();
        Cleave.join(() -> halve(one), () -> halve(other));
        tally.count(one.counted + other.counted);
    }

    private static void range(Tally tally) {
        tally.enter();
        tally.count(Cleave.reduce(1, tally.expected, 0, i -> 1, Integer::sum));
    }

    /** Forks a task that nobody joins, and that tells the counter. */
    static void forget(Round round) {
        round.forgotten.increment();
        ForkJoinTask.adapt(round.remembered::increment).fork();
    }
}
