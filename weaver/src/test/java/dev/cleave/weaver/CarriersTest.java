package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which methods without futures get bodies, and that they do what they did. */
class CarriersTest {
    private static final String SOURCE =
            """
            import dev.cleave.Future;

            final class Turns {
                static int even(int n) {
                    return n == 0 ? 1 : odd(n - 1);
                }

                private static int odd(int n) {
                    if (n <= 0) {
                        return 0;
                    }
                    @Future int left = even(n - 1);
                    int right = new Turns().instance(n - 1) + locked(n - 2);
                    return left + right;
                }

                private int instance(int n) {
                    return even(n);
                }

                /** Calls a woven method as written, not as run: that would wait with the lock held. */
                private static synchronized int locked(int n) {
                    return n < 0 ? 1 : n > 100 ? odd(n - 2) : seriallyOdd(n - 2);
                }

                private static int leaf(int n) {
                    return n;
                }

                static int caller(int n) {
                    return leaf(even(n));
                }

                static int serially(int n) {
                    return n == 0 ? 1 : seriallyOdd(n - 1);
                }

                private static int seriallyOdd(int n) {
                    return n <= 0
                            ? 0
                            : serially(n - 1) + serially(n - 1) + (n < 2 ? 1 : seriallyOdd(n - 4));
                }
            }
            """;

    @TempDir private Path folder;

    @Test
    void methodsBetweenWovenOnesPassTheStackOn() throws Exception {
        Class<?> woven = wovenClass();
        assertEquals(
                new TreeSet<>(Set.of("even", "instance", "odd")),
                Arrays.stream(woven.getDeclaredMethods())
                        .map(Method::getName)
                        .filter(name -> name.endsWith("$cleave"))
                        .map(name -> name.replace("$cleave", ""))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void theyDoWhatTheyDid() throws Exception {
        Class<?> woven = wovenClass();
        for (int n = 0; n <= 20; n++) {
            int expected = call(woven, "serially", n);
            assertEquals(expected, call(woven, "even", n));
            assertEquals(expected, call(woven, "caller", n));
        }
        assertTrue(call(woven, "even", 20) > 100);
    }

    @Test
    void theSameClassBecomesTheSameBytes() {
        WovenClasses first = WovenClasses.of("Turns.java", SOURCE);
        for (int i = 0; i < 20; i++) {
            assertArrayEquals(
                    first.woven.get("Turns"), new WovenClasses(first.original).woven.get("Turns"));
        }
    }

    private static int call(Class<?> type, String name, int n) throws Exception {
        Method method = type.getDeclaredMethod(name, int.class);
        method.setAccessible(true);
        return (int) method.invoke(null, n);
    }

    private Class<?> wovenClass() throws Exception {
        Path source = Files.writeString(folder.resolve("Turns.java"), SOURCE);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            assertTrue(
                    compiler.getTask(
                                    said,
                                    files,
                                    null,
                                    List.of(
                                            "-d",
                                            folder.toString(),
                                            "-cp",
                                            System.getProperty("java.class.path")),
                                    null,
                                    files.getJavaFileObjects(source))
                            .call(),
                    said::toString);
        }
        Woven woven =
                new Weaver(ClassFiles.of(getClass().getClassLoader()))
                        .weave(Files.readAllBytes(folder.resolve("Turns.class")));
        assertEquals(List.of(), woven.refusals());
        return new ClassLoader(getClass().getClassLoader()) {
            Class<?> define(byte[] bytes) {
                return defineClass("Turns", bytes, 0, bytes.length);
            }
        }.define(woven.classFile());
    }
}
