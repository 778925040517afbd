package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Generates statements with futures wherever the language allows them.
 *
 * <p>What comes out of a program must not depend on how far the continuation of a future gets that
 * fails. So calls change nothing but a {@link Cell} of their own, which is read after the future's
 * scope; and whoever catches an exception first takes the sum back to what it was before.
 */
final class BodyGenerator extends ExpressionGenerator {
    private static final int DEEPEST = 3;

    private final String className;
    private final LoopGenerator loops;
    private final PartsGenerator parts;

    /** As {@link ExpressionGenerator}, of a program whose class has the name. */
    BodyGenerator(
            SplittableRandom random,
            List<Signature> callable,
            long rarity,
            String className,
            boolean givesAway) {
        super(random, callable, rarity, givesAway);
        this.className = className;
        this.loops = new LoopGenerator(random, this, rarity);
        this.parts = new PartsGenerator(random, this, rarity);
    }

    // ---- methods

    /**
     * The body of a method.
     *
     * @param result its type; null for one that is to go on behind the body, and returns what it
     *     has
     * @param fuel an expression
     * @param argument an expression of type long
     * @param extra further variables
     * @param fails whether it may throw a checked exception
     */
    Block method(
            ValueType result,
            String fuel,
            String argument,
            List<String> extra,
            boolean fails,
            boolean hasReceiver) {
        Scope s = new Scope(new Scope.Weight(), name("sum"), name("share"));
        s.result = result;
        s.mayFail = fails;
        s.hasReceiver = hasReceiver;
        Block b = new Block();
        if (result != null) {
            String leaf = result.of("Values.leaf(" + argument + ", " + rarity + "L)");
            b.keep("if (" + fuel + " <= 0) return " + leaf + ";");
        } else {
            b.keep("if (" + fuel + " <= 0) return value;");
        }
        begin(b, s, fuel, argument, extra);
        statements(b, s, number(2, 5));
        if (result != null) {
            b.keep("return " + result.of(value(s, 1)) + ";");
        }
        return b;
    }

    /** The body of a constructor or an initialiser, which assigns its sum to a field. */
    Block initialiser(
            String superCall, String fuel, String argument, boolean fails, boolean isConstructor) {
        Scope s = new Scope(new Scope.Weight(), name("sum"), name("share"));
        s.mayFail = fails;
        s.hasReceiver = isConstructor;
        s.returnsNothing = isConstructor;
        Block b = new Block();
        if (!superCall.isEmpty()) {
            b.keep(superCall);
        }
        if (isConstructor) {
            b.keep("this.hash = Values.mix(2L, " + argument + ");");
            b.keep("if (" + fuel + " <= 0) return;");
        }
        begin(b, s, fuel, argument, List.of());
        statements(b, s, number(1, 4));
        b.keep("hash = " + value(s, 0) + ";");
        return b;
    }

    void begin(Block b, Scope s, String fuel, String argument, List<String> extra) {
        b.keep("final int " + s.share + " = (" + fuel + " - 1) / ", s.weight, ";");
        b.keep("long " + s.sum + " = " + argument + ";");
        s.constants.add(argument);
        for (String e : extra) {
            s.constants.add("Values.mix(3L, " + e + ")");
        }
    }

    // ---- statements

    /** A block. */
    private Block block(Scope s, int size) {
        Block b = new Block();
        statements(b, s, size);
        return b;
    }

    private Block small(Scope s) {
        return block(s, s.depth >= DEEPEST ? 1 : number(1, 3));
    }

    void statements(Block b, Scope s, int size) {
        for (int i = 0; i < size; i++) {
            statement(b, s);
        }
    }

    private void statement(Block b, Scope s) {
        int choice = random.nextInt(s.depth >= DEEPEST || s.depth > 0 && chance(2) ? 12 : 38);
        if (s.isSynchronized && choice < 9 && choice > 4) {
            choice = 10;
        }
        switch (choice) {
            case 0, 1, 2, 3 -> {
                if (s.isSynchronized) {
                    plainCall(b, s);
                } else {
                    declare(b, s);
                }
            }
            case 4 -> plainCall(b, s);
            case 5, 6 -> touch(b, s);
            case 7 -> lambda(b, s);
            case 8 -> operationCall(b, s);
            case 9 -> leave(b, s);
            case 10 ->
                    b.add(
                            chance(4)
                                    ? changed(s.sum, value(s, 2))
                                    : s.sum + " = Values.mix(" + s.sum + ", " + value(s, 2) + ");");
            case 11 -> {
                if (chance(2)) {
                    b.add("Values.disturb(" + value(s, 0) + ");");
                } else {
                    String v = name("v");
                    b.add("long " + v + " = " + value(s, 2) + ";");
                    s.constants.add(v);
                }
            }
            case 12, 13 -> conditional(b, s);
            case 14, 15 -> loop(b, s);
            case 16, 17, 18, 19 -> attempt(b, s);
            case 20 -> oldSwitch(b, s);
            case 21 -> newSwitch(b, s);
            case 22 -> switchExpression(b, s);
            case 23 -> lock(b, s);
            case 24 -> labelled(b, s);
            case 25 -> b.add(small(s.inner()));
            case 26 -> cell(b, s);
            case 27 -> assignedInBranches(b, s);
            case 28 -> localClass(b, s);
            case 29, 30, 31, 32 -> loops.loop(b, s, MOST_CALLS);
            case 33, 34, 35, 36 -> {
                if (givesAway) {
                    parts.parts(b, s, MOST_CALLS);
                }
            }
            default -> declare(b, s);
        }
    }

    private void plainCall(Block b, Scope s) {
        Call call = call(s);
        if (call != null) {
            b.add(s.sum + " = Values.mix(" + s.sum + ", " + call.source() + ");");
        }
    }

    private void touch(Block b, Scope s) {
        String future = future(s);
        if (future == null) {
            plainCall(b, s);
            return;
        }
        b.add(s.sum + " = Values.mix(" + s.sum + ", " + future + ");");
        s.touched.add(future);
    }

    private void declare(Block b, Scope s) {
        if (s.isSynchronized) {
            return;
        }
        Call call = call(s);
        if (call == null) {
            return;
        }
        String x = name("x");
        ValueType.Conversion c = conversion(call);
        b.add("@Future " + c.variable() + " " + x + " = " + c.cast() + call.source() + ";");
        s.futures.add(new Scope.Variable(x, true));
    }

    private ValueType.Conversion conversion(Call call) {
        return chance(2)
                ? new ValueType.Conversion(call.result().source, "")
                : any(call.result().conversions());
    }

    /** One variable, and a call of the same type in each branch. */
    private void assignedInBranches(Block b, Scope s) {
        if (s.isSynchronized) {
            return;
        }
        String x = name("x");
        List<String> branches = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Call call = call(s);
            if (call == null) {
                return;
            }
            branches.add(x + " = " + call.source() + ";");
        }
        boolean isRepaired = chance(4);
        switch (isRepaired ? 3 : random.nextInt(3)) {
            case 3 ->
                    b.keep(
                            "@Future Object "
                                    + x
                                    + "; try { "
                                    + branches.get(0)
                                    + " } catch (RuntimeException e) { "
                                    + branches.get(1)
                                    + " }");
            case 0 ->
                    b.keep(
                            "@Future Object "
                                    + x
                                    + "; if "
                                    + condition(s)
                                    + " { "
                                    + branches.get(0)
                                    + " } else { "
                                    + branches.get(1)
                                    + " }");
            case 1 ->
                    b.keep(
                            "@Future Object "
                                    + x
                                    + "; switch ((int) ("
                                    + value(s, 0)
                                    + " & 3L)) { case 0: "
                                    + branches.get(0)
                                    + " break; case 1: case 2: "
                                    + branches.get(1)
                                    + " break; default: "
                                    + branches.get(2)
                                    + " }");
            default ->
                    b.keep(
                            "@Future Object "
                                    + x
                                    + "; if "
                                    + condition(s)
                                    + " { if "
                                    + condition(s)
                                    + " { "
                                    + branches.get(0)
                                    + " } else { "
                                    + branches.get(1)
                                    + " } } else { "
                                    + branches.get(2)
                                    + " }");
        }
        s.futures.add(new Scope.Variable(x, !isRepaired));
    }

    private void conditional(Block b, Scope s) {
        if (chance(2)) {
            b.add("if " + condition(s) + " ", small(s.inner()));
        } else {
            b.add("if " + condition(s) + " ", small(s.inner()), " else ", small(s.inner()));
        }
    }

    private Scope loopScope(Scope s, int times, String label) {
        Scope inner = s.inner();
        inner.factor *= times;
        inner.inLoop = true;
        inner.labels.add(label);
        return inner;
    }

    private void loop(Block b, Scope s) {
        int times = number(1, 4);
        String label = name("loop");
        Scope inner = loopScope(s, times, label);
        String i = name("i");
        switch (random.nextInt(4)) {
            case 0 -> {
                String at = name("at");
                inner.constants.add(at);
                Block body = new Block().keep("final long " + at + " = " + i + ";");
                body.statements.addAll(small(inner).statements);
                b.add(
                        label
                                + ": for (int "
                                + i
                                + " = 0; "
                                + i
                                + " < "
                                + times
                                + "; "
                                + i
                                + "++) ",
                        body);
            }
            case 1 -> {
                String next = "int " + i + " = " + times + "; ";
                b.add(next + label + ": while (" + i + "-- > 0) ", small(inner));
            }
            case 2 -> {
                String next = "int " + i + " = " + times + "; ";
                b.add(next + label + ": do ", small(inner), " while (--" + i + " > 0);");
            }
            default -> {
                inner.factor = s.factor * 3; // what toInts gives at most
                String of = ValueType.INTS.of(value(s, 1));
                inner.constants.add("(long) " + i);
                b.add(label + ": for (int " + i + " : " + of + ") ", small(inner));
            }
        }
    }

    private void labelled(Block b, Scope s) {
        String label = name("label");
        Scope inner = s.inner();
        inner.labels.add("!" + label);
        b.add(label + ": ", small(inner));
    }

    /** A jump out of something, under a condition. */
    private void leave(Block b, Scope s) {
        List<Supplier<String>> ways = new ArrayList<>();
        if (s.result != null) {
            ways.add(() -> "return " + s.result.of(value(s, 1)) + ";");
        } else if (s.returnsNothing) {
            ways.add(() -> "return;");
        }
        if (s.inLoop) {
            ways.add(() -> chance(2) ? "break;" : "continue;");
        } else if (s.inParallelLoop) {
            ways.add(() -> "continue;");
        }
        if (!s.labels.isEmpty()) {
            ways.add(
                    () -> {
                        String label = any(s.labels);
                        return switch (label.charAt(0)) {
                            case '!' -> "break " + label.substring(1) + ";";
                            case '~' -> "continue " + label.substring(1) + ";";
                            default -> (chance(2) ? "break " : "continue ") + label + ";";
                        };
                    });
        }
        if (ways.isEmpty() || chance(4)) {
            b.add("if (" + rare(s) + ") " + failure(s));
            return;
        }
        b.add("if (" + seldom(s) + ") " + any(ways).get());
    }

    private String failure(Scope s) {
        String kind =
                any(
                        s.mayFail
                                ? List.of("Unchecked", "Other", "Fatal", "Checked", "Special")
                                : List.of("Unchecked", "Other", "Fatal"));
        return "throw new Failures." + kind + "(\"" + name("at ") + ": \" + " + value(s, 1) + ");";
    }

    // ---- exceptions

    private void attempt(Block b, Scope s) {
        String before = name("before");
        b.keep("long " + before + " = " + s.sum + ";");
        s.constants.add(before);
        List<Object> parts = new ArrayList<>();
        boolean hasFinally = chance(3);
        boolean hasCatch = !hasFinally || chance(2);
        String kind =
                any(
                        List.of(
                                "Failures.Unchecked",
                                "Failures.Other",
                                "RuntimeException",
                                "Failures.Unchecked | Failures.Other",
                                "Failures.Unchecked | Failures.Checked",
                                "Failures.Checked",
                                "Failures.Special",
                                "Exception",
                                "Throwable"));
        Scope body = s.inner();
        boolean catchesChecked =
                hasCatch
                        && (kind.contains("Checked")
                                || kind.equals("Exception")
                                || kind.equals("Throwable"));
        boolean needsChecked = hasCatch && (catchesChecked || kind.contains("Special"));
        if (kind.equals("Failures.Special") && !s.mayFail) {
            hasCatch = false;
            hasFinally = true;
            needsChecked = false;
            catchesChecked = false;
        }
        // A jump or return would pass the flag of a normal end, and take the sum back: allowed.
        body.mayFail = s.mayFail || catchesChecked;
        String normal = name("normal");
        Block inside = new Block();
        if (needsChecked) {
            inside.keep("Values.mayFail(" + value(body, 0) + ", " + rarity + "L);");
        }
        statements(inside, body, s.depth >= DEEPEST ? 1 : number(1, 4));
        Block tried = inside;
        if (hasFinally) {
            b.keep("boolean " + normal + " = false;");
            tried = new Block().keep(inside).keep(normal + " = true;");
        }
        if (chance(5)) {
            String door = name("door");
            inside.keep(s.sum + " = Values.mix(" + s.sum + ", " + door + ".value());");
            parts.add("try (Door " + door + " = new Door(" + value(s, 0) + ", " + rarity + "L)) ");
        } else {
            parts.add("try ");
        }
        parts.add(tried);
        if (hasCatch) {
            String e = name("e");
            Block handling = handling(s, kind, e, before);
            if (hasFinally) {
                handling = new Block().keep(handling).keep(normal + " = true;");
            }
            parts.add(" catch (" + kind + " " + e + ") ");
            parts.add(handling);
        }
        if (hasFinally) {
            parts.add(" finally ");
            parts.add(finish(s, normal, before));
        }
        b.add(parts.toArray());
    }

    /** Takes the sum back, then goes on. */
    private Block handling(Scope s, String kind, String e, String before) {
        Scope handler = s.inner();
        Block handling = new Block();
        handling.keep(s.sum + " = Values.mix(" + before + ", " + e + ");");
        handler.constants.add("Values.mix(5L, " + e + ")");
        statements(handling, handler, number(0, 3));
        if (chance(6)) {
            handling.add("if (" + seldom(handler) + ") throw " + thrown(e, kind, handler) + ";");
        }
        return handling;
    }

    /** Takes the sum back unless all before has ended normally, then goes on. */
    private Block finish(Scope s, String normal, String before) {
        Scope last = s.inner();
        Block finish = new Block();
        finish.keep("if (!" + normal + ") " + s.sum + " = " + before + ";");
        statements(finish, last, number(1, 4));
        if (s.result != null && chance(12)) {
            // Whatever was thrown or returned is forgotten.
            finish.add("if (true) return " + s.result.of(value(last, 1)) + ";");
        }
        return finish;
    }

    /** The exception itself where it may be thrown again, else another. */
    private String thrown(String e, String kind, Scope s) {
        boolean mayPass =
                s.mayFail && !kind.equals("Exception") && !kind.equals("Throwable")
                        || !kind.contains("Checked")
                                && !kind.contains("Special")
                                && !kind.equals("Exception")
                                && !kind.equals("Throwable");
        return mayPass ? e : "new Failures.Other(\"" + name("again ") + " \" + " + s.sum + ")";
    }

    // ---- switch

    private void oldSwitch(Block b, Scope s) {
        boolean text = chance(2);
        String on = text ? ValueType.TEXT.of(value(s, 1)) : "(int) (" + value(s, 1) + " & 3L)";
        Block cases = new Block();
        for (int i = 0; i < 3; i++) {
            String label = text ? List.of("\"one\"", "\"Aa\"", "\"BB\"").get(i) : i + "";
            Scope inner = s.inner();
            // What a case declares is in scope in the next, but has no value there.
            cases.add(
                    "case " + label + ": ",
                    small(inner),
                    chance(3) ? " // falls through" : " break;");
        }
        if (chance(2)) {
            cases.add("default: ", small(s.inner()));
        }
        b.add("switch (" + on + ") ", cases);
    }

    private void newSwitch(Block b, Scope s) {
        Block cases = new Block();
        cases.add("case \"one\" -> ", small(s.inner()));
        cases.add("case \"Aa\", \"BB\" -> ", small(s.inner()));
        cases.add("default -> ", small(s.inner()));
        b.add("switch (" + ValueType.TEXT.of(value(s, 1)) + ") ", cases);
    }

    private void switchExpression(Block b, Scope s) {
        Block cases = new Block();
        for (String label : List.of("case 0 -> ", "case 1, 2 -> ", "default -> ")) {
            Scope inner = s.inner();
            inner.result = null;
            inner.returnsNothing = false;
            inner.inLoop = false;
            inner.inParallelLoop = false;
            inner.labels.clear();
            Block body = small(inner);
            body.keep("yield " + value(inner, 1) + ";");
            cases.keep(label, body);
        }
        String on = "switch ((int) (" + value(s, 1) + " & 3L)) ";
        StringBuilder text = new StringBuilder();
        cases.print(text, 0);
        if (text.indexOf("try ") >= 0
                || text.indexOf("synchronized ") >= 0
                || text.indexOf("@Parallel ") >= 0
                || chance(2)) {
            // javac 17 fails where a try statement would have it spill a long from the stack; and a
            // parallel loop is refused where there is anything on the stack.
            String v = name("v");
            b.add("long " + v + " = " + on, cases, ";");
            s.constants.add(v);
        } else {
            b.add(s.sum + " = " + s.sum + " * 31L + " + on, cases, ";");
        }
    }

    // ---- the rest

    /** Complete synchronized block: neither declares nor first uses a future. */
    private void lock(Block b, Scope s) {
        if (s.isSynchronized) {
            return;
        }
        Scope inner = s.inner();
        inner.isSynchronized = true;
        b.add("synchronized (new Object()) ", small(inner));
    }

    /** A future of which only the effect shows, after its scope. */
    private void cell(Block b, Scope s) {
        if (s.isSynchronized || s.weight.calls + s.factor > MOST_CALLS) {
            return;
        }
        String cell = name("cell");
        Scope inner = s.inner();
        Block body = new Block();
        statements(body, inner, number(0, 2));
        s.weight.calls += s.factor;
        String x = name("x");
        body.keep(
                "@Future int "
                        + x
                        + " = "
                        + className
                        + ".fill("
                        + s.share
                        + ", "
                        + value(inner, 1)
                        + ", "
                        + cell
                        + ");");
        if (chance(2)) {
            inner.futures.add(new Scope.Variable(x, true));
        }
        statements(body, inner, number(0, 3));
        b.keep("Cell " + cell + " = new Cell();");
        b.keep(body);
        b.keep(s.sum + " = Values.mix(" + s.sum + ", " + cell + ".value);");
    }

    private Block operationBody(Scope s, String fuel, String argument) {
        Scope inner = s.captured(new Scope.Weight(), name("sum"), name("share"));
        inner.result = ValueType.LONG;
        inner.mayFail = true;
        Block body = new Block();
        body.keep("if (" + fuel + " <= 0) return Values.leaf(" + argument + ", " + rarity + "L);");
        begin(body, inner, fuel, argument, List.of());
        statements(body, inner, number(1, 5));
        body.keep("return " + value(inner, 1) + ";");
        return body;
    }

    private void lambda(Block b, Scope s) {
        if (s.depth > 2) {
            operationCall(b, s);
            return;
        }
        String operation = name("operation");
        if (chance(4)) {
            b.add("Operation " + operation + " = " + className + "::reference;");
            s.operations.add(operation);
            return;
        }
        String fuel = name("fuel");
        String argument = name("a");
        Block body = operationBody(s, fuel, argument);
        b.add("Operation " + operation + " = (" + fuel + ", " + argument + ") -> ", body, ";");
        s.operations.add(operation);
    }

    private void localClass(Block b, Scope s) {
        if (s.depth > 2 || s.isSynchronized) {
            return;
        }
        String operation = name("operation");
        String fuel = name("fuel");
        String argument = name("a");
        boolean receiver = s.hasReceiver;
        s.hasReceiver = false;
        Block body = operationBody(s, fuel, argument);
        s.hasReceiver = receiver;
        Block members =
                new Block()
                        .keep(
                                "public long apply(int "
                                        + fuel
                                        + ", long "
                                        + argument
                                        + ") throws Failures.Checked ",
                                body);
        if (chance(2)) {
            b.add("Operation " + operation + " = new Operation() ", members, ";");
        } else {
            String local = name("Local");
            b.add(
                    "class " + local + " implements Operation ",
                    members,
                    " Operation " + operation + " = new " + local + "();");
        }
        s.operations.add(operation);
    }

    private void operationCall(Block b, Scope s) {
        if (s.operations.isEmpty() || !s.mayFail || s.weight.calls + s.factor > MOST_CALLS) {
            plainCall(b, s);
            return;
        }
        s.weight.calls += s.factor;
        String operation = any(s.operations);
        String applied =
                givesAway && chance(4)
                        ? "Elsewhere.apply(" + operation + ", "
                        : operation + ".apply(";
        b.add(
                s.sum
                        + " = Values.mix("
                        + s.sum
                        + ", "
                        + applied
                        + s.share
                        + ", "
                        + value(s, 1)
                        + "));");
    }
}
