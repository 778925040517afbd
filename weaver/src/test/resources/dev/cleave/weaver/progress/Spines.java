import dev.cleave.Future;

/** A tree that has become a list, deeper than a stack of 1 MiB holds calls that look for requests. */
public final class Spines {
    private static final int NODES = 4_000;
    private static final int RUNS = 5;

    private static final class Node {
        private final int key;
        private final Node left;
        private final Node right;

        private Node(int key, Node left, Node right) {
            this.key = key;
            this.left = left;
            this.right = right;
        }
    }

    private static long cost(int key) {
        long steps = 0;
        for (int start = key; start < key + 60; start++) {
            for (long n = start + 1; n != 1; n = (n & 1) == 0 ? n / 2 : 3 * n + 1) {
                steps++;
            }
        }
        return steps;
    }

    private static long total(Node node) {
        if (node == null) {
            return 0;
        }
        @Future long own = cost(node.key);
        @Future long left = total(node.left);
        long right = total(node.right);
        return own + left + right;
    }

    public static String run() {
        Node spine = null;
        for (int key = NODES; key > 0; key--) {
            spine = key % 2 == 0 ? new Node(key, spine, null) : new Node(key, null, spine);
        }
        String totals = "";
        for (int i = 0; i < RUNS; i++) {
            totals += total(spine) + " ";
        }
        return totals;
    }
}
