// repairs: FJ1 FJ7 FJ7 FJ7 FJ7 FJ8 FJ8
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class TasksWithoutNames {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    static class ByPool extends RecursiveTask<Integer> {
        final int n;

        ByPool(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            return POOL.invoke(new ByPool(n - 1)) - 2 * POOL.invoke(new ByPool(n - 2)); // left first
        }
    }

    /** The names are taken, and what a task is made of is computed late. */
    static class Three extends RecursiveTask<Integer> {
        final int n;

        Three(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 3) return n;
            int first = new Three(n - 1).fork().join();
            int less = n - 2;
            int second = new Three(less).fork().join();
            int third = new Three(n - 3).invoke();
            return first - 2 * second + 3 * third;
        }
    }

    /** One of them has a name. */
    static class OneOfTwo extends RecursiveTask<Integer> {
        final int n;

        OneOfTwo(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            OneOfTwo left = new OneOfTwo(n - 1);
            int l = left.fork().join();
            return l - 2 * new OneOfTwo(n - 2).compute();
        }
    }

    /** Nobody asks for results: no names are needed. */
    static class Walk extends RecursiveAction {
        final int[] node;

        Walk(int[] node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            if (node[0] < 2) return;
            new Walk(new int[] {node[0] - 1}).fork().join();
            new Walk(new int[] {node[0] - 2}).fork().join();
        }
    }

    static class Generic<T> extends RecursiveTask<Integer> {
        final T[] data;
        final int from;
        final int to;

        Generic(T[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 3) return to - from;
            int middle = (from + to) >>> 1;
            int right = new Generic<T>(data, middle, to).fork().join();
            int left = new Generic<T>(data, from, middle).fork().join();
            return left - right;
        }
    }

    /** Declared by var, they are tasks of their class instead. */
    static class ByVar extends RecursiveTask<Integer> {
        final int n;

        ByVar(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            var left = new ByVar(n - 1).fork();
            var right = new ByVar(n - 2).fork();
            return left.join() - 2 * right.join();
        }
    }

    static class Mixed extends RecursiveTask<Integer> {
        final int n;

        Mixed(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            var left = new Mixed(n - 1).fork();
            ForkJoinTask<Integer> right = new Mixed(n - 2).fork();
            int l = left.join();
            return l - 2 * right.join();
        }
    }

    static Object run(Random random, int size) {
        int n = Math.min(size, 10);
        POOL.invoke(new Walk(new int[] {n}));
        return POOL.invoke(new ByPool(n))
                + " " + POOL.invoke(new Three(n))
                + " " + POOL.invoke(new OneOfTwo(n))
                + " " + POOL.invoke(new Generic<>(new String[size], 0, size))
                + " " + POOL.invoke(new ByVar(n))
                + " " + POOL.invoke(new Mixed(n));
    }
}
