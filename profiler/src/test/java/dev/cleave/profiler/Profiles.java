package dev.cleave.profiler;

import dev.cleave.profiler.workspan.MeasuredRun;
import dev.cleave.profiler.workspan.WorkSpan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Profiles made by hand. */
final class Profiles {
    static final int BINS = 100;
    static final double BIN_SECONDS = 0.05;
    static final Profile.BinWidth WIDTH = new Profile.BinWidth(BIN_SECONDS, BINS);

    private Profiles() {}

    static double[] course(double value) {
        double[] course = new double[BINS];
        Arrays.fill(course, value);
        return course;
    }

    /** The first of so many hundredths have one value, the others another. */
    static double[] course(int first, double value, double then) {
        double[] course = course(then);
        Arrays.fill(course, 0, first, value);
        return course;
    }

    static Profile.Totals totals(double compute, double seek, double join, double idle) {
        return new Profile.Totals(40, 30, 200, 20, 2, 25, 7, compute, seek, join, idle);
    }

    static Profile.Worker worker(int index, String thread, double[] computing) {
        double seconds = BIN_SECONDS * Arrays.stream(computing).sum();
        double rest = BIN_SECONDS * BINS - seconds;
        return new Profile.Worker(
                index,
                thread,
                totals(seconds, rest / 4, rest / 4, rest / 2),
                computing,
                course(0.1),
                course(0.05));
    }

    /** A pool of several workers that first compute all, then only the first. */
    static Profile.Pool pool(String name, int workers) {
        double[] all = course(0.95);
        double[] some = course(BINS * 7 / 10, 0.8, 0.02);
        List<Profile.Worker> rows =
                IntStream.range(0, workers)
                        .mapToObj(i -> worker(i, name + "-worker-" + i, i == 0 ? all : some))
                        .toList();
        double[] computing = new double[BINS];
        rows.forEach(row -> Arrays.setAll(computing, i -> computing[i] + row.computing()[i]));
        double[] available = course(workers);
        double compute = rows.stream().mapToDouble(row -> row.totals().compute()).sum();
        return new Profile.Pool(
                name,
                "LAZY",
                workers,
                workers,
                0,
                0,
                BINS * BIN_SECONDS,
                0.1,
                1234,
                0,
                0,
                totals(compute, 1, 1, 2),
                false,
                Losses.of(BIN_SECONDS, 0, BINS, available, computing, course(0.1), course(0)),
                List.of(
                        new Profile.Stretch(
                                3.5,
                                5,
                                1.4,
                                List.of(new Profile.Count("Sort.java:41 (Sort.merge)", 80)))),
                List.of(new Profile.Count("Sort.sort:12", 20)),
                List.of(new Profile.TaskClass("Sort.sort:12", 20, 1.5, 0.01, 0.2)),
                List.of(new Profile.Count("Sort.sort:12", 30)),
                List.of(),
                new Profile.Course(
                        available, computing, course(0.05), course(10, 2, 0), course(10, 3, 0)),
                rows,
                workers);
    }

    static Profile.Recording recording(String name) {
        return new Profile.Recording(
                name, 123_456, "2026-01-01T00:00:00Z", 5, "Sort 100", "Some VM 17", 4, "finished");
    }

    static Profile profile(List<Profile.Pool> pools, List<Profile.Blocking> blocking) {
        Profile.Recording recording = recording("some.jfr");
        Profile.Machine machine = new Profile.Machine(0.05, 0, 3, 0.02);
        return new Profile(
                recording,
                WIDTH,
                pools,
                blocking,
                List.of(new Profile.Count("Sort.java:41 (Sort.merge)", 300)),
                machine,
                Advisor.advise(recording, WIDTH, pools, blocking, machine, null),
                List.of("the first second"),
                new Profile.Energy(120, 24, null),
                null);
    }

    /** A program of ten seconds and a parallelism of ten, which has not been run otherwise. */
    static Speedup speedup(String line) {
        WorkSpan whole =
                new WorkSpan(10_000_000_000_000L, 1_000_000_000_000L, 1_200_000_000_000L, 9);
        List<MeasuredRun.Line> path = List.of(new MeasuredRun.Line(800_000_000, line));
        return Speedup.of(
                new MeasuredRun(
                        "Sort.java",
                        whole,
                        whole,
                        9,
                        50,
                        700,
                        10,
                        0,
                        0,
                        0,
                        false,
                        0,
                        0,
                        null,
                        path));
    }

    static Profile usual() {
        return profile(
                List.of(pool("Sort", 4)),
                List.of(
                        new Profile.Blocking(
                                Profile.Blocking.Kind.SLEEP,
                                "Sort.java:50 (Sort.wait)",
                                null,
                                3,
                                0.6,
                                0.4)));
    }

    static Profile hostile() {
        String evil =
                "</script><script>alert(1)</script><img src=x onerror=alert(2)>\033[2J\u2028\u202e'\"&";
        Profile profile =
                profile(
                        List.of(pool(evil, 2)),
                        List.of(
                                new Profile.Blocking(
                                        Profile.Blocking.Kind.MONITOR, evil, evil, 1, 2, 2)));
        return new Profile(
                recording(evil),
                profile.bins(),
                profile.pools(),
                profile.blocking(),
                List.of(new Profile.Count(evil, 1)),
                profile.machine(),
                profile.advice(),
                List.of(evil),
                new Profile.Energy(0, 0, evil),
                speedup(evil));
    }
}
