package dev.cleave.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A problem divided at the top.
 *
 * @param pieces the pieces, in order
 * @param shape how their results are combined
 */
record Division<P>(List<P> pieces, Shape shape) {
    /**
     * Divides level by level, so that pieces are of like depth, until there are as many as wanted
     * or all are small. The last split may make more. Runs in the calling thread.
     *
     * @throws IllegalStateException as {@link Splitting#parts}
     */
    static <P> Division<P> of(Divisible<P, ?> how, P problem, int wanted) {
        Node<P> root = new Node<>(problem, 0);
        Queue<Node<P>> undivided = new ArrayDeque<>(List.of(root));
        int count = 1;
        while (count < wanted && !undivided.isEmpty()) {
            Node<P> node = undivided.remove();
            if (!how.isSmall(node.problem)) {
                node.divide(Splitting.parts(how, node.problem, node.level));
                count += node.parts.size() - 1;
                undivided.addAll(node.parts);
            }
        }
        List<P> pieces = new ArrayList<>(count);
        List<Integer> shape = new ArrayList<>();
        root.collect(pieces, shape);
        return new Division<>(pieces, new Shape(shape.stream().mapToInt(i -> i).toArray()));
    }

    private static final class Node<P> {
        private final int level;
        private P problem;
        private List<Node<P>> parts = List.of();

        Node(P problem, int level) {
            this.problem = problem;
            this.level = level;
        }

        void divide(List<P> problems) {
            parts = new ArrayList<>(problems.size());
            for (P part : problems) {
                parts.add(new Node<>(part, level + 1));
            }
            // The parts have it all: not twice in memory.
            problem = null;
        }

        void collect(List<P> pieces, List<Integer> shape) {
            shape.add(parts.size());
            if (parts.isEmpty()) {
                pieces.add(problem);
            }
            for (Node<P> part : parts) {
                part.collect(pieces, shape);
            }
        }
    }
}
