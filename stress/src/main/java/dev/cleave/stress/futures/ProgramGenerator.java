package dev.cleave.stress.futures;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generates a program: a class with nested classes, and methods of all kinds that call another. */
final class ProgramGenerator {
    private static final ValueType[] TYPES = ValueType.values();

    private final SplittableRandom random;
    private final long rarity;
    private final String name;
    private final boolean hasInitialisers;
    private final List<Signature> callable = new ArrayList<>();

    /** Those that are not private. */
    private final List<Signature> visible = new ArrayList<>();

    private final Block members = new Block();

    /** Of an interface that the class implements. */
    private final Block face = new Block();

    /** Bodies come when all that they may call is known. */
    private final List<Runnable> bodies = new ArrayList<>();

    private BodyGenerator generator;

    private ProgramGenerator(long seed) {
        random = new SplittableRandom(seed);
        rarity = 16L << 2 * random.nextInt(6);
        name = nameOf(seed);
        hasInitialisers = random.nextBoolean();
    }

    static String nameOf(long seed) {
        return "Program" + Long.toUnsignedString(seed);
    }

    /** The program of a seed. */
    static GeneratedProgram generate(long seed) {
        return new ProgramGenerator(seed).generate();
    }

    private GeneratedProgram generate() {
        generator = bodies(callable);
        statics();
        reference();
        if (half()) {
            bridge();
        }
        if (half()) {
            varargs();
        }
        if (half()) {
            generics();
        }
        receivers();
        if (half()) {
            constructors();
        }
        if (hasInitialisers) {
            initialised();
        }
        if (half()) {
            recordAndEnum();
        }
        filler();
        List<Signature> entries = List.copyOf(callable);
        bodies.forEach(Runnable::run);
        main(entries);
        Block file = new Block();
        file.keep("interface " + name + "Face ", face);
        file.keep("public class " + name + " implements Program, " + name + "Face ", members);
        return new GeneratedProgram(name, file.statements, entries.size());
    }

    private BodyGenerator bodies(List<Signature> all) {
        return new BodyGenerator(random, all, rarity, name, !hasInitialisers);
    }

    private boolean half() {
        return random.nextBoolean();
    }

    private ValueType type() {
        // The last is for what is no type of a parameter.
        return half() ? ValueType.LONG : TYPES[random.nextInt(TYPES.length - 1)];
    }

    private List<ValueType> types(int most) {
        List<ValueType> types = new ArrayList<>();
        for (int n = random.nextInt(most + 1); n > 0; n--) {
            types.add(TYPES[random.nextInt(TYPES.length - 1)]);
        }
        return types;
    }

    // ---- methods

    /**
     * Adds a method to a class.
     *
     * @param into the class's members
     * @param modifiers with a blank at the end
     * @param body generates it; with the receiver's further signatures, if it has any
     */
    private void method(
            Block into,
            String modifiers,
            String method,
            Signature s,
            boolean hasReceiver,
            BodyGenerator body) {
        List<String> extra = new ArrayList<>();
        StringBuilder header = new StringBuilder(modifiers);
        header.append(s.result().source).append(' ').append(method).append("(int fuel, long a");
        for (ValueType type : s.extra()) {
            String parameter = "p" + extra.size();
            extra.add(parameter);
            header.append(", ").append(type.source).append(' ').append(parameter);
        }
        if (s.varargs()) {
            header.append(", long... rest");
            extra.add("rest.length");
            extra.add("java.util.Arrays.hashCode(rest)");
        }
        header.append(") ").append(s.fails() ? "throws Failures.Checked " : "");
        bodies.add(
                () ->
                        into.add(
                                header,
                                (body == null ? generator : body)
                                        .method(
                                                s.result(),
                                                "fuel",
                                                "a",
                                                extra,
                                                s.fails(),
                                                hasReceiver)));
    }

    private Signature signature(String before, int most, boolean needsReceiver) {
        return new Signature(before, type(), types(most), false, half(), needsReceiver);
    }

    private Signature callable(Signature s) {
        visible.add(s);
        return hidden(s);
    }

    private Signature hidden(Signature s) {
        callable.add(s);
        return s;
    }

    private void statics() {
        for (int i = 0; i < 3; i++) {
            String method = "s" + i;
            Signature s = signature(name + "." + method, i == 2 ? 14 : 3, false);
            if (i == 1) {
                hidden(s);
            } else {
                callable(s);
            }
            method(members, i == 1 ? "private static " : "static ", method, s, false, null);
        }
    }

    /** What operations refer to by name. */
    private void reference() {
        Signature s =
                callable(
                        new Signature(
                                name + ".reference",
                                ValueType.LONG,
                                List.of(),
                                false,
                                true,
                                false));
        method(members, "static ", "reference", s, false, null);
    }

    /** A method of a generic interface, called through its bridge. */
    private void bridge() {
        members.keep(
                "interface Bridge<T> { T through(int fuel, long a) throws Failures.Checked; }");
        Block body = new Block();
        members.add("static class Through implements Bridge<Long> ", body);
        Signature s =
                callable(
                        new Signature(
                                "((" + name + ".Bridge<Long>) new " + name + ".Through()).through",
                                ValueType.LONG_OBJECT,
                                List.of(),
                                false,
                                true,
                                false));
        method(body, "public ", "through", s, false, null);
    }

    private void varargs() {
        Signature s =
                callable(new Signature(name + ".rest", type(), List.of(), true, half(), false));
        method(members, "static ", "rest", s, false, null);
    }

    private void filler() {
        bodies.add(
                () ->
                        members.keep(
                                "static int fill(int fuel, long a, Cell cell) { long v = a; ",
                                filling(),
                                " cell.value = v; return (int) v; }"));
    }

    /** What fills a cell: calls, and the cell is written when they are done. */
    private Block filling() {
        Scope s = new Scope(new Scope.Weight(), "v", "share");
        s.constants.add("a");
        Block b = new Block();
        b.keep("final int share = (fuel - 1) / ", s.weight, ";");
        Block inside = new Block();
        generator.statements(inside, s, random.nextInt(1, 4));
        b.keep("if (fuel > 0) ", inside, " else v = Values.leaf(a, " + rarity + "L);");
        return b;
    }

    private void generics() {
        List<ValueType> references =
                List.of(
                        ValueType.INTEGER,
                        ValueType.LONG_OBJECT,
                        ValueType.TEXT,
                        ValueType.INTS,
                        ValueType.LONGS);
        ValueType of = references.get(random.nextInt(references.size()));
        boolean fails = half();
        String box = of.source;
        Signature same =
                callable(
                        new Signature(
                                name + ".<" + box + ">same", of, List.of(of), false, fails, false));
        generic("static <T> T same(int fuel, long a, T value)", members, same);
        Signature take =
                callable(
                        new Signature(
                                "new " + name + ".Holder<" + box + ">(" + of.of("#") + ").take",
                                of,
                                List.of(),
                                false,
                                fails,
                                false));
        Block holder = new Block().keep("final T value;");
        holder.keep("Holder(T value) { this.value = value; }");
        members.add("static class Holder<T> ", holder);
        generic("T take(int fuel, long a)", holder, take);
    }

    /** Computes something for its failures, and returns the value. */
    private void generic(String header, Block into, Signature s) {
        bodies.add(
                () -> {
                    Block body = new Block();
                    body.keep(generator.method(null, "fuel", "a", List.of(), s.fails(), false));
                    body.keep("return value;");
                    into.add(header + (s.fails() ? " throws Failures.Checked " : " "), body);
                });
    }

    // ---- classes

    /**
     * Virtual methods and one that overrides, an interface with default methods, an inner class.
     */
    private void receivers() {
        String receiver = name + ".receiver(#)";
        Block derived = new Block();
        derived.keep("Derived(long hash) { super(hash); }");
        members.keep("static class Derived extends " + name + " ", derived);
        members.keep("long hash;");
        members.keep("public " + name + "() { this(0L); }");
        members.keep(name + "(long hash) { this.hash = hash; }");
        members.keep(
                "static "
                        + name
                        + " receiver(long a) { return (a & 4L) == 0 ? new "
                        + name
                        + "(a) : new Derived(a); }");
        members.keep("@Override public String toString() { return \"made\" + hash; }");
        List<Signature> inDerived = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            String method = "v" + i;
            Signature s = callable(signature(receiver + "." + method, 2, false));
            Signature own = own(s, i == 0 ? "this." + method : method);
            hidden(own);
            inDerived.add(own(s, "super." + method));
            method(members, "", method, s, true, null);
            BodyGenerator inner = bodies(new Both(inDerived, callable));
            method(derived, "@Override ", method, s, true, inner);
        }
        Signature hidden = hidden(signature(receiver + ".hidden", 2, false));
        method(members, "private ", "hidden", hidden, true, null);
        Signature last = callable(signature(receiver + ".last", 2, false));
        method(members, "final ", "last", last, true, null);
        if (half()) {
            BodyGenerator outside = bodies(visible);
            Signature byDefault =
                    callable(
                            signature("((" + name + "Face) " + receiver + ").byDefault", 2, false));
            method(face, "default ", "byDefault", byDefault, false, outside);
            Signature required =
                    callable(signature("((" + name + "Face) " + receiver + ").required", 2, false));
            face.add(abstractMethod("required", required));
            method(members, "public ", "required", required, true, null);
            Signature ofInterface = callable(signature(name + "Face.ofInterface", 2, false));
            method(face, "static ", "ofInterface", ofInterface, false, outside);
        }
        if (half()) {
            Block inner = new Block();
            members.add("class Inner ", inner);
            Signature s = callable(signature(receiver + ".new Inner().inside", 2, false));
            method(inner, "", "inside", s, false, null);
        }
    }

    private static Signature own(Signature s, String before) {
        return new Signature(before, s.result(), s.extra(), s.varargs(), s.fails(), true);
    }

    private static Statement abstractMethod(String method, Signature s) {
        StringBuilder header = new StringBuilder(s.result().source + " " + method);
        header.append("(int fuel, long a");
        int i = 0;
        for (ValueType type : s.extra()) {
            header.append(", ").append(type.source).append(" p").append(i++);
        }
        header.append(')').append(s.fails() ? " throws Failures.Checked;" : ";");
        return new Statement(true, List.of(header));
    }

    private void constructors() {
        Signature s =
                callable(
                        new Signature(
                                "new " + name,
                                ValueType.ANYTHING,
                                List.of(),
                                false,
                                half(),
                                false));
        bodies.add(
                () ->
                        members.add(
                                name
                                        + "(int fuel, long a)"
                                        + (s.fails() ? " throws Failures.Checked " : " "),
                                generator.initialiser("", "fuel", "a", s.fails(), true)));
        Signature made =
                callable(
                        new Signature(
                                "new " + name + ".Made",
                                ValueType.ANYTHING,
                                List.of(),
                                false,
                                s.fails(),
                                false));
        Block body = new Block();
        members.add("static class Made extends " + name + " ", body);
        bodies.add(
                () ->
                        body.add(
                                "Made(int fuel, long a)"
                                        + (made.fails() ? " throws Failures.Checked " : " "),
                                generator.initialiser(
                                        "super(fuel / 2, a);", "fuel / 2", "a", s.fails(), true)));
    }

    /**
     * A class with futures in an instance initialiser and two constructors, and in a static one.
     */
    private void initialised() {
        Block body = new Block();
        members.add("static class Initialised ", body);
        body.keep("long hash;");
        // It has no fuel to divide: what it calls makes no further calls, nor more of these.
        BodyGenerator last = bodies(List.copyOf(callable));
        bodies.add(() -> body.add(last.initialiser("", "1", "17L", false, false)));
        body.keep("Initialised(int fuel, long a) { hash += a; }");
        body.keep("Initialised(int fuel, long a, long b) { hash -= a + b; }");
        body.keep("@Override public String toString() { return \"\" + hash; }");
        callable(
                new Signature(
                        "new " + name + ".Initialised",
                        ValueType.ANYTHING,
                        List.of(),
                        false,
                        false,
                        false));
        callable(
                new Signature(
                        "new " + name + ".Initialised",
                        ValueType.ANYTHING,
                        List.of(ValueType.LONG),
                        false,
                        false,
                        false));
        Block once = new Block();
        members.add("static class Once ", once);
        once.keep("static long hash;");
        bodies.add(
                () ->
                        once.add(
                                "static { try ",
                                last.initialiser("", "1", "19L", false, false),
                                " catch (Throwable t) { hash = Values.mix(1L, t); } }"));
        once.keep("static long get(int fuel, long a) { return hash + a; }");
        callable(new Signature(name + ".Once.get", ValueType.LONG, List.of(), false, false, false));
    }

    private void recordAndEnum() {
        Block body = new Block();
        members.add("record Pair(long first, String second) ", body);
        Signature s = callable(signature("new " + name + ".Pair(#, \"p\" + #).sum", 2, false));
        method(body, "", "sum", s, false, null);
        Block kind = new Block();
        members.add("enum Kind ", kind);
        Signature k = callable(signature(name + ".Kind.values()[(int) (# & 1L)].go", 1, false));
        Block first = new Block();
        kind.keep("FIRST ", first, ", SECOND;");
        method(first, "@Override ", "go", k, false, null);
        method(kind, "", "go", k, false, null);
    }

    // ---- entries

    private void main(List<Signature> entries) {
        members.keep("public int entries() { return " + entries.size() + "; }");
        Block cases = new Block();
        int n = 0;
        for (Signature s : entries) {
            StringBuilder call = new StringBuilder(s.before().replace("#", "argument"));
            call.append("(fuel, argument");
            int i = 0;
            for (ValueType type : s.extra()) {
                call.append(", ").append(type.of("Values.mix(argument, " + i++ + "L)"));
            }
            if (s.varargs()) {
                call.append(", argument, 5L");
            }
            cases.add("case " + n++ + ": return Values.mix(1L, " + call + "));");
        }
        cases.keep("default: throw new IllegalArgumentException();");
        Block run = new Block().keep("switch (entry) ", cases);
        members.keep("public long run(int entry, int fuel, long argument) throws Throwable ", run);
    }

    /** Two lists in one, of which the second grows. */
    private static final class Both extends AbstractList<Signature> {
        private final List<Signature> first;
        private final List<Signature> second;

        private Both(List<Signature> first, List<Signature> second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public Signature get(int i) {
            return i < first.size() ? first.get(i) : second.get(i - first.size());
        }

        @Override
        public int size() {
            return first.size() + second.size();
        }
    }
}
