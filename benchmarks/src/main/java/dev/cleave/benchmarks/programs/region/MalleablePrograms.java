package dev.cleave.benchmarks.programs.region;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Sor;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * The kernels of the JNE paper. Those that go in steps have a parallel region for every few
 * milliseconds of steps, and each region has as many threads as the pool has processors then
 * (section 4.4). The others are one loop, whose threads come and go within it.
 */
public final class MalleablePrograms {
    /** Numbers to compute in a region: milliseconds, beside which its start is cheap. */
    private static final long UPDATES_PER_REGION = 8_000_000;

    private static final LoopSchedule BLOCKS = LoopSchedule.dynamic(1_024);
    private static final LoopSchedule PAIRS = LoopSchedule.dynamic(4);

    private MalleablePrograms() {}

    /** The version with regions, if there is one; each call of it is one run in the pool. */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        if (problem instanceof Sor sor) {
            return Optional.of(run(pool, () -> relax(sor)));
        }
        if (problem instanceof Linpack linpack) {
            return Optional.of(run(pool, () -> factorize(linpack)));
        }
        if (problem instanceof Crypt crypt) {
            return Optional.of(
                    run(pool, () -> ParallelRegion.run(region -> cipher(region, crypt))));
        }
        if (problem instanceof Series series) {
            return Optional.of(
                    run(
                            pool,
                            () ->
                                    ParallelRegion.run(
                                            region ->
                                                    region.forEach(
                                                            0,
                                                            series.pairs(),
                                                            PAIRS,
                                                            series::pair))));
        }
        return Optional.empty();
    }

    private static Runnable run(ForkJoinPool pool, Runnable body) {
        return () -> pool.invoke(ForkJoinTask.adapt(body));
    }

    private static void relax(Sor problem) {
        steps(
                problem.iterations(),
                problem.endRow(),
                (region, iteration) -> {
                    RegionPrograms.sweep(region, problem, 0);
                    RegionPrograms.sweep(region, problem, 1);
                });
    }

    private static void factorize(Linpack problem) {
        steps(
                problem.size(),
                problem.size(),
                (region, k) -> {
                    region.master(() -> problem.pivot(k)); // whose column it has just been
                    region.barrier();
                    region.forEachChunk(
                            k + 1,
                            problem.size(),
                            LoopSchedule.STATIC,
                            (first, end) -> {
                                for (int j = first; j < end; j++) {
                                    problem.eliminate(k, j);
                                }
                            });
                });
        problem.solve();
    }

    /** Runs steps over a square of so many rows, as many in a region as make it worth its start. */
    private static void steps(int steps, long rows, ObjIntConsumer<ParallelRegion> step) {
        int each = (int) Math.max(1, UPDATES_PER_REGION / (rows * rows));
        for (int first = 0; first < steps; first += each) {
            int from = first;
            int to = Math.min(first + each, steps);
            ParallelRegion.run(
                    region -> {
                        for (int i = from; i < to; i++) {
                            step.accept(region, i);
                        }
                    });
        }
    }

    private static void cipher(ParallelRegion region, Crypt problem) {
        cipher(region, problem, problem.plain(), problem.secret(), problem.encryptionKey());
        cipher(region, problem, problem.secret(), problem.restored(), problem.decryptionKey());
    }

    private static void cipher(
            ParallelRegion region, Crypt problem, byte[] from, byte[] to, int[] key) {
        region.forEachChunk(
                0,
                problem.blocks(),
                BLOCKS,
                (first, end) -> {
                    for (int block = first; block < end; block++) {
                        Crypt.cipherBlock(from, to, key, block);
                    }
                });
    }
}
