package library;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** What is not retargeted. */
public class Library {
    public ForkJoinPool pool;

    public interface UsesPool {
        int use(ForkJoinPool pool);
    }

    /** A class of the library's that a program extends. */
    public abstract static class Base {
        public int parallelism(ForkJoinPool of) {
            return of.getParallelism();
        }
    }

    public static class Task extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 5;
        }
    }

    public static int use(ForkJoinPool pool) {
        return pool.getParallelism();
    }

    public static ExecutorService make() {
        return new ForkJoinPool(2);
    }

    public static int useAny(ExecutorService service) {
        return ((ForkJoinPool) service).getParallelism();
    }

    public static int run() {
        return ((ForkJoinPool) make()).invoke(new Task());
    }
}
