import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.RecursiveTask;

class UnprovenPieces {
    /** The last piece is padded with zeros. */
    static class Padded extends RecursiveTask<Integer> {
        private final int[] data;

        Padded(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data.length < 4) {
                return data.length;
            }
            Padded left = new Padded(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 lies within the data
            Padded right = new Padded(Arrays.copyOfRange(data, data.length / 2, data.length + 1)); // refused: FJ2 lies within the data
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class ByParameter extends RecursiveTask<Integer> {
        private final int[] data;
        private final int cut;

        ByParameter(int[] data, int cut) {
            this.data = data;
            this.cut = cut;
        }

        @Override
        protected Integer compute() {
            if (data.length < 4) {
                return data.length;
            }
            ByParameter left = new ByParameter(Arrays.copyOfRange(data, 0, cut), cut / 2); // refused: FJ2 lies within the data
            return left.invoke() + data.length;
        }
    }

    /** Asks whether there is any data. */
    static class Null extends RecursiveTask<Integer> {
        private final int[] data;

        Null(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data == null || data.length < 2) return 0;
            Null left = new Null(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 kept here (line 55)
            Null right = new Null(Arrays.copyOfRange(data, data.length / 2, data.length)); // refused: FJ2 kept here (line 55)
            left.fork();
            return right.compute() + left.join();
        }
    }

    /** Finds the end by falling off it. */
    static class Catches extends RecursiveTask<Integer> {
        private final int[] data;

        Catches(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data.length < 5) {
                int sum = 0;
                try {
                    for (int i = 0; ; i++) sum += data[i];
                } catch (ArrayIndexOutOfBoundsException end) {
                    return sum;
                }
            }
            Catches left = new Catches(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 by catching an exception
            Catches right = new Catches(Arrays.copyOfRange(data, data.length / 2, data.length)); // refused: FJ2 by catching an exception
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Base extends RecursiveTask<Integer> {
        protected final int[] data;

        Base(int[] data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            if (data.length < 2) return data.length; // refused: FJ10 no automatic repair
            Base left = new Base(Arrays.copyOfRange(data, 0, data.length / 2)); // refused: FJ2 has a subclass
            Base right = new Base(Arrays.copyOfRange(data, data.length / 2, data.length)); // refused: FJ2 has a subclass
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Derived extends Base {
        Derived(int[] data) {
            super(data);
        }
    }

    /** The constructor copies for those who call it. */
    static class Hidden extends RecursiveTask<Integer> {
        private final int[] part;

        Hidden(int[] all, int from, int to) {
            this.part = Arrays.copyOfRange(all, from, to); // refused: FJ2 not a field of the task
        }

        @Override
        protected Integer compute() {
            if (part.length < 2) return part.length; // refused: FJ10 no automatic repair
            Hidden a = new Hidden(part, 0, part.length / 2);
            Hidden b = new Hidden(part, part.length / 2, part.length);
            b.fork();
            return a.compute() + b.join();
        }
    }

    static Object run(Random random, int size) {
        int[] data = random.ints(size).toArray();
        return new Padded(data).invoke() + " " + new Null(data).invoke() + new Null(null).invoke()
                + new Catches(data).invoke() + new Derived(data).invoke() + new Hidden(data, 0, size).invoke();
    }
}
