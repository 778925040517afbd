package dev.cleave.benchmarks.jne;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * What one peer made of one workload.
 *
 * @param throughput how many times faster than one program after another, each serial and alone,
 *     the work of all of them was done
 * @param fairness the smallest slowdown of a program by the largest: 1 if all suffer alike
 * @param migrationsPerSecond how often a thread of any of them went to another processor; null
 *     where the system does not say
 * @param workerMigrationsPerSecond how often a worker of any of their pools did; the others are
 *     threads of the virtual machine, which nobody binds
 * @param switchesPerSecond how often a processor went from a thread of theirs to another thread
 */
record WorkloadResult(
        Workload workload,
        WorkloadPeer peer,
        List<Program> programs,
        double throughput,
        double fairness,
        Double migrationsPerSecond,
        Double workerMigrationsPerSecond,
        Double switchesPerSecond) {

    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * One of the programs.
     *
     * @param wanted how many processors it wanted
     * @param runs how many of its runs were counted
     * @param meanMillis how long one took, on average
     * @param performance the time of the best standalone execution by that: what the paper's tables
     *     2 to 5 call performance degradation
     */
    record Program(Kernel kernel, int wanted, int runs, double meanMillis, double performance) {
        /** How many times longer than the best standalone execution it took. */
        double slowdown() {
            return 1 / performance;
        }
    }

    /**
     * How long a kernel takes with the machine to itself, in nanoseconds.
     *
     * @param serial its serial version
     * @param best by whoever is fastest with the processors that are wanted
     */
    record Standalone(double serial, double best) {}

    /**
     * Figures from what was seen.
     *
     * @param wanted how many processors each program wanted
     * @param windows at least one
     * @param standalone of each program
     */
    static WorkloadResult of(
            Workload workload,
            WorkloadPeer peer,
            List<Integer> wanted,
            List<Window> windows,
            List<Standalone> standalone) {
        List<Program> programs = new ArrayList<>();
        double throughput = 0;
        for (int i = 0; i < wanted.size(); i++) {
            int program = i;
            double[] runs =
                    windows.stream()
                            .flatMap(window -> window.runs().get(program).stream())
                            .mapToDouble(Double::doubleValue)
                            .toArray();
            double mean = DoubleStream.of(runs).average().orElseThrow();
            programs.add(
                    new Program(
                            workload.kernels().get(i),
                            wanted.get(i),
                            runs.length,
                            mean / NANOS_PER_MILLI,
                            standalone.get(i).best / mean));
            throughput += standalone.get(i).serial / mean;
        }
        return new WorkloadResult(
                workload,
                peer,
                programs,
                throughput,
                fairness(programs),
                rate(windows, window -> window.counts().migrations()),
                rate(windows, window -> window.counts().workerMigrations()),
                rate(windows, window -> window.counts().switches()));
    }

    private static double fairness(List<Program> programs) {
        double least = programs.stream().mapToDouble(Program::slowdown).min().orElseThrow();
        return least / programs.stream().mapToDouble(Program::slowdown).max().orElseThrow();
    }

    private static Double rate(List<Window> windows, Function<Window, Long> count) {
        long sum = 0;
        for (Window window : windows) {
            if (count.apply(window) == null) {
                return null;
            }
            sum += count.apply(window);
        }
        return sum / windows.stream().mapToDouble(Window::seconds).sum();
    }
}
