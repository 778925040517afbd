import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Tasks that are not forked and collected alike, or that are asked before all are forked. */
class OtherChoices {
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

    /** Some tasks are forked, and nobody joins them. */
    static class Forgotten extends RecursiveTask<Long> {
        final Node node;

        Forgotten(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<Forgotten> tasks = new ArrayList<>();
            for (Node child : node.children) {
                Forgotten task = new Forgotten(child);
                task.fork(); // refused: FJ4 forked and not be collected
                if (child.value % 3 == 0) continue;
                tasks.add(task);
            }
            for (Forgotten task : tasks) sum += task.join();
            return sum;
        }
    }

    /** What was not filled is null, which invokeAll does not take. */
    static class Holes extends RecursiveTask<Long> {
        final Node node;

        Holes(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            int size = node.children.size();
            Holes[] tasks = new Holes[size];
            for (int i = 0; i < size; i++) {
                if (node.child(i).isLeaf()) continue;
                Holes task = new Holes(node.child(i));
                task.fork(); // refused: FJ4 gets full
                tasks[i] = task;
            }
            for (Holes task : tasks) {
                if (task != null) sum += task.join();
            }
            return sum;
        }
    }

    static class Outer extends RecursiveTask<Long> {
        final Node node;

        Outer(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            rounds:
            for (int round = 0; round < 2; round++) {
                List<Outer> tasks = new ArrayList<>();
                for (Node child : node.children) {
                    if (child.value == 7) continue rounds;
                    Outer task = new Outer(child);
                    task.fork(); // refused: FJ4 may be left early
                    tasks.add(task);
                }
                for (Outer task : tasks) sum += task.join();
            }
            return sum;
        }
    }

    /** If it were not forked before, nobody would ever run the first task. */
    static class Awaited extends RecursiveTask<Long> {
        final int n;

        Awaited(int n) {
            this.n = n;
        }

        private static int result(Awaited task) {
            return (int) (task.join() % 4);
        }

        @Override
        protected Long compute() {
            if (n < 2) return (long) n; // refused: FJ10 no automatic repair
            Awaited first = new Awaited(n - 1);
            first.fork();
            Awaited second = new Awaited(result(first));
            second.fork(); // refused: FJ8 uses a forked task
            return first.join() + second.join();
        }
    }

    static Object run(Random random, int size) {
        Node node = new Node(random, Math.min(size, 5));
        ForkJoinPool pool = ForkJoinPool.commonPool();
        return pool.invoke(new Forgotten(node))
                + " " + pool.invoke(new Holes(node))
                + " " + pool.invoke(new Outer(node))
                + " " + pool.invoke(new Awaited(Math.min(size, 8)));
    }
}
