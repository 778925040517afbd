package dev.cleave.profiler.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Programs whose task graph follows from their size. A program is named with its numbers: {@code
 * fib:30}, {@code lu:4096:16}. Their <em>unit</em>, a strand or the inner step of a block, is
 * given, or what it takes on the machine of {@code benchmarks/results}.
 */
public final class GraphPrograms {
    private static final double PICOS = 1_000;

    /** Bodies that are not shared: as many as a heap of 4 GiB holds with room to spare. */
    private static final long MOST_TASKS = 20_000_000;

    private static final int BRANCHES = 4;

    /** Makes a program's graph. */
    private interface Generator {
        int root(TaskGraphBuilder graph, double[] numbers, double unit);
    }

    /**
     * One program.
     *
     * @param numbers what its numbers mean
     * @param defaults their values if they are left out; the first cannot be
     * @param least the smallest of each; if that is a whole number, so are the others
     * @param most the largest of each
     * @param unit its unit in nanoseconds, unless another is given
     */
    private record Program(
            String numbers,
            double[] defaults,
            double[] least,
            double[] most,
            double unit,
            String about,
            Generator generator) {}

    private static final Map<String, Program> PROGRAMS = new LinkedHashMap<>();

    static {
        add(
                "fib",
                "N[:THRESHOLD]",
                values(30, 1),
                values(0, 1),
                values(85, 85),
                1.36,
                "a unit each call; calls at or below the threshold do not fork",
                GraphPrograms::fib);
        add(
                "chain",
                "N",
                values(1_000),
                values(1),
                values(MOST_TASKS),
                1_000,
                "N strands of a unit, each in a task that the one before forks and joins",
                GraphPrograms::chain);
        add(
                "diamond",
                "N",
                values(1_000),
                values(1),
                values(MOST_TASKS),
                1_000,
                "a unit, N tasks of a unit side by side, a unit",
                GraphPrograms::diamond);
        add(
                "map-reduce",
                "N",
                values(1_000),
                values(1),
                values(1e15),
                1_000,
                "N elements of a unit, combined in pairs at a unit each",
                GraphPrograms::mapReduce);
        add(
                "loop",
                "N[:GRAIN]",
                values(1_000_000, 1),
                values(1, 1),
                values(1e15, 1e15),
                10,
                "N iterations of a unit, divided in halves down to the grain",
                GraphPrograms::loop);
        add(
                "tree",
                "N[:SEED]",
                values(1_000_000, 1),
                values(1, 0),
                values(MOST_TASKS, 1e9),
                1_000,
                "a random, irregular tree of N nodes of a unit",
                GraphPrograms::tree);
        add(
                "integrate",
                "TOLERANCE",
                values(1e-5),
                values(1e-7),
                values(1e6),
                5.4,
                "FJTask's adaptive integral; a unit each interval looked at",
                GraphPrograms::integrate);
        add(
                "mm",
                "SIZE[:BLOCK]",
                values(2_048, 16),
                values(1, 1),
                values(1 << 20, 1 << 20),
                0.84,
                "matrices multiplied by quarters; a unit each product of two elements",
                GraphPrograms::multiply);
        add(
                "lu",
                "SIZE[:BLOCK]",
                values(4_096, 16),
                values(1, 1),
                values(1 << 20, 1 << 20),
                1.04,
                "a matrix decomposed by quarters; a unit each product of two elements",
                GraphPrograms::decompose);
        add(
                "jacobi",
                "SIZE[:STEPS[:TILE]]",
                values(4_096, 100, 1_024),
                values(1, 1, 1),
                values(1 << 24, 1e6, 1e9),
                1.68,
                "steps over a grid by quarters, each waiting for the last; a unit each cell",
                GraphPrograms::jacobi);
        add(
                "sort",
                "N[:THRESHOLD]",
                values(1e8, 1_024),
                values(1, 2),
                values(1e12, 1e12),
                4.8,
                "Cilk's merge sort by quarters; a unit each comparison",
                GraphPrograms::sort);
    }

    private GraphPrograms() {}

    private static double[] values(double... values) {
        return values;
    }

    private static void add(
            String name,
            String numbers,
            double[] defaults,
            double[] least,
            double[] most,
            double unit,
            String about,
            Generator generator) {
        PROGRAMS.put(name, new Program(numbers, defaults, least, most, unit, about, generator));
    }

    /**
     * What there is, for help texts.
     *
     * @return a line for each program: name and numbers, unit in nanoseconds, what it does
     */
    public static List<String> descriptions() {
        return PROGRAMS.entrySet().stream()
                .map(
                        each ->
                                String.format(
                                        Locale.ROOT,
                                        "%s:%s (unit %s ns): %s",
                                        each.getKey(),
                                        each.getValue().numbers(),
                                        number(each.getValue().unit()),
                                        each.getValue().about()))
                .collect(Collectors.toList());
    }

    /**
     * Whether a word names a program rather than a file.
     *
     * @param word the word
     * @return whether what stands before its first colon is a program's name
     */
    public static boolean isProgram(String word) {
        return PROGRAMS.containsKey(word.split(":", 2)[0]);
    }

    /**
     * What the programs are called.
     *
     * @return their names
     */
    public static Set<String> names() {
        return Collections.unmodifiableSet(PROGRAMS.keySet());
    }

    /**
     * Makes the graph of a program.
     *
     * @param word its name and numbers, with colons between them
     * @param unitNanos nanoseconds that its unit takes; 0 for its own
     * @return the graph
     * @throws IllegalArgumentException if there is no such program, a number is out of range, or
     *     the graph becomes too large
     */
    public static TaskGraph graph(String word, double unitNanos) {
        String[] parts = word.split(":", -1);
        Program program = PROGRAMS.get(parts[0]);
        if (program == null) {
            throw new IllegalArgumentException(
                    "no program \"" + parts[0] + "\"; there are " + PROGRAMS.keySet());
        }
        if (parts.length < 2 || parts.length > program.defaults().length + 1) {
            throw new IllegalArgumentException(
                    word + ": write " + parts[0] + ":" + program.numbers());
        }
        double[] numbers = program.defaults().clone();
        for (int i = 0; i < parts.length - 1; i++) {
            double low = program.least()[i];
            double high = program.most()[i];
            boolean isWhole = low == Math.rint(low);
            numbers[i] = parse(parts[i + 1]);
            if (!(numbers[i] >= low && numbers[i] <= high)
                    || isWhole && numbers[i] != Math.rint(numbers[i])) {
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "%s: \"%s\" is no %s from %s to %s, as in %s:%s",
                                word,
                                parts[i + 1],
                                isWhole ? "whole number" : "number",
                                number(low),
                                number(high),
                                parts[0],
                                program.numbers()));
            }
        }
        TaskGraphBuilder graph = new TaskGraphBuilder();
        double unit = (unitNanos == 0 ? program.unit() : unitNanos) * PICOS;
        return graph.build(program.generator().root(graph, numbers, unit));
    }

    private static double parse(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e16
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static long picos(double units, double unit) {
        return Math.round(units * unit);
    }

    /** Two parts that may run side by side, before what is still to be added. */
    private static TaskGraphBuilder both(TaskGraphBuilder graph, int forked, int called) {
        return graph.fork(forked).call(called).join();
    }

    // ---- trees ----

    private static int fib(TaskGraphBuilder graph, double[] numbers, double unit) {
        int threshold = (int) numbers[1];
        int[] last = {0, 0};
        double calls = 1;
        double callsBefore = 1;
        for (int n = 0; n <= (int) numbers[0]; n++) {
            if (n >= 2) {
                double both = calls + callsBefore + 1;
                callsBefore = calls;
                calls = both;
            }
            int body =
                    n <= threshold
                            ? graph.work(picos(calls, unit)).end()
                            : both(graph.work(picos(1, unit)), last[1], last[0]).end();
            last[0] = last[1];
            last[1] = body;
        }
        return last[1];
    }

    private static int chain(TaskGraphBuilder graph, double[] numbers, double unit) {
        int body = graph.work(picos(1, unit)).end();
        for (long i = 1; i < (long) numbers[0]; i++) {
            body = graph.work(picos(1, unit)).fork(body).end();
        }
        return body;
    }

    private static int diamond(TaskGraphBuilder graph, double[] numbers, double unit) {
        int leaf = graph.work(picos(1, unit)).end();
        graph.work(picos(1, unit));
        for (long i = 0; i < (long) numbers[0]; i++) {
            graph.fork(leaf);
        }
        for (long i = 0; i < (long) numbers[0]; i++) {
            graph.join();
        }
        return graph.work(picos(1, unit)).end();
    }

    private static int mapReduce(TaskGraphBuilder graph, double[] numbers, double unit) {
        return halves(graph, (long) numbers[0], 1, unit, picos(1, unit), new LinkedHashMap<>());
    }

    private static int loop(TaskGraphBuilder graph, double[] numbers, double unit) {
        return halves(graph, (long) numbers[0], (long) numbers[1], unit, 0, new LinkedHashMap<>());
    }

    /** So many elements, divided down to the grain; each pair of parts is combined at a cost. */
    private static int halves(
            TaskGraphBuilder graph,
            long size,
            long grain,
            double unit,
            long combine,
            Map<Long, Integer> known) {
        Integer seen = known.get(size);
        if (seen != null) {
            return seen;
        }
        int body;
        if (size <= grain) {
            body = graph.work(picos(size, unit)).end();
        } else {
            int left = halves(graph, size / 2, grain, unit, combine, known);
            int right = halves(graph, size - size / 2, grain, unit, combine, known);
            both(graph, left, right);
            body = (combine == 0 ? graph : graph.work(combine)).end();
        }
        known.put(size, body);
        return body;
    }

    private static int tree(TaskGraphBuilder graph, double[] numbers, double unit) {
        return randomTree(
                graph, (long) numbers[0], picos(1, unit), new SplittableRandom((long) numbers[1]));
    }

    /** Of n nodes below the first, a random part is one subtree, and the rest the other. */
    private static int randomTree(
            TaskGraphBuilder graph, long nodes, long unit, SplittableRandom random) {
        if (nodes == 1) {
            return graph.work(unit).end();
        }
        long left = nodes == 2 ? 1 : 1 + random.nextLong(nodes - 2);
        int first = randomTree(graph, left, unit, random);
        if (left == nodes - 1) {
            return graph.work(unit).fork(first).end();
        }
        int second = randomTree(graph, nodes - 1 - left, unit, random);
        return both(graph.work(unit), first, second).end();
    }

    /** FJTask section 4: the odd powers from -47 to 48. */
    private static int integrate(TaskGraphBuilder graph, double[] numbers, double unit) {
        return refine(graph, -47, 48, rectangle(-47, 48), numbers[0], picos(1, unit));
    }

    private static int refine(
            TaskGraphBuilder graph,
            double left,
            double right,
            double whole,
            double tolerance,
            long unit) {
        double middle = (left + right) * 0.5;
        double leftArea = rectangle(left, middle);
        double rightArea = rectangle(middle, right);
        if (Math.abs(leftArea + rightArea - whole) <= tolerance) {
            return graph.work(unit).end();
        }
        int first = refine(graph, left, middle, leftArea, tolerance, unit);
        int second = refine(graph, middle, right, rightArea, tolerance, unit);
        return both(graph.work(unit), first, second).end();
    }

    private static double rectangle(double left, double right) {
        double x = (left + right) * 0.5;
        double fourth = x * x * x * x;
        return x * (1 + fourth * (5 + fourth * 9)) * (right - left);
    }

    /** How often a size is halved until it is no larger than another. */
    private static int halvings(double size, double least) {
        int levels = 0;
        for (double part = size; part > least; part /= 2) {
            levels++;
        }
        return levels;
    }

    // ---- matrices ----

    private static int multiply(TaskGraphBuilder graph, double[] numbers, double unit) {
        int levels = halvings(numbers[0], numbers[1]);
        double n = Math.scalb(numbers[0], -levels);
        int body = graph.work(picos(n * n * n, unit)).end();
        for (; levels > 0; levels--) {
            int quarter = graph.call(body).call(body).end();
            body = quarters(graph, quarter).end();
        }
        return body;
    }

    private static TaskGraphBuilder quarters(TaskGraphBuilder graph, int quarter) {
        for (int i = 1; i < BRANCHES; i++) {
            graph.fork(quarter);
        }
        graph.call(quarter);
        for (int i = 1; i < BRANCHES; i++) {
            graph.join();
        }
        return graph;
    }

    /** As the benchmark {@code LuDecomposition}: lower and upper take the same. */
    private static int decompose(TaskGraphBuilder graph, double[] numbers, double unit) {
        int levels = halvings(numbers[0], numbers[1]);
        double n = Math.scalb(numbers[0], -levels);
        double cube = n * n * n;
        int all = graph.work(picos(cube / 3, unit)).end();
        int triangular = graph.work(picos(cube / 2, unit)).end();
        int schur = graph.work(picos(cube, unit)).end();
        for (; levels > 0; levels--) {
            all = both(graph.call(all), triangular, triangular).call(schur).call(all).end();
            int half = graph.call(triangular).call(schur).call(triangular).end();
            triangular = both(graph, half, half).end();
            int quarter = graph.call(schur).call(schur).end();
            schur = quarters(graph, quarter).end();
        }
        return all;
    }

    private static int jacobi(TaskGraphBuilder graph, double[] numbers, double unit) {
        double side = numbers[0];
        int levels = 0;
        for (; side * side > numbers[2]; side /= 2) {
            levels++;
        }
        int step = graph.work(picos(side * side, unit)).end();
        for (; levels > 0; levels--) {
            step = quarters(graph, step).end();
        }
        for (int i = 0; i < (int) numbers[1]; i++) {
            graph.call(step);
        }
        return graph.end();
    }

    // ---- sorting ----

    private static int sort(TaskGraphBuilder graph, double[] numbers, double unit) {
        double n = numbers[0];
        int levels = 0;
        for (; n > numbers[1]; n /= BRANCHES) {
            levels++;
        }
        int sorted = graph.work(picos(n * Math.log(n) / Math.log(2), unit)).end();
        for (; levels > 0; levels--) {
            int pair = merge(graph, 2 * n, numbers[1], unit);
            int whole = merge(graph, BRANCHES * n, numbers[1], unit);
            quarters(graph, sorted);
            sorted = both(graph, pair, pair).call(whole).end();
            n *= BRANCHES;
        }
        return sorted;
    }

    private static int merge(TaskGraphBuilder graph, double n, double threshold, double unit) {
        int levels = halvings(n, threshold);
        int body = graph.work(picos(Math.scalb(n, -levels), unit)).end();
        for (; levels > 0; levels--) {
            body = both(graph, body, body).end();
        }
        return body;
    }
}
