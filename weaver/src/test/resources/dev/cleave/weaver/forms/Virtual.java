import dev.cleave.Future;
import java.util.function.IntUnaryOperator;

/** Recursion through methods that other classes override. */
public final class Virtual {
    abstract static class Node {
        abstract long sum(int depth);

        /** Overridden by nothing: the class below has a method of its own. */
        private long own(int n) {
            return 1000 + n;
        }

        static long callOwn(Node node, int n) {
            return node.own(n);
        }

        Object copy() {
            return "node";
        }
    }

    static class Leaf extends Node {
        private final long value;

        Leaf(long value) {
            this.value = value;
        }

        @Override
        long sum(int depth) {
            return value * depth;
        }
    }

    static class Inner extends Node {
        final Node left;
        final Node right;

        Inner(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        @Override
        long sum(int depth) {
            @Future long x = left.sum(depth + 1);
            long y = right.sum(depth + 1);
            return x + y;
        }

        long own(int n) {
            if (n == 0) {
                return 1;
            }
            @Future long x = ((Node) this).own(n - 1);
            long y = own(n - 1);
            return x + y;
        }

        @Override
        Inner copy() {
            if (left instanceof Leaf) {
                return new Inner(left, right);
            }
            @Future Object x = left.copy();
            Object y = right.copy();
            return new Inner((Node) x, (Node) y);
        }
    }

    /** Inherits one of the woven methods, overrides another, and goes back through super. */
    static class Twice extends Inner {
        Twice(Node left, Node right) {
            super(left, right);
        }

        @Override
        long sum(int depth) {
            return 2 * super.sum(depth) + 1;
        }
    }

    static class Same extends Inner {
        Same(Node left, Node right) {
            super(left, right);
        }
    }

    static Node tree(int depth, int i) {
        if (depth == 0) {
            return new Leaf(i);
        }
        Node left = tree(depth - 1, 2 * i);
        Node right = tree(depth - 1, 2 * i + 1);
        return i % 5 == 0
                ? new Twice(left, right)
                : i % 7 == 0 ? new Same(left, right) : new Inner(left, right);
    }

    // parameters of every size, an interface, a receiver that is missing

    interface Shape {
        double area(byte a, long b, float c, double d, String e);
    }

    static final class Both implements Shape {
        private final Shape other;

        Both(Shape other) {
            this.other = other;
        }

        @Override
        public double area(byte a, long b, float c, double d, String e) {
            if (a == 0) {
                return b + c + d + e.length();
            }
            @Future double x = other.area((byte) (a - 1), b + 1, c, d + 1, e + a);
            double y = area((byte) (a - 1), b, c + 1, d, e);
            return x + y;
        }
    }

    static class Missing {
        private final Missing next;

        Missing(Missing next) {
            this.next = next;
        }

        int depth(int n) {
            @Future int x = next.depth(n + 1);
            int y = n;
            return x + y;
        }
    }

    static String missing() {
        try {
            return "" + new Missing(new Missing(null)).depth(1);
        } catch (NullPointerException e) {
            return e.getStackTrace()[0].getMethodName().substring(0, 5);
        }
    }

    /** A lambda between the calls. */
    static class Indirect {
        int count(int n) {
            if (n < 2) {
                return n;
            }
            IntUnaryOperator less = m -> count(m - 1);
            @Future int x = less.applyAsInt(n);
            int y = count(n - 2);
            return x + y;
        }
    }

    static class Odd extends Indirect {
        @Override
        int count(int n) {
            return n % 3 == 0 ? 5 : super.count(n);
        }
    }

    public static String run() {
        Node tree = tree(9, 1);
        return tree.sum(0)
                + " "
                + Node.callOwn(tree, 1)
                + " "
                + new Inner(tree, tree).own(6)
                + " "
                + ((Node) tree(3, 1).copy()).sum(0)
                + " "
                + new Both(new Both((a, b, c, d, e) -> a + b * c - d + e.length()))
                        .area((byte) 5, 7L, 1.5f, 2.5, "x")
                + " "
                + missing()
                + " "
                + new Indirect().count(12)
                + " "
                + new Odd().count(14);
    }
}
