package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.cleave.manager.ManagerState.ProgramState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code top} shows of two looks at the same programs. */
class SampleTest {
    private static final String LONG_NAME = "dev.cleave.examples.AnythingAtAll";

    /** The clock may overflow in between. */
    private static final long THEN = Long.MAX_VALUE - 1;

    private static final long TWO_SECONDS_LATER = THEN + 2_000_000_000L;

    private static ProgramState program(int process, String name) {
        return new ProgramState(process, name, 4, 2, 1, 1, "0,1", 1.96, false, false);
    }

    private static ProgramState stopped(int process) {
        return new ProgramState(process, "stopped", 4, 0, 1, 1, "", null, true, false);
    }

    private static ProgramState sharing(int process) {
        return new ProgramState(process, "sharing", 3, 0, 1, 1, "1", null, false, true);
    }

    /** Of programs 1, 2 … the figures; null for a program that is not there. */
    private static Sample sample(
            List<ProgramState> programs, long nanos, ProcessFigures... figures) {
        Map<Long, ProcessFigures> all = new HashMap<>();
        IntStream.range(0, figures.length)
                .filter(i -> figures[i] != null)
                .forEach(i -> all.put(i + 1L, figures[i]));
        return new Sample(new ManagerState(99, Policy.DYNAMIC, "0-3", 7, 0, programs), all, nanos);
    }

    private static final List<ProgramState> PROGRAMS =
            List.of(
                    program(1, "steady"),
                    program(2, LONG_NAME),
                    stopped(3),
                    sharing(4),
                    program(5, "new"));

    private final Sample before =
            sample(
                    List.of(),
                    THEN,
                    new ProcessFigures(100L, 10L),
                    new ProcessFigures(100L, null),
                    new ProcessFigures(null, 3L),
                    new ProcessFigures(9L, 9L),
                    null);
    private final Sample now =
            sample(
                    PROGRAMS,
                    TWO_SECONDS_LATER,
                    new ProcessFigures(105L, 11L),
                    new ProcessFigures(40L, null), // threads have ended
                    new ProcessFigures(null, 3L),
                    new ProcessFigures(null, null), // it is gone
                    new ProcessFigures(1L, 1L));

    @Test
    void theTableHasALineForTheManagerAndOneForEachProgram() {
        List<String> lines = now.table(before).lines().toList();
        assertEquals(
                "manager 99, dynamic, processors 0-3: 5 programs want 19, have 6", lines.get(0));
        assertEquals(
                List.of(
                        "PROCESS|PROGRAM|WANTED|CURRENT|PROCESSORS|SPEEDUP|MIGRATIONS/S|THROTTLED/S",
                        "1|steady|4|2|0,1|2.0|2.5|0.5",
                        "2|…" + LONG_NAME.substring(LONG_NAME.length() - 23) + "|4|2|0,1|2.0|0.0|-",
                        "3|stopped|4|0|(stopped)|-|-|0.0",
                        "4|sharing|3|0|1|(shared)|-|-|-",
                        "5|new|4|2|0,1|2.0|-|-"),
                lines.stream().skip(1).map(line -> line.strip().replaceAll(" +", "|")).toList(),
                lines.toString());
    }

    @Test
    void oneProgramIsNotSeveral() {
        ProcessFigures none = new ProcessFigures(null, null);
        String table = sample(List.of(program(1, "alone")), THEN, none).table(before);
        assertTrue(table.contains(": 1 program wants 4, has 2"), table);
    }

    /** U+1F332, which takes two of Java's characters, comes to lie at either side of the cut. */
    @Test
    void aNameIsNotCutInTheMiddleOfACharacter() {
        ProcessFigures none = new ProcessFigures(null, null);
        for (int before = 21; before <= 23; before++) {
            String tree = "\uD83C\uDF32";
            String name = "yyyy" + tree + "x".repeat(before);
            String shown = "…" + (before == 21 ? tree : "") + "x".repeat(before);
            String table =
                    sample(List.of(program(1, name)), TWO_SECONDS_LATER, none).table(this.before);
            assertTrue(table.contains(" " + shown + " "), table);
        }
    }

    @Test
    void columnsStandOneBelowAnother() {
        List<String> lines = now.table(before).lines().skip(1).toList();
        for (String line : lines) {
            assertEquals(lines.get(0).length(), line.length(), line);
        }
        assertTrue(lines.get(0).length() < 110, lines.get(0));
    }

    /** Han, Hangul and emoji take two columns each, an accent of its own takes none. */
    @Test
    void wideNamesKeepTheirColumn() {
        ProcessFigures none = new ProcessFigures(null, null);
        String[][] names = {
            {"并行计算", "并行计算" + " ".repeat(16)},
            {"\uD83C\uDF32\uD55C", "\uD83C\uDF32\uD55C" + " ".repeat(20)},
            {"re\u0301sume\u0301", "re\u0301sume\u0301" + " ".repeat(18)},
            {"计".repeat(13), "…" + "计".repeat(11) + " "},
        };
        for (String[] name : names) {
            String table =
                    sample(List.of(program(1, name[0])), TWO_SECONDS_LATER, none).table(before);
            assertTrue(table.contains("  " + name[1] + "      4"), table);
        }
    }

    @Test
    void theObjectHasTheSameFigures() {
        JsonObject all = JsonParser.parseString(now.json(before)).getAsJsonObject();
        assertEquals(99, all.get("process").getAsInt());
        assertEquals("0-3", all.get("processors").getAsString());
        assertEquals(Arrays.asList(2.5, 0.0, null, null, null), column(all, "migrationsPerSecond"));
        assertEquals(Arrays.asList(0.5, null, 0.0, null, null), column(all, "throttledPerSecond"));
        assertEquals(Arrays.asList(1.96, 1.96, null, null, 1.96), column(all, "speedup"));
    }

    private static List<Double> column(JsonObject all, String name) {
        List<Double> column = new ArrayList<>();
        for (JsonElement program : all.getAsJsonArray("programs")) {
            JsonElement figure = program.getAsJsonObject().get(name);
            column.add(figure.isJsonNull() ? null : figure.getAsDouble());
        }
        return column;
    }
}
