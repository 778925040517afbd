package dev.cleave.benchmarks.programs.region;

import dev.cleave.benchmarks.programs.Barrier;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Sor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.function.BiConsumer;

/** Finds the version of a problem whose threads meet at a phaser. */
public final class PhaserPrograms {
    private PhaserPrograms() {}

    /**
     * The version with a phaser, if there is one; each call of it is one run.
     *
     * @param helpers has the threads beside the caller's
     * @param threads how many run, the caller's among them
     */
    public static Optional<Runnable> in(ExecutorService helpers, int threads, Problem problem) {
        if (problem instanceof Barrier barrier) {
            return Optional.of(run(helpers, threads, (b, phaser) -> meet(b, phaser, barrier)));
        }
        if (problem instanceof Sor sor) {
            return Optional.of(run(helpers, threads, (b, phaser) -> relax(b, phaser, sor)));
        }
        return Optional.empty();
    }

    private static Runnable run(
            ExecutorService helpers, int threads, BiConsumer<Blocks, Phaser> body) {
        return () -> {
            Phaser phaser = new Phaser(threads);
            List<Future<?>> others = new ArrayList<>();
            for (int t = 1; t < threads; t++) {
                Blocks block = new Blocks(t, threads);
                others.add(helpers.submit(() -> body.accept(block, phaser)));
            }
            body.accept(new Blocks(0, threads), phaser);
            others.forEach(PhaserPrograms::await);
        };
    }

    private static void await(Future<?> other) {
        try {
            other.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet(Blocks mine, Phaser phaser, Barrier problem) {
        int first = mine.first(0, problem.leaves());
        int end = mine.end(0, problem.leaves());
        for (int phase = 0; phase < problem.phases(); phase++) {
            for (int i = first; i < end; i++) {
                problem.leaf(i);
            }
            phaser.arriveAndAwaitAdvance();
        }
    }

    private static void relax(Blocks mine, Phaser phaser, Sor problem) {
        int first = mine.first(1, problem.endRow());
        int end = mine.end(1, problem.endRow());
        for (int i = 0; i < problem.iterations(); i++) {
            for (int colour = 0; colour < 2; colour++) {
                for (int row = first; row < end; row++) {
                    problem.relax(colour, row);
                }
                phaser.arriveAndAwaitAdvance();
            }
        }
    }
}
