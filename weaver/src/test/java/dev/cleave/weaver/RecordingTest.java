package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Woven to be measured, every form in which a future may be written means the same, and the agent
 * is told of the begin, the end and one first use of each call. The agent is played by a class of
 * its name that counts.
 */
final class RecordingTest {
    private static final String PROBE = "dev.cleave.agent.workspan.Probe";

    private static final String COUNTS =
            """
            package dev.cleave.agent.workspan;

            /** The programs' loops run in several threads. */
            public class Probe {
                public static int calls;
                public static int open;
                public static int touched;
                public static int inside;
                private static int asked;

                public static synchronized boolean isBelow() {
                    boolean isBelow = ++asked % 5 == 0;
                    inside += isBelow ? 0 : 1;
                    return isBelow;
                }

                public static synchronized void returns() {
                    inside--;
                }

                public static synchronized void callBegins() {
                    calls++;
                    open++;
                }

                public static synchronized Object callEnds() {
                    open--;
                    return PROBE;
                }

                private static final Object PROBE = new Object();

                public static synchronized void touches(Object call) {
                    if (call != null) {
                        touched++;
                    }
                }
            }
            """;

    private static Map<String, byte[]> original;

    @BeforeAll
    static void compile() {
        Map<String, String> sources = new TreeMap<>();
        for (String program : programs()) {
            sources.put(program + ".java", FormsTest.source(program));
        }
        sources.put("Probe.java", COUNTS);
        original = SourceCompiler.JAVAC.compile(sources, "-g", "-nowarn");
    }

    private static List<String> programs() {
        return List.of(
                "Stolen",
                "ControlFlow",
                "Exceptions",
                "Members",
                "Initialisers",
                "Calls",
                "Virtual",
                "Loops",
                "Modern",
                "Joins");
    }

    private static Map<String, byte[]> woven() {
        ClassLoader unwoven = WovenClasses.loader(original);
        Weaver weaver = new Weaver(ClassFiles.of(unwoven), true);
        Map<String, byte[]> woven = new TreeMap<>();
        original.forEach(
                (name, classFile) -> {
                    Woven result = weaver.weave(classFile);
                    assertEquals(List.of(), result.refusals());
                    assertEquals("", WovenClasses.complaints(result.classFile(), unwoven), name);
                    woven.put(name, result.classFile());
                });
        return woven;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void meansTheSameAndTellsOfEachCall(String program) throws Exception {
        String expected = run(WovenClasses.loader(original), program);
        ClassLoader loader = WovenClasses.loader(woven());
        assertEquals(expected, run(loader, program));
        Class<?> probe = loader.loadClass(PROBE);
        assertEquals(0, probe.getField("open").getInt(null), "begun and not ended");
        assertEquals(0, probe.getField("inside").getInt(null), "entered and not left");
        int calls = probe.getField("calls").getInt(null);
        assertEquals(calls, probe.getField("touched").getInt(null), "used, of those called");
        assertTrue(calls > 0 || program.equals("Loops") || program.equals("Joins"), "calls");
    }

    private static String run(ClassLoader loader, String program) throws Exception {
        var method = loader.loadClass(program).getMethod("run");
        method.setAccessible(true);
        try {
            return (String) method.invoke(null);
        } catch (InvocationTargetException e) {
            throw new AssertionError(program, e.getCause());
        }
    }
}
