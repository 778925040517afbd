package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.workspan.WorkSpan;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedupTableTest {
    private static final Scheduling SPLIT = Scheduling.SPLIT;

    /** A day and more by so many workers is more picoseconds than a long holds. */
    @Test
    void sharesOfLongRunsAreSharesToo() {
        List<String> rows = rows("chain:100", 1e12);
        assertTrue(
                rows.get(2).matches(".* 1 worker  .* 100\\.0% +0\\.0% +0\\.0% +0\\.0%"),
                rows.get(2));
        assertTrue(
                rows.get(3).matches(".* 1,024 workers .* 0\\.1% +0\\.0% +0\\.0% +99\\.9%"),
                rows.get(3));
        assertTrue(rows.get(5).startsWith("T1/Tn on a scale from 1 to 1,024,"), rows.get(5));
    }

    @Test
    void whatTakesNoTimeIsNoSlowerWithMore() {
        List<String> rows = rows("sort:1", 1);
        assertTrue(
                rows.get(3).matches(".* 1,024 workers +0\\.00 ns +1\\.00 +1\\.00 .*"), rows.get(3));
        TaskGraph graph = GraphPrograms.graph("sort:1", 1);
        Outcome one = Simulation.run(graph, 1, SPLIT, Costs.ofReference(), 0, 1);
        assertEquals(1, one.speedup(one));
    }

    private static List<String> rows(String program, double unit) {
        TaskGraph graph = GraphPrograms.graph(program, unit);
        Outcome one = Simulation.run(graph, 1, SPLIT, Costs.ofReference(), 0, 1);
        Outcome many = Simulation.run(graph, 1024, SPLIT, Costs.ofReference(), 0, 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new SpeedupTable(WorkSpan.of(graph, 0), out).rows(SPLIT, one, List.of(one, many));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
