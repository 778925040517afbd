import java.util.Random;
import java.util.concurrent.RecursiveTask;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Halves that only look as if they might run side by side. */
class HalvesInOrder {
    static int step;

    static int bump() {
        return ++step; // refused: FJ14 no automatic repair
    }

    static class Steps extends RecursiveTask<Integer> {
        private final int n;

        Steps(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            for (int i = 0; i < 100; i++) sum += n + step;
            return sum;
        }
    }

    static class BumpBetween extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            Steps left = new Steps(1);
            Steps right = new Steps(2);
            left.fork();
            return left.join() + bump() * 10 + right.compute(); // refused: FJ7 may change something that others see
        }
    }

    static class BumpToMake extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            Steps left = new Steps(1);
            left.fork();
            return left.join() + new Steps(bump()).compute(); // refused: FJ7 may change something that others see
        }
    }

    /** What the function does is not seen. */
    static class Mapped extends RecursiveTask<Integer> {
        private final int n;
        private final IntUnaryOperator function;

        Mapped(int n, IntUnaryOperator function) {
            this.n = n;
            this.function = function;
        }

        @Override
        protected Integer compute() {
            if (n < 10) return IntStream.range(0, n + 1).map(function).sum();
            Mapped left = new Mapped(n / 2, function);
            Mapped right = new Mapped(n - n / 2, function);
            left.fork();
            return left.join() + right.compute(); // refused: FJ7 what map does for other tasks
        }
    }

    static class Numbered {
        static int next;
        final int id = next++;
    }

    /** Objects are numbered as they are made. */
    static class Numbering extends RecursiveTask<Integer> {
        private final int n;

        Numbering(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 10) return new Numbered().id;
            Numbering left = new Numbering(n / 2);
            Numbering right = new Numbering(n - n / 2);
            left.fork();
            return left.join() + right.compute(); // refused: FJ7 may change something that others see
        }
    }

    /** One half looks at what the other one counts. */
    static class Counting extends RecursiveTask<Integer> {
        private final int n;
        private final Counting before;
        private int count;

        Counting(int n, Counting before) {
            this.n = n;
            this.before = before;
        }

        @Override
        protected Integer compute() {
            if (before != null) return before.count;
            for (int i = 0; i < n; i++) count++;
            if (n < 10) return count;
            Counting left = new Counting(9, null);
            Counting right = new Counting(1, left);
            left.fork();
            return left.join() + right.compute(); // refused: FJ7 what another task may change
        }
    }

    static Object run(Random random, int size) {
        step = 0;
        Numbered.next = 0;
        return new BumpBetween().invoke() + " " + new BumpToMake().invoke()
                + " " + new Mapped(size, it -> it * step++).invoke() + " " + new Numbering(size).invoke()
                + " " + new Counting(size, null).invoke();
    }
}
