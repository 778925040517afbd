package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * Tables 2 and 3 of Zhang, Krintz and Nagpurkar (PPPJ 2007) with what was measured here beside: how
 * much faster futures are than tasks as objects, and what they cost and bring.
 */
final class PaperFigures {
    private static final String TABLE_2 = "  %-12s %-22s %8s %8s %8s %8s%n";
    private static final String TABLE_3 = "  %-12s %-22s %10s %8s %8s %8s %8s%n";
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String BASE = "paper, baseline";
    private static final String OPTIMIZED = "paper, optimized";
    private static final String HERE = "here";

    /** The numbers of processors of the paper's columns. */
    private static final int[] PROCESSORS = {1, 2, 4, 8};

    /**
     * What the paper has of a program.
     *
     * @param overTasks table 2, by processors, optimized after baseline
     * @param scaling table 3: serial seconds, serial time by that with one processor, and that by
     *     the time with 2, 4 and 8; optimized after baseline
     */
    private record Published(String program, double[][] overTasks, double[][] scaling) {}

    private static final List<Published> PUBLISHED =
            List.of(
                    new Published(
                            "fft",
                            new double[][] {{1.11, 1.13, 1.12, 1.03}, {1.08, 1.12, 1.01, 1.00}},
                            new double[][] {
                                {41.61, 1.00, 1.88, 3.09, 2.86}, {7.55, 0.99, 1.60, 1.99, 1.88}
                            }),
                    new Published(
                            "raytracer",
                            new double[][] {{1.01, 1.02, 1.01, 1.00}, {1.01, 1.01, 1.00, 1.01}},
                            new double[][] {
                                {162.40, 1.00, 1.93, 3.66, 3.78}, {19.81, 0.99, 1.90, 3.22, 3.84}
                            }),
                    new Published(
                            "adapint",
                            new double[][] {{2.90, 2.97, 3.02, 4.61}, {1.23, 1.18, 1.26, 1.47}},
                            new double[][] {
                                {43.04, 0.97, 1.98, 3.85, 6.19}, {24.34, 0.93, 1.73, 3.43, 5.24}
                            }),
                    new Published(
                            "quicksort",
                            new double[][] {{5.53, 5.29, 5.22, 5.65}, {1.87, 2.10, 2.27, 2.72}},
                            new double[][] {
                                {14.65, 0.91, 1.83, 3.28, 3.87}, {6.14, 0.88, 1.90, 3.01, 3.44}
                            }),
                    new Published(
                            "knapsack",
                            new double[][] {{1.57, 1.58, 1.64, 1.64}, {1.31, 1.57, 1.76, 1.86}},
                            new double[][] {
                                {88.36, 0.97, 1.86, 3.68, 3.43}, {10.70, 0.96, 1.84, 2.76, 2.58}
                            }),
                    new Published(
                            "fib",
                            new double[][] {
                                {42.55, 44.63, 46.67, 51.09}, {4.46, 6.64, 12.42, 18.17}
                            },
                            new double[][] {
                                {8.17, 0.31, 1.99, 3.96, 4.26}, {5.59, 0.34, 1.98, 3.94, 4.02}
                            }));

    private final List<Row> rows;
    private final PrintWriter out;

    PaperFigures(List<Row> rows, PrintWriter out) {
        this.rows = rows;
        this.out = out;
    }

    /** Prints both tables, with the programs that were measured. */
    void print() {
        out.printf("%nTable 2: how many times faster than tasks as objects, by processors%n");
        out.printf(TABLE_2, "", "", "1", "2", "4", "8");
        for (Published each : PUBLISHED) {
            if (isMeasured(each.program)) {
                table2(each);
            }
        }
        out.printf("%nTable 3: what futures cost and bring%n");
        out.printf(TABLE_3, "", "", "Ts", "Ts/T1", "T1/T2", "T1/T4", "T1/T8");
        for (Published each : PUBLISHED) {
            if (isMeasured(each.program)) {
                table3(each);
            }
        }
        out.flush();
    }

    private boolean isMeasured(String program) {
        return rows.stream().anyMatch(row -> row.program().equals(program));
    }

    private void table2(Published paper) {
        table2(paper.program, BASE, i -> times(paper.overTasks[0][i]));
        table2("", OPTIMIZED, i -> times(paper.overTasks[1][i]));
        table2("", HERE, i -> quotient(tasks(paper, i), futures(paper, i)));
    }

    private void table2(String program, String who, IntFunction<String> column) {
        out.printf(
                TABLE_2,
                program,
                who,
                column.apply(0),
                column.apply(1),
                column.apply(2),
                column.apply(3));
    }

    private void table3(Published paper) {
        String[] names = {BASE, OPTIMIZED};
        for (int i = 0; i < names.length; i++) {
            double[] published = paper.scaling[i];
            out.printf(
                    TABLE_3,
                    i == 0 ? paper.program : "",
                    names[i],
                    seconds(published[0]),
                    times(published[1]),
                    times(published[2]),
                    times(published[3]),
                    times(published[4]));
        }
        OptionalDouble serial =
                rows.stream()
                        .filter(row -> row.program().equals(paper.program))
                        .filter(row -> row.serialMs() != null)
                        .mapToDouble(Row::serialMs)
                        .findFirst();
        OptionalDouble one = futures(paper, 0);
        out.printf(
                TABLE_3,
                "",
                HERE,
                serial.isPresent() ? seconds(serial.getAsDouble() / MILLIS_PER_SECOND) : "",
                quotient(serial, one),
                quotient(one, futures(paper, 1)),
                quotient(one, futures(paper, 2)),
                quotient(one, futures(paper, 3)));
    }

    private OptionalDouble tasks(Published paper, int column) {
        return median(paper, Peer.CLEAVE, column);
    }

    /** With one processor the paper's programs keep their books on futures, as forking ones do. */
    private OptionalDouble futures(Published paper, int column) {
        return median(paper, column == 0 ? Peer.FUTURE_FORKING : Peer.FUTURE, column);
    }

    private OptionalDouble median(Published paper, Peer peer, int column) {
        return rows.stream()
                .filter(row -> row.program().equals(paper.program))
                .filter(row -> row.peer().equals(peer.label()))
                .filter(row -> row.workers() == PROCESSORS[column])
                .mapToDouble(Row::medianMs)
                .findFirst();
    }

    private static String quotient(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent()
                ? times(above.getAsDouble() / below.getAsDouble())
                : "";
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, "%.2f x", factor);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f s", value);
    }
}
