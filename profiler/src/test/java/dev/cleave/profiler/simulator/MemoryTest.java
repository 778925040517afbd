package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.graph.TaskGraphBuilder;
import dev.cleave.profiler.workspan.WorkSpan;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ten million tasks of which no two do the same fit into the command's heap of 4 GiB. What is made
 * here is a 128th of that: arrays that double are then as much too large as those of the whole.
 */
class MemoryTest {
    private static final int PART = 128;
    private static final int TASKS = 10_000_000 / PART;
    private static final int BODIES = 2 * TASKS - 1;
    private static final long HEAP = (4L << 30) / PART;

    /** Of the simulation: a duration and a kind. */
    private static final int BYTES_A_BODY = Long.BYTES + 1;

    private static final int BYTES_A_WORKER = 2_048;

    /** Classes that are loaded among them; less than a number more for each body would take. */
    private static final int BYTES_ONCE = 1 << 20;

    private static final int BYTES_A_STEAL = 256;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A tree of tasks over strands of different lengths. */
    private static TaskGraph graph() {
        TaskGraphBuilder graph = new TaskGraphBuilder();
        for (int i = 0; i < TASKS; i++) {
            graph.work(1_000_000 + i).end();
        }
        int last = TASKS - 1;
        for (int left = 0; left < last; left += 2) {
            last = graph.work(1_000).fork(left).call(left + 1).join().end();
        }
        return graph.build(last);
    }

    @Test
    void allThatReadingAndRunningItAllocatesFits() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        TaskGraph graph = graph();
        WorkSpan workSpan = WorkSpan.of(graph, 1);
        Outcome one = Simulation.run(graph, 1, Scheduling.SPLIT, Costs.ofReference(), 0, 1);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertEquals(BODIES, graph.bodies());
        assertEquals(TASKS, workSpan.tasks());
        assertTrue(one.time() >= workSpan.work(), one.toString());
        // Garbage included, so there is never as much at once.
        assertTrue(allocated <= HEAP, allocated + " bytes, of " + HEAP);
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void whatAPointTakesIsNineBytesABodyAndWhatIsStolen(Scheduling scheduling) {
        TaskGraph graph = graph();
        for (int workers : new int[] {1, 64}) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            Outcome outcome = Simulation.run(graph, workers, scheduling, Costs.ofReference(), 0, 1);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            long most =
                    (long) BYTES_A_BODY * BODIES
                            + BYTES_ONCE
                            + (long) BYTES_A_WORKER * workers
                            + BYTES_A_STEAL * outcome.steals();
            assertTrue(allocated <= most, allocated + " bytes, at most " + most + ": " + outcome);
        }
    }
}
