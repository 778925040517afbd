import dev.cleave.Cleave;
import dev.cleave.Future;
import java.util.function.IntUnaryOperator;

/** What Java has had since version 9. */
public final class Modern {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    record Pair(int a, int b) {
        Pair {
            @Future int q = fib(a);
            int r = fib(b);
            b = q + r;
        }

        int sum() {
            @Future int x = fib(a % 10);
            return x + b;
        }
    }

    sealed interface Shape permits Circle, Square {
        int area();

        private int helper(int n) {
            @Future int x = fib(n);
            return x;
        }

        default int twice(int n) {
            @Future int x = helper(n);
            @Future int y = Shape.once(n);
            return x + y;
        }

        private static int once(int n) {
            @Future int x = fib(n);
            int y = fib(n - 1);
            return x - y;
        }
    }

    record Circle(int radius) implements Shape {
        public int area() {
            @Future int x = fib(radius);
            return 3 * x;
        }
    }

    record Square(int side) implements Shape {
        public int area() {
            return side * side;
        }
    }

    static int yields(int k) {
        return 5
                + switch (k) {
                    case 1 -> {
                        @Future int x = fib(8);
                        yield x + 1;
                    }
                    case 2 -> {
                        @Future int x = fib(9);
                        int y = fib(7);
                        yield x * 2 + y;
                    }
                    default -> 0;
                };
    }

    /** Between what the outer one's parts capture. */
    static String joinWithinJoin(int n, String s, int k) {
        int[] made = new int[3];
        Cleave.join(
                () -> {
                    made[0] = fib(n);
                },
                switch (k) {
                    default -> {
                        Cleave.join(() -> made[1] = fib(k), () -> made[2] = fib(k + 1));
                        Cleave.invokeAll(() -> fib(s.length()), () -> fib(k));
                        yield () -> {
                            made[1] += made[2];
                        };
                    }
                });
        return made[0] + " " + made[1];
    }

    static int patterns(Object o) {
        if (o instanceof String s && s.length() > 1) {
            @Future int x = s.length();
            return x;
        }
        return o instanceof Integer i ? i : 0;
    }

    static int underConstruction(int n) {
        return new Pair(
                        switch (n) {
                            case 1 -> {
                                @Future int a = fib(6);
                                int b = fib(5);
                                yield a + b;
                            }
                            default -> 0;
                        },
                        3)
                .sum();
    }

    static String local() {
        record Local(int n) {
            int value() {
                @Future int x = fib(n);
                return x;
            }
        }
        IntUnaryOperator recursive =
                new IntUnaryOperator() {
                    public int applyAsInt(int n) {
                        if (n < 2) {
                            return n;
                        }
                        @Future int a = applyAsInt(n - 1);
                        int b = applyAsInt(n - 2);
                        return a + b;
                    }
                };
        @Future Local made = new Local(7);
        return made.value() + " " + recursive.applyAsInt(12);
    }

    public static String run() {
        Shape circle = new Circle(7);
        String all = new Pair(6, 7) + " " + new Pair(6, 7).sum() + " " + circle.area();
        all += " " + circle.twice(9) + " " + yields(1) + " " + yields(2) + " " + yields(3);
        all += " " + joinWithinJoin(12, "abc", 5);
        return all + " " + patterns("abc") + patterns(4) + " " + underConstruction(1) + local();
    }
}
