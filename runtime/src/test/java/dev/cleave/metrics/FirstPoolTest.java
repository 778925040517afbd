package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Fib;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What a program's first pool does not bring in, as a program of half a second would notice: the
 * Flight Recorder's inside, a tenth of a second and more, and the first lambda and the first
 * pattern, some ten milliseconds each.
 */
class FirstPoolTest {
    /** Uses the common pool. */
    static final class Alone {
        private Alone() {}

        public static void main(String[] arguments) {
            System.out.println(ForkJoinPool.commonPool().invoke(new Fib(15)));
        }
    }

    private static String loaded(Class<?> program, Predicate<String> unwanted, String... options)
            throws Exception {
        List<String> lines = ChildJvm.run(program, options);
        assertTrue(lines.contains("610"), () -> String.join("\n", lines));
        return lines.stream().filter(unwanted).collect(Collectors.joining("\n"));
    }

    private static boolean isRecorderInside(String line) {
        return line.contains("jdk.jfr.internal.MetadataRepository")
                || line.contains("jdk.jfr.internal.TypeLibrary")
                || line.contains("dev.cleave.metrics.events.PoolEvent");
    }

    @Test
    void initializesNoFlightRecorder() throws Exception {
        assertEquals(
                "",
                loaded(
                        WithoutModulesTest.Program.class,
                        FirstPoolTest::isRecorderInside,
                        "-Xlog:class+load"));
    }

    @Test
    void theControlDoes() throws Exception {
        String lines =
                loaded(
                        WithoutModulesTest.Program.class,
                        FirstPoolTest::isRecorderInside,
                        "-Xlog:class+load",
                        "-XX:StartFlightRecording:dumponexit=false");
        assertTrue(lines.contains("dev.cleave.metrics.events.PoolEvent"), lines);
    }

    @Test
    void makesNoLambda() throws Exception {
        assertEquals(
                "",
                loaded(
                        Alone.class,
                        line -> line.contains("source: dev.cleave") && line.contains("$$Lambda"),
                        "-Xlog:class+load"));
    }

    @Test
    void compilesNoPattern() throws Exception {
        assertEquals(
                "",
                loaded(
                        Alone.class,
                        line -> line.contains(" java.util.regex.Pattern "),
                        "-Xlog:class+load",
                        "--limit-modules",
                        "java.base"));
    }
}
