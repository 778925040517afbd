package dev.cleave.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.spark.Numbers.Range;
import dev.cleave.spark.example.Integrate;
import dev.cleave.spark.example.Knapsack;
import dev.cleave.spark.example.Sort;
import dev.cleave.spark.example.WordCount;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.spark.TaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster computes is what one machine computes. */
@ExtendWith(Cluster.class)
class SparkSolverTest {
    /** One; as many as the driver combines by itself; and so many that executors combine, too. */
    private static final int[] PIECES = {1, 8, 20};

    private final SparkSolver solver = new SparkSolver(Cluster.context());

    private static <P, R> R locally(Divisible<P, R> how, P problem) {
        return LocalSolver.solve(ForkJoinPool.commonPool(), how, problem);
    }

    @Test
    void integrateHasTheSameSumToTheLastBit() throws Exception {
        Integrate how = new Integrate(1e-7, 1);
        Integrate.Interval problem = new Integrate.Interval(0, 100);
        double expected = locally(how, problem);
        assertEquals(0.1 * (Math.sin(100) - 100 * Math.cos(100)), expected, 1e-3);
        for (int pieces : PIECES) {
            assertEquals(expected, solver.pieces(pieces).solve(how, problem));
        }
    }

    @Test
    void knapsackHasTheSameBest() throws Exception {
        Knapsack how = new Knapsack(22);
        int expected = locally(how, how.all());
        for (int pieces : PIECES) {
            assertEquals(expected, solver.pieces(pieces).solve(how, how.all()));
        }
    }

    @Test
    void sortSorts() throws Exception {
        int[] numbers = new SplittableRandom(1).ints(100_000).toArray();
        int[] expected = new SplittableRandom(1).ints(100_000).sorted().toArray();
        for (int pieces : PIECES) {
            assertArrayEquals(expected, solver.pieces(pieces).solve(new Sort(), numbers));
        }
    }

    @Test
    void wordsOfFilesAreCounted(@TempDir Path folder) throws Exception {
        List<String> files = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            files.add(
                    Files.writeString(folder.resolve(i + ".txt"), "One, two.\n".repeat(i) + "End")
                            .toString());
        }
        var counts = solver.pieces(12).solve(new WordCount(), files);
        assertEquals(Map.of("one", 465, "two", 465, "end", 30), counts);
        assertEquals(locally(new WordCount(), files), counts);
    }

    @Test
    void theExampleSaysWhichWordsAreMostFrequent(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("one.md"), "a b, B\nc");
        Files.writeString(folder.resolve("two.md"), "b c d e f");
        Files.writeString(folder.resolve("three.txt"), "x x x x");
        assertEquals(
                List.of(
                        "2 files, 6 different words; most often:",
                        "3 b",
                        "2 c",
                        "1 a",
                        "1 d",
                        "1 e"),
                WordCount.report(Cluster.context(), folder));
    }

    @Test
    void resultsKeepTheirOrder() throws Exception {
        Range problem = new Range(0, 100);
        assertEquals(
                locally(new Numbers(), problem), solver.pieces(50).solve(new Numbers(), problem));
    }

    /** Says where it runs. */
    private static final class Places extends Numbers {
        private static final long serialVersionUID = 1;

        @Override
        String one(int number) {
            return ProcessHandle.current().pid() + " " + Thread.currentThread().getName();
        }
    }

    @Test
    void piecesRunInTheExecutorsOwnPools() throws Exception {
        String here = ProcessHandle.current().pid() + " ";
        for (String place : solver.solve(new Places(), new Range(0, 100))) {
            assertFalse(place.startsWith(here), place);
            assertTrue(place.contains(" cleave-executor"), place);
        }
    }

    /** Says which tasks have read it. */
    private static final class Counted extends Numbers {
        private static final long serialVersionUID = 1;
        private final Signals signals;

        Counted(Signals signals) {
            this.signals = signals;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            signals.raise("task " + TaskContext.get().taskAttemptId());
        }
    }

    @Test
    void eachPieceIsATask(@TempDir Path folder) throws Exception {
        Signals signals = new Signals(folder.toString());
        solver.pieces(7).solve(new Counted(signals), new Range(0, 100));
        assertEquals(7, signals.raised("task ").size());
        solver.solve(new Counted(signals), new Range(0, 100));
        assertEquals(
                7 + 2 * Cluster.context().defaultParallelism(), signals.raised("task ").size());
    }
}
