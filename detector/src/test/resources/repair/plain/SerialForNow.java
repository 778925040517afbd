import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

class SerialForNow {
    /** Both halves write where others read: their order stays. */
    static class Noting extends RecursiveTask<Integer> {
        private final int n;
        private final StringBuffer notes;

        Noting(int n, StringBuffer notes) {
            this.n = n;
            this.notes = notes;
        }

        @Override
        protected Integer compute() {
            notes.append(n); // refused: FJ5 no automatic repair
            if (n < 2) return n; // refused: FJ10 no automatic repair
            Noting left = new Noting(n - 1, notes);
            Noting right = new Noting(n - 2, notes);
            left.fork();
            int l = left.join(); // refused: FJ7 what append does for other tasks
            int r = right.compute();
            return l + r;
        }
    }

    /** Both halves write to the same array, though to other elements. */
    static class Sort extends RecursiveAction {
        private final int[] data;
        private final int from;
        private final int to;

        Sort(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 1000) {
                Arrays.sort(data, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            Sort left = new Sort(data, from, middle);
            Sort right = new Sort(data, middle, to);
            left.fork().join(); // refused: FJ7 what sort does for other tasks
            right.fork().join(); // refused: FJ7 what sort does for other tasks
            Arrays.sort(data, from, to);
        }
    }

    static class Ways extends RecursiveTask<Integer> {
        private static int made;

        private final int n;

        Ways(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 4) return n;
            switch (n % 6) {
                case 0:
                    return new Ways(n / 3).fork().join() // refused: FJ7 may change something
                            + new Ways(n / 4).fork().join(); // refused: FJ7 may change something
                case 1:
                    int sum = 0;
                    for (Ways each = new Ways(n / 3); sum < 4; each = new Ways(n / 4)) {
                        sum += each.fork().join() + 1; // refused: FJ7 the loop runs
                    }
                    return sum;
                case 2: {
                    Ways left = new Ways(n / 2);
                    Ways right = new Ways(n / 3);
                    if (n > 0)
                        return left.fork().join() // refused: FJ7 as a block
                                * right.fork().join(); // refused: FJ7 as a block
                }
                case 3: {
                    Ways left = new Ways(n / 2);
                    Ways right = new Ways(n / 3);
                    int l = left.fork().join(); // refused: FJ7 may change something
                    int r = ++made // refused: FJ14 no automatic repair
                            + right.fork().join(); // refused: FJ7 may change something
                    return l + r - made;
                }
                case 4:
                    int first = new Ways(n / 2).fork().join(); // refused: FJ7 may change something
                    return first + new Ways(n / 3).fork().join(); // refused: FJ7 may change something
                case 5:
                    Ways half = new Ways(n / 2);
                    half.fork();
                    return half.join() // refused: FJ7 in a case of a switch
                            + new Ways(n / 3).compute();
                default:
                    return n;
            }
        }
    }

    /** What is done between keeps two tasks apart, not that one needs the other's result. */
    static class Between extends RecursiveTask<Integer> {
        private static final ForkJoinPool POOL = new ForkJoinPool(3);

        private final int n;

        Between(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n; // refused: FJ10 no automatic repair
            Between left = new Between(n / 2);
            Between right = new Between(n / 3);
            switch (n % 5) {
                case 0: {
                    int l = left.fork().join(); // refused: FJ7 what is done between
                    if (l > 3) return l;
                    return l + right.fork().join(); // refused: FJ7 what is done between
                }
                case 1: {
                    int l = POOL.invoke(left); // refused: FJ1 what is done between
                    if (l > 3) return l;
                    return l + POOL.invoke(right); // refused: FJ1 what is done between
                }
                case 2: {
                    int sum = 0;
                    for (Between each : new Between[] {left, right}) {
                        sum += POOL.invoke(each); // refused: FJ1 the loop runs
                    }
                    return sum;
                }
                case 3:
                    Between[] both = {left, right};
                    return POOL.invoke(both[0]) // refused: FJ1 not a local variable
                            + POOL.invoke(both[1]); // refused: FJ1 not a local variable
                default:
                    return n < 9
                            ? n
                            : POOL.invoke(left) // refused: FJ1 as a block
                                    * POOL.invoke(right); // refused: FJ1 as a block
            }
        }
    }

    private static String noted(ForkJoinPool pool, int n) {
        StringBuffer notes = new StringBuffer();
        return pool.invoke(new Noting(n, notes)) + " " + notes;
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = new ForkJoinPool(3); // refused: FJ12 no automatic repair
        int[] data = random.ints(size).toArray();
        pool.invoke(new Sort(data, 0, size));
        return noted(pool, Math.min(size, 12))
                + " " + Arrays.hashCode(data)
                + " " + pool.invoke(new Ways(size))
                + " " + pool.invoke(new Between(size));
    }
}
