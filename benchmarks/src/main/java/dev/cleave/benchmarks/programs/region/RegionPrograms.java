package dev.cleave.benchmarks.programs.region;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.benchmarks.programs.Barrier;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Sor;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds the version of a problem with one parallel region. */
public final class RegionPrograms {
    private RegionPrograms() {}

    /** The version with a region, if there is one; each call of it is one run in the pool. */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        if (problem instanceof Barrier barrier) {
            return Optional.of(run(pool, region -> meet(region, barrier)));
        }
        if (problem instanceof Sor sor) {
            return Optional.of(run(pool, region -> relax(region, sor)));
        }
        return Optional.empty();
    }

    private static Runnable run(ForkJoinPool pool, Consumer<ParallelRegion> body) {
        return () -> pool.invoke(ForkJoinTask.adapt(() -> ParallelRegion.run(body)));
    }

    private static void meet(ParallelRegion region, Barrier problem) {
        Blocks mine = new Blocks(region.threadNumber(), region.numberOfThreads());
        int first = mine.first(0, problem.leaves());
        int end = mine.end(0, problem.leaves());
        for (int phase = 0; phase < problem.phases(); phase++) {
            for (int i = first; i < end; i++) {
                problem.leaf(i);
            }
            region.barrier();
        }
    }

    private static void relax(ParallelRegion region, Sor problem) {
        for (int i = 0; i < problem.iterations(); i++) {
            sweep(region, problem, 0);
            sweep(region, problem, 1);
        }
    }

    static void sweep(ParallelRegion region, Sor problem, int colour) {
        region.forEachChunk(
                1,
                problem.endRow(),
                LoopSchedule.STATIC,
                (first, end) -> {
                    for (int row = first; row < end; row++) {
                        problem.relax(colour, row);
                    }
                });
    }
}
