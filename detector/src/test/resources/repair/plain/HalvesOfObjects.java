// repairs: FJ7
import java.util.Random;
import java.util.concurrent.RecursiveTask;

class HalvesOfObjects {
    /** Sets its own fields as it is made, which nobody else knows by then. */
    static class Range {
        private final int from;
        private final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    static class Sum extends RecursiveTask<Integer> {
        private final Range range;

        Sum(Range range) {
            this.range = range;
        }

        @Override
        protected Integer compute() {
            if (range.to - range.from < 1000) return range.to * 3 - range.from;
            int middle = (range.from + range.to) / 2;
            Sum left = new Sum(new Range(range.from, middle));
            left.fork();
            return left.join() - new Sum(new Range(middle, range.to)).compute();
        }
    }

    static Object run(Random random, int size) {
        return new Sum(new Range(random.nextInt(10), size)).invoke();
    }
}
