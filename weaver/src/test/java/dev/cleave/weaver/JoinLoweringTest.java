package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A call of {@code Cleave} that cannot be lowered stays a call, and nobody hears of it. */
final class JoinLoweringTest {
    private static final String JOIN = "Cleave.join(() -> call(n), () -> call(n + 1));";
    private static final String GOOD =
            "static int good(int n) { @Future int x = call(n); call(n); return x; }";

    private static Map<String, byte[]> compiled(String... members) {
        String source =
                "import dev.cleave.*; class B {} class C extends B {} class D extends B {}"
                        + " class A { static int call(int n) { return n; }\n"
                        + String.join("\n", members)
                        + "\n}";
        return SourceCompiler.JAVAC.compile(Map.of("A.java", source), "-g");
    }

    private static WovenClasses woven(String... members) {
        return new WovenClasses(compiled(members));
    }

    private static void assertUntouched(WovenClasses classes) {
        assertEquals(List.of(), classes.refusals);
        assertEquals(0, classes.futures() + classes.calls());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    private static String tooManyParameters() {
        StringBuilder parameters = new StringBuilder("int n");
        for (int i = 0; i < 126; i++) {
            parameters.append(", long p").append(i);
        }
        return "void m(" + parameters + ") { " + JOIN + " }";
    }

    @Test
    void isLowered() {
        WovenClasses classes = woven("static void m(int n) { " + JOIN + " }");
        assertEquals(1, classes.calls());
        assertNotSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Kotlin's compiler has other names for the lambdas' methods. */
    @Test
    void isLoweredAsKotlinWritesIt() {
        Map<String, byte[]> classes = compiled("static void m(int n) { " + JOIN + " }");
        classes.replaceAll(
                (name, classFile) ->
                        new String(classFile, StandardCharsets.ISO_8859_1)
                                .replace("lambda$m$", "m$lambda$")
                                .getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(1, new WovenClasses(classes).calls());
    }

    @Test
    void partsOfInvokeAllButTheLast() {
        String call = "Cleave.invokeAll(() -> call(n), () -> call(2), () -> call(3));";
        assertEquals(1, woven("static void m(int n) { " + call + " }").calls());
        assertUntouched(woven("synchronized void m(int n) { " + call + " }"));
        assertUntouched(woven("void m(int n) { synchronized (this) { " + call + " } }"));
        assertUntouched(
                woven("static void m(int n, Runnable r) { Cleave.invokeAll(() -> call(n), r); }"));
    }

    /** Nothing is called but what runs the numbers, and no object is made but for that. */
    @Test
    void ranges() {
        for (String call :
                List.of(
                        "Cleave.forEach(0, n, i -> call(i + n));",
                        "Cleave.reduce(0, n, 1, i -> call(i + n), Integer::sum);",
                        "Cleave.reduceToInt(0, n, 1, i -> call(i + n), Integer::sum);",
                        "Cleave.reduceToLong(0, n, 1, i -> call(i + n), Long::sum);",
                        "Cleave.reduceToDouble(0, n, 1, i -> call(i + n), Double::sum);")) {
            WovenClasses classes = woven("static void m(int n) { " + call + " }");
            String m = GoldenTest.texts(classes.woven.get("A")).get("m(I)V");
            assertTrue(m.contains("ParallelLoop"), m);
            assertFalse(m.contains("dev/cleave/Cleave"), m);
            assertFalse(m.contains("java/util/function/IntConsumer"), m);
            assertFalse(m.contains("java/util/function/IntFunction"), m);
            assertFalse(m.contains("java/util/function/IntTo"), m);
            assertFalse(m.contains("java/util/function/IntUnaryOperator"), m);
            assertEquals(1, classes.calls());
            assertUntouched(woven("synchronized void m(int n) { " + call + " }"));
        }
        assertUntouched(
                woven(
                        "static void m(java.util.function.IntConsumer c) {"
                                + " Cleave.forEach(0, 9, c); }"));
    }

    @Test
    void whatIsChosenFromSeveral() {
        String choice = "n > 3 ? i -> call(i) : i -> call(n)";
        for (String call :
                List.of(
                        "Cleave.forEach(0, n, " + choice + ");",
                        "Cleave.reduce(0, n, 1, " + choice + ", (a, b) -> a + b);",
                        "Cleave.reduce(0, n, 1, i -> i, n > 3 ? (a, b) -> a : (a, b) -> b);",
                        "Cleave.invokeAll(() -> call(1), n > 3 ? () -> call(2) : () -> call(3));")) {
            assertUntouched(woven("static void m(int n) { " + call + " }"));
        }
    }

    /** Not what the compiler makes of a lambda, which takes and returns what it is called with. */
    @Test
    void methodsThatAreNamedLikeLambdas() {
        String methods =
                "static long lambda$l(long i) { return i; } static Integer lambda$i(Integer i) {"
                        + " return i; } static int lambda$r() { return 1; }"
                        + " int lambda$v(int i) { return i; }\n";
        for (String call :
                List.of(
                        "Cleave.forEach(0, n, new A()::lambda$v);",
                        "Cleave.reduceToLong(0, n, 0, A::lambda$l, Long::sum);",
                        "Cleave.reduceToInt(0, n, 0, A::lambda$i, Integer::sum);",
                        "Cleave.<Integer, Integer>join(A::lambda$r, A::lambda$r);",
                        "Cleave.invokeAll(A::lambda$r, A::lambda$r);")) {
            assertUntouched(woven(methods + "static void m(int n) { " + call + " }"));
        }
    }

    @Test
    void methodWithoutRoom() {
        assertUntouched(woven(tooManyParameters()));
    }

    @Test
    void methodWithoutRoomBesideOthers() {
        WovenClasses classes =
                woven(tooManyParameters(), GOOD, "static void n(int n) { " + JOIN + " }");
        assertEquals(List.of(), classes.refusals);
        assertEquals(1, classes.futures());
        assertEquals(1, classes.calls());
    }

    @Test
    void methodThatWouldBeTooLongBesideFutures() {
        WovenClasses classes =
                woven("static void m(int n) {" + (JOIN + "\n").repeat(600) + "}", GOOD);
        assertEquals(List.of(), classes.refusals);
        assertEquals(1, classes.futures());
    }

    @Test
    void classPathThatIsNotWhole() {
        Map<String, byte[]> all =
                compiled(
                        "static void use(B b) {} static void m(boolean c) { B b = c ? new C() : new"
                                + " D(); Cleave.join(() -> use(b), () -> call(1)); }");
        assertEquals(1, new WovenClasses(all).calls());
        Map<String, byte[]> some = new TreeMap<>(all);
        some.remove("D");
        Woven woven = new Weaver(ClassFiles.of(WovenClasses.loader(some))).weave(all.get("A"));
        assertEquals(List.of(), woven.refusals());
        assertSame(all.get("A"), woven.classFile());
    }

    @Test
    void besideRefusedFuture() {
        WovenClasses classes =
                woven("static int m(int n) {", "@Future int x = n;", JOIN, "return x; }");
        assertEquals(
                List.of("A.java:3"),
                classes.refusals.stream().map(r -> r.file() + ":" + r.line()).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }
}
