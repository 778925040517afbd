package dev.cleave.weaver.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaving;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the compiler says of futures. In each program, a comment stands on the line that is to be
 * reported, and says with what words.
 */
class CleavePluginTest {
    private static final String START =
            """
            import dev.cleave.Future;
            import java.util.List;

            class Program {
                static int one(int n) { return n; }
                static void use(Object value) {}
                static AutoCloseable open() { return () -> {}; }

            """;

    @TempDir private Path classes;

    /** Refused by the weaver too, in the same words and on the same line. */
    static Stream<String> refusedByTheWeaverToo() {
        return Stream.of(
                """
                int m(int n) {
                    @Future int x = n + 1; // the initialiser is not a call
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = n > 0 ? one(n) : one(2); // the initialiser is not a call
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = switch (n) { case 1 -> one(2); default -> one(n); }; // not a call
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = switch (n) { case 1 -> one(2); default -> throw null; }; // not a call
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = switch (n) { default -> { if (n > 0) yield n; yield one(1); } }; // not a call
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = one(n);
                    use(x);
                    x = one(2); // the future is assigned again
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = one(n);
                    x++; // the future is assigned again
                    return x;
                }
                """,
                """
                int m(boolean b) {
                    @Future int x;
                    if (b) {
                        x = one(1);
                    } else {
                        x = 2; // the initialiser is not a call
                    }
                    return x;
                }
                """,
                """
                synchronized int m(int n) {
                    @Future int x = one(n); // the method is synchronized
                    return x;
                }
                """,
                """
                int m(int n) {
                    synchronized (this) {
                        @Future int x = one(n); // a future is declared inside a synchronized block
                        return x;
                    }
                }
                """,
                """
                int m(int n) {
                    @Future int x = one(n);
                    synchronized (this) {
                        use(x); // a future is used for the first time inside a synchronized block
                    }
                    return x;
                }
                """,
                """
                void m() throws Exception {
                    try (@Future AutoCloseable x = open()) { // @Future marks a resource
                        use(x);
                    }
                }
                """,
                """
                void m() {
                    List<@Future String> x = List.of(); // @Future marks a type argument
                    use(x);
                }
                """,
                "@Future int m() { return 1; } // marks a result, not a local variable\n",
                """
                void m(Object o) {
                    use((@Future String) o); // @Future marks a cast, not a local variable
                }
                """,
                """
                void m() {
                    use(new @Future Object()); // @Future marks a new expression, not a local variable
                }
                """,
                """
                void m() {
                    try {
                        use(this);
                    } catch (@Future Error e) { // marks a caught exception, not a local variable
                        use(e);
                    }
                }
                """,
                """
                void m(List<String> all) {
                    for (@Future String x : all) { // marks the variable of a loop
                        use(x);
                    }
                }
                """);
    }

    /** Without trace in the class file, or with one that says something else. */
    static Stream<String> reportedOnlyHere() {
        return Stream.of(
                """
                int m(int n) {
                    @Future var x = one(n); // @Future var into the class file; write the variable's type
                    return x;
                }
                """,
                """
                long m(int n) {
                    @dev.cleave.Reduce var sum = 0L; // @Reduce var into the class file
                    for (@dev.cleave.Parallel int i = 0; i < n; i++) {
                        sum += one(i);
                    }
                    return sum;
                }
                """,
                """
                void m(int n) {
                    for (@dev.cleave.Parallel var i = 0; i < n; i++) { // @Parallel var into the class file
                        one(i);
                    }
                }
                """,
                "record R(@Future int n) {} // marks a record's component, not a local variable\n",
                """
                record R(int k, @Future int n) { // marks a record's component, not a local variable
                    R { }
                }
                """,
                """
                record R(@Future int n) { // marks a record's component, not a local variable
                    R(int n) {
                        this.n = n;
                    }
                }
                """,
                """
                record R(int n) {
                    static @Future int none; // marks a field, not a local variable
                }
                """,
                """
                Runnable m(int n) {
                    return () -> {
                        @Future var x = one(n); // @Future var into the class file
                        use(x);
                    };
                }
                """,
                "@Future int field = one(1); // marks a field, not a local variable\n",
                "int m(@Future int n) { return n; } // marks a parameter, not a local variable\n",
                "enum E { @Future A } // marks an enum constant, not a local variable\n",
                "<@Future T> void m(T t) { use(t); } // marks a type, not a local variable\n");
    }

    static Stream<String> honoured() {
        return Stream.of(
                """
                int m(int n) {
                    @Future int x = one(n);
                    @Future final long y = (long) (one(2));
                    @Future Integer z = one(3);
                    @Future Program p = new Program();
                    @Future int[] a = new int[][] {{1}}[0].clone();
                    java.util.@Future List<String> l = List.of("a");
                    @Future long plus = +one(4);
                    use(plus);
                    use(p);
                    use(a);
                    use(l);
                    return (int) (x + y + z);
                }
                """,
                """
                int m(boolean b) {
                    @Future int x;
                    if (b) {
                        x = one(1);
                    } else {
                        x = one(2);
                    }
                    synchronized (this) {
                        use(this);
                    }
                    return x;
                }
                """,
                """
                int m(int n) {
                    @Future int x = switch (n) { default -> one(n); };
                    @Future int y = (int) (switch (n) {
                        case 1: throw new Error();
                        default: { use(n); yield (one(n)); }
                    });
                    @Future int z = switch (n) {
                        case 1 -> throw new Error();
                        default -> { use(n); yield switch (n) { default -> one(n); }; }
                    };
                    return x + y + z;
                }
                """,
                """
                static final boolean ONE = true;

                int m(int n) {
                    final int two = 2;
                    @Future int x = ONE ? one(n) : one(2);
                    @Future long y = (two < 1 || !Program.ONE) ? n : (long) (one(n));
                    @Future boolean z = ONE && Boolean.valueOf("true");
                    return (int) (z ? x : y);
                }
                """,
                """
                synchronized Runnable m(int n) {
                    return () -> {
                        @Future int x = one(n);
                        use(x);
                    };
                }
                """,
                """
                Runnable m(int n) {
                    @Future int x = one(n);
                    Runnable later = () -> {
                        synchronized (this) {
                            use(x);
                        }
                    };
                    return later;
                }
                """,
                """
                void m(int n) {
                    @Future Object lock = new Object();
                    synchronized (lock) {
                        use(this);
                    }
                }
                """,
                """
                @interface Future {}

                int m(int n) {
                    @Program.Future int x = n + 1;
                    return x;
                }
                """);
    }

    @ParameterizedTest
    @MethodSource({"refusedByTheWeaverToo", "reportedOnlyHere"})
    void whatCannotBeHonouredIsAnErrorAtItsPlace(String text) throws Exception {
        Diagnostic<?> error = only(compile(text, "-Xplugin:Cleave"));
        assertEquals(Diagnostic.Kind.ERROR, error.getKind());
        assertTrue(
                error.getMessage(Locale.ROOT).contains(" cannot be honoured: "), error.toString());
        assertTrue(error.getMessage(Locale.ROOT).contains(expected(text)), error.toString());
        assertTrue(error.getMessage(Locale.ROOT).contains("; "), error.toString());
        assertEquals(line(text), error.getLineNumber(), error.toString());
    }

    /** Named by nothing, which Java has since version 22; javac writes the annotation. */
    @Test
    void whatHasNoNameIsHonoured() throws Exception {
        assumeTrue(Runtime.version().feature() >= 22);
        String text =
                """
                int m(List<String> all) {
                    @Future int _ = one(1);
                    @dev.cleave.Reduce int n = 0;
                    for (@dev.cleave.Parallel String _ : all) {
                        n++;
                    }
                    return n;
                }
                """;
        assertEquals("wove 1 future and 1 loop in 1 class", honoured(text));
    }

    @ParameterizedTest
    @MethodSource("refusedByTheWeaverToo")
    void theWeaverSaysTheSame(String text) throws Exception {
        Diagnostic<?> error = only(compile(text, "-Xplugin:Cleave", "warn"));
        assertEquals(Diagnostic.Kind.WARNING, error.getKind());
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(classes, classes);
        Refusal refusal = weaving.refusals().get(0);
        assertEquals(
                CleavePlugin.message(refusal.mark(), refusal.reason(), refusal.remedy()),
                error.getMessage(Locale.ROOT));
        assertEquals(refusal.line(), error.getLineNumber());
    }

    @ParameterizedTest
    @MethodSource("honoured")
    void whatCanBeHonouredIsNotReported(String text) throws Exception {
        honoured(text);
    }

    /** Compiles and weaves what nothing is said of; what was woven. */
    private String honoured(String text) throws Exception {
        assertEquals(List.of(), compile(text, "-Xplugin:Cleave"));
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(classes, classes);
        assertEquals(List.of(), weaving.refusals());
        return weaving.summary();
    }

    @Test
    void anUnknownOptionIsAnError() throws Exception {
        Diagnostic<?> error = only(compile("int field;\n", "-Xplugin:Cleave", "quiet"));
        assertEquals(Diagnostic.Kind.ERROR, error.getKind());
        assertEquals(
                "-Xplugin:Cleave quiet: the only option is warn", error.getMessage(Locale.ROOT));
    }

    private static Diagnostic<?> only(List<Diagnostic<? extends JavaFileObject>> said) {
        assertEquals(1, said.size(), said::toString);
        return said.get(0);
    }

    private static String expected(String text) {
        return text.lines()
                .filter(line -> line.contains(" // "))
                .map(line -> line.substring(line.indexOf(" // ") + 4))
                .findFirst()
                .orElseThrow();
    }

    private static long line(String text) {
        List<String> lines = (START + text).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(" // ")) {
                return i + 1L;
            }
        }
        throw new AssertionError("no line is marked");
    }

    private List<Diagnostic<? extends JavaFileObject>> compile(String text, String... options)
            throws IOException {
        Files.createDirectories(classes);
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(
                        URI.create("mem:///Program.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return START + text + "}\n";
                    }
                };
        ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        said,
                        List.of(
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                "-proc:none",
                                String.join(" ", options)),
                        null,
                        List.of(source))
                .call();
        return said.getDiagnostics();
    }
}
