package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/**
 * What to change, in words: rules on the numbers of a profile, each with the limit beyond which it
 * speaks. {@code docs/profiling.md} has a section for each.
 */
final class Advisor {
    /** A part of a pool's capacity that is worth words. */
    private static final double NOTABLE = 0.1;

    /** A part of a pool's capacity that a single line must cost. */
    private static final double NOTABLE_LINE = 0.01;

    private static final double GOOD = 0.9;

    /** Less than that has too few samples, and the virtual machine still compiles. */
    private static final double SHORT_SECONDS = 0.3;

    /** What a steal costs is of the order of a microsecond; a task must be worth several. */
    private static final double TINY_SECONDS = 20e-6;

    /** A fork and its join cost tens of nanoseconds. */
    private static final double TINY_FORK_SECONDS = 1e-6;

    /** With what counting takes, where an agent counts. */
    private static final double TINY_FORK_OF_JDK_SECONDS = 5e-6;

    private static final long MANY_FORKS = 100_000;
    private static final int FEW_STEALS_A_WORKER = 4;
    private static final double MOSTLY_OUTSIDE = 0.5;

    /** Where fewer computed, on average while at most one did, not even one had enough to do. */
    private static final double MOSTLY_IDLE = 0.5;

    private static final double OTHERS = 0.2;
    private static final int LINES_A_KIND = 5;

    /** How a region's tasks are called. */
    private static final String REGION = "dev.cleave.Team$Helper";

    /** What follows the place of what is left of a loop, or of Cleave.join's parts. */
    private static final String LOOP = " (loop)";

    private static final String PARTS = " (parts)";

    /** What is said of time that counts as used. */
    private static final Set<String> WASTES =
            Set.of("barriers", "blocked", "many-forks", "monitor", "stuck");

    /**
     * So long all workers in tasks may go without a processor, as the machine has others to run.
     */
    private static final double STILL_SECONDS = 1;

    private final Profile.Recording recording;
    private final Profile.BinWidth bins;
    private final List<Profile.Advice> advice = new ArrayList<>();

    private Advisor(Profile.Recording recording, Profile.BinWidth bins) {
        this.recording = recording;
        this.bins = bins;
    }

    /**
     * What is worth saying, that which costs most first.
     *
     * @param onProcessor workers of all pools that had a processor, on average in each bin; null if
     *     unknown
     */
    static List<Profile.Advice> advise(
            Profile.Recording recording,
            Profile.BinWidth bins,
            List<Profile.Pool> pools,
            List<Profile.Blocking> blocking,
            Profile.Machine machine,
            double[] onProcessor) {
        Advisor advisor = new Advisor(recording, bins);
        advisor.tooShort(pools);
        List<Profile.Pool> shown = pools.stream().limit(Profile.Pool.MOST_SHOWN).toList();
        shown.stream().filter(pool -> pool.losses().capacity() > 0).forEach(advisor::aboutPool);
        advisor.aboutBlocking(
                blocking, pools.stream().mapToDouble(pool -> pool.losses().capacity()).sum());
        double explained = blocking.stream().mapToDouble(Profile.Blocking::total).sum();
        advisor.moreWorkers(pools, explained);
        if (onProcessor != null) {
            shown.forEach(pool -> advisor.stuck(pool, onProcessor, explained));
        }
        advisor.praise(shown);
        if (!pools.isEmpty()) {
            advisor.aboutMachine(pools.get(0), machine);
        }
        advisor.advice.sort(Comparator.comparingDouble(Profile.Advice::lost).reversed());
        return List.copyOf(advisor.advice);
    }

    private void add(String id, double lost, String where, String text, Object... values) {
        advice.add(new Profile.Advice(id, String.format(Locale.ROOT, text, values), where, lost));
    }

    /** Said once: a program that makes a pool for each computation has many that are short. */
    private void tooShort(List<Profile.Pool> pools) {
        List<Profile.Pool> brief =
                pools.stream()
                        .filter(it -> it.losses().capacity() > 0 && it.seconds() < SHORT_SECONDS)
                        .toList();
        if (brief.isEmpty()) {
            return;
        }
        String name = brief.get(0).name();
        double millis = 1000 * brief.stream().mapToDouble(Profile.Pool::seconds).max().orElse(0);
        int more = brief.size() - 1;
        // All of it is in doubt: that comes before what is said of a part.
        add(
                "short",
                brief.stream().mapToDouble(it -> it.losses().capacity()).sum(),
                null,
                "%s: too short to judge, for the virtual machine still compiles then. Record a"
                        + " larger input, or repeat it%s.",
                more == 0
                        ? String.format(
                                Locale.ROOT, "%s was at work for %.0f ms only", name, millis)
                        : String.format(
                                Locale.ROOT,
                                "%s and %s were at work for %.0f ms each at most",
                                name,
                                Numbers.count(more, "more pool", "more pools"),
                                millis),
                more == 0 ? "" : "; and let computations share a pool");
    }

    private void aboutPool(Profile.Pool pool) {
        outside(pool);
        serial(pool);
        imbalance(pool);
        scheduling(pool);
        tinyForks(pool);
        barriers(pool);
        processors(pool);
    }

    /** Only where all that was used did something: standing still in a task counts as computing. */
    private void praise(List<Profile.Pool> pools) {
        if (advice.stream().anyMatch(said -> WASTES.contains(said.id()))) {
            return;
        }
        for (Profile.Pool pool : pools) {
            if (pool.losses().efficiency() >= GOOD) {
                add(
                        "good",
                        0,
                        null,
                        "%s used %.0f %% of its processors. A faster program needs less work, or"
                                + " more processors, not another division of the work.",
                        pool.name(),
                        100 * pool.losses().efficiency());
            }
        }
    }

    private void outside(Profile.Pool pool) {
        double without = recording.seconds() - pool.seconds();
        if (pool.available() > 1
                && without > SHORT_SECONDS
                && pool.seconds() < MOSTLY_OUTSIDE * recording.seconds()) {
            add(
                    "outside",
                    0,
                    null,
                    "%s was at work for %.2f of %.2f s; in the rest nothing was given to it. What"
                            + " the program does before and after can at best take as long as it"
                            + " does now.",
                    pool.name(),
                    pool.seconds(),
                    recording.seconds());
        }
    }

    private void serial(Profile.Pool pool) {
        double lost = pool.losses().serialisation();
        double seconds = whileSerial(pool, bin -> 1);
        // Of one processor no more than one can be used: it was idle, and nothing else.
        if (pool.losses().share(lost) < NOTABLE || seconds == 0) {
            return;
        }
        Profile.Course course = pool.overTime();
        double used = whileSerial(pool, bin -> course.computing()[bin] + course.outside()[bin]);
        if (used < MOSTLY_IDLE * seconds) {
            add(
                    "serial",
                    lost,
                    null,
                    "For %s of %s at most one of %s's %d processors computed, %.2f on average: there"
                            + " was little to do. Look for what the program waits for, or does in"
                            + " other threads, before it gives the pool more.",
                    Numbers.time(seconds),
                    Numbers.time(pool.seconds()),
                    pool.name(),
                    pool.available(),
                    used / seconds);
            return;
        }
        Profile.Stretch worst =
                pool.serialStretches().stream()
                        .filter(stretch -> !stretch.running().isEmpty())
                        .findFirst()
                        .orElse(null);
        String line = worst == null ? null : worst.running().get(0).what();
        add(
                "serial",
                lost,
                line,
                "For %s of %s at most one of %s's %d processors computed: there was nothing to"
                        + " divide. %s",
                Numbers.time(seconds),
                Numbers.time(pool.seconds()),
                pool.name(),
                pool.available(),
                line == null
                        ? "Let more of the program be tasks, or make what is serial shorter."
                        : "Meanwhile this line ran most often; let what it belongs to be divided, or"
                                + " make it shorter.");
    }

    /**
     * Seconds of what there was while at most one of several processors computed, in whichever
     * stretches: the pool lists only the longest ones.
     *
     * @param what on average in a bin
     */
    private double whileSerial(Profile.Pool pool, IntToDoubleFunction what) {
        Profile.Course course = pool.overTime();
        long to = Math.round(pool.to() / bins.seconds());
        double seconds = 0;
        for (int i = (int) Math.round(pool.from() / bins.seconds()); i < to; i++) {
            boolean isSerial = Losses.isSerial(course.computing()[i] + course.outside()[i]);
            seconds +=
                    isSerial && course.available()[i] > 1
                            ? what.applyAsDouble(i) * bins.seconds()
                            : 0;
        }
        return seconds;
    }

    private void imbalance(Profile.Pool pool) {
        double lost = pool.losses().imbalance();
        if (pool.losses().share(lost) < NOTABLE) {
            return;
        }
        Profile.Totals totals = pool.totals();
        if (!pool.tasks().isEmpty()
                && pool.tasks().stream().allMatch(task -> task.name().equals(REGION))) {
            add(
                    "uneven-regions",
                    lost,
                    null,
                    "Workers of %s had nothing to do while others still computed in parallel"
                            + " regions: divide their loops otherwise (LoopSchedule.dynamic)."
                            + " If other programs keep the machine busy, measure alone.",
                    pool.name());
        } else if (totals.stealsWon() < (long) FEW_STEALS_A_WORKER * pool.parallelism()) {
            if (isTooFine(pool)) {
                return; // there is no lack of tasks, and there are said to be too many
            }
            add(
                    "few-tasks",
                    lost,
                    first(pool.promotionSites()),
                    "Workers of %s had nothing to do while others still computed, and found only %s%s:"
                            + " too little is offered. %s.",
                    pool.name(),
                    Numbers.count(totals.stealsWon(), "task", "tasks"),
                    pool.isOfJdk()
                            ? ""
                            : " in " + Numbers.count(totals.stealsTried(), "try", "tries"),
                    toOfferMore(pool));
        } else {
            Profile.TaskClass longest =
                    pool.tasks().stream()
                            // Loops and parts are divided as soon as somebody asks, a region never.
                            .filter(task -> !isOfRuntime(task.name()))
                            // Nor the root, which has all the others in it.
                            .filter(task -> task.longest() < GOOD * pool.seconds())
                            .max(Comparator.comparingDouble(Profile.TaskClass::longest))
                            .orElse(null);
            add(
                    "uneven-tasks",
                    lost,
                    null,
                    "Workers of %s waited while others still computed: the parts are of unequal"
                            + " size.%s Divide the large ones further%s.",
                    pool.name(),
                    longest == null
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    " The longest, a %s, took %s.",
                                    longest.name(),
                                    Numbers.time(longest.longest())),
                    pool.isOfJdk()
                            ? ""
                            : "; in a long loop within a task, call Cleave.tryLoadBalance() now and"
                                    + " then");
        }
    }

    /** Loops are divided as soon as somebody asks: no threshold holds them back. */
    private static String toOfferMore(Profile.Pool pool) {
        if (pool.isOfJdk()) {
            return "Divide further (a lower threshold)";
        }
        boolean onlyLoops =
                !pool.tasks().isEmpty()
                        && pool.tasks().stream().allMatch(task -> task.name().endsWith(LOOP));
        return onlyLoops
                ? "A loop is divided by itself, down to one iteration: mark calls in long"
                        + " iterations @Future. If other programs keep the machine busy, measure"
                        + " alone"
                : "Mark more calls @Future, or divide further (a lower threshold)";
    }

    private void scheduling(Profile.Pool pool) {
        double lost = pool.losses().scheduling();
        if (pool.losses().share(lost) < NOTABLE) {
            return;
        }
        Profile.TaskClass tiny =
                pool.tasks().stream()
                        .filter(task -> task.median() < TINY_SECONDS)
                        .max(Comparator.comparingLong(Profile.TaskClass::count))
                        .orElse(null);
        if (tiny != null) {
            add(
                    "tiny-tasks",
                    lost,
                    null,
                    "%,d tasks %s were taken from one worker of %s by another, each worth %s or so:"
                            + " to take one costs as much. Raise the threshold below which a task is"
                            + " not divided, or mark the call @Future, which needs none.",
                    tiny.count(),
                    tiny.name(),
                    pool.name(),
                    Numbers.time(tiny.median()));
        } else {
            add(
                    "seeking",
                    lost,
                    null,
                    "Workers of %s looked for work for %.1f s while there was some, %,d times in vain."
                            + " Under a discipline in which the busy answer, they answer too seldom:"
                            + " call Cleave.tryLoadBalance() in long tasks. Or try another"
                            + " discipline: ./cleave run --scheduling.",
                    pool.name(),
                    lost,
                    pool.totals().stealsTried() - pool.totals().stealsWon());
        }
    }

    private static boolean isTooFine(Profile.Pool pool) {
        return pool.totals().forks() > MANY_FORKS
                && secondsAFork(pool)
                        < (pool.isOfJdk() ? TINY_FORK_OF_JDK_SECONDS : TINY_FORK_SECONDS);
    }

    private static double secondsAFork(Profile.Pool pool) {
        return pool.totals().compute() / Math.max(1, pool.totals().forks());
    }

    private void tinyForks(Profile.Pool pool) {
        if (isTooFine(pool)) {
            add(
                    "many-forks",
                    0,
                    null,
                    "%s forked %,d tasks of %s each. To fork and join one costs tens of nanoseconds,"
                            + " %s. Raise the threshold%s.",
                    pool.name(),
                    pool.totals().forks(),
                    Numbers.time(secondsAFork(pool)),
                    pool.isOfJdk()
                            ? "and to count it here about a microsecond"
                            : "which are counted as computing",
                    pool.isOfJdk()
                            ? " below which a task is not divided"
                            : ", or mark the call @Future: then it is a task only when a worker asks"
                                    + " for one");
        }
    }

    private void barriers(Profile.Pool pool) {
        if (pool.losses().share(pool.barriers()) >= NOTABLE) {
            add(
                    "barriers",
                    pool.barriers(),
                    null,
                    "In %,d parallel regions of %s, threads waited at barriers for %s in all, which is"
                            + " counted as computing: their parts are of unequal size. Let the loop be"
                            + " scheduled dynamically, or leave out barriers that nothing needs.",
                    pool.regions(),
                    pool.name(),
                    Numbers.time(pool.barriers()));
        }
    }

    private void processors(Profile.Pool pool) {
        double seconds = pool.seconds();
        double mean = pool.losses().capacity() / seconds;
        if (pool.wanted() > Math.ceil(mean)) {
            add(
                    "fewer-processors",
                    (pool.wanted() - mean) * seconds,
                    null,
                    "%s wanted %d processors and had %.1f on average%s.",
                    pool.name(),
                    pool.wanted(),
                    mean,
                    cause(pool));
        } else if (pool.most(recording.processors()) > Math.ceil(mean)
                && pool.losses().efficiency() >= 1 - 2 * NOTABLE) {
            add(
                    "fewer-processors",
                    0,
                    null,
                    "%s had %.1f of the machine's %d processors and used them%s. A quota, an"
                            + " affinity mask, the CPU manager, --workers or a number in the"
                            + " program keeps it from the others.",
                    pool.name(),
                    mean,
                    recording.processors(),
                    cause(pool));
        }
    }

    private static boolean isOfRuntime(String task) {
        return task.equals(REGION) || task.endsWith(LOOP) || task.endsWith(PARTS);
    }

    /** Of each pool, or else of all together. */
    private void moreWorkers(List<Profile.Pool> pools, double explained) {
        int processors = recording.processors();
        boolean isSaid = false;
        double[] together = new double[bins.count()];
        for (int n = 0; n < pools.size(); n++) {
            Profile.Pool pool = pools.get(n);
            double[] computing = pool.overTime().computing();
            Arrays.setAll(together, i -> together[i] + computing[i]);
            double waited = waited(computing, explained);
            // Not of the capacity: the more workers a pool has, the less of that they can wait for.
            if (n < Profile.Pool.MOST_SHOWN
                    && waited > 0
                    && waited >= NOTABLE * pool.losses().used()) {
                isSaid = true;
                boolean isTooLarge = pool.parallelism() > processors;
                add(
                        "more-workers",
                        waited,
                        null,
                        "%s has %s%s, and the machine %s: for %s of what counts as computing,"
                                + " workers waited for a processor. %s",
                        pool.name(),
                        Numbers.count(pool.parallelism(), "worker", "workers"),
                        isTooLarge ? "" : " and replaced those that blocked",
                        Numbers.count(processors, "processor", "processors"),
                        Numbers.time(waited),
                        isTooLarge
                                ? "A pool that is made without a number has as many as there are."
                                : "These go on beside their replacements: let fewer tasks block at"
                                        + " a time, or do that outside of tasks.");
            }
        }
        double waited = waited(together, explained);
        if (!isSaid
                && waited > 0
                && waited >= NOTABLE * Arrays.stream(together).sum() * bins.seconds()) {
            add(
                    "more-workers",
                    waited,
                    null,
                    "%s have %s, and the machine %s: for %s of what counts as computing, workers"
                            + " waited for a processor. Let computations share a pool.",
                    Numbers.count(pools.size(), "pool", "pools"),
                    Numbers.count(
                            pools.stream().mapToInt(Profile.Pool::parallelism).sum(),
                            "worker",
                            "workers"),
                    Numbers.count(processors, "processor", "processors"),
                    Numbers.time(waited));
        }
    }

    /** Seconds of those beyond the machine's processors, if they computed. */
    private double waited(double[] computing, double explained) {
        double beyond = 0;
        for (double each : computing) {
            beyond += Math.max(0, each - recording.processors()) * bins.seconds();
        }
        return recording.processors() == 0 ? 0 : beyond - explained;
    }

    private static String cause(Profile.Pool pool) {
        if (pool.processorChanges().isEmpty()) {
            return "";
        }
        Profile.Count most = pool.processorChanges().get(0);
        return String.format(
                Locale.ROOT, " (changed %,d times, mostly by: %s)", most.count(), most.what());
    }

    private void aboutBlocking(List<Profile.Blocking> blocking, double capacity) {
        int lines = 0;
        for (Profile.Blocking stop : blocking) {
            if (stop.total() < NOTABLE_LINE * capacity || lines++ == LINES_A_KIND) {
                return;
            }
            boolean monitor = stop.kind() == Profile.Blocking.Kind.MONITOR;
            add(
                    monitor ? "monitor" : "blocked",
                    stop.total(),
                    stop.where(),
                    "Within tasks, workers %s%s %s, %s in all and %s at most: a processor"
                            + " stood still meanwhile%s. %s",
                    stop.kind().words(),
                    stop.on() == null ? "" : " (" + stop.on() + ")",
                    Numbers.count(stop.count(), "time", "times"),
                    Numbers.time(stop.total()),
                    Numbers.time(stop.longest()),
                    // Which happens at a future, a phaser or a condition, if tasks are queued.
                    stop.kind() == Profile.Blocking.Kind.PARK
                            ? ", unless the worker was replaced"
                            : "",
                    monitor
                            ? "Hold it shorter, divide what it guards, or let each task have its own"
                                    + " and merge afterwards."
                            : "Do this outside of tasks, or within ForkJoinPool.managedBlock, which"
                                    + " lets another worker compute.");
        }
    }

    /** A wait that has not ended is in no event. */
    private void stuck(Profile.Pool pool, double[] onProcessor, double explained) {
        double[] computing = pool.overTime().computing();
        double still = -explained;
        for (int from = 0, to; from < computing.length; from = to + 1) {
            double sum = 0;
            for (to = from; to < computing.length && onProcessor[to] == 0; to++) {
                sum += computing[to] * bins.seconds();
            }
            still += (to - from) * bins.seconds() < STILL_SECONDS ? 0 : sum;
        }
        if (pool.losses().share(still) >= NOTABLE) {
            add(
                    "stuck",
                    still,
                    null,
                    "For %s of what counts as computing, workers of %s were in tasks and none used a"
                            + " processor: they wait for each other (a deadlock), or for something"
                            + " else that had not come. While the program runs, jcmd PID"
                            + " Thread.print shows for what.",
                    Numbers.time(still),
                    pool.name());
        }
    }

    private void aboutMachine(Profile.Pool main, Profile.Machine machine) {
        if (machine.others() > OTHERS) {
            add(
                    "others",
                    machine.others() * recording.processors() * recording.seconds(),
                    null,
                    "Other programs used %.0f %% of the machine. Times vary with what they do; measure"
                            + " on a quiet machine, or share it through ./cleave manager.",
                    100 * machine.others());
        }
        if (machine.throttled() > NOTABLE_LINE * main.seconds()) {
            add(
                    "throttled",
                    machine.throttled(),
                    null,
                    "The container's quota held the program up for %s in all. Fewer workers"
                            + " (--workers, or a quota of whole processors) avoid that; see"
                            + " docs/processors.md.",
                    Numbers.time(machine.throttled()));
        }
        if (machine.collectionPauses() > NOTABLE * recording.seconds()) {
            add(
                    "collections",
                    machine.collectionPauses() * main.available(),
                    null,
                    "Garbage collections (%,d) held the program up for %s of %.1f s. Give it more heap"
                            + " (--jvm-arg=-Xmx...), or allocate less in tasks.",
                    machine.collections(),
                    Numbers.time(machine.collectionPauses()),
                    recording.seconds());
        }
    }

    private static String first(List<Profile.Count> counts) {
        return counts.isEmpty() ? null : counts.get(0).what();
    }
}
