package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What futures are to cost and bring, and whether they did in one run: a line for each aim of a
 * suite. Ratios are of medians, with the serial version measured in the same run.
 */
final class Aims {
    private static final String LINE = "  %-24s %-30s %12s %10s  %-12s %7s%n";

    /** A figure of one row, which is that of some peer with so many workers. */
    private enum Figure {
        ALONE("T1/Ts", "%.3f", Peer.FUTURE, 1, Row::ratioToSerial),
        FORKING("T1/Ts, forking", "%.3f", Peer.FUTURE_FORKING, 1, Row::ratioToSerial),
        BESIDE_IDLE("T2/Ts", "%.3f", Peer.FUTURE, 2, Row::ratioToSerial),
        SPEED_UP("Ts/T2", "%.3f", Peer.FUTURE, 2, Figure::speedUp),
        PROMOTIONS("promotions, two workers", "%.0f", Peer.FUTURE, 2, row -> (double) row.tasks()),
        NANOS("ns per unpromoted future", "%.3f", Peer.FUTURE_FORKING, 1, Row::nsPerFork),
        BYTES("bytes per unpromoted future", "%.6f", Peer.FUTURE_FORKING, 1, Row::bytesPerFork);

        private final String words;
        private final String format;
        private final Peer peer;
        private final int workers;
        private final Function<Row, Double> value;

        Figure(String words, String format, Peer peer, int workers, Function<Row, Double> value) {
            this.words = words;
            this.format = format;
            this.peer = peer;
            this.workers = workers;
            this.value = value;
        }

        private static Double speedUp(Row row) {
            return row.ratioToSerial() == null ? null : 1 / row.ratioToSerial();
        }

        /** The row that has it, if that was measured. */
        private Optional<Row> row(String program, List<Row> rows) {
            return rows.stream()
                    .filter(row -> row.program().equals(program))
                    .filter(row -> row.peer().equals(peer.label()) && row.workers() == workers)
                    .filter(row -> value.apply(row) != null)
                    .findFirst();
        }
    }

    /** How a figure is to stand to a limit. */
    private enum Bound {
        AT_MOST("<="),
        BELOW("<"),
        AT_LEAST(">="),
        EXACTLY("=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }

        private boolean holds(double figure, double limit) {
            return switch (this) {
                case AT_MOST -> figure <= limit;
                case BELOW -> figure < limit;
                case AT_LEAST -> figure >= limit;
                case EXACTLY -> figure == limit;
            };
        }
    }

    /** A figure, or the geometric mean of those of several programs, and its limit. */
    private record Aim(List<String> programs, Figure figure, Bound bound, double limit) {}

    private static final List<Aim> FUTURES =
            List.of(
                    aim("fib", Figure.ALONE, Bound.AT_MOST, 1.05),
                    aim("fib", Figure.FORKING, Bound.AT_MOST, 1.05),
                    aim("fib", Figure.SPEED_UP, Bound.AT_LEAST, 1.85),
                    aim("fib", Figure.PROMOTIONS, Bound.BELOW, 1_000),
                    aim("tree", Figure.ALONE, Bound.AT_MOST, 1.08),
                    aim("tree", Figure.FORKING, Bound.AT_MOST, 1.08),
                    aim("tree", Figure.SPEED_UP, Bound.AT_LEAST, 1.8),
                    aim("integrate", Figure.ALONE, Bound.AT_MOST, 1.08),
                    aim("integrate", Figure.FORKING, Bound.AT_MOST, 1.08),
                    aim("integrate", Figure.SPEED_UP, Bound.AT_LEAST, 1.8),
                    aim("nqueens", Figure.ALONE, Bound.AT_MOST, 1.08),
                    aim("nqueens", Figure.FORKING, Bound.AT_MOST, 1.08),
                    aim("nqueens", Figure.SPEED_UP, Bound.AT_LEAST, 1.8),
                    aim("uts-geometric", Figure.SPEED_UP, Bound.AT_LEAST, 1.7),
                    aim("uts-binomial", Figure.SPEED_UP, Bound.AT_LEAST, 1.7),
                    aim("eight", Figure.SPEED_UP, Bound.AT_LEAST, 1.7),
                    aim("leaf", Figure.SPEED_UP, Bound.AT_LEAST, 1.7),
                    aim("tiny", Figure.ALONE, Bound.AT_MOST, 1.3),
                    aim("tiny", Figure.FORKING, Bound.AT_MOST, 1.3),
                    aim("tiny", Figure.BESIDE_IDLE, Bound.AT_MOST, 1.3),
                    aim("arguments", Figure.NANOS, Bound.AT_MOST, 4),
                    aim("arguments-cut", Figure.NANOS, Bound.AT_MOST, 4),
                    aim("allocation", Figure.BYTES, Bound.EXACTLY, 0),
                    aim("sqrt", Figure.ALONE, Bound.AT_MOST, 1.02),
                    aim("sqrt", Figure.FORKING, Bound.AT_MOST, 1.02),
                    aim("sqrt", Figure.SPEED_UP, Bound.AT_LEAST, 1.9));

    private static final List<Aim> DBLFUTURES =
            List.of(
                    new Aim(
                            List.of("fft", "raytracer", "adapint", "quicksort", "knapsack", "fib"),
                            Figure.SPEED_UP,
                            Bound.AT_LEAST,
                            1.85));

    private Aims() {}

    private static Aim aim(String program, Figure figure, Bound bound, double limit) {
        return new Aim(List.of(program), figure, bound, limit);
    }

    private static List<Aim> of(String suite) {
        return switch (suite) {
            case PaperCatalogue.FUTURES -> FUTURES;
            case PaperCatalogue.DBLFUTURES -> DBLFUTURES;
            default -> List.of();
        };
    }

    /** Whether a suite has aims; some of them are about two workers. */
    static boolean areFor(String suite) {
        return !of(suite).isEmpty();
    }

    /**
     * Prints the aims of a suite, if it has any, beside what was measured.
     *
     * @param rows what was measured; an aim whose rows are missing is said to be not measured
     */
    static void print(String suite, List<Row> rows, PrintWriter out) {
        List<Aim> aims = of(suite);
        if (aims.isEmpty()) {
            return;
        }
        out.printf("%naims, at full size (Ts serial, T1 and T2 one and two workers, medians)%n");
        out.printf(LINE, "", "", "here", "aim", "", "spread");
        aims.forEach(aim -> print(aim, rows, out));
        out.flush();
    }

    private static void print(Aim aim, List<Row> rows, PrintWriter out) {
        Figure figure = aim.figure;
        List<Row> measured =
                aim.programs.stream()
                        .map(program -> figure.row(program, rows).orElse(null))
                        .filter(Objects::nonNull)
                        .toList();
        boolean one = aim.programs.size() == 1;
        String who = one ? aim.programs.get(0) : "geometric mean of " + aim.programs.size();
        String limit = aim.bound.sign + " " + limit(aim.limit);
        if (measured.size() < aim.programs.size()) {
            out.printf(LINE, who, figure.words, "-", limit, "not measured", "");
            return;
        }
        double[] values = measured.stream().mapToDouble(figure.value::apply).toArray();
        double value = one ? values[0] : Statistics.geometricMean(Arrays.stream(values));
        double spread = measured.stream().mapToDouble(Row::spread).max().orElseThrow();
        out.printf(
                LINE,
                who,
                figure.words,
                String.format(Locale.ROOT, figure.format, value),
                limit,
                aim.bound.holds(value, aim.limit) ? "reached" : "missed",
                String.format(Locale.ROOT, "%.0f%%", 100 * spread));
    }

    private static String limit(double limit) {
        return limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit);
    }
}
