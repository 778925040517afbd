package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates calls of {@link dev.cleave.Cleave}'s methods with lambdas. What the parts write is read
 * when all have ended without an exception. Which iteration's exception comes out of a range is not
 * promised, so all iterations of one throw the same.
 */
final class PartsGenerator {
    private static final int MOST_ITERATIONS = 300;
    private static final int MOST_PARTS = 5;

    private final SplittableRandom random;
    private final BodyGenerator bodies;
    private final long rarity;

    PartsGenerator(SplittableRandom random, BodyGenerator bodies, long rarity) {
        this.random = random;
        this.bodies = bodies;
        this.rarity = rarity;
    }

    /** Adds a call. */
    void parts(Block b, Scope s, int mostCalls) {
        // The compiler looks at a lambda once for each method that it may be an argument of, so in
        // lambdas within lambdas within lambdas it would do so for minutes.
        if (s.isSynchronized || s.inPart) {
            return;
        }
        Block unit = new Block();
        Scope inner = s.inner();
        String seen = bodies.name("seen");
        unit.keep("final long " + seen + " = " + s.sum + ";");
        inner.constants.add(seen);
        int room = (mostCalls - s.weight.calls) / s.factor;
        switch (random.nextInt(9)) {
            case 0, 1 -> actions(unit, inner, "join", 2, room);
            case 2, 3 -> results(unit, inner, room);
            case 4 -> actions(unit, inner, "invokeAll", random.nextInt(MOST_PARTS), room);
            case 5 -> all(unit, inner, random.nextInt(MOST_PARTS), room);
            case 6 -> forEach(unit, inner, room);
            case 7 -> forEachLong(unit, inner, room);
            default -> reduce(unit, inner, room);
        }
        b.add(unit);
    }

    private void mix(Block b, Scope s, String value) {
        b.add(s.sum + " = Values.mix(" + s.sum + ", " + value + ");");
    }

    /** The fuel of something that runs some times; none if there is no room for that. */
    private static String fuel(Scope s, int times, int room) {
        if (times > room) {
            return "0";
        }
        s.weight.calls += s.factor * times;
        return s.share;
    }

    /** A lambda's body. */
    private Block body(Scope s, String fuel, String argument, ValueType result, String end) {
        Scope inner = s.captured(new Scope.Weight(), bodies.name("sum"), bodies.name("share"));
        inner.inPart = true;
        inner.result = result;
        inner.returnsNothing = result == null;
        Block body = new Block();
        String in = bodies.name("in");
        body.keep("final long " + in + " = " + argument + ";");
        bodies.begin(body, inner, fuel, in, List.of());
        bodies.statements(body, inner, random.nextInt(1, 5));
        body.keep(
                result == null
                        ? end + inner.sum + ";"
                        : "return " + result.of(end + inner.sum) + ";");
        return body;
    }

    // ---- parts

    /** Parts without a result, which write elements of an array. */
    private void actions(Block b, Scope s, String method, int parts, int room) {
        String written = bodies.name("written");
        b.keep("long[] " + written + " = new long[" + Math.max(1, parts) + "];");
        List<Object> call = new ArrayList<>(List.of("Cleave." + method + "("));
        for (int i = 0; i < parts; i++) {
            String argument = bodies.value(lasting(s), 1);
            Block body = body(s, fuel(s, parts, room), argument, null, written + "[" + i + "] = ");
            if (bodies.chance(8)) { // not a lambda where it is called
                String part = bodies.name("part");
                b.keep("Runnable " + part + " = () -> ", body, ";");
                add(call, i, part);
            } else {
                add(call, i, "() -> ", body);
            }
        }
        call.add(");");
        b.add(call.toArray());
        mix(b, s, written);
    }

    private static void add(List<Object> call, int index, Object... argument) {
        call.add(index == 0 ? "" : ", ");
        call.addAll(List.of(argument));
    }

    private void results(Block b, Scope s, int room) {
        ValueType first = type();
        ValueType second = type();
        String pair = bodies.name("pair");
        List<Object> call = new ArrayList<>();
        call.add("var " + pair + " = Cleave.join(");
        supplier(call, 0, s, first, fuel(s, 2, room));
        supplier(call, 1, s, second, fuel(s, 2, room));
        call.add(");");
        b.keep(call.toArray());
        mix(b, s, pair + ".first()");
        mix(b, s, pair + ".second()");
    }

    private void all(Block b, Scope s, int parts, int room) {
        ValueType type = ValueType.LONG_OBJECT;
        String list = bodies.name("list");
        List<Object> call = new ArrayList<>();
        call.add("List<Long> " + list + " = Cleave.invokeAll(List.<Supplier<Long>>of(");
        for (int i = 0; i < parts; i++) {
            supplier(call, i, s, type, fuel(s, parts, room));
        }
        call.add("));");
        b.keep(call.toArray());
        mix(b, s, list);
    }

    private void supplier(List<Object> call, int index, Scope s, ValueType type, String fuel) {
        String argument = bodies.value(lasting(s), 1);
        if (bodies.chance(4)) {
            add(call, index, "() -> " + type.of("Values.leaf(" + argument + ", " + rarity + "L)"));
        } else {
            add(call, index, "() -> ", body(s, fuel, argument, type, ""));
        }
    }

    private ValueType type() {
        return ValueType.values()[random.nextInt(ValueType.values().length)];
    }

    /** The scope as a lambda sees it, whose sum never changes. */
    private static Scope lasting(Scope s) {
        return s.captured(s.weight, s.constants.get(s.constants.size() - 1), s.share);
    }

    // ---- ranges

    /** What a range counts: a few numbers, or many with no calls. */
    private record Range(int from, int times, String fuel) {}

    private Range range(Scope s, int room) {
        int times = bodies.chance(3) ? random.nextInt(MOST_ITERATIONS) : random.nextInt(5);
        int from =
                switch (random.nextInt(4)) {
                    case 0 -> Integer.MAX_VALUE - times;
                    case 1 -> Integer.MIN_VALUE;
                    default -> random.nextInt(-9, 9);
                };
        return new Range(from, times, fuel(s, times, room));
    }

    /** A body of which any failure is the same. */
    private Block alike(Block body) {
        return new Block()
                .keep(
                        "try ",
                        body,
                        " catch (RuntimeException | Error e) { throw new Failures.Other(\""
                                + bodies.name("each")
                                + "\"); }");
    }

    private void forEach(Block b, Scope s, int room) {
        Range r = range(s, room);
        String i = bodies.name("i");
        String written = bodies.name("written");
        b.keep("long[] " + written + " = new long[" + Math.max(1, r.times) + "];");
        String element = written + "[" + i + " - (" + r.from + ")] = ";
        Block body = alike(body(s, r.fuel, "Values.mix(" + i + ", 1L)", null, element));
        int to = r.times == 0 && bodies.chance(2) ? Integer.MIN_VALUE : r.from + r.times;
        b.add("Cleave.forEach(" + r.from + ", " + to + ", " + i + " -> ", body, ");");
        mix(b, s, written);
    }

    private void forEachLong(Block b, Scope s, int room) {
        Range r = range(s, room);
        long from = bodies.chance(3) ? Long.MAX_VALUE - r.times : r.from;
        String i = bodies.name("i");
        String written = bodies.name("written");
        b.keep("long[] " + written + " = new long[" + Math.max(1, r.times) + "];");
        String element = written + "[(int) (" + i + " - (" + from + "L))] = ";
        Block body = alike(body(s, r.fuel, i, null, element));
        b.add(
                "Cleave.forEachLong(" + from + "L, " + (from + r.times) + "L, " + i + " -> ",
                body,
                ");");
        mix(b, s, written);
    }

    /** The operation is associative, but need not be commutative. */
    private void reduce(Block b, Scope s, int room) {
        Range r = range(s, room);
        String range = r.from + ", " + (r.from + r.times);
        String i = bodies.name("i");
        String all = bodies.name("all");
        boolean isText = random.nextBoolean();
        ValueType type = isText ? ValueType.TEXT : ValueType.LONG_OBJECT;
        Block body = alike(body(s, r.fuel, "Values.mix(" + i + ", 2L)", type, ""));
        String combine =
                isText
                        ? "\"\", "
                        : switch (random.nextInt(3)) {
                            case 0 -> "0L, ";
                            case 1 -> "Long.MIN_VALUE, ";
                            default -> "-1L, ";
                        };
        String operation =
                switch (combine) {
                    case "0L, " -> bodies.chance(2) ? "Long::sum" : "(x, y) -> x ^ y";
                    case "Long.MIN_VALUE, " -> "Math::max";
                    case "-1L, " -> "(x, y) -> x & y";
                    default -> "(x, y) -> x + y";
                };
        b.keep(
                type.source + " " + all + " = Cleave.<" + type.source + ">reduce(" + range + ", ",
                combine,
                i + " -> ",
                body,
                ", " + operation + ");");
        mix(b, s, all);
    }
}
