package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.workspan.WorkSpan;
import org.junit.jupiter.api.Test;

class RealRunTest {
    /** Not by how much it is longer: that is for quiet machines. Strands are never shorter. */
    @Test
    void theRuntimeTakesNoLessThanTheSpan() {
        TaskGraph graph = GraphPrograms.graph("diamond:20", 50_000);
        long time = RealRun.best(graph, 2, Scheduling.SPLIT, 0);
        assertTrue(time > WorkSpan.of(graph, 0).span() / 2, () -> "took " + time + " ps");
    }

    @Test
    void whatIsTooDeepForAStackIsRefused() {
        TaskGraph graph = GraphPrograms.graph("chain:100000", 1);
        Exception refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> RealRun.best(graph, 1, Scheduling.SPLIT, 0));
        assertTrue(refusal.getMessage().contains("at most 2000"), refusal.getMessage());
    }
}
