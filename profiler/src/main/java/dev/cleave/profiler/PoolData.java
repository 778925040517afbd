package dev.cleave.profiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is gathered about one pool. */
final class PoolData {
    private static final int NAMES = 64;
    private static final int NAMES_SHOWN = 10;
    private static final int STRETCHES_SHOWN = 10;
    private static final double SHORT_STRETCH = 0.02;
    private static final int GUESTS = -1;

    /** Says what ran in some bins. */
    interface Running {
        List<Profile.Count> between(int from, int to);
    }

    final Map<Integer, WorkerData> workers = new TreeMap<>();
    final Frequent<String> stolen = new Frequent<>(NAMES);
    final Frequent<String> promotionSites = new Frequent<>(NAMES);
    final Frequent<String> changes = new Frequent<>(NAMES);
    private final Map<String, Durations> tasks = new HashMap<>();

    private final String name;
    private final Bins bins;
    private final double[] availableSum;
    private final int[] availableSeen;
    private long firstChange = Long.MAX_VALUE;
    private int beforeFirstChange;
    private int parallelism;
    private String scheduling;
    private int granted = Integer.MAX_VALUE;
    private int wanted;
    private long tasksRun;
    private long tasksRunBefore = Long.MAX_VALUE;
    long regions;
    long barrierNanos;

    PoolData(String name, Bins bins) {
        this.name = name;
        this.bins = bins;
        this.availableSum = new double[bins.count()];
        this.availableSeen = new int[bins.count()];
    }

    boolean hasStatistics() {
        return !workers.isEmpty();
    }

    void available(long moment, int processors) {
        int bin = bins.indexOf(moment);
        availableSum[bin] += processors;
        availableSeen[bin]++;
        parallelism = Math.max(parallelism, processors);
    }

    /** There may have been no other event before: what it was before a change is known from it. */
    void changed(long moment, int from, int to) {
        if (moment < firstChange) {
            firstChange = moment;
            beforeFirstChange = from;
        }
        parallelism = Math.max(parallelism, from);
        available(moment, to);
    }

    void gauges(String discipline, int current, int request, long run) {
        scheduling = discipline;
        granted = Math.min(granted, current);
        wanted = Math.max(wanted, request);
        tasksRun = Math.max(tasksRun, run);
        tasksRunBefore = Math.min(tasksRunBefore, run);
    }

    void ran(String task, long nanos) {
        Durations durations = tasks.get(task);
        if (durations == null && tasks.size() < NAMES) {
            durations = new Durations();
            tasks.put(task, durations);
        }
        if (durations != null) {
            durations.add(nanos);
        }
    }

    /**
     * Whether it computed before the recording began. Of guests there may be several at a time, so
     * their time says nothing about it.
     */
    boolean isOlderThanRecording() {
        return workers.entrySet().stream()
                .anyMatch(
                        worker ->
                                worker.getKey() != GUESTS
                                        && worker.getValue().series.isOlderThan(bins.start()));
    }

    /** Whether it is more than one pool, all of that name. */
    boolean isSeveral() {
        return workers.values().stream().anyMatch(worker -> worker.series.isOfSeveral());
    }

    /**
     * The pool as the report shows it.
     *
     * @param whole whether the recording has the program from its start on
     * @param processors of the machine; 0 if not known
     * @param outsideAll threads that computed outside all pools, on average over each bin
     * @param running which lines ran when
     */
    Profile.Pool summed(boolean whole, int processors, double[] outsideAll, Running running) {
        int count = bins.count();
        double[] computing = new double[count];
        double[] seeking = new double[count];
        double[] steals = new double[count];
        double[] promotions = new double[count];
        double[] outside = outsideAll.clone();
        List<Profile.Worker> rows = new ArrayList<>();
        long resolution = bins.width();
        for (Map.Entry<Integer, WorkerData> entry : workers.entrySet()) {
            WorkerData data = entry.getValue();
            data.series.begin(bins, whole);
            Profile.Worker row =
                    new Profile.Worker(
                            entry.getKey(),
                            data.thread,
                            data.totals(),
                            data.part(Counter.COMPUTE, bins),
                            data.part(Counter.SEEK, bins),
                            data.part(Counter.JOIN, bins));
            rows.add(row);
            if (!computes(row)) {
                // As many as the pool has room for: one.
                Arrays.setAll(row.computing(), i -> Math.min(1, row.computing()[i]));
                Arrays.setAll(outside, i -> outside[i] - row.computing()[i]);
            }
            addTo(computing, row.computing());
            addTo(seeking, row.seeking());
            addTo(steals, data.series.binned(Counter.STEALS_WON, bins));
            addTo(promotions, data.series.binned(Counter.PROMOTIONS, bins));
            resolution = Math.max(resolution, data.series.resolution());
        }
        double[] available =
                availableOverTime((int) rows.stream().filter(PoolData::computes).count());
        int helpers = helpers(processors);
        Arrays.setAll(available, i -> available[i] + helpers);
        Arrays.setAll(outside, i -> Math.max(0, Math.min(outside[i], available[i] - computing[i])));
        // Where there are guests, a thread outside may be what the workers take from.
        double[] active = computing.clone();
        if (workers.containsKey(GUESTS)) {
            addTo(active, outside);
        }
        int to = count;
        while (to > 0 && active[to - 1] == 0) {
            to--;
        }
        int from = 0;
        while (from < to && active[from] == 0) {
            from++;
        }
        return new Profile.Pool(
                name,
                scheduling,
                Math.max(parallelism, 1),
                granted == Integer.MAX_VALUE ? parallelism : granted,
                wanted,
                from * bins.seconds(),
                to * bins.seconds(),
                resolution / 1e9,
                tasksRun - (isOlderThanRecording() ? Math.min(tasksRun, tasksRunBefore) : 0),
                regions,
                barrierNanos / 1e9,
                rows.stream()
                        .map(Profile.Worker::totals)
                        .reduce(Profile.Totals.NONE, Profile.Totals::plus),
                workers.containsKey(GUESTS),
                Losses.of(bins.seconds(), from, to, available, computing, seeking, outside),
                serialStretches(from, to, available, computing, outside, running),
                stolen.most(NAMES_SHOWN),
                taskClasses(),
                promotionSites.most(NAMES_SHOWN),
                changes.most(NAMES_SHOWN),
                new Profile.Course(available, computing, outside, steals, promotions),
                shown(rows),
                rows.size() - (workers.containsKey(GUESTS) ? 1 : 0));
    }

    /**
     * Threads beside the workers that run the pool's tasks: to the JDK's common pool belongs the
     * one that forks into it, which computes while it waits.
     */
    private int helpers(int processors) {
        return Profile.Pool.JDK.equals(scheduling)
                        && workers.containsKey(GUESTS)
                        && (processors == 0 || parallelism < processors)
                ? 1
                : 0;
    }

    private static boolean computes(Profile.Worker worker) {
        return worker.index() >= 0;
    }

    private static void addTo(double[] sum, double[] more) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += more[i];
        }
    }

    /**
     * Each bin's mean, or what the last bin before had; before the first, what that had, or what it
     * was before a change in it.
     */
    private double[] availableOverTime(int workersSeen) {
        double[] course = new double[bins.count()];
        double last = -1;
        for (int i = 0; i < course.length; i++) {
            if (availableSeen[i] > 0) {
                double mean = availableSum[i] / availableSeen[i];
                if (last < 0) {
                    boolean isChange = beforeFirstChange > 0 && bins.indexOf(firstChange) == i;
                    Arrays.fill(course, 0, i, isChange ? beforeFirstChange : mean);
                }
                last = mean;
            }
            course[i] = last < 0 ? workersSeen : last;
        }
        return course;
    }

    private List<Profile.Stretch> serialStretches(
            int from,
            int to,
            double[] available,
            double[] computing,
            double[] outside,
            Running running) {
        List<Profile.Stretch> stretches = new ArrayList<>();
        int i = from;
        while (i < to) {
            int begins = i;
            double lost = 0;
            while (i < to && Losses.isSerial(computing[i] + outside[i]) && available[i] > 1) {
                lost += Math.max(0, available[i] - computing[i] - outside[i]);
                i++;
            }
            if (i - begins > SHORT_STRETCH * (to - from)) {
                stretches.add(
                        new Profile.Stretch(
                                begins * bins.seconds(),
                                i * bins.seconds(),
                                lost * bins.seconds(),
                                running.between(begins, i)));
            }
            if (i == begins) {
                i++;
            }
        }
        return stretches.stream()
                .sorted(Comparator.comparingDouble(Profile.Stretch::lost).reversed())
                .limit(STRETCHES_SHOWN)
                .toList();
    }

    private List<Profile.TaskClass> taskClasses() {
        return tasks.entrySet().stream()
                .map(entry -> entry.getValue().of(entry.getKey()))
                .sorted(
                        Comparator.comparingDouble(Profile.TaskClass::total)
                                .reversed()
                                .thenComparing(Profile.TaskClass::name))
                .limit(NAMES_SHOWN)
                .toList();
    }

    /** In the order of their places; guests last. */
    private static List<Profile.Worker> shown(List<Profile.Worker> rows) {
        Comparator<Profile.Worker> byPlace =
                Comparator.comparingInt(
                        worker -> worker.index() < 0 ? Integer.MAX_VALUE : worker.index());
        return rows.stream()
                .sorted(
                        Comparator.comparingDouble(
                                (Profile.Worker worker) -> -worker.totals().compute()))
                .limit(Profile.Pool.WORKERS_SHOWN)
                .sorted(byPlace)
                .toList();
    }
}
