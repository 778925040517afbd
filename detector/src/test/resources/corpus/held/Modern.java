package corpus.modern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** var, records, switch expressions and text blocks. */
class Modern {
    record Range(int from, int to) {
        int size() {
            return to - from;
        }

        Range lower() {
            return new Range(from, middle());
        }

        Range upper() {
            return new Range(middle(), to);
        }

        private int middle() {
            return (from + to) >>> 1;
        }
    }

    static final class Sum extends RecursiveTask<Long> {
        private final int[] numbers;
        private final Range range;

        Sum(int[] numbers, Range range) {
            this.numbers = numbers;
            this.range = range;
        }

        @Override
        protected Long compute() {
            return switch (range.size()) {
                case 0 -> 0L;
                case 1 -> (long) numbers[range.from()];
                default -> {
                    var lower = new Sum(numbers, range.lower());
                    var upper = new Sum(numbers, range.upper());
                    lower.fork();
                    yield upper.compute() + lower.join();
                }
            };
        }
    }

    static final class Slices extends RecursiveTask<Long> {
        private final int[] numbers;

        Slices(int... numbers) {
            this.numbers = numbers;
        }

        @Override
        protected Long compute() {
            return switch (numbers.length) {
                case 0 -> 0L;
                case 1 -> (long) numbers[0];
                default -> {
                    var half = numbers.length / 2;
                    var left = new Slices(Arrays.stream(numbers).limit(half).toArray()); // expect: FJ2
                    var right = new Slices(Arrays.stream(numbers, half, numbers.length).toArray()); // expect: FJ2
                    left.fork();
                    yield right.compute() + left.join();
                }
            };
        }
    }

    static final class Words extends RecursiveTask<Map<String, Long>> {
        private final List<String> lines;

        Words(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected Map<String, Long> compute() {
            if (lines.size() < 3) {
                return lines.stream()
                        .flatMap(line -> Stream.of(line.split(" ")))
                        .collect(Collectors.groupingBy(w -> w, Collectors.counting()));
            }
            var middle = lines.size() / 2;
            var first = new Words(lines.stream().limit(middle).toList()); // expect: FJ2
            var second = new Words(lines.stream().skip(middle).toList()); // expect: FJ2
            invokeAll(first, second);
            var merged = new ConcurrentHashMap<>(first.join()); // expect: FJ3
            second.join().forEach((word, count) -> merged.merge(word, count, Long::sum)); // expect: FJ3
            return merged;
        }
    }

    static final class Fan extends RecursiveTask<Integer> {
        private final int width;

        Fan(int width) {
            this.width = width;
        }

        @Override
        protected Integer compute() {
            if (width < 2) {
                return width;
            }
            var tasks =
                    IntStream.range(0, width)
                            .mapToObj(i -> new Fan(i / 2))
                            .peek(ForkJoinTask::fork) // expect: FJ4
                            .collect(Collectors.toCollection(ArrayList::new));
            return tasks.stream().mapToInt(ForkJoinTask::join).sum();
        }
    }

    static final class LambdaFan extends RecursiveTask<Integer> {
        private final List<Integer> inputs;

        LambdaFan(List<Integer> inputs) {
            this.inputs = inputs;
        }

        @Override
        protected Integer compute() {
            var forked = new ArrayList<ForkJoinTask<Integer>>();
            inputs.forEach(
                    input -> {
                        var task = new Fan(input);
                        forked.add(task.fork()); // expect: FJ4
                    });
            return forked.stream().map(ForkJoinTask::join).reduce(0, Integer::sum);
        }
    }

    static final class ArrayFan extends RecursiveAction {
        private final int n;

        ArrayFan(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            var tasks = new ForkJoinTask<?>[n];
            for (var i = 0; i < n; ++i) tasks[i] = new ArrayFan(i - 1).fork(); // expect: FJ4
            for (var task : tasks) task.join();
        }
    }

    static final class Collected extends RecursiveAction {
        private final int n;

        Collected(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            invokeAll(
                    IntStream.range(0, n)
                            .mapToObj(i -> new Collected(i - 1))
                            .collect(Collectors.toList()));
        }
    }

    static int adapted(int n) {
        var task =
                ForkJoinTask.adapt(
                        () -> {
                            try {
                                TimeUnit.SECONDS.sleep(n); // expect: FJ6
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return n;
                        });
        return task.invoke();
    }

    static final class Recorder {
        private final Vector<String> events = new Vector<>();

        void record(String event) {
            events.add(event); // expect: FJ5
        }
    }

    static final class Recording extends RecursiveAction {
        private final Recorder recorder;
        private final int depth;

        Recording(Recorder recorder, int depth) {
            this.recorder = recorder;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            recorder.record("at " + depth);
            if (depth > 0) {
                var one = new Recording(recorder, depth - 1);
                var two = new Recording(recorder, depth - 1);
                one.fork();
                two.compute();
                one.join();
            }
        }
    }

    static final class Deferred extends RecursiveTask<Integer> {
        private final ForkJoinPool home;
        private final int left;

        Deferred(ForkJoinPool home, int left) {
            this.home = home;
            this.left = left;
        }

        @Override
        protected Integer compute() {
            if (left == 0) {
                return 0;
            }
            var future = home.submit(new Deferred(home, left - 1)); // expect: FJ1
            var more = home.submit(() -> left); // expect: FJ1
            return future.join() + more.join();
        }
    }

    static final class Rooted {
        private final ForkJoinPool home = new ForkJoinPool();

        int run(int n) {
            return home.submit(() -> new Deferred(home, n).invoke()).join();
        }

        List<Integer> all(List<Integer> numbers) {
            var tasks = numbers.stream().map(n -> home.submit(new Deferred(home, n))).toList();
            var results = new ArrayList<Integer>();
            tasks.forEach(task -> results.add(task.join()));
            return results;
        }
    }

    static final class Grid extends RecursiveAction {
        private final int[][] cells;
        private final int row;
        private final Object[] locks;

        Grid(int[][] cells, int row, Object[] locks) {
            this.cells = cells;
            this.row = row;
            this.locks = locks;
        }

        @Override
        protected void compute() {
            if (row == cells.length) {
                return;
            }
            var below = new Grid(cells, row + 1, locks);
            below.fork();
            synchronized (locks[row]) { // expect: FJ5
                for (var column = 0; column < cells[row].length; column++) {
                    cells[row][column]++;
                }
            }
            below.join();
        }
    }

    static final class Joined extends RecursiveTask<String> {
        private final List<String> parts;

        Joined(List<String> parts) {
            this.parts = parts;
        }

        @Override
        protected String compute() {
            if (parts.size() == 1) {
                return parts.get(0);
            }
            var one = new Joined(parts.subList(0, 1)); // expect: FJ2
            var rest = new Joined(parts.subList(1, parts.size())); // expect: FJ2
            one.fork();
            var tail = rest.compute();
            var text = one.join();
            text += tail; // expect: FJ3
            return text;
        }
    }
}
