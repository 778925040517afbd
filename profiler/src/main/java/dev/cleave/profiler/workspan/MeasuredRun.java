package dev.cleave.profiler.workspan;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The work and the span of a program's run, as the agent has measured them.
 *
 * @param program what was run
 * @param whole of the program from its start to its end; without burden for what is outside tasks
 * @param inside the part of both that is in tasks, futures and loops
 * @param strands how many strands were timed
 * @param probeNanos what timing one takes, which has been subtracted from each
 * @param burdenNanos what a task that changes workers is taken to cost
 * @param elapsedNanos how long the run took in all
 * @param grainNanos tasks and calls that lasted less on average are one strand each
 * @param longestGrainNanos the longest of those
 * @param processorNanos for how long all its threads had a processor; 0 if unknown
 * @param hasRegions whether it had parallel regions, which are not followed
 * @param jdkTasks tasks that the JDK's common pool took, as of parallel streams; not followed
 * @param joinsLeftOut how many joins its task graph lacks, being of what others had forked
 * @param noGraph why its task graph could not be written; null if it was, or was not asked for
 * @param criticalPath lines on the longest path, the one with most of it first
 */
public record MeasuredRun(
        String program,
        WorkSpan whole,
        WorkSpan inside,
        long strands,
        long probeNanos,
        long burdenNanos,
        long elapsedNanos,
        long grainNanos,
        long longestGrainNanos,
        long processorNanos,
        boolean hasRegions,
        long jdkTasks,
        long joinsLeftOut,
        String noGraph,
        List<Line> criticalPath) {
    private static final String VERSION = "1";
    private static final long PICOS = 1_000;

    /**
     * A line on the longest path.
     *
     * @param nanos of the strands on it that began there
     * @param where class, method, file and line
     */
    public record Line(long nanos, String where) {}

    /** Copies. */
    public MeasuredRun {
        criticalPath = List.copyOf(criticalPath);
    }

    /**
     * Reads what the agent has written.
     *
     * @param program what was run
     * @param file the agent's
     * @return the run
     * @throws IOException if there is no such file, or it is none of the agent's or cut off
     */
    public static MeasuredRun read(String program, Path file) throws IOException {
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            values.load(in);
        } catch (IllegalArgumentException malformed) {
            throw new IOException(file + " is no result of the agent: " + malformed.getMessage());
        }
        if (values.isEmpty()) {
            throw new IOException(
                    file + " is empty: there was no room for it; make some, and run it again");
        }
        if (!VERSION.equals(values.getProperty("version"))) {
            throw new IOException(
                    file
                            + " is no result of version "
                            + VERSION
                            + ": the agent and this command must be of the same version of Cleave");
        }
        long tasks = number(file, values, "forks") + 1;
        long outsideWork = number(file, values, "outsideWork");
        WorkSpan whole =
                new WorkSpan(
                        PICOS * number(file, values, "work"),
                        PICOS * number(file, values, "span"),
                        PICOS * number(file, values, "burdenedSpan"),
                        tasks);
        WorkSpan inside =
                new WorkSpan(
                        whole.work() - PICOS * outsideWork,
                        PICOS * number(file, values, "spanInside"),
                        PICOS * number(file, values, "burdenedInside"),
                        tasks);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < number(file, values, "lines"); i++) {
            String name = "line." + i;
            lines.add(new Line(number(file, values, name), values.getProperty(name + ".text", "")));
        }
        return new MeasuredRun(
                program,
                whole,
                inside,
                number(file, values, "strands"),
                number(file, values, "probeNanos"),
                number(file, values, "burden"),
                number(file, values, "elapsed"),
                number(file, values, "grain"),
                number(file, values, "longestGrain"),
                number(file, values, "processors"),
                number(file, values, "regions") > 0,
                number(file, values, "jdkTasks"),
                number(file, values, "joinsLeftOut"),
                values.getProperty("noGraph"),
                lines);
    }

    private static long number(Path file, Properties values, String name) throws IOException {
        String text = values.getProperty(name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(
                    file + ": " + name + " is " + text + ", not a number; run the program again");
        }
    }

    /**
     * The speedup of the whole program that can be expected at worst.
     *
     * @param workers how many
     * @return how many times as fast as one
     */
    public double expectedSpeedup(int workers) {
        return expectedSpeedup(whole, inside, workers);
    }

    /**
     * The speedup of a program that can be expected at worst. What it does outside its tasks takes
     * as long as ever, but waits for nothing more: so the estimate for the tasks, and that time,
     * are an estimate, too.
     *
     * @param whole of the program
     * @param inside of its tasks
     * @param workers how many
     * @return how many times as fast as one
     */
    public static double expectedSpeedup(WorkSpan whole, WorkSpan inside, int workers) {
        double outside = whole.work() - inside.work();
        double worst = whole.work() / (outside + inside.estimatedTime(workers));
        return whole.work() == 0
                ? 1
                : Math.max(
                        whole.expectedSpeedup(workers),
                        Math.min(worst, whole.mostSpeedup(workers)));
    }

    /**
     * The processors' time that is in none of the numbers: that of the virtual machine, which
     * starts, compiles and collects garbage, and of threads that are not followed.
     *
     * @return nanoseconds
     */
    public double elsewhereNanos() {
        double measured = (double) whole.work() / PICOS + (double) strands * probeNanos;
        return Math.max(0, processorNanos - measured);
    }

    /**
     * The part of the run that the measurement itself took, as far as it has been subtracted.
     *
     * @return from 0 to 1
     */
    public double probeShare() {
        return elapsedNanos <= 0 ? 0 : Math.min(1, (double) strands * probeNanos / elapsedNanos);
    }
}
