package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.ForkJoinPool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every form in which a future may be written means the same after weaving: each program of {@code
 * forms} returns what it returns unwoven, on one worker and on four.
 */
final class FormsTest {
    /** Which calls are stolen is different each time. */
    private static final int ROUNDS = 10;

    /** Programs that Java 8 understands. */
    private static final List<String> PLAIN =
            List.of(
                    "Stolen",
                    "ControlFlow",
                    "Exceptions",
                    "Members",
                    "Initialisers",
                    "Calls",
                    "Virtual",
                    "Loops",
                    "Elements");

    /** And some that it does not. */
    private static final List<String> MODERN = List.of("Modern", "Joins");

    /** And some that only the newest does; its class files an older JVM does not load. */
    private static final List<String> NEWEST =
            Runtime.version().feature() >= 25 ? List.of("Newest") : List.of();

    private static final Map<Variant, WovenClasses> COMPILED = new ConcurrentHashMap<>();

    /** A compiler with its options. */
    private record Variant(SourceCompiler compiler, String options) {
        boolean isModern() {
            return !options.equals("--release 8") && !options.equals("--release 11");
        }

        boolean isNewest() {
            return !options.contains("--release");
        }

        Stream<String> programs() {
            return Stream.of(
                            PLAIN,
                            isModern() ? MODERN : List.<String>of(),
                            isNewest() ? NEWEST : List.<String>of())
                    .flatMap(List::stream);
        }

        WovenClasses compile() {
            Map<String, String> sources = new TreeMap<>();
            programs().forEach(program -> sources.put(program + ".java", source(program)));
            return new WovenClasses(compiler.compile(sources, (options + " -nowarn").split(" ")));
        }
    }

    static Stream<Arguments> programs() {
        return Stream.of(
                        new Variant(SourceCompiler.JAVAC, "-g"),
                        new Variant(SourceCompiler.JAVAC, "-g:none"),
                        new Variant(SourceCompiler.JAVAC, "-parameters"),
                        new Variant(SourceCompiler.JAVAC, "--release 8"),
                        new Variant(SourceCompiler.JAVAC, "--release 11"),
                        new Variant(SourceCompiler.NEWER_JAVAC, "--release 17"),
                        new Variant(SourceCompiler.ECJ, "--release 17"),
                        new Variant(SourceCompiler.COVERED_ECJ, "--release 17"),
                        new Variant(SourceCompiler.ECJ, "--release 8"))
                .flatMap(
                        variant ->
                                variant.programs().map(program -> Arguments.of(variant, program)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void meansTheSame(Variant variant, String program) throws Exception {
        assumeTrue(
                variant.compiler.isPresent(),
                "no JDK 25 or later stands beside the one that runs this");
        WovenClasses classes = COMPILED.computeIfAbsent(variant, Variant::compile);
        assertEquals(List.of(), classes.refusals);
        assertTrue(classes.futures() > 0);
        String expected = run(method(classes.originalLoader(), program));
        Method woven = method(classes.wovenLoader(), program);
        assertEquals(expected, run(woven), "by a thread of the program's");
        assertEquals(List.of(expected), runInPool(woven, 1, 1), "by one worker");
        assertEquals(Collections.nCopies(ROUNDS, expected), runInPool(woven, 4, ROUNDS), "by four");
    }

    private static List<String> runInPool(Method program, int workers, int rounds)
            throws Exception {
        ForkJoinPool pool = new ForkJoinPool(workers);
        try {
            List<String> said = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                said.add(pool.submit(() -> run(program)).get());
            }
            return said;
        } finally {
            pool.shutdownNow();
        }
    }

    /** A program's source. */
    static String source(String program) {
        try (InputStream in = FormsTest.class.getResourceAsStream("forms/" + program + ".java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Method method(ClassLoader loader, String program) throws Exception {
        Method run = loader.loadClass(program).getMethod("run");
        run.setAccessible(true);
        return run;
    }

    private static String run(Method run) throws Exception {
        try {
            return (String) run.invoke(null);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        }
    }
}
