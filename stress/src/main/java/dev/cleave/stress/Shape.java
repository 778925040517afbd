package dev.cleave.stress;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinTask;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** How a node's children are made, run and waited for. Each accounts for all of them. */
enum Shape {
    /** Fork all, join the newest first. */
    NEWEST_FIRST {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            ForkJoinTask<?>[] tasks = fork(parent, children, random);
            for (int i = tasks.length - 1; i >= 0; i--) {
                children[i].account(tasks[i]);
            }
        }
    },
    /** Fork all, join the oldest first. */
    OLDEST_FIRST {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            ForkJoinTask<?>[] tasks = fork(parent, children, random);
            for (int i = 0; i < tasks.length; i++) {
                children[i].account(tasks[i]);
            }
        }
    },
    /** Fork all, join in any order. */
    RANDOM_ORDER {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            ForkJoinTask<?>[] tasks = fork(parent, children, random);
            int n = tasks.length;
            int start = random.nextInt(n);
            for (int i = 0; i < n; i++) {
                int at = (start + i) % n;
                children[at].account(tasks[at]);
            }
        }
    },
    /** Fork all, take back what nobody has begun. */
    UNFORK {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            ForkJoinTask<?>[] tasks = fork(parent, children, random);
            for (int i = tasks.length - 1; i >= 0; i--) {
                if (tasks[i].tryUnfork()) {
                    tasks[i].quietlyInvoke();
                }
                children[i].account(tasks[i]);
            }
        }
    },
    /** {@code invokeAll} of a list; the rest is cancelled if one throws. */
    INVOKE_ALL {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            List<ForkJoinTask<?>> tasks = new ArrayList<>();
            for (Node child : children) {
                tasks.add(new NodeTasks.Action(child));
            }
            Throwable thrown = null;
            try {
                ForkJoinTask.invokeAll(tasks);
            } catch (Throwable t) {
                thrown = t;
            }
            excuse(parent, children, thrown);
            for (int i = 0; i < children.length; i++) {
                children[i].tampered |= thrown != null && tasks.get(i).isCancelled();
                children[i].account(tasks.get(i));
            }
        }
    },
    /** {@code Cleave.invokeAll} of lambdas; all run, whatever one throws. */
    LAMBDAS {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            Runnable[] parts = new Runnable[children.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = children[i]::run;
            }
            Throwable thrown = null;
            try {
                Cleave.invokeAll(parts);
            } catch (Throwable t) {
                thrown = t;
            }
            excuse(parent, children, thrown);
            checkAll(children);
        }
    },
    /** {@code Cleave.forEach}; the rest may be left out if one throws. */
    RANGE {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            Throwable thrown = null;
            try {
                Cleave.forEach(0, children.length, i -> children[i].run());
            } catch (Throwable t) {
                thrown = t;
            }
            excuse(parent, children, thrown);
            if (thrown == null) {
                checkAll(children);
            }
        }
    },
    /** {@code spawn} and {@code sync}. */
    SYNC {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            Throwable thrown = null;
            try {
                new NodeTasks.Parent(children, parent.round.tamperer).invoke();
            } catch (Throwable t) {
                thrown = t;
            }
            excuse(parent, children, thrown);
        }
    },
    /** Counted completers. */
    COMPLETER {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            Throwable thrown = null;
            try {
                new NodeTasks.Completer(children).invoke();
            } catch (Throwable t) {
                thrown = t;
            }
            excuse(parent, children, thrown);
        }
    },
    /** Submitted as if from outside, to this pool or to another. */
    SUBMIT {
        @Override
        void run(Node parent, Node[] children, SplittableRandom random) {
            ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[children.length];
            for (int i = 0; i < tasks.length; i++) {
                tasks[i] = parent.round.submit(children[i], random);
            }
            for (int i = tasks.length - 1; i >= 0; i--) {
                if (tasks[i] != null) {
                    children[i].account(tasks[i]);
                }
            }
        }
    };

    /** Runs the children from within the parent, and returns when all are accounted for. */
    abstract void run(Node parent, Node[] children, SplittableRandom random);

    static Shape of(SplittableRandom random) {
        return values()[random.nextInt(values().length)];
    }

    private static ForkJoinTask<?>[] fork(Node parent, Node[] children, SplittableRandom random) {
        ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[children.length];
        for (int i = 0; i < tasks.length; i++) {
            Node child = children[i];
            tasks[i] =
                    switch (random.nextInt(4)) {
                        case 0 -> new NodeTasks.Action(child);
                        case 1 -> ForkJoinTask.adapt(child::run);
                        case 2 -> ForkJoinTask.adaptInterruptible(child::run);
                        default -> new NodeTasks.Task(child);
                    };
            tasks[i].fork();
            parent.round.tamperer.maybe(child, tasks[i]);
        }
        return tasks;
    }

    /** What was thrown must be what one of the children may have thrown. */
    private static void excuse(Node parent, Node[] children, Throwable thrown) {
        boolean excused = thrown == null || parent.round.stopping;
        for (Node child : children) {
            excused |= thrown != null && child.mayThrow(thrown);
        }
        if (!excused) {
            parent.round.ledger.fail("thrown by no child of " + parent, thrown);
        }
    }

    /** All children have run, and each has thrown what it should. */
    private static void checkAll(Node[] children) {
        for (Node child : children) {
            child.checkFinished();
        }
    }
}
