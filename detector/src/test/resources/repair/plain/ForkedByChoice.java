// repairs: FJ1 FJ4 FJ4 FJ4 FJ4 FJ4 FJ4 FJ4 FJ8 FJ8 FJ8
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/** A tree whose leaves are counted on the spot, while its inner nodes get tasks. */
class ForkedByChoice {
    static class Node {
        final int value;
        final List<Node> children = new ArrayList<>();

        Node(Random random, int depth) {
            value = random.nextInt(100);
            for (int i = 0; depth > 0 && i < 3; i++) {
                children.add(new Node(random, depth - 1 - random.nextInt(2)));
            }
        }

        boolean isLeaf() {
            return children.isEmpty();
        }

        Node child(int index) {
            return children.get(index);
        }
    }

    static class Chosen extends RecursiveTask<Long> {
        final Node node;

        Chosen(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<Chosen> tasks = new ArrayList<>();
            for (Node child : node.children) {
                if (child.isLeaf()) {
                    sum += child.value;
                } else {
                    Chosen task = new Chosen(child);
                    task.fork();
                    tasks.add(task);
                }
            }
            return sum + tasks.stream().mapToLong(task -> task.join()).sum();
        }
    }

    static class Skipped extends RecursiveTask<Long> {
        final Node node;

        Skipped(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<Skipped> tasks = new ArrayList<>();
            for (Node child : node.children) {
                if (child.isLeaf()) {
                    sum += child.value;
                    continue;
                }
                Skipped task = new Skipped(child); tasks.add(task); task.fork();
            }
            for (Skipped task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Given extends RecursiveTask<Long> {
        final Node node;

        Given(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long[] sum = {node.value};
            List<ForkJoinTask<Long>> tasks = new ArrayList<>();
            node.children.forEach(child -> {
                if (child.isLeaf()) sum[0] += child.value;
                else tasks.add(new Given(child).fork());
            });
            tasks.forEach(task -> {
                long part = task.join();
                sum[0] += part;
            });
            return sum[0];
        }
    }

    static class Named extends RecursiveTask<Long> {
        final Node node;

        Named(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<ForkJoinTask<Long>> tasks = new ArrayList<>();
            for (Node child : node.children) {
                var task = new Named(child).fork();
                tasks.add(task);
            }
            for (var task : tasks) sum += task.join();
            return sum;
        }
    }

    /** The loop itself may be skipped. */
    static class Inner extends RecursiveTask<Long> {
        final Node node;

        Inner(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<Inner> tasks = new ArrayList<>();
            List<Node> children = node.isLeaf() ? null : node.children;
            if (children != null) {
                sum++;
                if (children.size() > 1)
                    for (Node child : children) {
                        Inner task = new Inner(child);
                        tasks.add(task);
                        task.fork();
                    }
            }
            for (Inner task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Guarded extends RecursiveTask<Long> {
        final Node node;

        Guarded(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<ForkJoinTask<Long>> tasks = new ArrayList<>();
            if (!node.isLeaf()) {
                for (Node child : node.children) tasks.add(new Guarded(child).fork());
            }
            for (ForkJoinTask<Long> task : tasks) sum += task.join();
            return sum;
        }
    }

    /** Forked instead of submitted, the tasks would be forked one by one. */
    static class Handed extends RecursiveTask<Long> {
        final Node node;

        Handed(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<ForkJoinTask<Long>> tasks = new ArrayList<>();
            for (Node child : node.children) {
                ForkJoinTask<Long> task = getPool().submit(new Handed(child));
                tasks.add(task);
            }
            for (ForkJoinTask<Long> task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Asked extends RecursiveTask<Long> {
        final Node node;

        Asked(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            if (node.isLeaf()) return (long) node.value;
            Asked first = new Asked(node.child(0)); first.fork();
            Asked second = new Asked(node.child(1)); second.fork();
            return 2 * first.join() + second.join();
        }
    }

    static class Declared extends RecursiveTask<Long> {
        final Node node;

        Declared(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            if (node.isLeaf()) return (long) node.value;
            var first = new Declared(node.child(0)).fork();
            var second = new Declared(node.child(1)).fork();
            return 2 * first.join() + second.join();
        }
    }

    static class Later extends RecursiveTask<Long> {
        final Node node;

        Later(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            if (node.isLeaf()) return (long) node.value;
            Later first = new Later(node.child(0));
            Later second = new Later(node.child(1));
            first.fork();
            second.fork();
            long sum = 0;
            List<Long> parts = new ArrayList<>();
            sum += first.join();
            parts.add(sum + second.join());
            return parts.get(0);
        }
    }

    static Object run(Random random, int size) {
        Node node = new Node(random, Math.min(size, 5));
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Chosen(node))
                + " " + pool.invoke(new Skipped(node))
                + " " + pool.invoke(new Given(node))
                + " " + pool.invoke(new Named(node))
                + " " + pool.invoke(new Inner(node))
                + " " + pool.invoke(new Guarded(node))
                + " " + pool.invoke(new Handed(node))
                + " " + pool.invoke(new Asked(node))
                + " " + pool.invoke(new Declared(node))
                + " " + pool.invoke(new Later(node));
    }
}
