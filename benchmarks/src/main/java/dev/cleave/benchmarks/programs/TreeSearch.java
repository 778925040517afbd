package dev.cleave.benchmarks.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Unbalanced tree search (Olivier et al., LCPC 2006): counts the nodes of a tree that exists only
 * as a rule. A node is 20 random bytes; its i-th child is the SHA-1 of them and i, and how many
 * children it has depends on its own last four bytes. So a subtree's size cannot be guessed, but is
 * the same in every run; the sizes of the benchmark's sample trees are published.
 */
public final class TreeSearch implements Problem {
    private static final int STATE_BYTES = 20;
    private static final int MOST_CHILDREN = 100;
    private static final double RANGE = 1L << 31;
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final ThreadLocal<Splitter> SPLITTER = ThreadLocal.withInitial(Splitter::new);

    /** How many children a node has. */
    private interface Shape {
        int children(int depth, double uniform);
    }

    /** The random bytes of a node, and where it is. */
    public static final class Node {
        private final int a;
        private final int b;
        private final int c;
        private final int d;
        private final int e;
        private final int depth;

        private Node(byte[] state, int depth) {
            a = (int) INTS.get(state, 0);
            b = (int) INTS.get(state, 4);
            c = (int) INTS.get(state, 8);
            d = (int) INTS.get(state, 12);
            e = (int) INTS.get(state, 16);
            this.depth = depth;
        }

        private double uniform() {
            return (e & Integer.MAX_VALUE) / RANGE;
        }

        /** The child of this node with the given number, from 0. */
        public Node child(int number) {
            return SPLITTER.get().child(this, number);
        }
    }

    /** Hashes without allocating: a digest and its buffers, for one thread. */
    private static final class Splitter {
        private final MessageDigest sha;
        private final byte[] input = new byte[STATE_BYTES + Integer.BYTES];
        private final byte[] output = new byte[STATE_BYTES];

        private Splitter() {
            try {
                sha = MessageDigest.getInstance("SHA-1");
            } catch (NoSuchAlgorithmException impossible) {
                throw new AssertionError("every Java platform has SHA-1", impossible);
            }
        }

        private Node child(Node parent, int number) {
            INTS.set(input, 0, parent.a);
            INTS.set(input, 4, parent.b);
            INTS.set(input, 8, parent.c);
            INTS.set(input, 12, parent.d);
            INTS.set(input, 16, parent.e);
            INTS.set(input, STATE_BYTES, number);
            return hash(input.length, parent.depth + 1);
        }

        private Node root(int seed) {
            Arrays.fill(input, (byte) 0);
            INTS.set(input, 16, seed);
            return hash(STATE_BYTES, 0);
        }

        private Node hash(int length, int depth) {
            try {
                sha.update(input, 0, length);
                sha.digest(output, 0, STATE_BYTES);
            } catch (DigestException impossible) {
                throw new AssertionError("a SHA-1 has 20 bytes", impossible);
            }
            return new Node(output, depth);
        }
    }

    private final Shape shape;
    private final Node root;
    private long counts;

    private TreeSearch(Shape shape, int seed) {
        this.shape = shape;
        root = SPLITTER.get().root(seed);
    }

    /**
     * A geometric tree: down to {@code maxDepth}, the number of children is geometrically
     * distributed with the mean {@code branching}; below it, nodes have none.
     */
    public static TreeSearch geometric(double branching, int maxDepth, int seed) {
        double logOfFailure = Math.log(1 - 1 / (1 + branching));
        return new TreeSearch(
                (depth, uniform) ->
                        depth >= maxDepth
                                ? 0
                                : Math.min(
                                        MOST_CHILDREN,
                                        (int) Math.floor(Math.log(1 - uniform) / logOfFailure)),
                seed);
    }

    /**
     * A binomial tree: the root has {@code rootChildren}; every other node has {@code children}
     * with the given probability, and otherwise none.
     */
    public static TreeSearch binomial(
            int rootChildren, int children, double probability, int seed) {
        return new TreeSearch(
                (depth, uniform) ->
                        depth == 0 ? rootChildren : uniform < probability ? children : 0,
                seed);
    }

    /** Where the search begins. */
    public Node root() {
        return root;
    }

    /** How many children a node has. */
    public int children(Node node) {
        return shape.children(node.depth, node.uniform());
    }

    /** One leaf, in the form in which counts are added up. */
    public static long leaf() {
        return 1L << Integer.SIZE | 1;
    }

    /** One inner node, in the form in which counts are added up. */
    public static long inner() {
        return 1;
    }

    /** Takes the result of a parallel run: the sum of {@link #leaf()} and {@link #inner()}. */
    public void counts(long sum) {
        counts = sum;
    }

    @Override
    public void serial() {
        counts = search(root);
    }

    private long search(Node node) {
        int children = children(node);
        if (children == 0) {
            return leaf();
        }
        long sum = inner();
        for (int i = 0; i < children; i++) {
            sum += search(node.child(i));
        }
        return sum;
    }

    /** How many nodes the last run found. */
    public long nodes() {
        return counts & 0xFFFF_FFFFL;
    }

    /** How many leaves the last run found. */
    public long leaves() {
        return counts >>> Integer.SIZE;
    }

    @Override
    public String answer() {
        return nodes() + " nodes, " + leaves() + " leaves";
    }

    @Override
    public long forks() {
        return leaves() - 1;
    }
}
