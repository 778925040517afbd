package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop that cannot run in parts is refused, and stays as it was. */
final class LoopRefusalsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "for (@Parallel int i = 0; i < n; i++) { s += i; }"
                        + "~ the loop assigns s, which is declared outside; declare it inside, or"
                        + " mark it @Reduce if iterations only add to it",
                "String t = null; for (@Parallel int i = 0; i < n; i++) { t += i; }"
                        + "~ the loop assigns t, an object that is declared outside; @Reduce is"
                        + " for numbers and booleans; declare it inside, or put the results"
                        + " together by Cleave.reduce",
                "@Reduce int[] t = new int[3]; for (@Parallel int i = 0; i < n; i++) { t[i % 3]++; }"
                        + "~ the loop shares t, an object; @Reduce is for numbers and booleans;"
                        + " put the results together by Cleave.reduce, or remove @Reduce",
                "@Reduce java.util.List<Integer> t = new java.util.ArrayList<>();"
                        + " for (@Parallel int i = 0; i < n; i++) { t.add(i); }"
                        + "~ the loop shares t, an object; @Reduce is for numbers and booleans;"
                        + " put the results together by Cleave.reduce, or remove @Reduce",
                "@Reduce Integer t = 0; for (@Parallel int i = 0; i < n; i++) { t += i; }"
                        + "~ the loop assigns t, an object that is declared outside; @Reduce is"
                        + " for numbers and booleans; declare it inside, or put the results"
                        + " together by Cleave.reduce",
                "for (@Parallel int i = 0; i < n; i++) { r = 2 * r + i; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = i == 3 ? 5 : r * 2; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = i == 3 ? call(i) : Math.max(r, i); }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = switch (i) { case 3 -> 5; default -> r + i; };"
                        + " }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r += r; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r += i == 3 ? r : 5; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r += i; r *= 2; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = i - r; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = i - (r + 1); }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = i - (1 - r); }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = r + i + r; }"
                        + "~ the loop reads r, whose value is known only at its end; read it after"
                        + " the loop",
                "for (@Parallel int i = 0; i < n; i++) { r = r + 1 + (r + i); }"
                        + "~ the loop reads r, whose value is known only at its end; read it after"
                        + " the loop",
                "for (@Parallel int i = 0; i < n; i++) { r = (r + i) * 2; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = r * 2 + i; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = (r + i) / 2; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = r + i & 7; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = Math.max(Math.min(r, i), 3); }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = Math.max(r + 1, i); }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = (i == 3 ? r + i : r) + 1; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = r + i + 1; r = r * i * 3; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r = -r + i + 1; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0; i < n; i++) { r += i; call(r); }"
                        + "~ the loop reads r, whose value is known only at its end; read it after"
                        + " the loop",
                "try { for (@Parallel int i = 0; i < n; i++) { r += 9 / i; } }"
                        + " catch (ArithmeticException e) { s = r; }"
                        + "~ the loop accumulates r, which is read where an exception of the loop is"
                        + " handled; read it in the try statement, behind the loop",
                "try { for (@Parallel int i = 0; i < n; i++) { r += 9 / i; } }"
                        + " catch (ArithmeticException e) { s = 1; }"
                        + "~ the loop accumulates r, which is read where an exception of the loop is"
                        + " handled; read it in the try statement, behind the loop",
                "try { for (@Parallel int i = 0; i < n; i++) { r += call(i); } }"
                        + " finally { call(r); }"
                        + "~ the loop accumulates r, which is read where an exception of the loop is"
                        + " handled; read it in the try statement, behind the loop",
                "for (@Parallel int i = 0; i < n; i++) { r += 0.5; }"
                        + "~ the loop computes r in another type than its own; declare it as that"
                        + " type: int, long, float or double",
                "@Reduce short q = 0; for (@Parallel int i = 0; i < n; i++) { q += i; }"
                        + "~ the loop computes q in another type than its own; declare it as that"
                        + " type: int, long, float or double",
                "for (@Parallel int i = 0; i < n; i++) { if (i == 3) break; call(i); }"
                        + "~ the loop is left by break, or by continue of another loop; let all"
                        + " iterations run, and skip the unwanted by continue",
                "for (@Parallel int i = 0; i < n; i++) { if (i == 3) return r; }"
                        + "~ the loop is left by return; collect a result instead",
                "for (@Parallel int i = 0; i != n; i++) { call(i); }"
                        + "~ the loop ends by == or !=; compare by <, <=, > or >=",
                "for (@Parallel int i = 0; n > i; i++) { call(i); }"
                        + "~ the loop's condition does not begin with its variable; write i <"
                        + " bound, with the variable on the left",
                "for (@Parallel int i = 0; i < n; i++) { i++; }"
                        + "~ the loop's variable is assigned; use another variable",
                "for (@Parallel int i = 0; i < n; i *= 2) { call(i); }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 1; i < n; i += i) { call(i); }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < n; i = i == 3 ? 9 : i + 1) { call(i); }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < n; i = (n == 3 ? 9 : i) + 1) { call(i); }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < n; i = switch (i) { case 3 -> 9; default -> i + 1; })"
                        + " { call(i); }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < n; ) { int k = call(2); i += k; }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < n; i += r) { r += 1; }"
                        + "~ the loop's step is not the addition of a constant, or of a variable"
                        + " that the loop does not change; write for (@Parallel int i = from; i <"
                        + " to; i++)",
                "for (@Parallel int i = 0; i < r; i++) { r -= 1; }"
                        + "~ the loop reads r, whose value is known only at its end; read it after"
                        + " the loop",
                "for (@Parallel int i = 0; i < (long) n; i++) { call(i); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "for (@Parallel int i = 0; i < 2.5; i++) { call(i); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "for (@Parallel long i = 0; i < 2.5; i++) { call(n); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "for (@Parallel int i = 0; i - n < 0; i++) { call(i); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "for (@Parallel int i = 0; (i & 3) < n; i++) { call(i); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "for (@Parallel int i = 0; call(i) < n; i++) { call(i); }"
                        + "~ the loop's condition does not compare its variable with a bound of the"
                        + " same type; write i < bound, both int or both long",
                "synchronized (A.class) { for (@Parallel int i = 0; i < n; i++) { call(i); } }"
                        + "~ the loop runs while a lock is held, which whoever shares it would not"
                        + " have; synchronize in its body, or around a part without it",
                "for (@Parallel int x : new int[] {1, 2}) { s += x; }"
                        + "~ the loop assigns s, which is declared outside; declare it inside, or"
                        + " mark it @Reduce if iterations only add to it",
                "for (@Parallel String x : java.util.List.of(\"a\")) { if (x.isEmpty()) break; }"
                        + "~ the loop is left by break, or by continue of another loop; let all"
                        + " iterations run, and skip the unwanted by continue",
                "java.util.Iterator<String> it = java.util.List.of(\"a\").iterator();"
                        + " while (it.hasNext()) { @Parallel String x = it.next(); call(x.length()); }"
                        + "~ the loop's variable is neither int nor long; write for (@Parallel int"
                        + " i = from; i < to; i++)",
                "for (@Parallel byte i = 0; i < 10; i++) { call(i); }"
                        + "~ the loop's variable is neither int nor long; write for (@Parallel int"
                        + " i = from; i < to; i++)",
                "for (@Parallel char i = 'a'; i < 'z'; i += 2) { call(i); }"
                        + "~ the loop's variable is neither int nor long; write for (@Parallel int"
                        + " i = from; i < to; i++)",
                "for (@Parallel int i = 0; i < n && s == 0; i++) { call(i); }"
                        + "~ the loop's condition is not a single comparison; write for (@Parallel"
                        + " int i = from; i < to; i++)",
                "Object o = null; for (@Parallel int i = 0; i < n && o != null; i++) { call(i); }"
                        + "~ the loop's condition is not a single comparison; write for (@Parallel"
                        + " int i = from; i < to; i++)",
                "for (@Parallel int i = 0; i < n || s > 0; i++) { call(i); }"
                        + "~ the loop's condition is not a single comparison; write for (@Parallel"
                        + " int i = from; i < to; i++)",
                "for (@Parallel int i = 0; i < (s == 0 ? n : 9); i++) { call(i); }"
                        + "~ the loop's bound is one of several values; put it into a variable"
                        + " before the loop",
                "for (@Parallel int i = 0; i < switch (n) { case 1 -> 2; default -> 3; }; i++)"
                        + " { call(i); }"
                        + "~ the loop's bound is one of several values; put it into a variable"
                        + " before the loop",
                "for (@Parallel long i = n; i > (s == 0 ? 1L : 2L); i--) { call(n); }"
                        + "~ the loop's bound is one of several values; put it into a variable"
                        + " before the loop",
                "for (@Parallel int i = 0; i < n; i++) { throw new Error(); }"
                        + "~ the loop has no second iteration: its body always throws, or leaves"
                        + " it; remove @Parallel",
                "for (@Parallel int i = 0; i < n; i++) { call(i); break; }"
                        + "~ the loop has no second iteration: its body always throws, or leaves"
                        + " it; remove @Parallel",
                "for (@Parallel int i = 0; i < n; i++) { if (n > 3) return r; throw new Error(); }"
                        + "~ the loop has no second iteration: its body always throws, or leaves"
                        + " it; remove @Parallel",
                "@Parallel int i = n; call(i);"
                        + "~ @Parallel marks no for loop that this weaver can read; write for"
                        + " (@Parallel int i = from; i < to; i++); if it is written so, compile it"
                        + " by javac",
                "for (@Parallel int i = 0; i < n; i++) { r += switch (i) {"
                        + " case 2 -> { try { yield call(3); } catch (Error e) { yield 4; } }"
                        + " default -> 9; }; }"
                        + "~ the loop changes r by the value of an expression that contains a try;"
                        + " move the expression into a method",
                "for (@Parallel int i = 0; i < n; i++) { r += 2 * switch (i) {"
                        + " case 2 -> { try { yield call(3); } catch (Error e) { yield 4; } }"
                        + " default -> 9; }; }"
                        + "~ the loop changes r by the value of an expression that contains a try;"
                        + " move the expression into a method",
                "for (@Parallel int i = 0; i < n; i++) { int t = r; r = t + i; }"
                        + "~ the loop changes r otherwise than by one reduction; use one of += *="
                        + " &= |= ^= Math.min Math.max, the same throughout",
                "for (@Parallel int i = 0, k = n; i < n; i++, k--) { call(k); }"
                        + "~ the loop counts several variables; compute the others from one in the"
                        + " body, as int k = n - i",
                "for (@Parallel int i = 0, k = n; i < k; i++) { k = call(i); }"
                        + "~ the loop counts several variables; compute the others from one in the"
                        + " body, as int k = n - i",
                "for (@Parallel int i = 0, k = n; k > i; i++) { call(k); }"
                        + "~ the loop's condition does not begin with its variable; write i <"
                        + " bound, with the variable on the left",
                "for (java.util.List<@Parallel String> x : java.util.List.of("
                        + "java.util.List.of(\"a\"))) { call(x.size()); }"
                        + "~ @Parallel marks a type argument, not the variable; write it in front of"
                        + " the whole declaration",
                "java.util.List<@Reduce Integer> q = null;"
                        + " for (@Parallel int i = 0; i < n; i++) { r += i; call(q.get(i)); }"
                        + "~ @Reduce marks a type argument, not the variable; write it in front of"
                        + " the whole declaration",
                "@Parallel int i = n; do { call(i); } while (i < r);"
                        + "~ @Parallel marks no for loop that this weaver can read; write for"
                        + " (@Parallel int i = from; i < to; i++); if it is written so, compile it"
                        + " by javac",
            })
    void whatIsRefused(String loop, String why) {
        String source =
                "import dev.cleave.*; class A { static int call(int n) { return n; }\n"
                        + "static int m(int n) { int s = 0; @Reduce int r = 0;\n"
                        + loop
                        + "\nreturn s + r; } }";
        WovenClasses classes = WovenClasses.of("A.java", source, "-g");
        assertEquals(
                List.of("A.java:3: in A.m: " + why),
                classes.refusals.stream().map(Refusal::toString).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Where javac marks the places of every constructor in each. */
    @ParameterizedTest
    @EnumSource(
            value = SourceCompiler.class,
            names = {"JAVAC", "ECJ"})
    void anArrayThatAnInitialiserReduces(SourceCompiler compiler) {
        String source =
                "import dev.cleave.*; class A {\n"
                        + "A(long n, long m) { } A(long n, long m, long o) { }\n"
                        + "{ @Reduce int[] t = new int[3];\n"
                        + "for (@Parallel int i = 0; i < 9; i++) { t[i % 3]++; } } }";
        WovenClasses classes = new WovenClasses(compiler.compile(Map.of("A.java", source), "-g"));
        assertEquals(
                List.of("the loop shares t, an object; @Reduce is for numbers and booleans"),
                classes.refusals.stream().map(Refusal::reason).distinct().toList());
    }

    @ParameterizedTest
    @EnumSource(
            value = SourceCompiler.class,
            names = {"JAVAC", "ECJ"})
    void aConditionIsNoBreak(SourceCompiler compiler) {
        String source =
                "import dev.cleave.*; class A {\n"
                        + "static void m(int[] a, boolean on) {\n"
                        + "for (@Parallel int i = 0; i < a.length && on; i++) { a[i]++; } }\n"
                        + "static void o(int[] a, boolean on) {\n"
                        + "for (@Parallel int i = 0; i < a.length; i++) { if (!on) break; a[i]++; } } }";
        WovenClasses classes = new WovenClasses(compiler.compile(Map.of("A.java", source)));
        assertEquals(
                List.of(
                        "A.m: the loop's condition is not a single comparison; write"
                                + " for (@Parallel int i = from; i < to; i++)",
                        "A.o: the loop is left by break, or by continue of another"
                                + " loop; let all iterations run, and skip the unwanted by"
                                + " continue"),
                classes.refusals.stream()
                        .map(r -> r.toString().replaceFirst("A.java:\\d: in ", ""))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(
            value = SourceCompiler.class,
            names = {"JAVAC", "ECJ"})
    void aBoundThatSeveralPathsLeadTo(SourceCompiler compiler) {
        for (String bound :
                List.of(
                        "(c ? n : 9)",
                        "switch (n) { case 1 -> 2; default -> 3; }",
                        "switch (n) { case 1 -> throw new Error(); default -> 3; }")) {
            String source =
                    "import dev.cleave.*; class A { static void m(int[] a, int n, boolean c) {"
                            + ("for (@Parallel int i = 0; i < " + bound)
                            + "; i++) { a[i]++; } } }";
            WovenClasses classes =
                    new WovenClasses(compiler.compile(Map.of("A.java", source), "--release", "17"));
            assertEquals(
                    List.of("the loop's bound is one of several values"),
                    classes.refusals.stream().map(Refusal::reason).toList(),
                    bound);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none"})
    void aVariableOfTheProgramThatHoldsTheOldValue(String debugging) {
        String source =
                "import dev.cleave.*; class A { static int m(int n) { @Reduce int r = 0;"
                        + " for (@Parallel int i = 0; i < n; i++) { int t = r; r = t + i; }"
                        + " return r; } }";
        WovenClasses classes =
                new WovenClasses(SourceCompiler.JAVAC.compile(Map.of("A.java", source), debugging));
        assertEquals(
                List.of("use one of += *= &= |= ^= Math.min Math.max, the same throughout"),
                classes.refusals.stream().map(Refusal::remedy).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none"})
    void aLoopOverElementsWithoutASecondOne(String debugging) {
        String source =
                "import dev.cleave.*; class A {\n"
                        + "static void m(int[] a) {\n"
                        + "for (@Parallel int x : a) { throw new Error(\"\" + x); } }\n"
                        + "static int o(java.util.Set<Integer> a) { for (int n : a) {\n"
                        + "for (@Parallel int x : a) { if (x > n) break; return x; } } return 0; } }";
        WovenClasses classes = WovenClasses.of("A.java", source, debugging);
        String why = "the loop has no second iteration: its body always throws, or leaves it";
        assertEquals(List.of(why, why), classes.refusals.stream().map(Refusal::reason).toList());
    }

    /** A stream has an iterator, too, and no loop of Java's goes over it. */
    @Test
    void anIteratorOfNoIterable() {
        String source =
                "import dev.cleave.*; import java.util.*; import java.util.stream.*; class A {\n"
                        + "static void m(Stream<Integer> s, int[] a) {\n"
                        + "for (Iterator<Integer> i = s.iterator(); i.hasNext(); ) {"
                        + " @Parallel int t = i.next(); a[t]++; } } }";
        for (String debugging : List.of("-g", "-g:lines", "-g:none")) {
            WovenClasses classes = WovenClasses.of("A.java", source, debugging);
            assertEquals(
                    List.of("@Parallel marks no for loop that this weaver can read"),
                    classes.refusals.stream().map(Refusal::reason).toList(),
                    debugging);
        }
    }

    /** As JaCoCo's agent has left the class: each method begins with them, and no loop's body. */
    @Test
    void aLoopBetweenProbesWithinAnother() {
        String source =
                "import dev.cleave.*; class A { static boolean[] $jacocoInit() { return null; }\n"
                        + "static void m(int n) { boolean[] probes = $jacocoInit();\n"
                        + "for (@Parallel int k = 0; k < n; k++) {\n"
                        + "@Parallel int i = k; do { i++; } while (i < n); } } }";
        assertEquals(
                List.of(
                        "A.java:4: in A.m: @Parallel marks no for loop that this weaver can read;"
                                + " weave the class before JaCoCo sets its probes, as"
                                + " cleave-maven-plugin does"),
                WovenClasses.of("A.java", source, "-g").refusals.stream()
                        .map(Refusal::toString)
                        .toList());
    }

    /** Loops within one that is woven have moved to methods that the source does not know. */
    @Test
    void theMethodIsNamedAsItIsWritten() {
        String loop =
                "for (@Parallel int i = 0; i < 9; i++) { for (@Parallel int j = 0; j < i; j++) {\n"
                        + "@Future int x = i; call(j); call(x); } }";
        String source =
                "import dev.cleave.*; class A { static int call(int n) { return n; }\n"
                        + ("static void m$x() { " + loop + " }\n")
                        + ("A() { " + loop + " } static { " + loop + " }\n")
                        + ("static Runnable r() { return () -> { " + loop + " }; }\n")
                        + "static void c() { for (@Parallel int i = 0; i < 9; i++) {\n"
                        + "call((@Future int) (long) i); } } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(
                List.of("c", "m$x", "<init>", "lambda$r$0", "<clinit>"),
                classes.refusals.stream().map(r -> r.method().replace("A.", "")).toList());
    }

    @Test
    void nothingOfAMethodWithAMisplacedMarkIsWoven() {
        String source =
                "import dev.cleave.*; class A { static void m(int n) { int x = (@Future int) (long) n;"
                        + " Cleave.join(() -> m(x), () -> m(n - 2)); } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(1, classes.refusals.size(), classes.refusals::toString);
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    @Test
    void theAnnotationIsNamed() {
        String source =
                "import dev.cleave.*; class A { static int m(int n) { int s = 0; @Reduce int r = 0;"
                        + "for (@Parallel int i = 0; i < n; i++) { s += i; }"
                        + "for (@Parallel int i = 0; i < n; i++) { r = i - r; }"
                        + "return s + r; }"
                        + "static int o(int n) { @Reduce int r = 0;"
                        + "for (@Parallel int i = 0; i < n; i++) { r = i - r; } return r; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        List<String> marks = classes.refusals.stream().map(Refusal::mark).toList();
        assertEquals(List.of("@Parallel", "@Reduce"), marks);
        assertEquals("@Parallel and @Reduce", Refusal.list(marks));
        assertEquals(
                "@Future, @Parallel and @Reduce",
                Refusal.list(List.of("@Reduce", "@Parallel", "@Reduce", "@Future")));
        assertEquals("@Reduce", Refusal.list(List.of("@Reduce", "@Reduce")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "@Reduce int s = 0; for (@Parallel int i = 0; i < 9; i++) s += i; ~ @Parallel",
                "@Reduce int s = 0; s++; ~ @Reduce",
                "@Future int s = Math.abs(2); s++; ~ @Future",
                "Cleave.forEach(0, 9, i -> {}); ~ a call of Cleave"
            })
    void whatAClassIsRefusedForAsAWhole(String statements, String mark) {
        String source = "import dev.cleave.*; class A { static void m() { " + statements + " } }";
        byte[] classFile = SourceCompiler.JAVAC.compile(Map.of("A.java", source)).get("A");
        assertEquals(mark, Weaver.mark(classFile));
    }

    @Test
    void aReductionWithoutALoop() {
        String source =
                "import dev.cleave.*; class A { static int m(int n) {\n"
                        + "@Reduce int sum = 0; for (int i = 0; i < n; i++) { sum += i; }"
                        + " return sum; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(
                List.of(
                        "A.java:2: in A.m: @Reduce marks a variable of a method without a parallel"
                                + " loop; mark the variable that a for loop counts @Parallel, or"
                                + " remove @Reduce"),
                classes.refusals.stream().map(Refusal::toString).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /** Compilers leave it out. */
    @Test
    void aLoopThatIsNeverReachedIsNoneToMiss() {
        String source =
                "import dev.cleave.*; class A { static final boolean ON = false;"
                        + "static int m(int n) { @Reduce int sum = 0; if (ON) {"
                        + " for (@Parallel int i = 0; i < n; i++) { sum += i; } } return sum; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(List.of(), classes.refusals);
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    @Test
    void aLoopOfASynchronizedMethodIsRefused() {
        String source =
                "import dev.cleave.*; class A { static synchronized void m(int[] a) {\n"
                        + "for (@Parallel int i = 0; i < a.length; i++) { a[i] = i; } } }";
        WovenClasses classes = WovenClasses.of("A.java", source, "-g");
        assertEquals(1, classes.refusals.size());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    @Test
    void moreVariablesThanAMethodMayTake() throws Exception {
        StringBuilder source =
                new StringBuilder("import dev.cleave.*; class A { static void m(long[] a) {\n");
        StringBuilder sum = new StringBuilder("a[i] = 0");
        for (int i = 0; i < 123; i++) {
            source.append("long v").append(i).append(" = a[0]; ");
            sum.append(" + v").append(i);
        }
        source.append("\nfor (@Parallel int i = 0; i < a.length; i++) { ").append(sum);
        WovenClasses classes = WovenClasses.of("A.java", source + "; } } }", "-g");
        assertEquals(
                List.of(
                        "A.java:3: in A.m: the loop uses 247 words of variables declared outside,"
                                + " and at most 246 can be passed on; keep some of them in an"
                                + " object"),
                classes.refusals.stream().map(Refusal::toString).toList());
        String fewer = source.toString().replace("{ a[i] = 0 + v0", "{ a[i] = 0");
        WovenClasses woven = WovenClasses.of("A.java", fewer + "; } } }", "-g");
        assertEquals(List.of(), woven.refusals);
        Method m = woven.wovenLoader().loadClass("A").getDeclaredMethod("m", long[].class);
        m.setAccessible(true);
        long[] a = new long[50];
        a[0] = 1;
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            pool.submit(() -> m.invoke(null, a)).get();
        } finally {
            pool.shutdownNow();
        }
        assertEquals(50 * 122, Arrays.stream(a).sum());
    }

    @Test
    void anythingButLocalVariables() {
        String source =
                "import dev.cleave.*; class A { @Parallel int field; @Reduce int sum;\n"
                        + "static int m(@Parallel int n) { return n; }\n"
                        + "static @Reduce int r() { return 1; }\n"
                        + "static Object c(Object o) { return (@Parallel String) o; } }";
        WovenClasses classes = WovenClasses.of("A.java", source, "-g");
        String parallel = ", not a local variable; mark the variable that a for loop counts, or";
        String reduce = ", not a local variable; mark the local variable that a parallel loop adds";
        assertEquals(
                List.of(
                        "A.java: in A.field: @Parallel marks a field"
                                + parallel
                                + " remove @Parallel",
                        "A.java: in A.sum: @Reduce marks a field"
                                + reduce
                                + " to, or remove @Reduce",
                        "A.java:2: in A.m: @Parallel marks a parameter"
                                + parallel
                                + " remove @Parallel",
                        "A.java:3: in A.r: @Reduce marks a result"
                                + reduce
                                + " to, or remove @Reduce",
                        "A.java:4: in A.c: @Parallel marks a cast"
                                + parallel
                                + " remove @Parallel"),
                classes.refusals.stream().map(Refusal::toString).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }
}
