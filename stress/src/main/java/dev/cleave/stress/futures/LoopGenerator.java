package dev.cleave.stress.futures;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates parallel loops: what they count, what they accumulate, and the elements of an array
 * that they write. What they have accumulated and written is read where the loop has ended without
 * an exception, and nowhere else, as later iterations than the failing one may have run.
 */
final class LoopGenerator {
    /** Enough for the loop to be divided some times. */
    private static final int MOST_ITERATIONS = 300;

    private final SplittableRandom random;
    private final BodyGenerator bodies;
    private final long rarity;

    LoopGenerator(SplittableRandom random, BodyGenerator bodies, long rarity) {
        this.random = random;
        this.bodies = bodies;
        this.rarity = rarity;
    }

    /**
     * What a loop counts.
     *
     * @param before declares what the header names
     * @param header what stands between the parentheses
     * @param times how many iterations there are at most
     * @param index of the iteration's element; null if there is no simple expression
     */
    private record Count(List<String> before, String header, int times, String index) {}

    /** The operations that make one reduction. */
    private enum Family {
        SUM,
        PRODUCT,
        AND,
        OR,
        XOR,
        MIN,
        MAX
    }

    /** A variable that a loop accumulates into. */
    private record Reduced(String variable, String type, Family family) {}

    /** Adds a loop. */
    void loop(Block b, Scope s, int mostCalls) {
        if (s.isSynchronized) {
            return;
        }
        Block unit = new Block();
        Scope around = s.inner();
        String i = bodies.name("i");
        Count count = count(around, i, times(s, mostCalls));
        count.before.forEach(unit::keep);
        List<Reduced> reduced = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            reduced.add(reduced(around, unit));
        }
        String written = null;
        if (count.index != null && bodies.chance(2)) {
            written = bodies.name("written");
            unit.keep("long[] " + written + " = new long[" + count.times + "];");
        }
        String label = bodies.name("loop");
        String sum = bodies.name("sum");
        Scope body = around.iteration(sum, label, count.times);
        Block inside = new Block();
        String at = bodies.name("at");
        inside.keep("final long " + at + " = " + i + ";");
        inside.keep("long " + sum + " = Values.mix(" + s.sum + ", " + at + ");");
        body.constants.add(at);
        if (bodies.chance(2)) {
            inside.add(sum + " = Values.leaf(" + sum + ", " + 4 * rarity + "L);");
        }
        int statements = random.nextInt(4);
        for (Reduced r : reduced) {
            int before = random.nextInt(statements + 1);
            bodies.statements(inside, body, before);
            statements -= before;
            for (int n = random.nextInt(1, 3); n > 0; n--) {
                inside.add(accumulation(r, body));
            }
        }
        bodies.statements(inside, body, statements);
        if (written != null) {
            String operation = List.of(" = ", " += ", " ^= ").get(random.nextInt(3));
            inside.add(written + "[" + count.index + "]" + operation + sum + ";");
        }
        unit.add(label + ": for (" + count.header + ") ", inside);
        for (Reduced r : reduced) {
            unit.add(s.sum + " = Values.mix(" + s.sum + ", " + r.variable + ");");
        }
        if (written != null) {
            unit.add(s.sum + " = Values.mix(" + s.sum + ", " + written + ");");
        }
        b.add(unit);
    }

    /** Few iterations that call what is generated, or many that do not. */
    private int times(Scope s, int mostCalls) {
        return s.factor <= mostCalls && bodies.chance(3)
                ? random.nextInt(mostCalls / s.factor + 1, MOST_ITERATIONS)
                : random.nextInt(5);
    }

    // ---- what is counted

    private Count count(Scope s, String i, int times) {
        if (bodies.chance(4)) {
            return elements(i, times);
        }
        boolean isLong = random.nextBoolean();
        String type = isLong ? "long" : "int";
        if (times < 5 && bodies.chance(4)) {
            return computed(s, i, type, times);
        }
        BigInteger min = BigInteger.valueOf(isLong ? Long.MIN_VALUE : Integer.MIN_VALUE);
        BigInteger max = BigInteger.valueOf(isLong ? Long.MAX_VALUE : Integer.MAX_VALUE);
        boolean isWide = times > 1 && bodies.chance(6);
        BigInteger step = isWide ? max.divide(big(times + 1)).multiply(big(2)) : step(times);
        if (step.compareTo(max) > 0) {
            step = max;
        }
        BigInteger length = step.multiply(big(times));
        BigInteger from =
                isWide
                        ? min.add(big(random.nextInt(3)))
                        : bodies.chance(3) ? max.subtract(length) : big(random.nextInt(-9, 10));
        boolean isInclusive = random.nextBoolean();
        BigInteger slack =
                bodies.chance(2)
                        ? BigInteger.ZERO
                        : step.subtract(BigInteger.ONE).min(big(random.nextInt(50)));
        BigInteger bound =
                from.add(length)
                        .subtract(slack)
                        .subtract(isInclusive ? BigInteger.ONE : BigInteger.ZERO);
        if (times == 0 && !isInclusive && bodies.chance(3)) {
            bound = min; // far below
        }
        boolean isUp = random.nextBoolean();
        if (!isUp) { // -1 - x turns the numbers of a type around
            from = from.not();
            bound = bound.not();
        }
        if (bound.compareTo(min) < 0 || bound.compareTo(max) > 0) {
            return computed(s, i, type, times);
        }
        List<String> before = new ArrayList<>();
        String first = operand(before, type, from, "from");
        String last = operand(before, type, bound, "bound");
        String by = step(before, i, type, step, isUp);
        String compared = (isUp ? " <" : " >") + (isInclusive ? "= " : " ");
        BigInteger difference = from.subtract(big(0)).abs().add(length);
        String distance = isUp ? i + " - (" + first + ")" : "(" + first + ") - " + i;
        return new Count(
                before,
                "@Parallel " + type + " " + i + " = " + first + "; " + i + compared + last + by,
                times,
                isWide || difference.bitLength() > 62 && bodies.chance(2)
                        ? null
                        : "(int) ((" + distance + ") / " + literal(type, step) + ")");
    }

    /** A loop over the numbers from 0 on, in an array or what else there are elements of. */
    private Count elements(String i, int times) {
        String numbers =
                "Values." + List.of("ints", "longs", "list", "sequence").get(random.nextInt(4));
        String type = numbers.endsWith("longs") || random.nextBoolean() ? "long" : "int";
        List<String> before = new ArrayList<>();
        String all = numbers + "(" + times + ")";
        if (numbers.endsWith("longs") && bodies.chance(2)) {
            all = bodies.name("all");
            before.add("long[] " + all + " = " + numbers + "(" + times + ");");
        }
        return new Count(before, "@Parallel " + type + " " + i + " : " + all, times, "(int) " + i);
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private BigInteger step(int times) {
        return switch (random.nextInt(6)) {
            case 0 -> big(random.nextInt(2, 10));
            case 1 -> big(times > 0 ? random.nextInt(40_000, 70_000) : 1_000);
            default -> BigInteger.ONE;
        };
    }

    private static String literal(String type, BigInteger value) {
        return type.equals("long") ? value + "L" : value.toString();
    }

    /** A number itself, or a variable that has it. */
    private String operand(List<String> before, String type, BigInteger value, String kind) {
        if (bodies.chance(2)) {
            return literal(type, value);
        }
        String variable = bodies.name(kind);
        before.add(type + " " + variable + " = " + made(type, value) + ";");
        return variable;
    }

    /** What no compiler takes for a constant. */
    private static String made(String type, BigInteger value) {
        return "Values.to" + (type.equals("long") ? "Long(" : "Int(") + value + "L)";
    }

    private String step(List<String> before, String i, String type, BigInteger step, boolean isUp) {
        boolean isOne = step.equals(BigInteger.ONE);
        String add = isUp ? " += " : " -= ";
        String subtract = isUp ? " -= " : " += ";
        switch (random.nextInt(isOne ? 6 : 4)) {
            case 0:
                return "; " + i + add + literal(type, step);
            case 1:
                return "; " + i + subtract + literal(type, step.negate());
            case 2:
            case 3:
                String variable = bodies.name("step");
                before.add(type + " " + variable + " = " + made(type, step) + ";");
                return "; " + i + (bodies.chance(2) ? add : " = " + i + add.charAt(1)) + variable;
            default:
                return "; " + i + (isUp ? "++" : "--");
        }
    }

    /** A loop whose bounds come out of the program: none to four iterations. */
    private Count computed(Scope s, String i, String type, int times) {
        String cast = type.equals("int") ? "(int) " : "";
        String few = cast + "(" + bodies.value(s, 0) + " & " + (times > 0 ? 3 : 0) + "L)";
        String index = "(int) " + i;
        String up = "@Parallel " + type + " " + i + " = 0; " + i;
        String down = "@Parallel " + type + " " + i + " = " + few + "; " + i;
        return switch (random.nextInt(4)) {
            case 0 -> new Count(List.of(), up + " < " + few + "; " + i + "++", 4, index);
            case 1 -> new Count(List.of(), up + " <= " + few + "; " + i + "++", 4, index);
            case 2 -> new Count(List.of(), down + " >= 0; " + i + "--", 4, index);
            default -> new Count(List.of(), down + " > 0; --" + i, 4, index);
        };
    }

    // ---- what is accumulated

    private Reduced reduced(Scope s, Block unit) {
        String type =
                switch (random.nextInt(6)) {
                    case 0, 1 -> "int";
                    case 2, 3 -> "long";
                    case 4 -> "double";
                    default -> "float";
                };
        boolean isWhole = type.equals("int") || type.equals("long");
        Family family;
        do {
            family = Family.values()[random.nextInt(Family.values().length)];
        } while (!isWhole && (family == Family.AND || family == Family.OR || family == Family.XOR));
        String variable = bodies.name("reduced");
        unit.keep(
                "@Reduce "
                        + type
                        + " "
                        + variable
                        + " = "
                        + operand(type, family, bodies.value(s, 0))
                        + ";");
        return new Reduced(variable, type, family);
    }

    /** A value of which the operation's result is exact, in whatever order. */
    private static String operand(String type, Family family, String value) {
        if (type.equals("int") || type.equals("long")) {
            return (type.equals("int") ? "(int) " : "") + "(" + value + ")";
        }
        String suffix = type.equals("float") ? "f" : "";
        return switch (family) {
            case SUM -> "(" + type + ") (byte) (" + value + ")";
            case PRODUCT -> "((" + value + " & 1L) == 0L ? 1.0" + suffix + " : -1.0" + suffix + ")";
            default -> "(" + type + ") (" + value + ")";
        };
    }

    private Statement accumulation(Reduced r, Scope s) {
        String change = change(r, s);
        return switch (random.nextInt(6)) {
            case 0 -> statement("if " + bodies.condition(s) + " ", change);
            case 1 -> {
                String k = bodies.name("k");
                String type = bodies.chance(2) ? "@Parallel int " : "int ";
                yield statement("for (" + type + k + " = 0; " + k + " < 2; " + k + "++) ", change);
            }
            case 2 -> {
                String otherwise = change(r, s);
                yield new Statement(
                        false,
                        List.of(
                                "try ",
                                new Block()
                                        .add("if (" + bodies.rare(s) + ") " + failure(s))
                                        .add(change),
                                " catch (Failures.Other e) ",
                                new Block().add(otherwise)));
            }
            default -> new Statement(false, List.of(change));
        };
    }

    private static String failure(Scope s) {
        return "throw new Failures.Other(\"reduced \" + " + s.sum + ");";
    }

    private static Statement statement(String header, String change) {
        return new Statement(false, List.of(header, new Block().add(change)));
    }

    private String change(Reduced r, Scope s) {
        String v = r.variable;
        String e = operand(r.type, r.family, bodies.value(s, 1));
        if (bodies.chance(4)) {
            e =
                    "("
                            + bodies.condition(s)
                            + " ? "
                            + e
                            + " : "
                            + operand(r.type, r.family, s.sum)
                            + ")";
        }
        return switch (r.family) {
            case SUM ->
                    switch (random.nextInt(6)) {
                        case 0 -> v + "++;";
                        case 1 -> "--" + v + ";";
                        case 2 -> v + " -= " + e + ";";
                        case 3 -> v + " = " + e + " + " + v + ";";
                        default -> v + " += " + e + ";";
                    };
            case PRODUCT -> v + " *= " + e + ";";
            case AND -> v + " &= " + e + ";";
            case OR -> v + " |= " + e + ";";
            case XOR -> v + " ^= " + e + ";";
            case MIN, MAX -> {
                String of = "Math." + (r.family == Family.MIN ? "min(" : "max(");
                yield v + " = " + of + (bodies.chance(2) ? v + ", " + e : e + ", " + v) + ");";
            }
        };
    }
}
