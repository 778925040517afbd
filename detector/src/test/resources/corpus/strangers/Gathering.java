package corpus.strangers;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.example.net.HttpClient;

/** Results gathered by streams, lists of results and pictures; variables that are used again. */
class Gathering {
    // ---- streams ---------------------------------------------------------------------------------

    static class Leaves extends RecursiveTask<List<String>> {
        final Leaves[] branches;
        final String name;

        Leaves(String name, Leaves... branches) {
            this.name = name;
            this.branches = branches;
        }

        @Override
        protected List<String> compute() {
            if (branches.length == 0) return List.of(name);
            invokeAll(branches);
            List<String> names = new ArrayList<>();
            Stream.of(branches).flatMap(branch -> branch.join().stream()).forEach(names::add); // expect: FJ3
            return names;
        }
    }

    /** A clean one: each result becomes one element. */
    static class Heights extends RecursiveTask<Integer> {
        final List<Heights> below;

        Heights(List<Heights> below) {
            this.below = below;
        }

        @Override
        protected Integer compute() {
            List<Integer> heights = new ArrayList<>();
            invokeAll(below).stream().map(ForkJoinTask::join).forEach(heights::add);
            return 1 + heights.stream().mapToInt(it -> it).max().orElse(0);
        }
    }

    static class Digits extends RecursiveTask<int[]> {
        private int[] digits;

        Digits(int[] digits) {
            this.digits = digits;
        }

        @Override
        protected int[] compute() {
            if (digits.length < 3) return digits;
            List<Digits> both = halves();
            invokeAll(both);
            Stream<int[]> parts = both.stream().map(ForkJoinTask::join);
            digits = parts.flatMapToInt(Arrays::stream).toArray(); // expect: FJ3
            return digits;
        }

        private List<Digits> halves() {
            int[] low = Arrays.copyOfRange(digits, 0, digits.length / 2); // expect: FJ2
            int[] high = Arrays.copyOfRange(digits, digits.length / 2, digits.length); // expect: FJ2
            return List.of(new Digits(low), new Digits(high));
        }
    }

    /** A clean one: a stream of numbers, by a variable, too. */
    static class Total extends RecursiveTask<Long> {
        final int from, to;

        Total(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 100) return (long) to - from;
            int middle = (from + to) >>> 1;
            Stream<Long> parts =
                    invokeAll(List.of(new Total(from, middle), new Total(middle, to))).stream()
                            .map(ForkJoinTask::join);
            return parts.mapToLong(it -> it).sum();
        }
    }

    static class Shared extends RecursiveTask<Set<String>> {
        final List<Set<String>> texts;
        final int from, to;

        Shared(List<Set<String>> texts, int from, int to) {
            this.texts = texts;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Set<String> compute() {
            if (to - from == 1) return texts.get(from);
            int middle = (from + to) >>> 1;
            Shared one = new Shared(texts, from, middle);
            one.fork();
            Set<String> others = new Shared(texts, middle, to).compute();
            return inBoth(one.join(), others);
        }

        private static Set<String> inBoth(Set<String> these, Set<String> those) {
            return these.stream().filter(those::contains).collect(Collectors.toSet()); // expect: FJ3
        }
    }

    /** A clean one: what is collected is one value, or one element for each child. */
    static class Longest extends RecursiveTask<String> {
        final List<Longest> parts;
        final String line;

        Longest(List<Longest> parts, String line) {
            this.parts = parts;
            this.line = line;
        }

        @Override
        protected String compute() {
            List<String> lines =
                    invokeAll(parts).stream().map(ForkJoinTask::join).collect(Collectors.toList());
            long all = lines.stream().filter(it -> !it.isEmpty()).collect(Collectors.counting());
            String longest = line;
            for (String each : lines) {
                if (all > 0 && each.length() > longest.length()) longest = each;
            }
            return longest;
        }
    }

    static class Odd extends RecursiveTask<int[]> {
        final int from, to;

        Odd(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected int[] compute() {
            if (to - from < 64) return IntStream.range(from, to).filter(it -> it % 2 == 1).toArray();
            Odd low = new Odd(from, (from + to) >>> 1);
            Odd high = new Odd((from + to) >>> 1, to);
            low.fork();
            int[] upper = high.compute();
            return IntStream.concat(Arrays.stream(low.join()), Arrays.stream(upper)).toArray(); // expect: FJ3
        }
    }

    /** A clean one: the stream is what the task returns, and is read once. */
    static class Lazily extends RecursiveAction {
        final ForkJoinTask<Stream<String>> lines;
        List<String> read;

        Lazily(ForkJoinTask<Stream<String>> lines) {
            this.lines = lines;
        }

        @Override
        protected void compute() {
            read = lines.fork().join().collect(Collectors.toList());
        }
    }

    // ---- collections of results ------------------------------------------------------------------

    static class Common extends RecursiveTask<Set<Integer>> {
        final List<int[]> rows;

        Common(List<int[]> rows) {
            this.rows = rows;
        }

        @Override
        protected Set<Integer> compute() {
            if (rows.size() == 1) {
                return IntStream.of(rows.get(0)).boxed().collect(Collectors.toSet());
            }
            List<Common> children = new ArrayList<>();
            for (int[] row : rows) children.add(new Common(List.of(row)));
            invokeAll(children);
            List<Set<Integer>> found = new ArrayList<>();
            for (Common child : children) {
                found.add(child.join());
            }
            Set<Integer> common = new HashSet<>(found.get(0)); // expect: FJ3
            for (int at = 1; at < found.size(); at++) {
                common.retainAll(found.get(at)); // expect: FJ3
            }
            return common;
        }
    }

    static class Blocks extends RecursiveTask<double[]> {
        final double[] values;
        final int from, to;

        Blocks(double[] values, int from, int to) {
            this.values = values;
            this.from = from;
            this.to = to;
        }

        @Override
        protected double[] compute() {
            if (to - from < 512) return square();
            Blocks[] blocks = new Blocks[4];
            for (int at = 0; at < 4; at++) {
                blocks[at] =
                        new Blocks(
                                values,
                                from + (to - from) * at / 4,
                                from + (to - from) * (at + 1) / 4);
            }
            invokeAll(blocks);
            double[][] squares = new double[4][];
            for (int at = 0; at < 4; at++) squares[at] = blocks[at].join();
            double[] all = new double[to - from];
            int next = 0;
            for (double[] part : squares) {
                System.arraycopy(part, 0, all, next, part.length); // expect: FJ3
                next += part.length;
            }
            return all;
        }

        private double[] square() {
            double[] result = new double[to - from];
            for (int at = from; at < to; at++) result[at - from] = values[at] * values[at];
            return result;
        }
    }

    /** A clean one: of each result, the same value. */
    static class Corners extends RecursiveTask<double[][]> {
        final double[][] rows;

        Corners(double[][] rows) {
            this.rows = rows;
        }

        @Override
        protected double[][] compute() {
            if (rows.length < 2) return rows;
            List<Corners> single = new ArrayList<>();
            for (double[] row : rows) single.add(new Corners(new double[][] {row}));
            invokeAll(single);
            for (int at = 0; at < rows.length; at++) {
                rows[at][at] = single.get(at).join()[0][0];
            }
            return rows;
        }
    }

    static class Ascending extends RecursiveTask<List<Integer>> {
        final List<Integer> numbers;
        final int from, to;

        Ascending(List<Integer> numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected List<Integer> compute() {
            if (to - from < 2) return new ArrayList<>(List.of(numbers.get(from)));
            int middle = (from + to) >>> 1;
            Ascending low = new Ascending(numbers, from, middle);
            Ascending high = new Ascending(numbers, middle, to);
            invokeAll(low, high);
            List<Integer> left = low.join(), right = high.join();
            List<Integer> merged = Arrays.asList(new Integer[to - from]);
            int i = 0, j = 0;
            while (i + j < to - from) {
                if (j == right.size() || i < left.size() && left.get(i) <= right.get(j)) {
                    merged.set(i + j, left.get(i)); // expect: FJ3
                    i++;
                } else {
                    merged.set(i + j, right.get(j)); // expect: FJ3
                    j++;
                }
            }
            return merged;
        }
    }

    // ---- pictures --------------------------------------------------------------------------------

    static class Tiles extends RecursiveTask<BufferedImage> {
        final int x, y, width, height;

        Tiles(int x, int y, int width, int height) {
            this.x = x;
            this.y = y;
            this.width = width;
            this.height = height;
        }

        @Override
        protected BufferedImage compute() {
            BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            if (width < 64) {
                for (int i = 0; i < width; i++) image.setRGB(i, 0, i * i);
                return image;
            }
            Tiles west = new Tiles(x, y, width / 2, height);
            Tiles east = new Tiles(x + width / 2, y, width - width / 2, height);
            invokeAll(west, east);
            put(image, west.join(), east.join());
            return image;
        }

        private void put(BufferedImage whole, BufferedImage left, BufferedImage right) {
            Graphics2D pen = whole.createGraphics();
            pen.drawImage(left, 0, 0, null); // expect: FJ3
            pen.dispose();
            for (int i = 0; i < right.getWidth(); i++) {
                for (int j = 0; j < right.getHeight(); j++) {
                    whole.setRGB(left.getWidth() + i, j, right.getRGB(i, j)); // expect: FJ3
                }
            }
        }
    }

    /** A clean one: all draw into the same picture. */
    static class Strips extends RecursiveAction {
        final BufferedImage source, target;
        final int from, to;

        Strips(BufferedImage source, BufferedImage target, int from, int to) {
            this.source = source;
            this.target = target;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 16) {
                int middle = (from + to) >>> 1;
                invokeAll(
                        new Strips(source, target, from, middle),
                        new Strips(source, target, middle, to));
                return;
            }
            for (int row = from; row < to; row++) {
                for (int column = 0; column < source.getWidth(); column++) {
                    target.setRGB(column, row, source.getRGB(column, row));
                }
            }
        }
    }

    // ---- variables that are used again -----------------------------------------------------------

    static class Sorted extends RecursiveTask<int[]> {
        final int[] data;

        Sorted(int[] data) {
            this.data = data;
        }

        @Override
        protected int[] compute() {
            if (data.length < 2) return data;
            int[] first = Arrays.copyOfRange(data, 0, data.length / 2); // expect: FJ2
            int[] second = Arrays.copyOfRange(data, data.length / 2, data.length); // expect: FJ2
            Sorted one = new Sorted(first);
            Sorted other = new Sorted(second);
            other.fork();
            first = one.compute();
            second = other.join();
            return merged(first, second);
        }

        private static int[] merged(int[] these, int[] those) {
            List<Integer> queue = new LinkedList<>();
            int i = 0, j = 0;
            while (i < these.length || j < those.length) {
                if (j == those.length || i < these.length && these[i] < those[j]) {
                    queue.add(these[i++]); // expect: FJ3
                } else {
                    queue.add(those[j++]); // expect: FJ3
                }
            }
            int[] result = new int[queue.size()];
            for (int at = 0; at < result.length; at++) result[at] = queue.get(at);
            return result;
        }
    }

    /** In a loop, what was stored in the round before is handed on. */
    static class Rounds extends RecursiveTask<int[]> {
        final int[] state;
        final int rounds;

        Rounds(int[] state, int rounds) {
            this.state = state;
            this.rounds = rounds;
        }

        @Override
        protected int[] compute() {
            if (rounds == 0) return state;
            int[] now = state;
            for (int round = 0; round < rounds; round++) {
                new Rounds(now, 0).invoke();
                now = Arrays.copyOf(state, state.length); // expect: FJ2
            }
            return now;
        }
    }

    // ---- input and output ------------------------------------------------------------------------

    static class Asked extends RecursiveTask<String> {
        final HttpClient client;
        final Function<String, String> answer;

        Asked(HttpClient client) {
            this.client = client;
            this.answer = this::remote;
        }

        private String remote(String question) {
            return client.invoke(question).text(); // expect: FJ6
        }

        @Override
        protected String compute() {
            return answer.apply("name");
        }
    }

    /** Code that a variable holds is run by the pool, or called by a task, all the same. */
    static class Held {
        final ForkJoinPool pool = new ForkJoinPool(3);

        int twice() throws Exception {
            Callable<Integer> one = () -> 1;
            Callable<Integer> two =
                    () -> {
                        Future<Integer> inner = pool.submit(one); // expect: FJ1
                        return inner.get() + 1;
                    };
            return pool.submit(two).get();
        }

        /** A clean one: a thread runs it. */
        Thread alone() {
            Runnable waits =
                    () -> {
                        try {
                            Thread.sleep(10);
                        } catch (InterruptedException e) {
                            pool.submit(() -> 2);
                        }
                    };
            return new Thread(waits);
        }

        List<String> names(List<String> lines) {
            List<String> names = Collections.synchronizedList(new ArrayList<>());
            pool.submit(() -> lines.stream().map(String::trim).forEach(names::add)).join(); // expect: FJ5
            return names;
        }

        /** A clean one: a list without locks. */
        List<String> own(List<String> lines) {
            List<String> names = new ArrayList<>();
            pool.submit(() -> lines.stream().map(String::trim).forEach(names::add)).join();
            return names;
        }
    }

    /** A clean one: a method that says whether a worker asks; others hand a function to the pool. */
    static class Asking {
        static boolean isElsewhere() {
            return !ForkJoinTask.inForkJoinPool();
        }

        static void run(Runnable part) {
            if (isElsewhere()) {
                ForkJoinPool.commonPool().invoke(new Part(() -> run(part)));
                return;
            }
            new Part(part).invoke();
        }

        static class Part extends RecursiveAction {
            final Runnable code;

            Part(Runnable code) {
                this.code = code;
            }

            @Override
            protected void compute() {
                code.run();
            }
        }
    }

    static class Heard extends RecursiveTask<Integer> {
        final DatagramSocket socket;

        Heard(DatagramSocket socket) {
            this.socket = socket;
        }

        @Override
        protected Integer compute() {
            DatagramPacket packet = new DatagramPacket(new byte[512], 512);
            try {
                socket.receive(packet); // expect: FJ6
            } catch (IOException e) {
                return 0;
            }
            return sum(packet);
        }

        private static int sum(DatagramPacket packet) {
            int sum = 0;
            for (byte each : packet.getData()) sum += each;
            return sum;
        }
    }
}
