import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class TasksThatNeedNames {
    /** The second is made of what the first's arguments change. */
    static class Moving extends RecursiveTask<Integer> {
        final int from;
        final int to;

        Moving(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 2) return from; // refused: FJ10 no automatic repair
            int at = from;
            return new Moving(at, at += (to - from) / 2).fork().join() // refused: FJ7 is changed here
                    - 2 * new Moving(at, to).fork().join(); // refused: FJ7 is changed here
        }
    }

    /** What it is made of is counted where others count. */
    static class Counted extends RecursiveTask<Integer> {
        private static int made;
        final int n;

        Counted(int n) {
            this.n = n;
        }

        private static int next(int n) {
            made++; // refused: FJ14 no automatic repair
            return n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            int l = new Counted(next(n - 1)).fork().join(); // refused: FJ7 may change something
            int r = new Counted(next(n - 2)).fork().join(); // refused: FJ7 may change something
            return l - 2 * r;
        }
    }

    /** Not a block: there is no place for what names them. */
    static class NoBlock extends RecursiveTask<Integer> {
        final int n;

        NoBlock(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n; // refused: FJ10 no automatic repair
            else return new NoBlock(n - 1).fork().join() // refused: FJ7 write this as a block
                    - 2 * new NoBlock(n - 2).compute();
        }
    }

    /** The class of the second is not written out. */
    static class Diamond<T> extends RecursiveTask<Integer> {
        final T[] data;
        final int from;
        final int to;

        Diamond(T[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 3) return to - from;
            int middle = (from + to) >>> 1;
            int left = new Diamond<T>(data, from, middle).fork().join(); // refused: FJ7 not a local variable
            return left - new Diamond<>(data, middle, to).fork().join(); // refused: FJ7 not a local variable
        }
    }

    /** By its class, another method would print it. */
    static class Printed extends RecursiveTask<Integer> {
        final int n;

        Printed(int n) {
            this.n = n;
        }

        private static int print(Object task) {
            return 1;
        }

        private static int print(Printed task) {
            return 2;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n; // refused: FJ10 no automatic repair
            var left = new Printed(n - 1).fork();
            var right = new Printed(n - 2).fork(); // refused: FJ8 where its variable is declared
            return left.join() - 2 * right.join() + print(left);
        }
    }

    static Object run(Random random, int size) {
        int n = Math.min(size, 10);
        ForkJoinPool pool = ForkJoinPool.commonPool();
        return pool.invoke(new Moving(0, n))
                + " " + pool.invoke(new Counted(n))
                + " " + pool.invoke(new NoBlock(n))
                + " " + pool.invoke(new Diamond<>(new String[size], 0, size))
                + " " + pool.invoke(new Printed(n));
    }
}
