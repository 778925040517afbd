// repairs: FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7 FJ7
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class SerialParts {
    static class InOneExpression extends RecursiveTask<Integer> {
        private final int n;

        InOneExpression(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            InOneExpression left = new InOneExpression(n - 1), right = new InOneExpression(n - 2);
            return left.fork().join() - right.fork().join(); // left first
        }
    }

    /** The second part is made after the first one is joined, which it does not need. */
    static class MadeLate extends RecursiveTask<Integer> {
        private final int n;

        MadeLate(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            MadeLate left = new MadeLate(n - 1);
            int l = left.fork().join(); // the larger one
            // The smaller one.
            MadeLate right = new MadeLate(n - 2);
            int both = l;
            both += right.fork().join();
            return both;
        }
    }

    static class ForkedBefore extends RecursiveTask<Integer> {
        private final int n;

        ForkedBefore(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 3) return n;
            ForkedBefore first = new ForkedBefore(n - 1);
            ForkedBefore second = new ForkedBefore(n - 2);
            ForkedBefore third = new ForkedBefore(n - 3);
            first.fork();
            int a = first.join();
            second.fork();
            int b = second.join();
            return a + 2 * b + 3 * third.compute();
        }
    }

    static class ComputedNext extends RecursiveTask<Integer> {
        private final int n;

        ComputedNext(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            ComputedNext left = new ComputedNext(n - 1);
            ComputedNext right = new ComputedNext(n - 2);
            int l = left.fork().join();
            int r = right.invoke();
            return l * r;
        }
    }

    record Range(int from, int to) {}

    /** The other part is made after the join, of a record. */
    static class OfRecords extends RecursiveTask<Integer> {
        private final Range range;

        OfRecords(Range range) {
            this.range = range;
        }

        @Override
        protected Integer compute() {
            int size = range.to() - range.from();
            if (size < 2) return range.from();
            int middle = range.from() + size / 2;
            OfRecords left = new OfRecords(new Range(range.from(), middle));
            left.fork();
            int l = left.join();
            OfRecords right = new OfRecords(new Range(middle, range.to()));
            return l + right.compute();
        }
    }

    /** Nobody asks for the results of calls. */
    static class Count extends RecursiveAction {
        private final int n;
        int leaves;

        Count(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) {
                leaves = 1;
                return;
            }
            Count left = new Count(n - 1);
            Count right = new Count(n - 2);
            left.fork().join(); // one half
            right.fork().join();
            leaves = left.leaves + right.leaves;
        }
    }

    /** Each part is made of the one before: they stay in order. */
    static class OneOfTheOther extends RecursiveTask<Integer> {
        private final int n;

        OneOfTheOther(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            OneOfTheOther left = new OneOfTheOther(n - 1);
            int l = left.fork().join();
            OneOfTheOther right = new OneOfTheOther((l & 7) % n);
            int r = right.fork().join();
            int next = r + 1;
            return l + new OneOfTheOther((next & 3) % n).fork().join();
        }
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = new ForkJoinPool(3);
        int n = Math.min(size, 10);
        Count count = new Count(n);
        pool.invoke(count);
        return pool.invoke(new InOneExpression(n))
                + " " + pool.invoke(new MadeLate(n))
                + " " + pool.invoke(new ForkedBefore(n))
                + " " + pool.invoke(new ComputedNext(n))
                + " " + pool.invoke(new OfRecords(new Range(0, n)))
                + " " + count.leaves
                + " " + pool.invoke(new OneOfTheOther(n));
    }
}
