package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.graph.TaskGraphBuilder;
import dev.cleave.profiler.workspan.WorkSpan;
import dev.cleave.scheduling.Tuning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must hold of any schedule, whatever the discipline. */
class SimulationTest {
    private static final String[] PROGRAMS = {
        "fib:16", "chain:300", "diamond:50", "diamond:300", "map-reduce:500", "loop:1000",
        "tree:2000", "integrate:1e5", "lu:256:16", "mm:128:16", "jacobi:256:5", "sort:100000"
    };

    private static final int[] WORKERS = {2, 3, 7, 64};

    private static TaskGraph graph(String program) {
        return GraphPrograms.graph(program, 300);
    }

    private static Outcome run(
            TaskGraph graph, int workers, Scheduling scheduling, Costs costs, long seed) {
        return Simulation.run(graph, workers, scheduling, costs, 0, seed);
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void oneWorkerTakesTheWorkAndItsForksAndJoinsExactly(Scheduling scheduling) {
        Costs costs = Costs.ofReference();
        long forkAndJoin = Math.round(costs.forkAndJoin().get(scheduling) * 1_000);
        for (String program : PROGRAMS) {
            TaskGraph graph = graph(program);
            WorkSpan measured = WorkSpan.of(graph, 0);
            Outcome one = run(graph, 1, scheduling, costs, 1);
            assertEquals(
                    measured.work() + (measured.tasks() - 1) * forkAndJoin, one.time(), program);
            assertEquals(one.time(), one.computing(), program);
            assertEquals(0, one.steals(), program);
        }
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void noScheduleIsShorterThanTheSpanOrThanAllWorkersTogether(Scheduling scheduling) {
        for (String program : PROGRAMS) {
            TaskGraph graph = graph(program);
            WorkSpan measured = WorkSpan.of(graph, 0);
            for (int workers : WORKERS) {
                for (Costs costs : new Costs[] {Costs.NONE, Costs.ofReference()}) {
                    Outcome outcome = run(graph, workers, scheduling, costs, workers);
                    String what = program + " by " + workers + " with " + costs;
                    assertTrue(outcome.time() >= measured.leastTime(workers), what);
                    assertTrue(outcome.computing() >= measured.work(), what);
                    assertEquals(
                            workers * outcome.time(),
                            outcome.computing()
                                    + outcome.seeking()
                                    + outcome.joining()
                                    + outcome.idle(),
                            what);
                }
            }
        }
    }

    /**
     * T1/P + O(T∞) (Blumofe and Leiserson, 1999). Disciplines that hand tasks over take a poll more
     * on each level of the span; the one with deals waits for them.
     */
    @ParameterizedTest
    @EnumSource(
            value = Scheduling.class,
            names = {"THE", "CHASE_LEV", "LINKED", "SPLIT", "RECEIVER_INITIATED"})
    void stealingThatCostsNothingStaysWithinItsBound(Scheduling scheduling) {
        // Of the others, the span leaves out a path of forks, as these cost nothing.
        String[] programs = {"fib:16", "chain:300", "map-reduce:500", "tree:2000", "integrate:1e5"};
        for (String program : programs) {
            // No task is so short that its thief rests after it.
            TaskGraph graph = GraphPrograms.graph(program, 2 * Tuning.WORTHWHILE_TASK_NANOS);
            WorkSpan measured = WorkSpan.of(graph, 0);
            for (int workers : WORKERS) {
                Outcome outcome = run(graph, workers, scheduling, Costs.NONE, workers);
                double bound = (double) measured.work() / workers + 8.0 * measured.span();
                assertTrue(
                        outcome.time() <= bound,
                        () ->
                                program
                                        + " by "
                                        + workers
                                        + ": "
                                        + outcome
                                        + " exceeds "
                                        + bound
                                        + ", span "
                                        + measured.span());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void theSameSeedGivesTheSameAndAnotherAnother(Scheduling scheduling) {
        TaskGraph graph = graph("tree:2000");
        Costs costs = Costs.ofReference();
        assertEquals(run(graph, 5, scheduling, costs, 7), run(graph, 5, scheduling, costs, 7));
        assertNotEquals(run(graph, 5, scheduling, costs, 7), run(graph, 5, scheduling, costs, 8));
    }

    @ParameterizedTest
    @EnumSource(
            value = Scheduling.class,
            names = {"THE", "CHASE_LEV", "LINKED", "SPLIT", "RECEIVER_INITIATED"})
    void passingOverWholeBodiesChangesNothing(Scheduling scheduling) {
        // Odd numbers, so that no two events happen at the same time: their order would differ.
        Costs costs =
                new Costs(
                        Map.of(scheduling, 8.123),
                        5.077,
                        40.131,
                        100.717,
                        400.373,
                        100.919,
                        200.621,
                        3_000.443,
                        50_000.557,
                        20);
        for (String program : PROGRAMS) {
            TaskGraph graph = graph(program);
            for (int workers : WORKERS) {
                assertEquals(
                        Simulation.runForkByFork(graph, workers, scheduling, costs, 3),
                        run(graph, workers, scheduling, costs, 3),
                        program + " by " + workers);
            }
        }
    }

    @Test
    void plentyOfParallelismIsFound() {
        TaskGraph graph = GraphPrograms.graph("loop:1000000:10", 100);
        for (Scheduling scheduling : Scheduling.values()) {
            if (scheduling == Scheduling.SHARED) {
                continue; // it is there to lose
            }
            Outcome one = run(graph, 1, scheduling, Costs.ofReference(), 1);
            Outcome many = run(graph, 16, scheduling, Costs.ofReference(), 1);
            assertTrue(one.time() > 12 * many.time(), scheduling + ": " + many);
        }
    }

    @Test
    void theSharedQueueLosesWhereForksAreFine() {
        TaskGraph graph = GraphPrograms.graph("loop:100000", 100);
        Costs costs = Costs.ofReference();
        assertTrue(
                run(graph, 16, Scheduling.SHARED, costs, 1).time()
                        > 2 * run(graph, 16, Scheduling.CHASE_LEV, costs, 1).time());
    }

    @Test
    void aLargeDealIntervalLeavesWorkersWithoutTasks() {
        TaskGraph graph = GraphPrograms.graph("lu:512:16", 1);
        Outcome small = deal(graph, 5_000);
        Outcome large = deal(graph, 100_000_000);
        assertTrue(small.steals() > 2 * large.steals(), small + " and " + large);
        assertTrue(small.time() < large.time(), small + " and " + large);
    }

    private static Outcome deal(TaskGraph graph, long interval) {
        return Simulation.run(
                graph, 12, Scheduling.SENDER_INITIATED, Costs.ofReference(), interval, 1);
    }

    @Test
    void manyWorkersAndTenMillionTasksFit() {
        TaskGraph graph = GraphPrograms.graph("fib:34", 0);
        Outcome outcome = run(graph, 1_024, Scheduling.SPLIT, Costs.ofReference(), 1);
        assertTrue(outcome.steals() > 1_000, outcome.toString());
    }

    /** A thief that gets a task of less than a microsecond takes no other for ten. */
    @ParameterizedTest
    @EnumSource(
            value = Scheduling.class,
            names = {"THE", "CHASE_LEV", "LINKED", "SPLIT", "RECEIVER_INITIATED"})
    void whoStealsWhatIsTooShortRests(Scheduling scheduling) {
        Outcome tiny = run(phases(100), 2, scheduling, Costs.NONE, 1);
        Outcome large = run(phases(5_000), 2, scheduling, Costs.NONE, 1);
        assertTrue(tiny.steals() > 0, tiny.toString());
        assertTrue(large.steals() > 3 * tiny.steals(), tiny + " and " + large);
    }

    /** Three strands side by side, again and again. */
    private static TaskGraph phases(long nanos) {
        TaskGraphBuilder graph = new TaskGraphBuilder();
        int strand = graph.work(nanos * 1_000).end();
        int phase = graph.fork(strand).fork(strand).call(strand).end();
        for (int i = 0; i < 1_000; i++) {
            graph.call(phase);
        }
        return graph.build(graph.end());
    }

    @Test
    void whoFindsNothingSleepsAndIsWoken() {
        TaskGraph graph = GraphPrograms.graph("jacobi:64:3:256", 5_000);
        for (Scheduling scheduling : Scheduling.values()) {
            Outcome outcome = run(graph, 20, scheduling, Costs.ofReference(), 1);
            assertTrue(outcome.parks() > 0, scheduling + ": " + outcome);
            assertTrue(outcome.idle() > 0, scheduling + ": " + outcome);
        }
    }
}
