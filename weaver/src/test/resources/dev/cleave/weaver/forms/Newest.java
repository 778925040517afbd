import dev.cleave.Future;
import dev.cleave.Parallel;
import dev.cleave.Reduce;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;

/** What Java has had since version 17: patterns, unnamed variables, flexible constructors. */
public final class Newest {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    static int fails(int n) {
        if (fib(6) > n) {
            throw new IllegalStateException("fails");
        }
        return n;
    }

    sealed interface Expression permits Number, Sum, Product, Negation {}

    record Number(int value) implements Expression {}

    record Sum(Expression left, Expression right) implements Expression {}

    record Product(Expression left, Expression right) implements Expression {}

    record Negation(Expression of) implements Expression {}

    record Broken(int value) {
        public int value() {
            throw new IllegalStateException("accessor");
        }
    }

    static int value(Expression e) {
        return switch (e) {
            case Number(int value) -> value;
            case Sum(Number(var a), Number(var b)) when a > b -> {
                @Future int x = fib(a % 8);
                yield x + b;
            }
            case Sum(Expression left, Expression right) -> {
                @Future int x = value(left);
                int y = value(right);
                yield x + y;
            }
            case Product(var left, var right) -> {
                @Future int x = value(left);
                @Future int y = value(right);
                yield x * y;
            }
            case Negation(_) when e.hashCode() == 77 -> 0;
            case Negation negation -> {
                try {
                    @Future int x = value(negation.of());
                    yield -x;
                } catch (ArithmeticException caught) {
                    yield 1;
                } finally {
                    @Future int x = fib(3);
                }
            }
        };
    }

    static String kind(Object o) {
        switch (o) {
            case null -> {
                @Future int x = fib(5);
                return "null" + x;
            }
            case Integer i when i > 10 -> {
                @Future int x = fib(i % 10);
                int y = fib(2);
                return "large" + x + y;
            }
            case Integer i -> {
                return "small" + i;
            }
            case String s -> {
                @Future int length = s.length();
                for (int k = 0; k < 3; k++) {
                    @Future int x = fib(k);
                    if (k == 1) {
                        break;
                    }
                }
                return "string" + length;
            }
            case Broken(int value) -> {
                @Future int x = fib(value);
                return "never" + x;
            }
            default -> {
                @Future String s = o.toString();
                return s;
            }
        }
    }

    static int bound(Object o) {
        @Future int before = fib(7);
        if (o instanceof Sum(Number(int a), Product(Expression l, Number(var b))) && a < b) {
            @Future int x = value(l);
            int y = fib(a);
            return x + y + before;
        }
        if (!(o instanceof Product(Expression left, Expression right))) {
            @Future int x = fib(4);
            return x;
        }
        @Future int x = value(left);
        @Future int y = value(right);
        return x * y + before;
    }

    static String failedAccessor() {
        try {
            return kind(new Broken(3));
        } catch (MatchException e) {
            @Future int x = fib(6);
            return e.getCause().getMessage() + x;
        }
    }

    /** The handler that makes it a MatchException is none of the future's scope. */
    static String failedAccessorBesideFutures(Object o, int n) {
        String said = "";
        try {
            @Future int x = fib(n);
            @Future Object same = Objects.requireNonNull(o);
            @Future int y = fib(n + 1);
            if (same instanceof Broken(int z)) {
                said += z;
            }
            said += x + y;
        } catch (MatchException e) {
            said += e.getCause().getMessage();
        } catch (IllegalStateException e) {
            said += "no MatchException";
        }
        @Future int later = fib(n);
        return said + (o instanceof Broken(int z) ? z : "none") + later;
    }

    static String patternsInLoops(Object[] all) {
        int[] got = new int[all.length];
        @Reduce int sum = 0;
        for (@Parallel int i = 0; i < all.length; i++) {
            @Future int x = fib(i % 8);
            if (all[i] instanceof Number(var n)) {
                sum += (int) n;
            } else if (all[i] instanceof Negation(Number(var n)) && n > 1) {
                got[i] = (int) n;
            }
            got[i] += x;
            if (all[i] instanceof Broken(int z)) {
                got[i] = z;
            }
        }
        return sum + Arrays.toString(got);
    }

    static String failedInLoops() {
        Object[] all = new Object[200];
        for (int i = 0; i < all.length; i++) {
            all[i] = i % 3 == 0 ? new Number(i) : i % 3 == 1 ? new Negation(new Number(i)) : "x";
        }
        String said = patternsInLoops(all);
        all[150] = new Broken(1);
        try {
            return said + patternsInLoops(all);
        } catch (MatchException e) {
            return said + e.getCause().getMessage();
        }
    }

    /** The future's is the earlier one, and no accessor's. */
    static String failedFutureAndAccessor(Object o) {
        try {
            @Future int x = fails(3);
            if (o instanceof Broken(int z)) {
                return "" + z;
            }
            return "" + x;
        } catch (IllegalStateException | MatchException e) {
            return e.getMessage();
        }
    }

    static String failedAccessors() {
        String said = failedAccessorBesideFutures("a", 7) + failedFutureAndAccessor(new Broken(1));
        try {
            said += failedAccessorBesideFutures(new Broken(3), 7);
        } catch (MatchException e) {
            said += e.getCause().getMessage();
        }
        return said;
    }

    static int unnamed(List<Integer> all) {
        int sum = 0;
        for (var _ : all) {
            @Future int _ = fib(5);
            @Future int x = fib(sum % 5);
            sum++;
            sum += x;
        }
        int caught = 0;
        try {
            @Future int x = fails(1);
            sum += x;
        } catch (IllegalStateException _) {
            caught = 100;
        }
        IntBinaryOperator first =
                (a, _) -> {
                    @Future int x = fib(a);
                    return x;
                };
        return sum + caught + first.applyAsInt(6, 0);
    }

    static class Base {
        final int got;

        Base(int n) {
            got = n;
        }
    }

    /** Statements before the superclass's constructor is called. */
    static final class Flexible extends Base {
        final int early;
        int late;

        Flexible(int n) {
            if (n < 0) {
                throw new IllegalArgumentException("negative");
            }
            int[] squares = new int[n];
            for (@Parallel int i = 0; i < n; i++) {
                squares[i] = i * i;
            }
            int last = squares[n - 1];
            early = last;
            String text =
                    switch (n) {
                        case 1 -> "one";
                        default -> new StringBuilder().append(n).toString();
                    };
            super(last + text.length());
            @Future int x = fib(n);
            int y = fib(n - 1);
            late = x + y;
            try {
                @Future int z = fails(n);
                late += z;
            } catch (IllegalStateException e) {
                late = 1000;
            }
            @Reduce int sum = 0;
            for (@Parallel int i = 0; i < n; i++) {
                sum += squares[i] + early;
            }
            late += sum;
        }

        Flexible(String text) {
            int length = text.length();
            try {
                length = Integer.parseInt(text);
            } catch (NumberFormatException e) {
                length *= 2;
            }
            IntSupplier more =
                    () -> {
                        @Future int x = fib(4);
                        return x;
                    };
            this(length + more.getAsInt());
            @Future int x = fib(length);
            late += x;
        }
    }

    static String flexible() {
        String said = "";
        try {
            said += new Flexible(-1).late;
        } catch (IllegalArgumentException e) {
            said += e.getMessage();
        }
        Flexible five = new Flexible(5);
        return said + five.got + " " + five.late + new Flexible("8").late + new Flexible("ab").late;
    }

    /** Where the other patterns throw, the last one's value jumps to what follows. */
    static int onlyValue(Object o) {
        @Future int x = switch (o) {
            case Integer i when i > 3 -> throw new IllegalStateException("large");
            default -> fib(o.hashCode() & 7);
        };
        int y = fib(5);
        return x + y;
    }

    public static String run() {
        Expression e =
                new Sum(
                        new Product(new Number(3), new Sum(new Number(9), new Number(2))),
                        new Negation(new Sum(new Number(1), new Number(2))));
        Expression large = e;
        for (int i = 0; i < 6; i++) {
            large = new Sum(large, new Negation(new Product(large, new Number(2))));
        }
        String said = value(large) + kind(null) + kind(42) + kind(3) + kind("abc") + kind(2.5);
        said += bound(new Sum(new Number(1), new Product(new Number(4), new Number(5))));
        said += " " + bound(new Product(new Number(4), new Number(5))) + bound("x");
        said += onlyValue(2) + onlyValue("abc");
        return said + failedAccessor() + failedAccessors() + failedInLoops() + unnamed(List.of(1, 2, 3)) + flexible();
    }
}
