package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A class may have methods with the names that weaving gives, its own or an earlier weaver's. */
final class NameClashTest {
    private static final String START =
            "import dev.cleave.*; import dev.cleave.lazy.*; public class A {"
                    + " static int call(int n) { return n; }";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cleave$call|static void cleave$call(int i, PromotedCall c, FutureStack s, int t) {}"
                        + " static int m(int n) { @Future int x = call(n); call(n); return x; }",
                "m$loop0|static void m$loop0(int[] a, long f, long s, long b, long e, long[] p) {}"
                        + " static void m(int[] a)"
                        + " { for (@Parallel int i = 0; i < a.length; i++) { a[i] = i; } }",
            })
    void aMethodOfItsOwnIsRefused(String name, String members) {
        WovenClasses classes = WovenClasses.of("A.java", START + members + "}");
        assertEquals(
                List.of(
                        "A.java: in A."
                                + name
                                + ": weaving adds a method of that name and with those parameters;"
                                + " rename it. Until then the whole class stays as it is"),
                classes.refusals.stream().map(Refusal::toString).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Calls of Cleave stay calls, then, and are not refused. */
    @Test
    void aMethodOfItsOwnKeepsJoinsFromBeingLowered() {
        String source =
                START
                        + "static void m(int n) { Cleave.join(() -> { call(n); }, () -> { call(2);"
                        + " }); } static int cleave$part0(int n) { return n; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(List.of(), classes.refusals);
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Bodies get other names, as nothing but the class itself calls them. */
    @Test
    void bodiesGiveWay() throws Exception {
        String source =
                START
                        + "static int fib$serial(int n) { return -1; }"
                        + "public static Integer fib(int n) { return f(n); }"
                        + "static int f$serial(int n) { return -1; }"
                        + "static int f(int n) { if (n < 2) return n;"
                        + " @Future int x = f(n - 1); int y = f(n - 2); return x + y; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(List.of(), classes.refusals);
        assertEquals(
                610,
                classes.wovenLoader().loadClass("A").getMethod("fib", int.class).invoke(null, 15));
    }

    /**
     * A weaver that knows less of the class path takes what it does not find for public, and may
     * honour what an earlier one has refused. Sites and loops are counted a class, and would be
     * mistaken for those of the first weaving.
     */
    @Test
    void aClassIsNotWovenASecondTimeInPart() {
        Map<String, String> sources = new TreeMap<>();
        sources.put(
                "p/Api.java",
                "package p; public class Api { static class Hidden {} public static Hidden make() {"
                        + " return new Hidden(); } }");
        sources.put(
                "q/A.java",
                "package q; import dev.cleave.Future; class A { static int call(int n) { return n;"
                        + " } static int m(int n) { @Future int x = call(n); call(n); return x; }"
                        + " static Object n() {\n@Future Object x = p.Api.make(); call(1); return"
                        + " x; } }");
        WovenClasses first = new WovenClasses(SourceCompiler.JAVAC.compile(sources));
        assertEquals(1, first.futures());
        assertEquals(1, first.refusals.size());
        byte[] partly = first.woven.get("q.A");
        Weaver knowsLess = new Weaver(name -> null);
        Woven second = knowsLess.weave(partly);
        assertEquals(
                "[A.java: in q.A: it has been woven before, without what is marked in it now;"
                        + " compile it again, and weave what the compiler writes. Until then the whole"
                        + " class stays as it is]",
                second.refusals().toString());
        assertEquals("@Future", second.refusals().get(0).mark());
        assertSame(partly, second.classFile());
        assertTrue(knowsLess.weave(first.original.get("q.A")).changed());
    }
}
