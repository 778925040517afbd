package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The sum over a complete binary tree of linked nodes, once or many times over. */
public final class Tree implements HandDivided {
    /** Levels above the pieces. */
    private static final int DIVIDED = 7;

    /** A node; a leaf has no children, and no node has only one. */
    public static final class Node {
        private final long value;
        private final Node left;
        private final Node right;

        private Node(long value, Node left, Node right) {
            this.value = value;
            this.left = left;
            this.right = right;
        }

        /** The number to add. */
        public long value() {
            return value;
        }

        /** The left child, or null at a leaf. */
        public Node left() {
            return left;
        }

        /** The right child, or null at a leaf. */
        public Node right() {
            return right;
        }
    }

    private final int levels;
    private final int times;
    private final Node root;
    private final LongAdder pieces = new LongAdder();
    private long sum;

    /**
     * A tree with 2^levels - 1 nodes.
     *
     * @param times how often a run adds it up, each time handed to the pool from outside
     */
    public Tree(int levels, int times) {
        this.levels = levels;
        this.times = times;
        root = build(levels, 1);
    }

    private static Node build(int levels, long index) {
        return levels == 1
                ? new Node(index, null, null)
                : new Node(index, build(levels - 1, 2 * index), build(levels - 1, 2 * index + 1));
    }

    /** The node that has no parent. */
    public Node root() {
        return root;
    }

    /** How often a run adds the tree up. */
    public int times() {
        return times;
    }

    /** Takes the result of a parallel run: all its sums together. */
    public void sum(long value) {
        sum = value;
    }

    @Override
    public void serial() {
        long all = 0;
        for (int i = 0; i < times; i++) {
            all += sum(root);
        }
        sum = all;
    }

    @Override
    public List<Runnable> pieces() {
        pieces.reset();
        List<Runnable> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            divide(root, Math.min(DIVIDED, levels), all);
        }
        return all;
    }

    private void divide(Node node, int above, List<Runnable> all) {
        if (above == 1) {
            all.add(() -> pieces.add(sum(node)));
        } else {
            pieces.add(node.value());
            divide(node.left(), above - 1, all);
            divide(node.right(), above - 1, all);
        }
    }

    @Override
    public void combine() {
        sum = pieces.sum();
    }

    private static long sum(Node node) {
        if (node.left() == null) {
            return node.value();
        }
        long left = sum(node.left());
        long right = sum(node.right());
        return node.value() + left + right;
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        return times * ((1L << (levels - 1)) - 1);
    }

    @Override
    public long invocations() {
        return times;
    }
}
