package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule speaks when it should, names what it is about, and is silent otherwise. */
class AdvisorTest {
    private static final Profile.Machine QUIET = new Profile.Machine(0.01, 0, 1, 0.001);

    @Test
    void aPoolThatUsedItsProcessorsIsTold() {
        assertEquals(List.of("good"), ids(pool(new Losses(8, 7.8, 0.1, 0.1, 0), 4)));
    }

    @Test
    void serialTimeNamesTheLineThatRan() {
        Profile.Advice advice = only("serial", pool(new Losses(8, 4, 0, 0, 4), 4));
        assertEquals("Main.java:3 (Main.main)", advice.where());
        assertEquals(4, advice.lost());
        assertSaid(advice, "For 1.50 s of 2.00 s", "at most one of some's 4 processors");
    }

    @Test
    void serialTimeIsThatOfManyShortStretchesToo() {
        Profile.Pool pool = withoutStretches(new Losses(8, 4, 0, 0, 4), 4);
        Profile.Advice advice = only("serial", pool);
        assertSaid(advice, "For 1.50 s of 2.00 s", "Let more of the program be tasks");
    }

    /** No line of it is to be divided. */
    @Test
    void aPoolWithLittleToDoIsNotToldToDivideIt() {
        long end = (long) (Profiles.BINS * Profiles.BIN_SECONDS * 1e9);
        PoolData data = new PoolData("some", new Bins(0, end / Profiles.BINS, Profiles.BINS));
        data.available(0, 4);
        WorkerData worker = new WorkerData();
        data.workers.put(0, worker);
        long[] counters = new long[Counter.COUNT];
        worker.series.add(0, counters);
        counters = counters.clone();
        counters[Counter.COMPUTE.ordinal()] = end / 10;
        worker.series.add(end, counters);
        List<Profile.Count> ran = List.of(new Profile.Count("Main.java:3 (Main.main)", 5));
        Profile.Pool pool = data.summed(false, 4, new double[Profiles.BINS], (from, to) -> ran);
        Profile.Advice advice = first("serial", pool);
        assertEquals(null, advice.where());
        assertSaid(advice, "For 5.00 s of 5.00 s", "0.10 on average", "little to do");
    }

    @Test
    void oneProcessorThatIsIdleIsNotSerial() {
        assertEquals(List.of(), ids(withoutStretches(new Losses(2, 1, 0, 0, 1), 1)));
    }

    @Test
    void imbalanceWithFewStealsAsksForMoreTasks() {
        Profile.Advice advice =
                only("few-tasks", pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 15, 3000, 2)));
        assertEquals("Main.work:7", advice.where());
        assertSaid(advice, "only 15 tasks in 3,000 tries", "@Future");
        Profile.Pool one = pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 1, 1, 2));
        assertSaid(only("few-tasks", one), "only 1 task in 1 try:");
        assertEquals(
                List.of("uneven-tasks"),
                ids(pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 16, 3000, 2))));
    }

    @Test
    void imbalanceWithManyStealsNamesTheLongestTask() {
        Profile.Advice advice =
                only("uneven-tasks", pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 500, 800, 2)));
        assertSaid(advice, "a Main.work:7, took 800.0 ms", "tryLoadBalance");
    }

    @Test
    void whatIsLeftOfALoopIsNoTaskToDivide() {
        Losses uneven = new Losses(8, 4, 4, 0, 0);
        Profile.TaskClass rest = new Profile.TaskClass("Main.main:9 (loop)", 40, 8, 0.2, 0.9);
        Profile.TaskClass own = new Profile.TaskClass("Main.work:7", 40, 4, 0.1, 0.3);
        Profile.Totals totals = totals(0, 500, 800, 2);
        assertSaid(
                only("uneven-tasks", pool(uneven, 4, totals, List.of(rest, own), 0, 2)),
                "a Main.work:7, took 300.0 ms");
        Profile.TaskClass region = new Profile.TaskClass("dev.cleave.Team$Helper", 40, 8, 0.2, 0.9);
        Profile.TaskClass parts = new Profile.TaskClass("Main (parts)", 40, 8, 0.2, 0.9);
        Profile.Advice ofRuntime =
                only("uneven-tasks", pool(uneven, 4, totals, List.of(rest, parts, region), 0, 2));
        assertFalse(ofRuntime.text().contains("longest"), ofRuntime.text());
    }

    @Test
    void theRootIsNoTaskToDivide() {
        Profile.TaskClass root = new Profile.TaskClass("Main$Root", 1, 1.9, 1.9, 1.9);
        Profile.TaskClass own = new Profile.TaskClass("Main.work:7", 40, 4, 0.1, 0.3);
        Losses uneven = new Losses(8, 4, 4, 0, 0);
        Profile.Totals totals = totals(0, 500, 800, 2);
        assertSaid(
                only("uneven-tasks", pool(uneven, 4, totals, List.of(root, own), 0, 2)),
                "a Main.work:7, took 300.0 ms");
    }

    /** Its threads do not steal. */
    @Test
    void ofRegionsNoTasksAreAskedFor() {
        Profile.TaskClass region = new Profile.TaskClass("dev.cleave.Team$Helper", 40, 8, 0.2, 0.9);
        Profile.TaskClass own = new Profile.TaskClass("Main.work:7", 3, 2, 0.1, 0.3);
        Losses uneven = new Losses(8, 4, 4, 0, 0);
        Profile.Totals totals = totals(0, 0, 0, 2);
        assertSaid(
                only("uneven-regions", pool(uneven, 4, totals, List.of(region), 0, 2)),
                "in parallel regions",
                "LoopSchedule.dynamic");
        only("few-tasks", pool(uneven, 4, totals, List.of(region, own), 0, 2));
    }

    /** What divides itself has no threshold, however few parts of it were asked for. */
    @Test
    void aLoopThatWasSeldomStolenFromIsNotToBeDivided() {
        Losses uneven = new Losses(8, 4, 4, 0, 0);
        Profile.TaskClass rest = new Profile.TaskClass("Main.main:9 (loop)", 3, 2, 0.4, 0.9);
        Profile.TaskClass own = new Profile.TaskClass("Main.work:7", 3, 2, 0.1, 0.3);
        Profile.Totals totals = totals(0, 3, 800, 2);
        Profile.Advice ofLoop = only("few-tasks", pool(uneven, 4, totals, List.of(rest), 0, 2));
        assertSaid(ofLoop, "A loop is divided by itself", "@Future");
        assertFalse(ofLoop.text().contains("threshold"), ofLoop.text());
        assertSaid(
                only("few-tasks", pool(uneven, 4, totals, List.of(rest, own), 0, 2)),
                "divide further (a lower threshold)");
    }

    @Test
    void schedulingTellsTinyTasksFromBusyVictims() {
        Losses seeking = new Losses(8, 4, 0, 4, 0);
        Profile.Advice advice = only("seeking", pool(seeking, 4, totals(0, 500, 800, 2)));
        assertSaid(advice, "300 times in vain", "--scheduling");
        Profile.TaskClass tiny = new Profile.TaskClass("Main.tiny:9", 400, 0.001, 2e-6, 1e-5);
        Profile.Pool pool = pool(seeking, 4, totals(0, 500, 800, 2), List.of(tiny), 0, 2);
        assertSaid(only("tiny-tasks", pool), "400 tasks Main.tiny:9", "2.0 µs");
    }

    @Test
    void manyForksOfLittleWorkAreNamed() {
        Losses well = new Losses(8, 7.8, 0.1, 0.1, 0);
        Profile.Advice advice = only("many-forks", pool(well, 4, totals(10_000_000, 500, 800, 2)));
        assertSaid(advice, "10,000,000 tasks of 200 ns each");
        assertEquals(List.of("good"), ids(pool(well, 4, totals(1_000_000, 500, 800, 2))));
        Profile.Pool many = pool(well, 4, totals(10_000_000, 500, 800, 2));
        String text = first("many-forks", ofJdk(many, "ForkJoinPool-1")).text();
        assertFalse(text.contains("@Future"), text);
        assertTrue(text.contains("to count it here about a microsecond"), text);
    }

    /** What counts the JDK's tasks takes a microsecond or two of each. */
    @Test
    void whereThereAreManyTinyForksNobodyIsToldToDivideFurther() {
        Losses uneven = new Losses(8, 4, 4, 0, 0);
        Profile.Pool fine = pool(uneven, 4, totals(10_000_000, 2, 800, 2));
        assertEquals(List.of("many-forks"), ids(fine));
        Profile.Pool counted = pool(uneven, 4, totals(1_000_000, 2, 800, 2));
        assertEquals(List.of("few-tasks"), ids(counted));
        assertEquals(List.of("many-forks"), ids(ofJdk(counted, "ForkJoinPool-1")));
    }

    @Test
    void waitingAtBarriersIsTold() {
        Losses well = new Losses(8, 7.8, 0.1, 0.1, 0);
        Profile.Pool pool = pool(well, 4, totals(0, 500, 800, 2), List.of(), 0, 2, 0.9);
        assertSaid(only("barriers", pool), "In 7 parallel regions", "900.0 ms");
        assertEquals(
                List.of("good"), ids(pool(well, 4, totals(0, 500, 800, 2), List.of(), 0, 2, 0.7)));
    }

    @Test
    void fewerProcessorsThanWantedAreTold() {
        Losses one = new Losses(2, 1.9, 0, 0.1, 0);
        Profile.Pool wants = pool(one, 1, totals(0, 500, 800, 2), List.of(), 4, 2);
        assertSaid(first("fewer-processors", wants), "wanted 4 processors and had 1.0 on average");
        Profile.Pool has = pool(one, 1, totals(0, 500, 800, 2), List.of(), 0, 2);
        assertSaid(first("fewer-processors", has), "1.0 of the machine's 4 processors");
    }

    @Test
    void moreWorkersThanProcessorsAreTold() {
        Profile.Pool eight = pool(new Losses(16, 15, 0.5, 0.5, 0), 8);
        Profile.Advice advice = first("more-workers", eight);
        assertSaid(advice, "has 8 workers, and the machine 4 processors: for ");
        assertSaid(advice, "made without a number");
        assertEquals(4 * 50 * Profiles.WIDTH.seconds(), advice.lost(), 1e-9);
        Profile.Pool mostlyIdle = pool(new Losses(160, 15, 145, 0, 0), 8);
        assertTrue(ids(mostlyIdle).contains("more-workers"), () -> ids(mostlyIdle).toString());
        Profile.Pool four = pool(new Losses(8, 7.5, 0.25, 0.25, 0), 4);
        Arrays.fill(four.overTime().computing(), 9);
        assertSaid(first("more-workers", four), "replaced those that blocked, and the machine 4");
    }

    @Test
    void morePoolsThanProcessorsAreTold() {
        Profile.Pool four = pool(new Losses(8, 7.5, 0.25, 0.25, 0), 4);
        assertFalse(ids(four).contains("more-workers"));
        List<Profile.Advice> said =
                advise(four, four, four).stream()
                        .filter(it -> it.id().equals("more-workers"))
                        .toList();
        assertEquals(1, said.size(), said.toString());
        assertSaid(said.get(0), "3 pools have 12 workers, and the machine 4", "share a pool.");
        assertEquals(8 * 50 * Profiles.WIDTH.seconds(), said.get(0).lost(), 1e-9);
    }

    @Test
    void workersThatBlockDoNotWaitForAProcessor() {
        Profile.Pool eight = pool(new Losses(16, 15, 0.5, 0.5, 0), 8);
        Profile.Blocking sleep =
                new Profile.Blocking(
                        Profile.Blocking.Kind.SLEEP, "A.java:1 (A.a)", null, 9, 9.5, 5);
        List<Profile.Advice> advice =
                Advisor.advise(
                        Profiles.recording("r"),
                        Profiles.WIDTH,
                        List.of(eight),
                        List.of(sleep),
                        QUIET,
                        null);
        assertFalse(
                advice.stream().anyMatch(it -> it.id().equals("more-workers")), advice.toString());
    }

    /** It has a worker less, as the thread that waits for it computes, too. */
    @Test
    void theJdksCommonPoolIsNotKeptFromTheLastProcessor() {
        Profile.Pool three = pool(new Losses(6, 5.9, 0, 0.1, 0), 3);
        assertEquals(List.of("good"), ids(ofJdk(three, "ForkJoinPool.commonPool")));
        assertEquals(List.of("fewer-processors", "good"), ids(ofJdk(three, "ForkJoinPool-1")));
        Profile.Pool two = pool(new Losses(4, 3.9, 0, 0.1, 0), 2);
        assertEquals(
                List.of("fewer-processors", "good"), ids(ofJdk(two, "ForkJoinPool.commonPool")));
    }

    /** How often its workers have looked for tasks is not known. */
    @Test
    void triesOfTheJdksPoolsAreNotTold() {
        Profile.Pool pool = pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 3, 0, 2));
        Profile.Advice advice = only("few-tasks", ofJdk(pool, "ForkJoinPool-1"));
        assertSaid(advice, "found only 3 tasks: too little");
        assertFalse(advice.text().contains("@Future"), advice.text()); // its tasks are classes
        Profile.Pool uneven = pool(new Losses(8, 4, 4, 0, 0), 4, totals(0, 500, 800, 2));
        String text = only("uneven-tasks", ofJdk(uneven, "ForkJoinPool-1")).text();
        assertFalse(text.contains("Cleave."), text); // which does nothing there
    }

    @Test
    void aShortRunIsNotJudgedWithoutAWarning() {
        Profile.Pool pool =
                pool(new Losses(0.4, 0.4, 0, 0, 0), 4, totals(0, 500, 800, 2), List.of(), 0, 0.1);
        assertSaid(first("short", pool), "for 100 ms only");
        assertSaid(first("outside", pool), "for 0.10 of 5.00 s");
        Profile.Pool serial =
                pool(new Losses(0.4, 0.2, 0, 0, 0.2), 4, totals(0, 0, 0, 1), List.of(), 0, 0.1);
        assertEquals(List.of("short", "serial"), ids(serial)); // of the terminal's lines, the first
        assertSaid(first("serial", serial), "For 100.0 ms of 100.0 ms");
    }

    /** As those of a program that makes one for each computation. */
    @Test
    void manyShortPoolsAreToldOfOnce() {
        Profile.Pool one =
                pool(new Losses(0.4, 0.4, 0, 0, 0), 4, totals(0, 500, 800, 2), List.of(), 0, 0.1);
        Profile.Pool longer =
                pool(new Losses(0.8, 0.8, 0, 0, 0), 4, totals(0, 500, 800, 2), List.of(), 0, 0.2);
        List<Profile.Advice> said =
                advise(one, longer, one).stream().filter(it -> it.id().equals("short")).toList();
        assertEquals(1, said.size());
        assertEquals(1.6, said.get(0).lost(), 1e-9);
        assertSaid(said.get(0), " and 2 more pools were at work for 200 ms each", "share a pool.");
    }

    @Test
    void ofManyPoolsThoseThatComputedLongestAreAdvisedAbout() {
        Profile.Pool serial = pool(new Losses(8, 4, 0, 0, 4), 4);
        Profile.Pool[] many = Collections.nCopies(9, serial).toArray(Profile.Pool[]::new);
        List<Profile.Advice> said = advise(many);
        assertEquals(4, said.stream().filter(it -> it.id().equals("serial")).count());
    }

    @Test
    void whatHoldsUpWorkersIsNamedWithItsLineUnlessItIsNothing() {
        Profile.Pool pool = pool(new Losses(8, 7.8, 0.1, 0.1, 0), 4);
        Profile.Blocking sleep =
                new Profile.Blocking(
                        Profile.Blocking.Kind.SLEEP, "A.java:1 (A.a)", null, 3, 0.5, 0.2);
        Profile.Blocking monitor =
                new Profile.Blocking(
                        Profile.Blocking.Kind.MONITOR, "B.java:2 (B.b)", "B", 1, 0.4, 0.3);
        Profile.Blocking park =
                new Profile.Blocking(
                        Profile.Blocking.Kind.PARK, "D.java:4 (D.d)", null, 1, 0.3, 0.3);
        Profile.Blocking little =
                new Profile.Blocking(
                        Profile.Blocking.Kind.PARK, "C.java:3 (C.c)", null, 1, 0.01, 0.01);
        List<Profile.Advice> advice =
                Advisor.advise(
                        Profiles.recording("r"),
                        Profiles.WIDTH,
                        List.of(pool),
                        List.of(sleep, monitor, park, little),
                        QUIET,
                        null);
        assertEquals(
                List.of("blocked", "monitor", "blocked"), // and not that all was used well
                advice.stream()
                        .map(Profile.Advice::id)
                        .filter(id -> !id.equals("outside"))
                        .toList());
        assertEquals("A.java:1 (A.a)", advice.get(0).where());
        assertSaid(advice.get(0), "slept 3 times, 500.0 ms in all", "managedBlock");
        assertSaid(advice.get(0), "a processor stood still meanwhile. ");
        assertSaid(advice.get(1), "waited for a monitor that another held (B) 1 time, 400.0 ms");
        assertSaid(advice.get(2), "stood still meanwhile, unless the worker was replaced. ");
    }

    /** Its monitors are in no event, as nobody gets them. */
    @Test
    void aDeadlockIsNoPoolThatUsedItsProcessors() {
        List<Profile.Advice> advice = still(Profiles.course(0), List.of());
        assertFalse(advice.stream().anyMatch(it -> it.id().equals("good")), advice.toString());
        Profile.Advice stuck =
                advice.stream().filter(it -> it.id().equals("stuck")).findFirst().orElseThrow();
        assertSaid(stuck, "none used a processor", "deadlock", "Thread.print");
    }

    @Test
    void workersThatWaitForAProcessorOrAreToldOfAreNotStuck() {
        double[] inTurn = Profiles.course(0);
        for (int i = 0; i < Profiles.BINS; i += 15) { // every 0.75 s
            inTurn[i] = 0.01;
        }
        Profile.Blocking sleep =
                new Profile.Blocking(Profile.Blocking.Kind.SLEEP, "A.java:1 (A.a)", null, 2, 10, 5);
        for (List<Profile.Advice> advice :
                List.of(
                        still(inTurn, List.of()),
                        still(Profiles.course(0), List.of(sleep)),
                        still(null, List.of()))) {
            assertFalse(advice.stream().anyMatch(it -> it.id().equals("stuck")), advice.toString());
        }
    }

    private static List<Profile.Advice> still(
            double[] onProcessor, List<Profile.Blocking> blocking) {
        return Advisor.advise(
                Profiles.recording("r"),
                Profiles.WIDTH,
                List.of(Profiles.pool("some", 1)),
                blocking,
                QUIET,
                onProcessor);
    }

    @Test
    void theMachineIsToldOf() {
        Profile.Pool pool = pool(new Losses(8, 6, 0.7, 0.7, 0.6), 4);
        List<String> ids =
                Advisor.advise(
                                Profiles.recording("r"),
                                Profiles.WIDTH,
                                List.of(pool),
                                List.of(),
                                new Profile.Machine(0.4, 0.5, 100, 1),
                                null)
                        .stream()
                        .map(Profile.Advice::id)
                        .filter(id -> !id.equals("outside"))
                        .toList();
        assertEquals(List.of("others", "collections", "throttled"), ids);
    }

    @Test
    void withoutPoolsThereIsNothingToSay() {
        assertEquals(
                List.of(),
                Advisor.advise(
                        Profiles.recording("r"),
                        Profiles.WIDTH,
                        List.of(),
                        List.of(),
                        QUIET,
                        null));
    }

    static Profile.Pool ofJdk(Profile.Pool pool, String name) {
        return ofJdk(pool, name, pool.workers());
    }

    static Profile.Pool ofJdk(Profile.Pool pool, String name, List<Profile.Worker> workers) {
        return new Profile.Pool(
                name,
                "java.util.concurrent",
                pool.parallelism(),
                pool.granted(),
                pool.wanted(),
                pool.from(),
                pool.to(),
                pool.resolution(),
                pool.tasksRun(),
                pool.regions(),
                pool.barriers(),
                pool.totals(),
                pool.guests(),
                pool.losses(),
                pool.serialStretches(),
                pool.stolen(),
                pool.tasks(),
                pool.promotionSites(),
                pool.processorChanges(),
                pool.overTime(),
                workers,
                pool.workersInAll());
    }

    private static List<Profile.Advice> advise(Profile.Pool... pools) {
        Profile.Recording all = Profiles.recording("r");
        return Advisor.advise(all, Profiles.WIDTH, List.of(pools), List.of(), QUIET, null);
    }

    private static List<String> ids(Profile.Pool pool) {
        return advise(pool).stream()
                .map(Profile.Advice::id)
                .filter(id -> !id.equals("outside"))
                .toList();
    }

    private static Profile.Advice only(String id, Profile.Pool pool) {
        assertEquals(List.of(id), ids(pool));
        return first(id, pool);
    }

    private static Profile.Advice first(String id, Profile.Pool pool) {
        return advise(pool).stream().filter(a -> a.id().equals(id)).findFirst().orElseThrow();
    }

    private static void assertSaid(Profile.Advice advice, String... words) {
        for (String said : words) {
            assertTrue(advice.text().contains(said), () -> said + " in: " + advice.text());
        }
    }

    private static Profile.Totals totals(long forks, long won, long tried, double compute) {
        return new Profile.Totals(forks, 0, tried, won, 1, 0, 0, compute, 0, 0, 0);
    }

    private static Profile.Pool pool(Losses losses, int workers) {
        return pool(losses, workers, totals(0, 500, 800, 2));
    }

    private static Profile.Pool pool(Losses losses, int workers, Profile.Totals totals) {
        return pool(
                losses,
                workers,
                totals,
                List.of(new Profile.TaskClass("Main.work:7", 9, 2, 0.1, 0.8)),
                0,
                2);
    }

    private static Profile.Pool pool(
            Losses losses,
            int workers,
            Profile.Totals totals,
            List<Profile.TaskClass> tasks,
            int wanted,
            double seconds) {
        return pool(losses, workers, totals, tasks, wanted, seconds, 0);
    }

    private static Profile.Pool pool(
            Losses losses,
            int workers,
            Profile.Totals totals,
            List<Profile.TaskClass> tasks,
            int wanted,
            double seconds,
            double barriers) {
        List<Profile.Count> running = List.of(new Profile.Count("Main.java:3 (Main.main)", 5));
        List<Profile.Stretch> stretches = List.of(new Profile.Stretch(1, 2.5, 3, running));
        return pool(losses, workers, totals, tasks, wanted, seconds, barriers, stretches);
    }

    private static Profile.Pool withoutStretches(Losses losses, int workers) {
        Profile.Totals totals = totals(0, 500, 800, 2);
        return pool(losses, workers, totals, List.of(), 0, 2, 0, List.of());
    }

    private static Profile.Pool pool(
            Losses losses,
            int workers,
            Profile.Totals totals,
            List<Profile.TaskClass> tasks,
            int wanted,
            double seconds,
            double barriers,
            List<Profile.Stretch> stretches) {
        double[] none = Profiles.course(0);
        double[] computing = Profiles.course(50, 1, workers); // until 1.5 s of it have passed
        return new Profile.Pool(
                "some",
                "LAZY",
                workers,
                workers,
                wanted,
                1,
                1 + seconds,
                0.1,
                10,
                7,
                barriers,
                totals,
                false,
                losses,
                stretches,
                List.of(),
                tasks,
                List.of(new Profile.Count("Main.work:7", 5)),
                List.of(),
                new Profile.Course(
                        Profiles.course(workers), computing, Profiles.course(0), none, none),
                List.of(),
                workers);
    }
}
