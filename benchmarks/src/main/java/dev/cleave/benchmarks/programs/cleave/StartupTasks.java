package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import dev.cleave.benchmarks.programs.Startup;
import java.util.ArrayList;
import java.util.List;

/** {@link Startup}: a program whose first pool is the common one. */
final class StartupTasks {
    private StartupTasks() {}

    static Runnable in(ForkJoinPool pool, Startup startup) {
        return () -> startup.start(StartupTasks.class, ForkJoinPool.class, pool.getParallelism());
    }

    /** The program: how many trees. */
    public static void main(String[] arguments) {
        long sum = ForkJoinPool.commonPool().invoke(new FibTasks.Boxed(15));
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            sum += ForkJoinPool.commonPool().invoke(new Tree(Startup.DEPTH));
        }
        System.out.println(sum);
    }

    /** Its leaves are counted. */
    private static final class Tree extends RecursiveTask<Integer> {
        private final int depth;

        Tree(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) {
                return 1;
            }
            List<Tree> children = new ArrayList<>();
            for (int i = 0; i < Startup.CHILDREN; i++) {
                children.add(new Tree(depth - 1));
            }
            return invokeAll(children).stream().mapToInt(ForkJoinTask::join).sum();
        }
    }
}
