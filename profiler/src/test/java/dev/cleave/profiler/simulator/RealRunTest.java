package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.workspan.WorkSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealRunTest {
    /** Not by how much it is longer: that is for quiet machines. Strands are never shorter. */
    @Test
    void theRuntimeTakesNoLessThanTheSpan() {
        TaskGraph graph = GraphPrograms.graph("diamond:20", 50_000);
        WorkSpan of = WorkSpan.of(graph, 0);
        RealRun.Measurement measured =
                RealRun.inTurn(graph, of.work(), List.of(2), Scheduling.SPLIT, 0);
        List<RealRun.Times> times = measured.times();
        assertEquals(1, times.size());
        assertTrue(times.get(0).best() > of.span() / 2, times::toString);
        assertTrue(times.get(0).runs() >= 5, times::toString);
    }

    /** Strands of a picosecond: nobody can read where they are as fast as that. */
    @Test
    void thatReadingTakesLongerThanTheStrandsIsTold() {
        TaskGraph graph = GraphPrograms.graph("loop:10000", 0.001);
        RealRun.Measurement measured =
                RealRun.inTurn(
                        graph, WorkSpan.of(graph, 0).work(), List.of(1), Scheduling.SPLIT, 0);
        assertTrue(measured.reading() > 1, measured::toString);
    }

    @Test
    void bestMedianAndSpreadAreTold() {
        assertEquals(new RealRun.Times(2_000, 4_000, 2, 3), RealRun.Times.of(List.of(10L, 2L, 4L)));
    }

    @Test
    void whatIsTooDeepForAStackIsRefused() {
        TaskGraph graph = GraphPrograms.graph("chain:100000", 1);
        Exception refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> RealRun.inTurn(graph, 1, List.of(1), Scheduling.SPLIT, 0));
        assertTrue(refusal.getMessage().contains("at most 2000"), refusal.getMessage());
    }
}
