package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What cannot be honoured is refused: by file, line, reason and remedy, and left as it was. */
final class RefusalsTest {
    private static final String NOT_A_CALL =
            "the initialiser is not a call; "
                    + "initialise it by one call, moving the expression into a method, or remove"
                    + " @Future";
    private static final String DECLARED_LOCKED =
            "a future is declared inside a synchronized block; "
                    + "declare and use it outside, and synchronize the rest";
    private static final String USED_LOCKED =
            "a future is used for the first time inside a synchronized block; "
                    + "declare and use it outside, and synchronize the rest";
    private static final String ASSIGNED_AGAIN =
            "the future is assigned again; use another variable for the second value";
    private static final String ELEMENT =
            "@Future marks the variable of a loop, which no call initialises; "
                    + "declare a variable in the loop's body";
    private static final String WHOLE = ". Until then the whole class stays as it is";
    private static final String REMEDY =
            "not a local variable; "
                    + "mark the local variable that a call initialises, or remove @Future";

    /** The members of a class, in which {@code call(int)} is a static method. */
    private static List<String> refused(String... members) {
        return refused(SourceCompiler.JAVAC, members);
    }

    private static List<String> refused(SourceCompiler compiler, String... members) {
        String source =
                "import dev.cleave.Future; import java.util.*; import java.util.function.*;"
                        + " class A { static int call(int n) { return n; }\n"
                        + String.join("\n", members)
                        + "\n}";
        WovenClasses classes = new WovenClasses(compiler.compile(Map.of("A.java", source), "-g"));
        assertEquals(0, classes.futures());
        for (String name : classes.original.keySet()) {
            assertSame(classes.original.get(name), classes.woven.get(name));
        }
        return classes.refusals.stream().map(Refusal::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int x = n",
                "int x = n + 1",
                "int x = -call(n)",
                "int x = call(n) + 1",
                "int x = n > 0 ? call(n) : call(-n)",
                "boolean x = !Boolean.valueOf(true).equals(null)",
                "int x = new int[] {n}[0]",
                "int[] x = new int[call(n)]",
                "int[] x = {call(n)}",
                "Runnable x = () -> call(n)",
                "IntUnaryOperator x = A::call",
                "String x = \"a\" + call(n)",
                "Object x = null",
                "long x = 1L",
                "int x = (n = call(n))",
                "int x = switch (n) { case 1 -> call(n); default -> 2; }"
            })
    void initialiserThatIsNoCall(String declaration) {
        assertEquals(
                List.of("A.java:3: in A.m: " + NOT_A_CALL),
                refused(
                        "static Object m(int n) {",
                        "@Future " + declaration + ";",
                        "call(n);",
                        "return x;}"));
    }

    @Test
    void elementOfALoopInALambda() {
        List<String> refused =
                refused(
                        "static Runnable m(int[] a) { return () -> {",
                        "for (@Future int x : a) { call(x); } }; }",
                        "static Runnable p(List<String> a) { return () -> {",
                        "for (@Future String x : a) { call(x.length()); } }; }");
        assertEquals(
                List.of("A.java:3: " + ELEMENT, "A.java:5: " + ELEMENT),
                refused.stream()
                        .map(r -> r.replaceFirst("in A.lambda\\S+ ", ""))
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(
            value = SourceCompiler.class,
            names = {"JAVAC", "ECJ"})
    void elementOfALoop(SourceCompiler compiler) {
        String why = ": " + ELEMENT;
        assertEquals(
                List.of(
                        "A.java:2: in A.m" + why,
                        "A.java:3: in A.n" + why,
                        "A.java:4: in A.o" + why,
                        "A.java:5: in A.p" + why,
                        "A.java:6: in A.q" + why),
                refused(
                        compiler,
                        "static void m(int[] a) { for (@Future int x : a) { call(x); } }",
                        "static void n(Integer[] a) { for (@Future long x : a) { use(x); } }",
                        "static void o(int[][] a) { for (@Future int[] x : a) { use(x); } }",
                        "static void p(List<String> a) { for (@Future String x : a) { use(x); } }",
                        "static void q(Set<Integer> a) { for (@Future int x : a) { call(x); } }",
                        "static void use(Object o) {}"));
    }

    /** Then lines tell: a loop that is written out has its call of next on one of its own. */
    @Test
    void elementOfALoopWithoutVariables() {
        String loop =
                "static void m(List<String> a) {\nfor (@Future String x : a) { call(1); } }"
                        + "static void o(Integer[] a) {\nfor (@Future int x : a) { call(x); } }";
        String written =
                "static void n(Iterator<String> a) { while (a.hasNext()) {\n"
                        + "@Future String x = a.next(); call(1); } }"
                        + "static void p(Iterator<String> a) {\n"
                        + "while (a.hasNext()) { @Future String x = a.next(); call(1); } }";
        String source =
                "import dev.cleave.Future; import java.util.*; class A { static int call(int n) {"
                        + " return n; }";
        WovenClasses classes =
                WovenClasses.of("A.java", source + loop + written + "}", "-g:lines,source");
        assertEquals(2, classes.futures());
        assertEquals(
                List.of("A.java:2: in A.m: " + ELEMENT, "A.java:3: in A.o: " + ELEMENT),
                classes.refusals.stream().map(Refusal::toString).toList());
    }

    @Test
    void patternVariable() {
        assertEquals(
                List.of("A.java:3: in A.m: " + NOT_A_CALL),
                refused(
                        "static int m(Object o) {",
                        "return o instanceof @Future String s ? s.length() : 0; }"));
    }

    @Test
    void declaredInMonitor() {
        assertEquals(
                List.of("A.java:4: in A.m: " + DECLARED_LOCKED),
                refused(
                        "int m(int n) {",
                        "synchronized (this) { int y;",
                        "@Future int x = call(n);",
                        "call(n); } return n; }"));
    }

    @Test
    void touchedInMonitor() {
        assertEquals(
                List.of("A.java:4: in A.m: " + USED_LOCKED),
                refused(
                        "int m(int n) {",
                        "@Future int x = call(n); synchronized (this) {",
                        "call(x);",
                        "} return n; }"));
    }

    @Test
    void touchedInMonitorOnOnePath() {
        assertEquals(
                List.of("A.java:5: in A.m: " + USED_LOCKED),
                refused(
                        "int m(int n) {",
                        "@Future int x = call(n); if (n > 0) { call(x); }",
                        "synchronized (this) {",
                        "call(x);",
                        "} return n; }"));
    }

    @Test
    void declaredAfterInnerMonitor() {
        assertEquals(
                List.of("A.java:4: in A.m: " + DECLARED_LOCKED),
                refused(
                        "int m(int n) {",
                        "synchronized (this) { call(n); synchronized (A.class) { call(2); }",
                        "@Future int x = call(n); n++; } return n; }"));
    }

    @Test
    void inSynchronizedMethod() {
        assertEquals(
                List.of(
                        "A.java:3: in A.m: the method is synchronized, and whoever runs the call"
                                + " would not have the lock; synchronize a part that neither"
                                + " declares nor uses the future"),
                refused(
                        "synchronized int m(int n) {",
                        "@Future int x = call(n);",
                        "call(n); return x; }"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"x = call(2)", "x++", "x += 2", "x = 3", "if (n > 2) x = call(4)"})
    void assignedAgain(String statement) {
        assertEquals(
                List.of("A.java:4: in A.m: " + ASSIGNED_AGAIN),
                refused(
                        "static int m(int n) {",
                        "@Future int x = call(n);",
                        statement + ";",
                        "return x;}"));
    }

    @Test
    void resource() {
        assertEquals(
                List.of(
                        "A.java:4: in A.m: @Future marks a resource of a try statement; declare the"
                                + " resource without it"),
                refused(
                        "static AutoCloseable open() { return null; }",
                        "static void m() throws Exception {",
                        "try (@Future AutoCloseable x = open()) {",
                        "call(1); } }"));
    }

    @Test
    void beforeTheSuperclassIsConstructed() {
        assertEquals(
                List.of(
                        "A.java:3: in A.<init>: the future is declared before the call of super(…)"
                                + " or this(…); declare it after that call, or in a method that the"
                                + " arguments call"),
                refused(
                        "A(int n) {} A(long n) { this(switch ((int) n) { case 1: {",
                        "@Future int x = call(2); int y = call(3); yield x + y; }",
                        "default: yield 3; }); }"));
    }

    /** Since Java 25, statements may stand there. */
    @Test
    void inStatementsBeforeTheSuperclassIsConstructed() {
        assumeTrue(
                SourceCompiler.NEWER_JAVAC.isPresent(),
                "no JDK 25 or later stands beside the one that runs this");
        String source =
                "import dev.cleave.*; class A { int f; static int call(int n) { return n; }\n"
                        + "A(int n) {\n@Future int x = call(n); call(n); this.f = x; super(); }\n"
                        + "A(long n) {\nfor (@Parallel long i = 0; i < n; i++) { this.f = 1; }\n"
                        + "super(); } }";
        byte[] classFile = SourceCompiler.NEWER_JAVAC.compile(Map.of("A.java", source)).get("A");
        Woven woven = new Weaver(ClassFiles.of(null)).weave(classFile);
        assertSame(classFile, woven.classFile());
        assertEquals(
                List.of(
                        "A.java:5: in A.<init>: the loop uses this before the call of super(…) or"
                                + " this(…); put the loop after that call",
                        "A.java:3: in A.<init>: the future is declared before the call of super(…)"
                                + " or this(…); declare it after that call, or in a method that the"
                                + " arguments call"),
                woven.refusals().stream().map(Refusal::toString).toList());
    }

    @Test
    void typeArgument() {
        assertEquals(
                List.of(
                        "A.java:2: in A.m: @Future marks a type argument, not the variable; write"
                                + " it in front of the whole declaration"),
                refused("static void m() { List<@Future String> x = List.of(); call(x.size()); }"));
    }

    @Test
    void anythingButLocalVariables() {
        assertEquals(
                List.of(
                        "A.java: in A.field: @Future marks a field, " + REMEDY,
                        "A.java: in A.list: @Future marks a type argument, " + REMEDY,
                        "A.java:5: in A.result: @Future marks a result, " + REMEDY,
                        "A.java:6: in A.parameter: @Future marks a parameter, " + REMEDY,
                        "A.java:7: in A.type: @Future marks a type, " + REMEDY,
                        "A.java:8: in A.receiver: @Future marks a receiver, " + REMEDY,
                        "A.java:9: in A.made: @Future marks a new expression, " + REMEDY,
                        "A.java:10: in A.cast: @Future marks a cast, " + REMEDY,
                        "A.java:11: in A.tested: @Future marks an instanceof, " + REMEDY,
                        "A.java:12: in A.reference: @Future marks a method reference, " + REMEDY,
                        "A.java:13: in A.handler: @Future marks a caught exception, " + REMEDY),
                refused(
                        "A() {}",
                        "@Future int field;",
                        "List<@Future String> list;",
                        "static @Future int result() { return 1; }",
                        "static void parameter(@Future int n) {}",
                        "static <@Future T> void type() {}",
                        "void receiver(@Future A this) {}",
                        "static Object made() { return new @Future Object(); }",
                        "static int cast(long n) { return (@Future int) n; }",
                        "static boolean tested(Object o) { return o instanceof @Future String; }",
                        "static Supplier<Object> reference() { return @Future Object::new; }",
                        "static void handler() { try { call(1); }"
                                + " catch (@Future RuntimeException e) { call(2); } }"));
    }

    @Test
    void lambdaParameter() {
        assertEquals(
                List.of("A.java:2: in A.lambda$m$0: @Future marks a parameter, " + REMEDY),
                refused("static IntUnaryOperator m() { return (@Future int p) -> p + 1; }"));
    }

    @Test
    void componentOfRecordOnce() {
        assertEquals(
                List.of("A.java: in A$R.n: @Future marks a record's component, " + REMEDY),
                refused("record R(@Future int n) {}"));
    }

    @Test
    void superclass() {
        assertEquals(
                List.of("A.java: in A$B: @Future marks a type, " + REMEDY),
                refused("static class B extends @Future Object {}"));
    }

    @Test
    void parametersThatLeaveNoRoom() {
        StringBuilder parameters = new StringBuilder("int n");
        for (int i = 0; i < 126; i++) {
            parameters.append(", long p").append(i);
        }
        String body = ") { @Future int x = call(n); call(n); return x; }";
        assertEquals(
                List.of(
                        "A.java:3: in A.m: the method's parameters take 254 words, and at most 253"
                                + " leave room for what weaving adds; pass some of them in an"
                                + " object"),
                refused("int m(", parameters + body));
        assertEquals(
                1,
                WovenClasses.of(
                                "A.java",
                                "import dev.cleave.Future; class A { static int call(int n) {"
                                        + " return n; } static int m("
                                        + parameters
                                        + body
                                        + "}")
                        .futures());
    }

    @Test
    void typeThatMayNotBeNamed() {
        Map<String, String> sources = new TreeMap<>();
        sources.put(
                "p/Api.java",
                "package p; public class Api { static class Hidden {} public static Hidden make() {"
                        + " return new Hidden(); } public static int use(Hidden h) { return 1; } }");
        sources.put(
                "q/User.java",
                "package q; import dev.cleave.Future; import p.Api; class User { static int m()"
                        + " {\n@Future int x = Api.use(Api.make()); Api.make(); return x; } static"
                        + " Object n() {\n@Future Object x = Api.make(); Api.make(); return x; } }");
        WovenClasses classes = new WovenClasses(SourceCompiler.JAVAC.compile(sources));
        String reason =
                ": the call takes or returns a p.Api$Hidden, which is not public; "
                        + "call it from a method of that package, or remove @Future";
        assertEquals(
                List.of("User.java:2: in q.User.m" + reason, "User.java:3: in q.User.n" + reason),
                classes.refusals.stream().map(Refusal::toString).toList());
    }

    @Test
    void methodThatWouldBeTooLarge() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 1200; i++) {
            body.append("{ @Future int x = call(n); call(n); call(n); n += x; }\n");
        }
        List<String> refused = refused("static int m(int n) {" + body + " return n; }");
        assertEquals(
                List.of(
                        "A.java: in A.m: woven, the method would have N bytes of code, and a"
                                + " class file can hold 65535; divide it, or its futures, among several"
                                + " methods"
                                + WHOLE),
                refused.stream().map(r -> r.replaceFirst("have \\d+", "have N")).toList());
    }

    /** The handlers of a try statement are repeated for each future in it. */
    @Test
    void methodWithMoreHandlersThanAClassFileCanCount() {
        List<String> types = new ArrayList<>();
        StringBuilder classes = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            types.add("E" + i);
            classes.append("static class E" + i + " extends RuntimeException {}\n");
        }
        List<String> refused =
                refused(
                        "static int m(int n) { try {\n"
                                + "{ @Future int x = call(n); n += x; }\n".repeat(300)
                                + "} catch ("
                                + String.join(" | ", types)
                                + " e) { n++; } return n; }\n"
                                + classes);
        assertEquals(
                List.of(
                        "A.java: in A.m: woven, the method would have N exception handlers, and a"
                                + " class file can hold 65535; divide its futures among several"
                                + " methods"
                                + WHOLE),
                refused.stream().map(r -> r.replaceFirst("have \\d+", "have N")).toList());
    }

    @Test
    void aClass() {
        WovenClasses classes =
                WovenClasses.of(
                        "A.java",
                        "@dev.cleave.Future class A { @dev.cleave.Parallel enum B { C } }");
        assertEquals(
                List.of(
                        "A.java: in A$B: @Parallel marks a class, not a local variable; mark the"
                                + " variable that a for loop counts, or remove @Parallel",
                        "A.java: in A: @Future marks a class, " + REMEDY),
                classes.refusals.stream().map(Refusal::toString).sorted().toList());
    }

    @Test
    void methodThatIsTooLargeToAnalyse() {
        StringBuilder body = new StringBuilder("@Future int x = call(n);\n");
        for (int i = 0; i < 3000; i++) {
            body.append("long a").append(i).append(" = n;\n");
        }
        body.append("if (n == 3) {\n");
        for (int i = 0; i < 3000; i++) {
            body.append("n += a").append(i).append(";\n");
        }
        String source =
                "import dev.cleave.*; class A { static int call(int n) { return n; } static int m";
        byte[] classFile =
                SourceCompiler.JAVAC
                        .compile(
                                Map.of(
                                        "A.java",
                                        source + "(int n) {" + body + "} return n + x; } }"))
                        .get("A");
        Woven woven = new Weaver(ClassFiles.of(null)).weave(classFile);
        assertSame(classFile, woven.classFile());
        assertEquals(
                "[A.java: in A: one of its methods is too long, and has too many variables, to be"
                        + " analysed; move what is marked into a method of its own"
                        + WHOLE
                        + "]",
                woven.refusals().toString());
    }

    /** Many paths meet in it, with many variables that each may have assigned. */
    @Test
    @Timeout(120)
    void methodWithManyBranchesIsNotTooLarge() {
        StringBuilder body = new StringBuilder("@Future int x = call(n); @Reduce int sum = 0;\n");
        for (int i = 0; i < 100; i++) {
            body.append("int a").append(i).append(" = n;\n");
        }
        for (int i = 0; i < 600; i++) {
            body.append("if (a" + i % 100 + " > " + i + ") a" + i * 7 % 100 + " *= 3;\n");
        }
        body.append("for (@Parallel int i = 0; i < a7; i++) { sum += i; }\n");
        String source =
                "import dev.cleave.*; class A { static int call(int n) { return n; } static int m";
        WovenClasses classes =
                WovenClasses.of("A.java", source + "(int n) {" + body + "return sum + x; } }");
        assertEquals(List.of(), classes.refusals);
    }

    /** What is merged where paths meet, and where exceptions are handled, are types of objects. */
    @Test
    @Timeout(120)
    void methodWithManyObjectsIsNotTooLarge() throws ClassNotFoundException {
        StringBuilder body = new StringBuilder("@Reduce int sum = 0;\n");
        for (int i = 0; i < 80; i++) {
            body.append("Object a" + i + " = n + \"\";\n");
        }
        body.append("try {\n");
        for (int i = 0; i < 700; i++) {
            String changed = "a" + i * 37 % 80;
            body.append("if (a" + i % 80 + ".hashCode() > " + i + ") { ")
                    .append(changed + " = a" + i * 7 % 80)
                    .append("; } else { " + changed + " = new StringBuilder(); }\n");
        }
        body.append("} catch (Error e) { n += a7.hashCode(); }\n")
                .append("for (@Parallel int i = 0; i < n; i++) { sum += a7.hashCode(); }\n");
        String source = "import dev.cleave.*; class A { static int m(int n) {" + body;
        byte[] classFile =
                SourceCompiler.JAVAC.compile(Map.of("A.java", source + "return sum; } }")).get("A");
        Woven woven = new Weaver(ClassFiles.of(null)).weave(classFile);
        assertEquals(List.of(), woven.refusals());
        Class.forName("A", true, WovenClasses.loader(Map.of("A", woven.classFile())));
    }

    @Test
    void classFileThatIsTooOld() {
        byte[] classFile =
                SourceCompiler.JAVAC
                        .compile(Map.of("Fib.java", FormsTest.source("../golden/Fib")))
                        .get("Fib");
        classFile[7] = 51;
        Woven woven = new Weaver(ClassFiles.of(null)).weave(classFile);
        assertSame(classFile, woven.classFile());
        assertEquals(
                "[Fib.java: in Fib: its class file has version 51, which is too old; compile it with"
                        + " --release 8 or later"
                        + WHOLE
                        + "]",
                woven.refusals().toString());
    }

    @Test
    void classPathThatIsNotWhole() {
        Map<String, byte[]> all =
                SourceCompiler.JAVAC.compile(
                        Map.of(
                                "A.java",
                                "import dev.cleave.Future; class B {} class C extends B {} class D"
                                        + " extends B {} class A { static B call(B b) { return b; }"
                                        + " static B m(boolean c) { @Future B x = call(c ? new C()"
                                        + " : new D()); call(x); return x; } }"));
        byte[] classFile = all.get("A");
        assertEquals(1, new WovenClasses(all).futures());
        Map<String, byte[]> some = new TreeMap<>(all);
        some.remove("D");
        Woven woven = new Weaver(ClassFiles.of(WovenClasses.loader(some))).weave(classFile);
        assertSame(classFile, woven.classFile());
        assertEquals(
                "[A.java: in A: what it mentions is not found: D; weave it with its whole class"
                        + " path"
                        + WHOLE
                        + "]",
                woven.refusals().toString());
    }

    @Test
    void aJavaThatHasNotAllThatIsMentioned() {
        Map<String, byte[]> all =
                SourceCompiler.JAVAC.compile(
                        Map.of(
                                "A.java",
                                "import dev.cleave.Future; class A { static Error call(Error e) {"
                                        + " return e; } static Error m(boolean c) { @Future Error"
                                        + " x = call(c ? new InternalError() : new"
                                        + " VerifyError()); call(x); return x; } }"));
        ClassFiles java = ClassFiles.of(null);
        ClassFiles older = name -> name.endsWith("/VerifyError") ? null : java.find(name);
        assertEquals(
                "[A.java: in A: what it mentions is not found: java.lang.VerifyError; weave it on"
                        + " the JDK that it was compiled for, or a later one"
                        + WHOLE
                        + "]",
                new Weaver(older).weave(all.get("A")).refusals().toString());
    }

    @Test
    void nothingElseInTheClass() {
        WovenClasses classes =
                WovenClasses.of(
                        "A.java",
                        "import dev.cleave.Future; class A { static int call(int n) { return n; }"
                                + " static int good(int n) { @Future int x = call(n); call(n);"
                                + " return x; }\n static int bad(int n) { @Future int x = call(n);"
                                + " @Future int y = n; call(n); return x + y; } }");
        assertEquals(1, classes.futures());
        assertEquals(
                List.of("A.java:2: in A.bad: " + NOT_A_CALL),
                classes.refusals.stream().map(Refusal::toString).toList());
    }

    @Test
    void withoutDebugInformation() {
        WovenClasses classes =
                WovenClasses.of(
                        "A.java",
                        "class A { static int m(int n) { @dev.cleave.Future int x = n;"
                                + " Math.abs(n); return x; } }",
                        "-g:none");
        assertEquals(
                List.of("A.class: in A.m: " + NOT_A_CALL),
                classes.refusals.stream().map(Refusal::toString).toList());
        assertFalse(classes.woven.isEmpty());
    }

    @Test
    void alsoOfTheOtherCompiler() {
        assertEquals(
                List.of("A.java:3: in A.m: " + ASSIGNED_AGAIN, "A.java:4: in A.n: " + NOT_A_CALL),
                refused(
                        SourceCompiler.ECJ,
                        "static int m(int n) { @Future int x = call(n);",
                        "x = call(3); return x; }",
                        "static int n(int n) { @Future int x = n; call(n); return x; }"));
    }
}
