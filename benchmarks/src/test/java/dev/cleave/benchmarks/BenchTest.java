package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole measurements, in virtual machines of their own: of what is right and of what goes wrong.
 */
class BenchTest {
    @TempDir private Path folder;

    /** What a measurement left. */
    private record Outcome(int status, String out, String err) {}

    @Test
    void aProgramThatIsRight() throws Exception {
        Path json = folder.resolve("rows.json");
        Outcome outcome = bench(json, 60, "none");
        JsonArray rows = rows(json);
        assertAll(
                () -> assertEquals(0, outcome.status(), outcome.err()),
                () -> assertEquals("", outcome.err()),
                () -> assertTrue(outcome.out().contains("serial"), outcome.out()),
                () -> assertTrue(outcome.out().contains("geometric mean"), outcome.out()),
                // Two peers, one size of pool.
                () -> assertEquals(2, rows.size()),
                () -> assertEquals("juc", string(rows, 0, "peer")),
                () -> assertEquals("-", string(rows, 0, "scheduling")),
                () -> assertEquals("cleave", string(rows, 1, "peer")),
                () -> assertEquals(System.getProperty("java.version"), string(rows, 1, "jdk")));
    }

    @Test
    void aWrongResultIsNamedAndFailsTheRunButNotTheOthersRows() throws Exception {
        Path json = folder.resolve("rows.json");
        Outcome outcome = bench(json, 60, "wrong", "none");
        assertFailed(
                outcome,
                "faulty wrong, juc, 1 worker: wrong result: hash ",
                "but the serial version found hash ");
        assertEquals(2, rows(json).size());
        assertEquals("none", string(rows(json), 0, "program"));
    }

    @Test
    void aVirtualMachineThatDies() throws Exception {
        assertFailed(
                bench(null, 60, "dies"),
                "faulty dies, juc: the virtual machine ended with status 7 before it told of a run");
    }

    @Test
    void aTaskThatThrows() throws Exception {
        assertFailed(
                bench(null, 60, "throws"),
                "faulty throws, cleave: the virtual machine ended with status 1",
                "a task that throws");
    }

    @Test
    void aVirtualMachineThatHangsIsKilledAndItsThreadsAreShown() throws Exception {
        int seconds = 2;
        Outcome outcome = bench(null, seconds, "hangs");
        while (!outcome.err().contains("FaultySort.awaitForever") && seconds < 40) {
            seconds *= 2; // on a slow machine, none has begun to sort by then
            outcome = bench(null, seconds, "hangs");
        }
        assertFailed(
                outcome,
                "faulty hangs, juc: no run ended within "
                        + seconds
                        + " s before it told of a run; killed",
                "FaultySort.awaitForever");
    }

    @Test
    void aVirtualMachineThatPrintsSomethingElse() throws Exception {
        assertFailed(
                bench(null, 60, "prints"),
                "faulty prints, juc: expected an event, but it printed: hey");
    }

    @Test
    void anOptionThatTheVirtualMachineDoesNotKnow() throws Exception {
        StringWriter err = new StringWriter();
        int status =
                measure(
                        options(null, 60, null, List.of("-XX:NoSuchOption=1"), "none"),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(err));
        assertFailed(
                new Outcome(status, "", err.toString()),
                "faulty none, serial: the virtual machine ended with status 1 before it began",
                "NoSuchOption");
    }

    @Test
    void besideThreadsThatCompute() throws Exception {
        Path json = folder.resolve("rows.json");
        StringWriter out = new StringWriter();
        int status =
                measure(
                        options(json, 60, 1, List.of(), "none"),
                        new PrintWriter(out),
                        new PrintWriter(new StringWriter()));
        assertAll(
                () -> assertEquals(0, status),
                () ->
                        assertTrue(
                                out.toString().startsWith("cleave bench faulty --busy 1"),
                                out::toString),
                () -> assertEquals("faulty --busy 1", string(rows(json), 0, "suite")));
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("busy-"))) {
            Thread.sleep(1); // if they do not end, this does not either
        }
    }

    /** Measures a program that hangs, until it is stopped; run in a virtual machine of its own. */
    public static final class Hanging {
        private Hanging() {}

        /** Measures. */
        public static void main(String[] none) throws Exception {
            measure(
                    options(null, 600, null, List.of(), "hangs"),
                    new PrintWriter(System.out),
                    new PrintWriter(System.err));
        }
    }

    @Test
    void endingTheCommandEndsTheVirtualMachineThatMeasures() throws Exception {
        assertChildEndsAfter(Process::destroy);
    }

    @Test
    void killingTheCommandEndsTheVirtualMachineThatMeasures() throws Exception {
        assertChildEndsAfter(Process::destroyForcibly);
    }

    private void assertChildEndsAfter(java.util.function.Consumer<Process> end) throws Exception {
        Process command =
                new ProcessBuilder(
                                OptionChecks.java(Path.of(System.getProperty("java.home")))
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Hanging.class.getName())
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        try {
            ProcessHandle child = awaitMeasuringChild(command);
            end.accept(command);
            child.onExit().get(60, TimeUnit.SECONDS);
            assertFalse(child.isAlive());
        } finally {
            command.destroyForcibly();
        }
    }

    private static ProcessHandle awaitMeasuringChild(Process command) {
        while (command.isAlive()) {
            var child =
                    command.descendants()
                            .filter(
                                    process ->
                                            process.info()
                                                    .commandLine()
                                                    .orElse("")
                                                    .contains(MeasuredJvm.class.getName()))
                            .findFirst();
            if (child.isPresent()) {
                return child.get();
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("the command ended before it measured");
    }

    private static void assertFailed(Outcome outcome, String... words) {
        assertEquals(1, outcome.status(), outcome.out());
        for (String word : words) {
            assertTrue(outcome.err().contains(word), outcome.err());
        }
    }

    private static Outcome bench(Path json, int timeoutSeconds, String... programs)
            throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status =
                measure(
                        options(json, timeoutSeconds, null, List.of(), programs),
                        new PrintWriter(out),
                        new PrintWriter(err));
        return new Outcome(status, out.toString(), err.toString());
    }

    private static BenchOptions options(
            Path json,
            int timeoutSeconds,
            Integer busyThreads,
            List<String> jvmArguments,
            String... programs) {
        return new BenchOptions(
                "faulty",
                true,
                json,
                null,
                List.of(),
                List.of(1),
                List.of(),
                Arrays.asList(programs),
                1,
                timeoutSeconds,
                busyThreads,
                jvmArguments);
    }

    private static int measure(BenchOptions options, PrintWriter out, PrintWriter err)
            throws Exception {
        // Its time is over: each virtual machine measures for as short as one ever does.
        long start = System.nanoTime() - TimeUnit.MINUTES.toNanos(2);
        return Bench.run(BenchPlan.of(new FaultyCatalogue(), options), start, out, err);
    }

    private static JsonArray rows(Path json) throws Exception {
        return JsonParser.parseString(Files.readString(json)).getAsJsonArray();
    }

    private static String string(JsonArray rows, int index, String name) {
        return rows.get(index).getAsJsonObject().get(name).getAsString();
    }
}
