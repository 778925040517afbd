package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.cleave.benchmarks.MeasurementException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is measured beside the workloads, with real managers and programs, for a moment each: how
 * long anything takes is not for a test.
 */
class ExperimentsTest {
    private static final Pace MOMENT = new Pace(2, 1, 100, 1, 1, 100, 1, 100, 1);
    private static final int TIMEOUT_SECONDS = 100;
    private static final List<String> ALL = List.of("limits", "costs", "failures");
    private static final String MANAGER = TwoProcessorManager.class.getName();
    private static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() < 2;

    @TempDir private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private JnePlan plan(
            List<String> programs, int timeoutSeconds, String manager, String... jvmArguments) {
        return JnePlan.of(
                new JneOptions(
                        true,
                        false,
                        folder.resolve("rows.json"),
                        null,
                        null,
                        List.of("container", "dynamic"),
                        programs,
                        null,
                        timeoutSeconds,
                        List.of(jvmArguments),
                        List.of(manager)));
    }

    private int run(List<String> programs, String manager, String... jvmArguments)
            throws Exception {
        return JneBench.run(
                plan(programs, TIMEOUT_SECONDS, manager, jvmArguments),
                MOMENT,
                new PrintWriter(out),
                new PrintWriter(err));
    }

    private List<JsonObject> rows() throws Exception {
        List<JsonObject> rows = new ArrayList<>();
        JsonParser.parseString(Files.readString(folder.resolve("rows.json")))
                .getAsJsonArray()
                .forEach(row -> rows.add(row.getAsJsonObject()));
        return rows;
    }

    /** The rows of one program, measured alone. */
    private List<JsonObject> measured(String program) throws Exception {
        assertEquals(0, run(List.of(program), MANAGER), err::toString);
        List<JsonObject> rows = rows();
        for (JsonObject row : rows) {
            assertEquals("jne", row.get("suite").getAsString());
            assertEquals(program, row.get("program").getAsString());
        }
        return rows;
    }

    @Test
    void limitsSayHowSoonAPoolFollowedOrWhyTheyAreSkipped() throws Exception {
        List<JsonObject> rows = measured("limits");
        assertAll(
                () -> limit(rows, "affinity", "container"),
                () -> limit(rows, "quota", "container"),
                () -> limit(rows, "grant", "dynamic"));
    }

    private void limit(List<JsonObject> rows, String what, String peer) {
        List<JsonObject> found =
                rows.stream()
                        .filter(row -> row.get("what").getAsString().startsWith(what))
                        .toList();
        if (ONE_PROCESSOR || found.isEmpty()) {
            String why = ONE_PROCESSOR ? "two processors are needed" : "no " + what + " is changed";
            assertTrue(err.toString().contains("limits: " + why), err::toString);
            return;
        }
        assertEquals(1, found.size(), found::toString);
        JsonObject row = found.get(0);
        assertEquals(
                Set.of(
                        "suite",
                        "program",
                        "what",
                        "peer",
                        "shrink_millis",
                        "grow_millis",
                        "runs_per_second",
                        "throttled_per_second"),
                row.keySet());
        assertEquals(peer, row.get("peer").getAsString());
        for (String millis : List.of("shrink_millis", "grow_millis")) {
            // Null if the pool did not follow within the moment.
            assertTrue(row.get(millis).isJsonNull() || row.get(millis).getAsDouble() >= 0, millis);
        }
        assertEquals(3, row.get("runs_per_second").getAsJsonArray().size());
        assertEquals(what.equals("quota"), !row.get("throttled_per_second").isJsonNull());
        assertTrue(out.toString().contains("\n  " + row.get("what").getAsString()), out::toString);
    }

    @Test
    void costsSayWhatAQuestionAndAnIdleManagerTake() throws Exception {
        List<JsonObject> rows = measured("costs");
        assertEquals(1, rows.size(), rows::toString);
        JsonObject row = rows.get(0);
        assertEquals(
                Set.of(
                        "suite",
                        "program",
                        "idle_programs",
                        "cpus_current_nanos",
                        "manager_percent",
                        "manager_mib"),
                row.keySet());
        assertEquals(2, row.get("idle_programs").getAsInt());
        assertTrue(row.get("cpus_current_nanos").getAsDouble() > 0, row::toString);
        if (Files.exists(Path.of("/proc/self/schedstat"))) {
            assertTrue(row.get("manager_percent").getAsDouble() >= 0, row::toString);
            assertTrue(row.get("manager_mib").getAsDouble() > 1, row::toString);
        }
        assertTrue(out.toString().contains("manager with 2 idle programs "), out::toString);
    }

    @Test
    void failuresSayHowLongEachTook() throws Exception {
        List<JsonObject> rows = measured("failures");
        List<String> expected = new ArrayList<>();
        expected.add("program killed: the other has its processors");
        if (Files.exists(Path.of("/proc/self/stat"))) {
            expected.add("program stopped: the other has its processors");
            expected.add("program continued: it has its share again");
        }
        expected.add("manager killed: nobody is limited");
        expected.add("its successor ready: all have their shares");
        expected.add("manager continued: a killed program's processors are given");
        assertEquals(
                expected,
                rows.stream().map(row -> row.get("what").getAsString()).toList(),
                err::toString);
        for (JsonObject row : rows) {
            assertEquals(
                    Set.of(
                            "suite",
                            "program",
                            "what",
                            "times",
                            "median_millis",
                            "worst_millis",
                            "aim_millis"),
                    row.keySet());
            assertEquals(1, row.get("times").getAsInt());
            assertTrue(row.get("median_millis").getAsDouble() >= 0, row::toString);
            assertEquals(row.get("median_millis"), row.get("worst_millis"));
            assertEquals(1_000, row.get("aim_millis").getAsDouble());
            assertTrue(out.toString().contains(row.get("what").getAsString()), out::toString);
        }
        String aim =
                out.toString()
                        .lines()
                        .filter(line -> line.startsWith("  processor lost after a failure, ms "))
                        .findFirst()
                        .orElseThrow();
        assertTrue(aim.endsWith("reached") || aim.endsWith("missed"), aim);
    }

    @Test
    void programsThatDoNotStartAreSaidOnceForEach() throws Exception {
        assertEquals(1, run(ALL, MANAGER, "-XX:NoSuchOption=1"));
        String said = err.toString();
        assertEquals(
                ONE_PROCESSOR ? 2 : 3,
                said.lines().filter(line -> line.startsWith("cleave bench: ")).count(),
                said);
        assertTrue(
                said.contains(
                        "cleave bench: failures: a program's virtual machine ended with status 1"),
                said);
        assertTrue(said.contains("NoSuchOption"), said);
        assertEquals(List.of(), rows());
    }

    @Test
    void aManagerThatDoesNotStartIsSaid() throws Exception {
        assertEquals(1, run(ALL, "no.such.Manager"));
        String said = err.toString();
        assertTrue(
                said.startsWith(
                        "cleave bench: the CPU manager with policy dynamic ended with status 1"),
                said);
        assertTrue(said.contains("no.such.Manager"), said);
    }

    @Test
    void aGrantThatNeverComesIsNotWaitedForWithoutEnd() throws Exception {
        try (GrantedProgram program = new GrantedProgram(plan(ALL, 1, MANAGER), folder)) {
            String said =
                    assertThrows(
                                    MeasurementException.class,
                                    () -> program.await("it has two", now -> now == 2))
                            .getMessage();
            assertTrue(
                    said.startsWith("failures: a program has waited for 1 s until it has two"),
                    said);
        }
    }

    @Test
    void theAimIsMissedByTheWorstAndNotByTheMedian() {
        Loss loss = Loss.of("a failure", List.of(1.0, 1_001.0, 3.0));
        assertEquals(new Loss("a failure", 3, 3, 1_001, 1_000), loss);
        assertFalse(loss.isReached());
        assertTrue(Loss.of("a failure", List.of(1_000.0)).isReached());
    }
}
