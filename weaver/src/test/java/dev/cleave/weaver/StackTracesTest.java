package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception tells the same methods and lines, woven or not. */
final class StackTracesTest {
    private static final String SOURCE =
            """
            import dev.cleave.Future;
            public class A {
                static int fails(int n) {
                    if (n == 0)
                        throw new IllegalStateException();
                    return n;
                }
                static int through(int n) {
                    return fails(
                        n);
                }
                public static int touched() {
                    int y = 1;
                    @Future int x =
                        through(0);
                    y++;
                    return
                        x
                        + y;
                }
                public static int untouched() {
                    {
                        @Future int x = through(0);
                        fails(1);
                    }
                    return 1;
                }
                public static int after() {
                    @Future int x = through(1);
                    int y = x + x;
                    y++;
                    return fails(
                        y - 3);
                }
                public static int between() {
                    @Future int x = through(1);
                    through(0);
                    return x;
                }
                static int down(int n) {
                    if (n == 0)
                        return through(0);
                    @Future int x =
                        down(n - 1);
                    through(1);
                    return x;
                }
                public static int recursive() {
                    return down(3);
                }
                public static int constructed() {
                    return new A(0).hashCode();
                }
                A(int n) {
                    @Future int x =
                        through(n);
                    through(2);
                    through(x);
                }
                A() {
                }
                private int privately(A a, int n) {
                    @Future int x = through(1);
                    return x +
                        fails(n);
                }
                public static int called() {
                    return
                        new A().privately(null, 0);
                }
                int overridable(int n) {
                    if (n == 0)
                        return fails(0);
                    @Future int x =
                        overridable(n - 1);
                    through(1);
                    return x;
                }
                public static int virtual() {
                    return new A().overridable(2);
                }
                public static int inLambda() {
                    java.util.function.IntSupplier s = () -> {
                        @Future int x =
                            through(0);
                        fails(2);
                        return x;
                    };
                    return s.getAsInt();
                }
                public static int inHandler() {
                    @Future int x = through(1);
                    try {
                        fails(0);
                    } catch (IllegalStateException e) {
                        return x
                            + fails(0);
                    }
                    return 1;
                }
                public static int inLoop() {
                    int s = 0;
                    for (int i = 3; i >= 0;
                            i = fails(i) - 1) {
                        @Future int x = through(i + 1);
                        s += 2;
                    }
                    return s;
                }
            }
            """;

    /** What another thread threw has that thread's frames, not the program's own way there. */
    private static final String STOLEN = "stolen";

    private static final WovenClasses CLASSES = WovenClasses.of("A.java", SOURCE, "-g");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touched",
                "untouched",
                "after",
                "between",
                "recursive",
                "constructed",
                "called",
                "virtual",
                "inLambda",
                "inHandler",
                "inLoop"
            })
    void namesTheLines(String program) throws Exception {
        List<String> expected = lines(CLASSES.originalLoader(), program);
        assertTrue(expected.size() > 1);
        ClassLoader woven = CLASSES.wovenLoader();
        assertLines(expected, lines(woven, program));
        for (int workers : new int[] {1, 4}) {
            ForkJoinPool pool = new ForkJoinPool(workers);
            try {
                assertLines(expected, pool.submit(() -> lines(woven, program)).get());
            } finally {
                pool.shutdownNow();
            }
        }
    }

    private static void assertLines(List<String> expected, List<String> lines) {
        if (lines.remove(STOLEN)) {
            // Who waits for the thief takes from it in turn: then the frames of the thief's own
            // calls are missing between the taken call's and the waiting one's.
            assertEquals(expected.subList(0, 2), lines.subList(0, 2));
            Iterator<String> rest = expected.iterator();
            for (String line : lines) {
                assertTrue(contains(rest, line), () -> lines + " is no part of " + expected);
            }
        } else {
            assertEquals(expected, lines);
        }
    }

    private static boolean contains(Iterator<String> rest, String line) {
        while (rest.hasNext()) {
            if (rest.next().equals(line)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void withoutLinesThereAreNone() throws Exception {
        WovenClasses classes = WovenClasses.of("A.java", SOURCE, "-g:none");
        assertLines(
                lines(classes.originalLoader(), "touched"),
                lines(classes.wovenLoader(), "touched"));
    }

    /** The program's own frames of what it throws, innermost first. */
    private static List<String> lines(ClassLoader loader, String program) throws Exception {
        Method method = loader.loadClass("A").getMethod(program);
        try {
            return new ArrayList<>(List.of("returned " + method.invoke(null)));
        } catch (InvocationTargetException e) {
            List<String> lines = new ArrayList<>();
            String body = null;
            for (StackTraceElement frame : e.getCause().getStackTrace()) {
                String name = frame.getMethodName();
                if (!frame.getClassName().equals("A")
                        || name.equals("cleave$call")
                        || name.endsWith("$guard")) {
                    continue;
                }
                String plain = name.replaceFirst("\\$(cleave|middle|serial|below|rising)$", "");
                if (name.matches(".*\\$(below|rising)") || name.equals(body)) {
                    body = null; // only leads from the caller to the body
                    continue;
                }
                body = name.equals(plain) ? null : plain;
                lines.add(plain + ":" + frame.getLineNumber());
            }
            if (e.getCause().getSuppressed().length > 0) {
                lines.add(STOLEN);
            }
            return lines;
        }
    }
}
