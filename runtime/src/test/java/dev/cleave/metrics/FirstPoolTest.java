package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.metrics.events.Events;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
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

    /** Begins a recording before the pools listen for one. */
    static final class RecordedAtOnce {
        private RecordedAtOnce() {}

        public static void main(String[] arguments) throws Exception {
            Path file = Files.createTempFile("at-once", ".jfr");
            try (ForkJoinPool pool = new ForkJoinPool(2);
                    Recording recording = new Recording()) {
                recording.start();
                while (!Events.areRecorded()) {
                    Thread.sleep(1);
                }
                pool.setParallelism(1);
                recording.stop();
                recording.dump(file);
            }
            RecordingFile.readAllEvents(file).stream()
                    .map(event -> event.getEventType().getName())
                    .filter(name -> name.startsWith("dev.cleave"))
                    .distinct()
                    .forEach(System.out::println);
            Files.delete(file);
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

    /** A third of a millisecond each, for nothing but the verifier. */
    @Test
    void loadsNoTaskThatIsNotMade() throws Exception {
        assertEquals(
                "",
                loaded(
                        Alone.class,
                        line ->
                                line.contains("dev.cleave.AdaptedTask")
                                        || line.contains("dev.cleave.FailureKeepingTask")
                                        || line.contains("dev.cleave.CompositeTask"),
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

    @Test
    void isRecordedFromThenOnByARecordingThatBeginsAtOnce() throws Exception {
        List<String> events = ChildJvm.run(RecordedAtOnce.class);
        assertTrue(events.contains("dev.cleave.ProcessorsChanged"), events::toString);
    }
}
