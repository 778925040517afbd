import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

class OtherForks {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class One extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 1;
        }
    }

    /** The children wait for what comes after the loop. */
    static class WorksBetween extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            List<Waiting> tasks = new ArrayList<>();
            CountDownLatch latch = new CountDownLatch(1);
            for (int i = 0; i < 2; i++) {
                Waiting task = new Waiting(latch);
                task.fork(); // refused: FJ4 joined next
                tasks.add(task);
            }
            latch.countDown(); // refused: FJ5 no automatic repair
            int sum = 0;
            for (Waiting task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Waiting extends RecursiveTask<Integer> {
        private final CountDownLatch latch;

        Waiting(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        protected Integer compute() {
            try {
                latch.await(); // refused: FJ5 no automatic repair
            } catch (InterruptedException e) {
                return 0;
            }
            return 1;
        }
    }

    /** The children wait for what comes after the loop, if that runs. */
    static class WorksInAChoice extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            List<Waiting> tasks = new ArrayList<>();
            CountDownLatch latch = new CountDownLatch(1);
            if (latch.getCount() > 0) {
                for (int i = 0; i < 2; i++) {
                    Waiting task = new Waiting(latch);
                    task.fork(); // refused: FJ4 not new here
                    tasks.add(task);
                }
                latch.countDown(); // refused: FJ5 no automatic repair
            }
            int sum = 0;
            for (Waiting task : tasks) sum += task.join();
            return sum;
        }
    }

    /** Without the loop, the elements of the array are null. */
    static class ArrayByChoice extends RecursiveTask<Integer> {
        final int n;

        ArrayByChoice(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            One[] tasks = new One[2];
            if (n > 0) {
                for (int i = 0; i < tasks.length; i++) {
                    One task = new One();
                    task.fork(); // refused: FJ4 not new here
                    tasks[i] = task;
                }
            }
            int sum = 0;
            for (One task : tasks) sum += task == null ? 0 : task.join();
            return sum;
        }
    }

    static class LeavesEarly extends RecursiveTask<Integer> {
        final int n;

        LeavesEarly(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            List<One> tasks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                One task = new One();
                task.fork(); // refused: FJ4 may be left early
                if (i == n) break;
                tasks.add(task);
            }
            int sum = 0;
            for (One task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Others extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            List<One> tasks = new ArrayList<>();
            One direct = new One();
            direct.complete(7);
            tasks.add(direct);
            for (int i = 0; i < 5; i++) {
                One task = new One();
                task.fork(); // refused: FJ4 gets or loses others
                tasks.add(task);
            }
            int sum = 0;
            for (One task : tasks) sum += task.join();
            return sum;
        }
    }

    static class Caught extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            List<One> tasks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                One task = new One();
                task.fork(); // refused: FJ4 joined next
                tasks.add(task);
            }
            int sum = 0;
            for (One task : tasks) {
                try {
                    sum += task.join();
                } catch (IllegalStateException failed) {
                    sum--;
                }
            }
            return sum;
        }
    }

    static class SomeJoined extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            One a = new One();
            One b = new One();
            a.fork();
            b.fork(); // refused: FJ8 not all parts are joined at once
            if (a.join() == 2) {
                return b.join();
            }
            return 0;
        }
    }

    /** Forked where they are declared, or joined where failures are caught. */
    static class Declared extends RecursiveTask<Integer> {
        final int n;

        Declared(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 20) return n;
            ForkJoinTask<Integer> first = new Declared(n / 2).fork();
            int sum = first.join(); // refused: FJ7 forked where its variable is declared
            Declared second = new Declared(n / 3);
            second.fork();
            try {
                sum += second.join(); // refused: FJ7 outside of the block that joins it
            } catch (IllegalStateException e) {
                sum--;
            }
            return sum;
        }
    }

    /** In order, because it was serial. */
    static class Appends extends RecursiveTask<Integer> {
        final List<Integer> seen;
        final int n;

        Appends(List<Integer> seen, int n) {
            this.seen = seen;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) { // refused: FJ10 no automatic repair
                seen.add(n); // refused: FJ5 no automatic repair
                return 1;
            }
            Appends left = new Appends(seen, n / 2);
            Appends right = new Appends(seen, n - n / 2);
            left.fork();
            return left.join() + right.compute(); // refused: FJ7 what add does for other tasks
        }
    }

    interface Step {
        int of(int n);
    }

    /** What the lambda does is not known. */
    static class Steps extends RecursiveTask<Integer> {
        final Step step;
        final int n;

        Steps(Step step, int n) {
            this.step = step;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return step.of(n); // refused: FJ10 no automatic repair
            Steps left = new Steps(step, n / 2);
            Steps right = new Steps(step, n - n / 2);
            left.fork();
            return left.join() + right.compute(); // refused: FJ7 what of does for other tasks
        }
    }

    static class Same implements Step {
        @Override
        public int of(int n) {
            return n;
        }
    }

    static class AsksForItsPool extends RecursiveTask<Integer> {
        final int n;

        AsksForItsPool(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n == 0) return getPool().getParallelism();
            return POOL.invoke(new AsksForItsPool(n - 1)); // refused: FJ1 may need its own pool
        }
    }

    static class InAHelper extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return start();
        }
    }

    static int start() {
        return POOL.invoke(new One()); // refused: FJ1 outside of a worker
    }

    static Object run(Random random, int size) {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        return new WorksBetween().invoke() + new WorksInAChoice().invoke() + new ArrayByChoice(size).invoke() + new LeavesEarly(size).invoke() + new Others().invoke()
                + new Caught().invoke() + new SomeJoined().invoke() + new Appends(seen, size).invoke()
                + new ForkJoinPool(2).invoke(new AsksForItsPool(1)) + new Declared(size).invoke() + new InAHelper().invoke() + start() // refused: FJ12 no automatic repair
                + " " + seen + new Steps(it -> seen.size() + it, size).invoke() + new Steps(new Same(), size).invoke();
    }
}
