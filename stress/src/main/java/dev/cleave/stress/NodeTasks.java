package dev.cleave.stress;

import dev.cleave.CountedCompleter;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.SyncTask;

/** The task classes that run nodes. */
final class NodeTasks {
    private NodeTasks() {}

    /** With a result. */
    static final class Task extends RecursiveTask<Node> {
        private static final long serialVersionUID = 1;

        private final transient Node node;

        Task(Node node) {
            this.node = node;
        }

        @Override
        protected Node compute() {
            node.run();
            return node;
        }
    }

    /** Without a result. */
    static final class Action extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient Node node;

        Action(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            node.run();
        }
    }

    /** Spawns its children and syncs. */
    static final class Parent extends SyncTask {
        private static final long serialVersionUID = 1;

        private final transient Node[] children;
        private final transient Tamperer tamperer;

        Parent(Node[] children, Tamperer tamperer) {
            this.children = children;
            this.tamperer = tamperer;
        }

        @Override
        protected void compute() {
            Child[] tasks = new Child[children.length];
            for (int i = 0; i < tasks.length; i++) {
                tasks[i] = new Child(children[i]);
                spawn(tasks[i]);
                tamperer.maybe(children[i], tasks[i]);
            }
            Throwable thrown = null;
            try {
                sync();
            } catch (Throwable t) {
                thrown = t;
            }
            boolean excused = thrown == null;
            for (int i = 0; i < tasks.length; i++) {
                tasks[i].quietlyJoin(); // sync waits for what it did, not for its last step
                excused |= thrown != null && children[i].mayThrow(thrown);
                children[i].check(tasks[i].getException());
            }
            if (!excused) {
                children[0].round.ledger.fail("a sync threw what no child did", thrown);
            }
        }
    }

    /** Spawned. */
    private static final class Child extends SyncTask {
        private static final long serialVersionUID = 1;

        private final transient Node node;

        Child(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            node.run();
        }
    }

    /** Forks children that complete it. */
    static final class Completer extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient Node[] children;

        Completer(Node[] children) {
            this.children = children;
        }

        @Override
        public void compute() {
            setPendingCount(children.length);
            for (Node child : children) {
                new Leaf(this, child).fork();
            }
            tryComplete();
        }
    }

    /** Completes a {@link Completer}, also if the node fails. */
    private static final class Leaf extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient Node node;

        Leaf(Completer parent, Node node) {
            super(parent);
            this.node = node;
        }

        @Override
        public void compute() {
            try {
                node.run();
                node.check(null);
            } catch (Throwable thrown) {
                node.check(thrown);
            }
            tryComplete();
        }
    }
}
