import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.RecursiveTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tasks that change the whole of what their parents were handed, by another name. */
class ChangedByOthers {
    static List<Integer> all;
    static Vector<Integer> vector;
    static LinkedList<Integer> linked;
    static int[] numbers;
    static Integer[] objects;

    /** By a method of {@code Collections}. */
    static class Rotated extends RecursiveTask<Long> {
        private final List<Integer> items;

        Rotated(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Rotated left = new Rotated(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            Rotated right = new Rotated(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            if (items.size() == numbers.length) Collections.rotate(all, 1);
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By an iterator. */
    static class Iterated extends RecursiveTask<Long> {
        private final List<Integer> items;

        Iterated(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Iterated left = new Iterated(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            Iterated right = new Iterated(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            for (Iterator<Integer> it = all.iterator(); items.size() == numbers.length && it.hasNext(); ) {
                if (it.next() % 3 == 0) it.remove();
            }
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By the iterator of a list. */
    static class SetByIterator extends RecursiveTask<Long> {
        private final List<Integer> items;

        SetByIterator(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            SetByIterator left = new SetByIterator(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            SetByIterator right = new SetByIterator(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            ListIterator<Integer> at = all.listIterator();
            if (items.size() == numbers.length) {
                at.next();
                at.set(half);
            }
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a method that is handed on. */
    static class Referenced extends RecursiveTask<Long> {
        private final List<Integer> items;

        Referenced(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Referenced left = new Referenced(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            Referenced right = new Referenced(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            if (items.size() == numbers.length) IntStream.range(0, 1).forEach(all::remove); // refused: FJ14 no automatic repair
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a method that vectors alone have. */
    static class Old extends RecursiveTask<Long> {
        private final List<Integer> items;

        Old(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Old left = new Old(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            Old right = new Old(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            if (items.size() == numbers.length) vector.setElementAt(half, 0); // refused: FJ5 no automatic repair
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a method that linked lists alone have. */
    static class Pushed extends RecursiveTask<Long> {
        private final List<Integer> items;

        Pushed(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Long compute() {
            if (items.size() < 4) {
                long sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int half = items.size() / 2;
            Pushed left = new Pushed(new ArrayList<>(items.subList(0, half))); // refused: FJ2 tasks change lists
            Pushed right = new Pushed(new ArrayList<>(items.subList(half, items.size()))); // refused: FJ2 tasks change lists
            if (items.size() == numbers.length) linked.push(half); // refused: FJ14 no automatic repair
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a buffer. */
    static class Buffered extends RecursiveTask<Long> {
        private final int[] data;

        Buffered(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Buffered left = new Buffered(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 tasks write to arrays
            Buffered right = new Buffered(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 tasks write to arrays
            if (data.length == numbers.length) IntBuffer.wrap(numbers).put(0, half);
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By reflection. */
    static class Reflected extends RecursiveTask<Long> {
        private final int[] data;

        Reflected(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Reflected left = new Reflected(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 tasks write to arrays
            Reflected right = new Reflected(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 tasks write to arrays
            if (data.length == numbers.length) java.lang.reflect.Array.setInt(numbers, 0, half);
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a method that is handed on. */
    static class Sorted extends RecursiveTask<Long> {
        private final int[] data;

        Sorted(int[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Sorted left = new Sorted(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 tasks write to arrays
            Sorted right = new Sorted(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 tasks write to arrays
            if (data.length == numbers.length) Stream.of(numbers).forEach(Arrays::sort);
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    /** By a list that is a view of it. */
    static class Viewed extends RecursiveTask<Long> {
        private final Integer[] data;

        Viewed(Integer[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length < 4) {
                long sum = 0;
                for (int each : data) sum += each;
                return sum;
            }
            int half = data.length / 2;
            Viewed left = new Viewed(Arrays.copyOfRange(data, 0, half)); // refused: FJ2 tasks write to arrays
            Viewed right = new Viewed(Arrays.copyOfRange(data, half, data.length)); // refused: FJ2 tasks write to arrays
            if (data.length == numbers.length) Collections.reverse(Arrays.asList(objects));
            left.fork();
            return right.compute() * 3 + left.join();
        }
    }

    static Object run(Random random, int size) {
        numbers = random.ints(Math.max(size, 2), 0, 1000).toArray();
        objects = Arrays.stream(numbers).boxed().toArray(Integer[]::new);
        String found = new Rotated(all = items()).compute() + " ";
        found += new Iterated(all = items()).compute() + " ";
        found += new SetByIterator(all = items()).compute() + " ";
        found += new Referenced(all = items()).compute() + " ";
        found += new Old(vector = new Vector<>(items())).compute() + " ";
        found += new Pushed(linked = new LinkedList<>(items())).compute() + " ";
        found += new Viewed(objects).compute() + " " + new Reflected(numbers).compute() + " ";
        return found + new Buffered(numbers).compute() + " " + new Sorted(numbers).compute();
    }

    static List<Integer> items() {
        return new ArrayList<>(Arrays.asList(objects));
    }
}
