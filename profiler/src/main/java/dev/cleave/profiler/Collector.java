package dev.cleave.profiler;

import java.lang.constant.ClassDesc;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;

/** Gathers events into bins and tables of fixed size, and makes a profile of them. */
final class Collector {
    private static final int MOST_THREADS = 512;
    private static final int MOST_BLOCKINGS = 4096;
    private static final int BLOCKINGS_SHOWN = 50;
    private static final int SITES_A_BIN = 16;
    private static final int SITES = 256;
    private static final int SITES_SHOWN = 20;

    /** So long a virtual machine may take from its start to its recorder's, on a busy machine. */
    private static final long LATE_NANOS = 5_000_000_000L;

    private static final int MOST_PROGRAMS = 64;
    private static final int MOST_PERIODS = 1024;
    private static final int USUAL_LOAD_MILLIS = 10_000;
    private static final Pattern MILLIS = Pattern.compile("([0-9]{1,6}) ms");
    private static final String OWN = "dev.cleave.";

    /** Who stood still, in what, where, on what. */
    private record Stop(long thread, Profile.Blocking.Kind kind, String where, String on) {}

    private static final class Stops {
        long count;
        long nanos;
        long longest;
    }

    /** What a thread used: parts of all processors' nanoseconds in each bin, up to a moment. */
    private static final class Load {
        final double[] nanos;

        /** The virtual machine's own (compilers, the recorder), or a worker of a common pool. */
        final boolean isSystem;

        long last;

        Load(double[] nanos, boolean isSystem) {
            this.nanos = nanos;
            this.isSystem = isSystem;
        }
    }

    private final Bins bins;
    private final UnaryOperator<String> sources;
    private final Predicate<String> isWanted;
    private final PoolSizes sizes = new PoolSizes();
    private final Map<String, PoolData> pools = new LinkedHashMap<>();
    private final Set<Long> workerThreads = new HashSet<>();
    private final Set<String> workerNames = new HashSet<>();
    private final Map<Long, String> threadNames = new HashMap<>();
    private final Map<Stop, Stops> stops = new HashMap<>();
    private final Map<Long, Load> loads = new HashMap<>();
    private final List<Frequent<String>> sitesOfBin = new ArrayList<>();
    private final Frequent<String> sites = new Frequent<>(SITES);
    private final Map<String, Integer> unreadable = new TreeMap<>();
    private int workers;
    private boolean leftOut;

    private String program;
    private String virtualMachine;
    private final Set<List<Long>> programs = new HashSet<>();
    private boolean byRun;
    private long programStart = Long.MIN_VALUE;
    private int processors;
    private int available;
    private String ended;
    private long loadType;
    private final Looks looks;
    private final Map<Long, String> periods = new HashMap<>();
    private long lostBytes;
    private long collections;
    private long pauseNanos;
    private double othersSum;
    private long othersCount;
    private long throttledFirst = -1;
    private long throttledLast;

    /**
     * Makes one that has gathered nothing.
     *
     * @param bins how the time is divided
     * @param sources the file that a class was compiled from, or null
     * @param isWanted says of which pools something is kept, if there is room
     */
    Collector(Bins bins, UnaryOperator<String> sources, Predicate<String> isWanted) {
        this.bins = bins;
        this.sources = sources;
        this.isWanted = isWanted;
        this.looks = new Looks(bins.start());
        for (int i = 0; i < bins.count(); i++) {
            sitesOfBin.add(new Frequent<>(SITES_A_BIN));
        }
    }

    /** Whether there is a pool to tell of. */
    boolean hasPools() {
        return pools.values().stream().anyMatch(PoolData::hasStatistics);
    }

    /** Whether there were pools or workers that it had no room for, or that were not wanted. */
    boolean hasLeftOut() {
        return leftOut;
    }

    /** Of all pools those that computed longest: as many as there is room for. */
    Set<String> largestPools() {
        return sizes.largest();
    }

    /** Whether the recording is one of {@code cleave run --profile}. */
    boolean isByRun() {
        return byRun;
    }

    /** An event that is not as it should be is counted and left out. */
    void accept(RecordedEvent event) {
        String name = event.getEventType().getName();
        try {
            if (name.startsWith(OWN)) {
                own(name.substring(OWN.length()), event);
            } else {
                others(name, event);
            }
        } catch (RuntimeException strange) {
            // A field that is not there, or of another type: some other version, or a forgery.
            if (unreadable.size() < SITES || unreadable.containsKey(name)) {
                unreadable.merge(name, 1, Integer::sum);
            }
        }
    }

    private void own(String name, RecordedEvent event) {
        String given = event.getString("pool");
        String poolName = given == null || given.isBlank() ? "(no name)" : given;
        if (name.equals("WorkerStatistics")) {
            sizes.add(poolName, event.getInt("worker"), event.getDuration("computeTime").toNanos());
        }
        PoolData pool = pools.get(poolName);
        if (pool == null) {
            if (pools.size() == PoolSizes.MOST_POOLS || !isWanted.test(poolName)) {
                leftOut = true;
                return;
            }
            pool = new PoolData(poolName, bins);
            pools.put(poolName, pool);
        }
        long moment = RecordingReader.nanos(event.getStartTime());
        switch (name) {
            case "WorkerStatistics" -> statistics(pool, moment, event);
            case "PoolStatistics" -> {
                pool.available(moment, event.getInt("parallelism"));
                pool.gauges(
                        event.getString("scheduling"),
                        event.getInt("current"),
                        event.getInt("wanted"),
                        event.getLong("tasksRun"));
            }
            case "ProcessorsChanged" -> {
                pool.changed(moment, event.getInt("from"), event.getInt("to"));
                pool.changes.add(String.valueOf(event.getString("cause")), 1);
            }
            case "Steal" -> {
                isWorker(event, "thief");
                pool.stolen.add(task(event), 1);
            }
            case "Promotion" -> {
                String site = event.getString("site");
                if (site != null) {
                    pool.promotionSites.add(site, event.getInt("count"));
                }
            }
            case "Task" -> {
                isWorker(event, "worker");
                pool.ran(task(event), event.getDuration().toNanos());
            }
            case "Park" -> isWorker(event, "worker");
            case "Region" -> pool.regions++;
            case "Barrier" -> pool.barrierNanos += event.getDuration().toNanos();
            default -> {
                // Only for the trace.
            }
        }
    }

    private static String task(RecordedEvent event) {
        return Site.named(String.valueOf(event.getString("taskClass")));
    }

    private void statistics(PoolData pool, long moment, RecordedEvent event) {
        int index = event.getInt("worker");
        WorkerData worker = pool.workers.get(index);
        if (worker == null) {
            if (workers == PoolSizes.MOST_WORKERS) {
                leftOut = true;
                return;
            }
            workers++;
            worker = new WorkerData();
            pool.workers.put(index, worker);
        }
        long[] counters = new long[Counter.COUNT];
        for (Counter counter : Counter.values()) {
            counters[counter.ordinal()] =
                    counter.time
                            ? event.getDuration(counter.field).toNanos()
                            : event.getLong(counter.field);
        }
        worker.series.add(moment, counters);
        String thread = event.getString("threadName");
        if (thread != null) {
            worker.thread = thread;
            workerNames.add(asOfAThread(thread));
        }
    }

    /** The virtual machine writes the halves of an emoji into a thread's name as no characters. */
    private static String asOfAThread(String name) {
        StringBuilder written = new StringBuilder(name);
        for (int i = 0; i < name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                written.setCharAt(i, '\ufffd');
            }
        }
        return written.toString();
    }

    /** Guests also steal and run tasks. */
    private void isWorker(RecordedEvent event, String field) {
        RecordedThread thread = event.getThread();
        if (thread != null && event.getInt(field) >= 0) {
            workerThreads.add(thread.getJavaThreadId());
        }
    }

    private void others(String name, RecordedEvent event) {
        switch (name) {
            case "jdk.ExecutionSample" -> sample(event);
            case "jdk.ThreadSleep" -> stopped(event, Profile.Blocking.Kind.SLEEP, null);
            case "jdk.JavaMonitorEnter" ->
                    stopped(event, Profile.Blocking.Kind.MONITOR, className(event, "monitorClass"));
            case "jdk.JavaMonitorWait" ->
                    stopped(event, Profile.Blocking.Kind.WAIT, className(event, "monitorClass"));
            case "jdk.ThreadPark" ->
                    stopped(event, Profile.Blocking.Kind.PARK, className(event, "parkedClass"));
            case "jdk.SocketRead", "jdk.SocketWrite" ->
                    stopped(event, Profile.Blocking.Kind.SOCKET, event.getString("host"));
            case "jdk.FileRead", "jdk.FileWrite" ->
                    stopped(event, Profile.Blocking.Kind.FILE, event.getString("path"));
            case "jdk.GarbageCollection" -> {
                collections++;
                pauseNanos += event.getDuration("sumOfPauses").toNanos();
            }
            case "jdk.CPULoad" -> {
                othersSum +=
                        Math.max(
                                0,
                                event.getFloat("machineTotal")
                                        - event.getFloat("jvmUser")
                                        - event.getFloat("jvmSystem"));
                othersCount++;
            }
            case "jdk.ContainerCPUThrottling" -> {
                long throttled = event.getDuration("cpuThrottledTime").toNanos();
                throttledFirst =
                        throttledFirst < 0 ? throttled : Math.min(throttledFirst, throttled);
                throttledLast = Math.max(throttledLast, throttled);
            }
            case "jdk.JVMInformation" -> {
                program = event.getString("javaArguments");
                virtualMachine =
                        virtualMachine(event.getString("jvmName"), event.getString("jvmVersion"));
                programStart = RecordingReader.nanos(event.getInstant("jvmStartTime"));
                byRun = ProfileFolder.isOptionOfRun(event.getString("jvmArguments"));
                if (programs.size() < MOST_PROGRAMS) {
                    programs.add(List.of(programStart, event.getLong("pid")));
                }
            }
            case "jdk.ThreadCPULoad" -> load(event);
            case "jdk.ContainerConfiguration" ->
                    available = (int) event.getLong("effectiveCpuCount");
            case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
            case "jdk.Shutdown" -> ended = event.getString("reason");
            case "jdk.DataLoss" -> lostBytes += event.getLong("amount");
            case "jdk.ActiveSetting" -> setting(event);
            default -> {
                // Says nothing about where time went.
            }
        }
    }

    /**
     * Which events have which period, in the form "20 ms"; of the first recording that has them.
     */
    private void setting(RecordedEvent event) {
        if ("period".equals(event.getString("name")) && periods.size() < MOST_PERIODS) {
            periods.putIfAbsent(event.getLong("id"), event.getString("value"));
        }
    }

    private long loadPeriod() {
        Matcher period = MILLIS.matcher(periods.getOrDefault(loadType, ""));
        return (period.matches() ? Long.parseLong(period.group(1)) : USUAL_LOAD_MILLIS)
                * 1_000_000L;
    }

    private static String className(RecordedEvent event, String field) {
        RecordedClass type = event.getClass(field);
        return type == null ? null : sourceName(type.getName());
    }

    /** An array's class is named as in a source, {@code int[]}, and not {@code [I}. */
    static String sourceName(String type) {
        return type.startsWith("[")
                ? ClassDesc.ofDescriptor(type.replace('.', '/')).displayName()
                : type;
    }

    private void sample(RecordedEvent event) {
        int bin = bins.indexOf(RecordingReader.nanos(event.getStartTime()));
        String site = Site.of(event.getStackTrace(), sources);
        if (site != null) {
            sitesOfBin.get(bin).add(site, 1);
            sites.add(site, 1);
        }
    }

    /** The part of all processors that a thread has used since its machine looked before. */
    private void load(RecordedEvent event) {
        loadType = event.getEventType().getId();
        long moment = RecordingReader.nanos(event.getStartTime());
        long look = looks.since(moment, loadPeriod());
        RecordedThread thread = event.getThread();
        long id = thread == null ? 0 : thread.getJavaThreadId();
        Load load = loads.get(id);
        if (id <= 0 || load == null && loads.size() == MOST_THREADS) {
            return;
        }
        if (load == null) {
            load = new Load(new double[bins.count()], isSystem(thread));
            load.last = Math.max(bins.start(), moment - loadPeriod());
            loads.put(id, load);
            threadNames.put(id, thread.getJavaName());
        }
        double part = event.getFloat("user") + event.getFloat("system");
        long since = Math.max(load.last, look);
        if (moment > since) {
            bins.spread(load.nanos, since, moment, part * (moment - since));
            load.last = moment;
        }
    }

    private static boolean isSystem(RecordedThread thread) {
        RecordedThreadGroup group = thread.getThreadGroup();
        return group != null && "system".equals(group.getName());
    }

    private void stopped(RecordedEvent event, Profile.Blocking.Kind kind, String on) {
        RecordedThread thread = event.getThread();
        if (thread == null) {
            return;
        }
        String where = Site.withinTask(event.getStackTrace(), sources);
        Stop stop = new Stop(thread.getJavaThreadId(), kind, where, on);
        Stops sum = stops.get(stop);
        if (where == null || sum == null && stops.size() == MOST_BLOCKINGS) {
            return;
        }
        if (sum == null) {
            sum = new Stops();
            stops.put(stop, sum);
            threadNames.put(stop.thread(), thread.getJavaName());
        }
        long nanos = event.getDuration().toNanos();
        sum.count++;
        sum.nanos += nanos;
        sum.longest = Math.max(sum.longest, nanos);
    }

    /** What all of it comes to. */
    Profile profile(RecordingFiles files, List<String> missing) {
        boolean whole =
                programStart >= files.began() - LATE_NANOS
                        && pools.values().stream().noneMatch(PoolData::isOlderThanRecording);
        double[] outside = computing(false);
        List<Profile.Pool> summed =
                pools.values().stream()
                        .filter(PoolData::hasStatistics)
                        .map(pool -> pool.summed(whole, processors, outside, this::running))
                        .sorted(
                                Comparator.comparingDouble(
                                                (Profile.Pool pool) -> -pool.totals().compute())
                                        .thenComparing(Profile.Pool::name))
                        .toList();
        Profile.Recording recording =
                new Profile.Recording(
                        files.name(),
                        files.bytes(),
                        Instant.ofEpochSecond(0, files.began()).toString(),
                        (files.ended() - files.began()) / 1e9,
                        program,
                        virtualMachine,
                        processors,
                        ended);
        Profile.BinWidth width = new Profile.BinWidth(bins.seconds(), bins.count());
        List<Profile.Blocking> blocking = blocking();
        Profile.Machine machine =
                new Profile.Machine(
                        othersCount == 0 ? -1 : othersSum / othersCount,
                        throttledFirst < 0 ? 0 : (throttledLast - throttledFirst) / 1e9,
                        collections,
                        pauseNanos / 1e9);
        noteWhatIsMissing(files, whole, missing);
        boolean knowsLoads = byRun && loads.size() < MOST_THREADS;
        return new Profile(
                recording,
                width,
                summed,
                blocking,
                sites.most(SITES_SHOWN),
                machine,
                Advisor.advise(
                        recording,
                        width,
                        summed,
                        blocking,
                        machine,
                        knowsLoads ? computing(true) : null),
                List.copyOf(missing),
                null,
                null);
    }

    /** HotSpot's version begins with its name. */
    private static String virtualMachine(String name, String version) {
        return version != null && name != null && version.startsWith(name)
                ? version
                : name + " " + version;
    }

    private void noteWhatIsMissing(RecordingFiles files, boolean whole, List<String> missing) {
        if (programs.size() > 1) {
            missing.add(
                    "the recordings of several programs are in one file: they are counted as one"
                            + " program, and what lies between them as its time; give each by"
                            + " itself");
        } else if (programStart != Long.MIN_VALUE && !whole) {
            missing.add(
                    String.format(
                            Locale.ROOT,
                            "the program had run for %.1f s when the recording begins; what it did"
                                    + " before is not counted",
                            (files.began() - programStart) / 1e9));
        }
        if (lostBytes > 0) {
            missing.add(
                    String.format(
                            Locale.ROOT,
                            "the Flight Recorder lost %,d bytes of events, for it could not write as"
                                    + " fast as they came; sums over time are right all the same",
                            lostBytes));
        }
        for (Map.Entry<String, PoolData> pool : pools.entrySet()) {
            if (pool.getValue().isSeveral()) {
                missing.add(
                        String.format(
                                Locale.ROOT,
                                "several pools are called %s, and cannot be told apart: its numbers"
                                        + " are too small, and contradict each other; give each a"
                                        + " name of its own",
                                pool.getKey()));
            }
        }
        if (leftOut) {
            missing.add(sizes.leftOut(pools));
        }
        unreadable.forEach(
                (name, count) ->
                        missing.add(
                                String.format(
                                        Locale.ROOT,
                                        "%,d events %s have other fields than this version of"
                                                + " Cleave knows",
                                        count,
                                        name)));
    }

    private boolean isWorkerThread(long id) {
        return workerThreads.contains(id) || workerNames.contains(threadNames.get(id));
    }

    /** The program's threads that had a processor, workers or others, on average in each bin. */
    private double[] computing(boolean areWorkers) {
        double[] threads = new double[bins.count()];
        int all = available > 0 ? available : processors;
        loads.forEach(
                (id, load) -> {
                    boolean isWorker = isWorkerThread(id);
                    if (isWorker == areWorkers && (isWorker || !load.isSystem)) {
                        for (int i = 0; i < threads.length; i++) {
                            // One thread computes at most all the time.
                            threads[i] += Math.min(1, load.nanos[i] * all / bins.width());
                        }
                    }
                });
        return threads;
    }

    private List<Profile.Blocking> blocking() {
        Map<Stop, Stops> ofAllThreads = new HashMap<>();
        stops.forEach(
                (stop, sum) -> {
                    if (isWorkerThread(stop.thread())) {
                        Stops all =
                                ofAllThreads.computeIfAbsent(
                                        new Stop(0, stop.kind(), stop.where(), stop.on()),
                                        any -> new Stops());
                        all.count += sum.count;
                        all.nanos += sum.nanos;
                        all.longest = Math.max(all.longest, sum.longest);
                    }
                });
        return ofAllThreads.entrySet().stream()
                .map(
                        entry ->
                                new Profile.Blocking(
                                        entry.getKey().kind(),
                                        entry.getKey().where(),
                                        entry.getKey().on(),
                                        entry.getValue().count,
                                        entry.getValue().nanos / 1e9,
                                        entry.getValue().longest / 1e9))
                .sorted(
                        Comparator.comparingDouble(Profile.Blocking::total)
                                .reversed()
                                .thenComparing(Profile.Blocking::where))
                .limit(BLOCKINGS_SHOWN)
                .toList();
    }

    /** What ran in some bins, the most frequent first. */
    private List<Profile.Count> running(int from, int to) {
        Frequent<String> sum = new Frequent<>(SITES);
        sitesOfBin.subList(from, to).forEach(sum::addAll);
        return sum.most(3);
    }
}
