import dev.cleave.Future;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public final class Members {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    /** As static methods, both sums have the same parameters. */
    static class Node {
        Node left;
        Node right;
        int value = 1;

        Node(int depth) {
            if (depth > 0) {
                left = new Node(depth - 1);
                right = new Node(depth - 1);
            }
        }

        static int sum(Node node) {
            if (node.left == null) {
                return node.value;
            }
            @Future int a = sum(node.left);
            int b = sum(node.right);
            return 2 * (a + b) + node.value;
        }

        int sum() {
            if (left == null) {
                return value;
            }
            @Future int a = left.sum();
            int b = right.sum();
            return a + b + value;
        }
    }

    static class Derived extends Node {
        Derived(int depth) {
            super(depth);
        }

        @Override
        int sum() {
            @Future int inherited = super.sum();
            return inherited + 1000;
        }
    }

    /** Its methods go from body to body, and yet notice that there is no receiver. */
    static final class Final {
        int plain() {
            @Future int a = fib(3);
            return a;
        }

        int through(Final other) {
            @Future int a = fib(3);
            @Future int b = other.plain();
            return a + b;
        }

        int again(Final other) {
            @Future int a = fib(3);
            return other == null ? 1 : other.again(null) + a;
        }
    }

    static String withoutReceiver() {
        String all = "";
        Final none = null;
        try {
            all += none.plain();
        } catch (NullPointerException e) {
            all += "direct ";
        }
        try {
            all += new Final().through(null);
        } catch (NullPointerException e) {
            all += "future ";
        }
        try {
            all += new Final().again(new Final());
            all += none.again(null);
        } catch (NullPointerException e) {
            all += " again";
        }
        return all;
    }

    interface Function2 {
        default int both(int n) {
            @Future int x = Function2.twice(n);
            @Future int y = once(n);
            return x + y;
        }

        static int twice(int n) {
            @Future int x = fib(n);
            return 2 * x;
        }

        int once(int n);
    }

    interface Function3 extends Function2 {
        @Override
        default int both(int n) {
            @Future int x = Function2.super.both(n);
            return x + 1;
        }
    }

    abstract static class Generic<T extends Comparable<T>> {
        abstract T apply(T t);

        T twice(T t) {
            @Future T x = apply(t);
            return apply(x);
        }
    }

    static final class Bridged extends Generic<Integer> {
        @Override
        Integer apply(Integer t) {
            @Future Integer x = fib(t);
            return x;
        }
    }

    enum Kind {
        SMALL {
            @Override
            int apply(int n) {
                @Future int x = fib(n);
                return x;
            }
        },
        NEGATED {
            @Override
            int apply(int n) {
                return -n;
            }
        };

        static final int TOTAL;

        static {
            @Future int t = fib(5);
            int u = fib(4);
            TOTAL = t + u;
        }

        abstract int apply(int n);
    }

    class Inner {
        private final int secret = 3;

        private int hidden(int n) {
            @Future int x = fib(n + secret);
            int y = fib(n);
            return x + y;
        }

        class Deeper {
            int all() {
                @Future int x = hidden(4);
                @Future int y = Members.this.outer(3);
                return x + y + secret;
            }
        }
    }

    private int outer(int n) {
        @Future int x = fib(n);
        return x;
    }

    int objects() {
        @Future Inner inner = new Inner();
        @Future Inner.Deeper deeper = inner.new Deeper();
        return deeper.all() + inner.hidden(2);
    }

    static int lambdas(int n) {
        IntSupplier outer =
                () -> {
                    @Future int x = fib(n);
                    IntSupplier inner =
                            () -> {
                                @Future int y = fib(n + 1);
                                return y + x;
                            };
                    return x + inner.getAsInt();
                };
        Supplier<Integer> anonymous =
                new Supplier<Integer>() {
                    @Override
                    public Integer get() {
                        @Future int x = fib(n);
                        return x;
                    }
                };
        Function<Integer, Integer> reference = Members::fib;
        @Future int x = reference.apply(n);
        return x + outer.getAsInt() + anonymous.get();
    }

    static <T extends Number & Comparable<T>> int intersection(T t) {
        @Future int x = t.intValue();
        @Future int y = t.compareTo(t);
        return x + y;
    }

    static long wide(long a, double b, long c, double d, int... rest) {
        if (a <= 0) {
            return rest.length;
        }
        @Future long x = wide(a - 1, b / 2, c + 1, d, 1, 2);
        @Future long y = wide(a - 2, b, c, d * 2, 3);
        return x + y + (long) b + c + (long) d;
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    static final class Copied implements Cloneable {
        int value = 5;

        Copied copy() throws CloneNotSupportedException {
            @Future Copied c = (Copied) super.clone();
            value = 6;
            return c;
        }
    }

    static strictfp double strict(double x) {
        @Future double y = Math.sqrt(x);
        return y * x;
    }

    public static String run() throws Exception {
        Node[] trees = {new Node(12), new Derived(12)};
        String all = Node.sum(trees[0]) + " " + trees[0].sum() + " " + trees[1].sum() + "\n";
        all += withoutReceiver() + "\n" + new Function3() {
                    @Override
                    public int once(int n) {
                        @Future int x = fib(n + 1);
                        return x;
                    }
                }.both(9);
        all += " " + new Bridged().twice(6) + " " + Kind.SMALL.apply(9) + Kind.NEGATED.apply(2) + Kind.TOTAL;
        all += " " + new Members().objects() + " " + lambdas(9) + " " + intersection(5);
        int copied = new Copied().copy().value;
        return all + " " + wide(12, 1e3, 5, 2.5) + " " + (copied == 5 || copied == 6) + strict(2);
    }
}
