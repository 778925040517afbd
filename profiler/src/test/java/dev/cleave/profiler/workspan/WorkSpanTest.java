package dev.cleave.profiler.workspan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.graph.TaskGraphBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units of a nanosecond, so that what is expected can be counted by hand. */
class WorkSpanTest {
    private static final long UNIT = 1_000;

    @ParameterizedTest
    @CsvSource({
        // fib(n): 2 fib(n+1) - 1 calls; the longest chain of calls is n, and 1 for n below 2
        "fib:0, 1, 1, 1",
        "fib:1, 1, 1, 1",
        "fib:10, 177, 10, 89",
        "fib:30, 2692537, 30, 1346269",
        // below the threshold a call does all the work itself
        "fib:10:9, 177, 110, 2",
        "chain:1, 1, 1, 1",
        "chain:1000, 1000, 1000, 1000",
        "diamond:1, 3, 3, 2",
        "diamond:1000, 1002, 3, 1001",
        "map-reduce:1, 1, 1, 1",
        "map-reduce:1024, 2047, 11, 1024",
        "loop:1024:16, 1024, 16, 64",
        "loop:1000000000:1, 1000000000, 1, 1000000000",
        "tree:1, 1, 1, 1",
        "mm:4:2, 64, 16, 4",
        // the parts are halves of what was asked for, however the block divides it
        "mm:3:16, 27, 27, 1",
        "mm:6:4, 216, 54, 4",
        "lu:3:16, 9, 9, 1",
        "jacobi:64:10:1024, 40960, 10240, 31"
    })
    void workSpanAndTasksAreExact(String program, long work, long span, long tasks) {
        WorkSpan measured = WorkSpan.of(GraphPrograms.graph(program, 1), 0);
        assertEquals(work * UNIT, measured.work());
        assertEquals(span * UNIT, measured.span());
        assertEquals(tasks, measured.tasks());
        assertEquals((double) work / span, measured.parallelism());
        assertEquals(measured.span(), measured.burdenedSpan());
    }

    @Test
    void everyNodeOfATreeCounts() {
        assertEquals(5_000 * UNIT, WorkSpan.of(GraphPrograms.graph("tree:5000:7", 1), 0).work());
    }

    @Test
    void anUnevenForkIsAsLongAsItsLongerBranch() {
        TaskGraphBuilder graph = new TaskGraphBuilder();
        int leaf = graph.work(7).end();
        int root = graph.work(1).fork(leaf).work(20).join().work(2).end();
        WorkSpan measured = WorkSpan.of(graph.build(root), 0);
        assertEquals(30, measured.work());
        assertEquals(23, measured.span());
    }

    @Test
    void aBurdenLengthensThePathsThroughForkedTasksOnly() {
        TaskGraphBuilder graph = new TaskGraphBuilder();
        int leaf = graph.work(7).end();
        TaskGraph built = graph.build(graph.fork(leaf).work(10).end());
        assertEquals(10, WorkSpan.of(built, 3).burdenedSpan());
        assertEquals(12, WorkSpan.of(built, 5).burdenedSpan());
        assertEquals(10, WorkSpan.of(built, 5).span());
    }

    @Test
    void finerForksHaveMoreParallelismAndLessOfItSurvivesTheBurden() {
        WorkSpan coarse = WorkSpan.of(GraphPrograms.graph("loop:4096:64", 1), 1_000_000);
        WorkSpan fine = WorkSpan.of(GraphPrograms.graph("loop:4096:1", 1), 1_000_000);
        assertEquals(64, coarse.parallelism());
        assertEquals(4_096, fine.parallelism());
        assertEquals(true, fine.burdenedParallelism() < coarse.burdenedParallelism());
    }

    @Test
    void theBoundsAreTheGreedyOnesAndCilkviews() {
        WorkSpan measured = new WorkSpan(1_000, 10, 20, 1);
        assertEquals(250, measured.leastTime(4));
        assertEquals(10, measured.leastTime(1_000));
        assertEquals(250 + 0.75 * 1.7 * 20, measured.estimatedTime(4), 1e-9);
        assertEquals(1_000, measured.estimatedTime(1));
    }
}
