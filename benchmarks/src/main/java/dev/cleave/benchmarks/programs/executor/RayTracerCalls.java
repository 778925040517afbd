package dev.cleave.benchmarks.programs.executor;

import dev.cleave.benchmarks.programs.RayTracer;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** {@link RayTracer}: a call for every square. */
final class RayTracerCalls {
    /** A square is worth a thread if a row of the picture has at most so many of its size. */
    private static final int PARTS = 8;

    private RayTracerCalls() {}

    static void run(Spawner spawner, RayTracer problem) {
        new Call(spawner, problem, 0, 0, problem.side()).call();
    }

    private record Call(Spawner spawner, RayTracer problem, int column, int row, int count)
            implements Callable<Void> {
        @Override
        public Void call() {
            if (count == 1) {
                problem.point(column, row);
                return null;
            }
            int half = count / 2;
            Future<Void> upperLeft = submit(column, row, half);
            Future<Void> upperRight = submit(column + half, row, half);
            Future<Void> lowerLeft = submit(column, row + half, half);
            new Call(spawner, problem, column + half, row + half, half).call();
            Spawner.get(lowerLeft);
            Spawner.get(upperRight);
            return Spawner.get(upperLeft);
        }

        private Future<Void> submit(int atColumn, int atRow, int half) {
            return spawner.submit(
                    new Call(spawner, problem, atColumn, atRow, half),
                    half >= problem.side() / PARTS);
        }
    }
}
