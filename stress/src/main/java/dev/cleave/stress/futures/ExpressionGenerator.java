package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generates expressions: values, conditions, and calls of what there is to call. */
class ExpressionGenerator {
    /** So many calls a method may make, in all iterations of its loops. */
    static final int MOST_CALLS = 30;

    final SplittableRandom random;
    final long rarity;
    final boolean givesAway;
    private final List<Signature> callable;
    private int names;

    /**
     * For one program.
     *
     * @param callable what there is to call
     * @param rarity how rare failures are; a power of two
     * @param givesAway whether parts may be given to other threads at once, as is not right below a
     *     static initialiser: others that need the class wait for it, and it for them
     */
    ExpressionGenerator(
            SplittableRandom random, List<Signature> callable, long rarity, boolean givesAway) {
        this.random = random;
        this.callable = callable;
        this.rarity = rarity;
        this.givesAway = givesAway;
    }

    String name(String kind) {
        return kind + names++;
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A number of at least {@code from} and less than {@code to}. */
    int number(int from, int to) {
        return random.nextInt(from, to);
    }

    // ---- values

    /** An expression of type long. */
    String value(Scope s, int depth) {
        if (depth > 0) {
            switch (random.nextInt(7)) {
                case 0:
                    return "(" + value(s, depth - 1) + " ^ " + value(s, depth - 1) + ")";
                case 1:
                    return "(" + value(s, depth - 1) + " + 3L * " + value(s, depth - 1) + ")";
                case 2:
                    return "("
                            + condition(s)
                            + " ? "
                            + value(s, depth - 1)
                            + " : "
                            + value(s, depth - 1)
                            + ")";
                case 3:
                    return "Values.mix("
                            + value(s, depth - 1)
                            + ", \"\" + "
                            + value(s, depth - 1)
                            + ")";
                case 4:
                    return switchValue(s, depth);
                default:
                    break;
            }
        }
        if (chance(3)) {
            String future = future(s);
            if (future != null) {
                return "Values.mix(" + s.sum + ", " + future + ")";
            }
        }
        return switch (random.nextInt(4)) {
            case 0 -> s.constants.isEmpty() ? s.sum : any(s.constants);
            case 1 -> number(-9, 99) + "L";
            default -> s.sum;
        };
    }

    /** A switch within an expression, one of whose values may be a parallel loop's. */
    private String switchValue(Scope s, int depth) {
        String t = name("t");
        String k = name("k");
        String otherwise = value(s, depth - 1);
        if (givesAway && chance(2)) {
            String constant = s.constants.isEmpty() ? "7L" : any(s.constants);
            otherwise =
                    "Cleave.reduceToLong(0, "
                            + number(0, 40)
                            + ", 0L, "
                            + k
                            + " -> Values.mix("
                            + constant
                            + ", "
                            + k
                            + "), Long::sum)";
        }
        return "Values.toLong(switch ((int) ("
                + value(s, 0)
                + " & 3L)) { case 0 -> "
                + value(s, depth - 1)
                + "; case 1, 2 -> { long "
                + t
                + " = "
                + value(s, 0)
                + "; "
                + changed(t, value(s, depth - 1))
                + " yield "
                + t
                + "; } default -> "
                + otherwise
                + "; })";
    }

    /** An assignment that computes with the variable's old value. */
    String changed(String variable, String value) {
        String operation = any(List.of("+", "-", "*", "^", "|", "&", "<<", ">>>"));
        return variable + " " + operation + "= " + value + ";";
    }

    /** A future that may be used here, or null. */
    String future(Scope s) {
        List<String> usable = new ArrayList<>();
        for (Scope.Variable v : s.futures) {
            if (!s.isSynchronized || s.touched.contains(v.name())) {
                usable.add(v.name());
            }
        }
        return usable.isEmpty() ? null : any(usable);
    }

    String condition(Scope s) {
        String simple = "(" + value(s, 0) + " & " + (1 << number(0, 3)) + "L) == 0L";
        return switch (random.nextInt(6)) {
            case 0 -> "(" + simple + " && " + value(s, 0) + " < " + value(s, 0) + ")";
            case 1 -> "(" + simple + " || " + value(s, 0) + " > " + value(s, 0) + ")";
            default -> "(" + simple + ")";
        };
    }

    String rare(Scope s) {
        return "Values.isChosen(" + value(s, 0) + ", " + rarity + "L, " + number(20, 99) + ")";
    }

    String seldom(Scope s) {
        return "Values.isChosen(" + value(s, 0) + ", 8L, " + number(20, 99) + ")";
    }

    // ---- calls

    /** A call, as source, and what type it has. */
    record Call(String source, ValueType result) {}

    /** A call that may be made here; null if there is none, or there have been enough. */
    Call call(Scope s) {
        if (s.weight.calls + s.factor > MOST_CALLS) {
            return null;
        }
        if (chance(12)) {
            return library(s);
        }
        s.weight.calls += s.factor;
        if (s.mayFail && !s.operations.isEmpty() && chance(4)) {
            return new Call(
                    any(s.operations) + ".apply(" + s.share + ", " + value(s, 1) + ")",
                    ValueType.LONG);
        }
        for (int i = 0; i < 20; i++) {
            Signature c = any(callable);
            if ((c.fails() && !s.mayFail) || (c.needsReceiver() && !s.hasReceiver)) {
                continue;
            }
            StringBuilder source = new StringBuilder(c.before().replace("#", value(s, 1)));
            source.append('(').append(s.share).append(", ").append(value(s, 1));
            for (ValueType type : c.extra()) {
                source.append(", ").append(type.of(value(s, 1)));
            }
            if (c.varargs()) {
                for (int n = number(0, 4); n > 0; n--) {
                    source.append(", ").append(value(s, 0));
                }
            }
            return new Call(source.append(')').toString(), c.result());
        }
        return null;
    }

    /** A call of something that nobody weaves. */
    private Call library(Scope s) {
        String v = value(s, 1);
        return switch (random.nextInt(10)) {
            case 0 -> new Call("Values.leaf(" + v + ", " + rarity + "L)", ValueType.LONG);
            case 1 -> new Call("String.valueOf(" + v + ")", ValueType.TEXT);
            case 2 -> new Call("Long.valueOf(" + v + ")", ValueType.LONG_OBJECT);
            case 3 -> new Call(ValueType.INTEGER.of(v) + ".intValue()", ValueType.INT);
            case 4 -> new Call("Math.abs((int) " + v + ")", ValueType.INT);
            case 5 -> new Call(ValueType.LONGS.of(v) + ".get(0)", ValueType.LONG_OBJECT);
            case 6 -> new Call("new String(\"x\" + " + v + ")", ValueType.TEXT);
            case 7 -> new Call("Integer.parseInt(\"\" + (short) " + v + ")", ValueType.INT);
            case 8 -> new Call(ValueType.INTS.of(v) + ".clone()", ValueType.ANYTHING);
            default -> new Call(ValueType.LONGS.of(v) + ".get(1)", ValueType.LONG_OBJECT);
        };
    }
}
