package dev.cleave.benchmarks.jne;

import java.util.List;
import java.util.Map;

/** The figures of the paper's tables 2 to 5 and of the text around them. */
final class PaperTables {
    private PaperTables() {}

    /**
     * A series of a table: the performance of each program against its best standalone execution.
     *
     * @param migrationsPerSecond as the text has it; null where it says nothing
     */
    record Row(String series, double[] performance, Double migrationsPerSecond) {}

    /** A table: its number, and the series in its columns. */
    record Table(int number, List<Row> rows) {}

    private static final Map<Workload, Table> TABLES =
            Map.of(
                    Workload.ONE,
                    table(
                            2,
                            new Row("IRIX", new double[] {0.70, 0.59, 0.62, 0.53}, 13.0),
                            new Row("IRIX+SETC", new double[] {0.85, 0.67, 0.71, 0.64}, null),
                            new Row("JNE not mall", new double[] {0.77, 0.77, 0.93, 0.81}, null),
                            new Row("JNE mall", new double[] {0.82, 0.83, 0.95, 0.74}, null)),
                    Workload.TWO,
                    table(
                            3,
                            new Row("IRIX", new double[] {0.30, 0.19, 0.08, 0.08}, 43.9),
                            new Row("IRIX+SETC", new double[] {0.37, 0.17, 0.08, 0.07}, null),
                            new Row("JNE not mall", new double[] {0.40, 0.40, 0.34, 0.25}, null),
                            new Row("JNE mall", new double[] {0.38, 0.57, 0.66, 0.43}, 0.9)),
                    Workload.THREE,
                    table(
                            4,
                            new Row("IRIX", new double[] {0.78, 0.74, 0.62, 0.79}, null),
                            new Row("IRIX+SETC", new double[] {0.97, 0.97, 0.95, 0.94}, 6.4),
                            new Row("JNE not mall", new double[] {0.93, 0.90, 0.98, 0.98}, null),
                            new Row("JNE mall", new double[] {0.93, 0.99, 0.99, 0.99}, null)),
                    Workload.FOUR,
                    table(
                            5,
                            new Row("IRIX", new double[] {0.60, 0.61, 0.49, 0.43}, null),
                            new Row("IRIX+SETC", new double[] {0.63, 0.65, 0.47, 0.41}, null),
                            new Row("JNE not mall", new double[] {0.49, 0.47, 0.50, 0.33}, null),
                            new Row("JNE mall", new double[] {0.49, 0.61, 0.49, 0.44}, null)));

    private static Table table(int number, Row... rows) {
        return new Table(number, List.of(rows));
    }

    /** The paper's table of a workload; null where it has none. */
    static Table of(Workload workload) {
        return TABLES.get(workload);
    }
}
