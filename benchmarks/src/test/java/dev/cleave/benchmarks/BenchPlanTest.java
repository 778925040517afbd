package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.repaired.RepairedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured where an option is left out, and which options are refused. */
class BenchPlanTest {
    @TempDir private Path folder;

    @Test
    void allDisciplinesInFjavaAndTheDefaultOneElsewhere() {
        assertEquals(Scheduling.values().length, plan("fjava", "--").schedulings().size());
        assertEquals(1, plan("fjtask", "--").schedulings().size());
        assertEquals(1, plan("overhead", "--").schedulings().size());
        assertEquals(Scheduling.values().length, plan("overhead", "all").schedulings().size());
    }

    @Test
    void disciplinesInLowerCase() {
        assertEquals(List.of("SPLIT"), plan("fjtask", "split").schedulings());
    }

    @Test
    void lambdasOnlyWhereAProgramHasThem() {
        BenchPlan plan = plan("overhead", "--");
        for (Catalogue.Program program : plan.programs()) {
            boolean lambdas =
                    plan.measurements(program, Budget.full()).stream()
                            .anyMatch(each -> each.peer() == Peer.CLEAVE_LAMBDA);
            assertEquals(
                    !List.of(
                                    "fib-lean",
                                    "lists",
                                    "long-lists",
                                    "barrier",
                                    "latency",
                                    "burst",
                                    "burst-executed",
                                    "round-trips",
                                    "blockers",
                                    "two-pools",
                                    "future-tree",
                                    "startup",
                                    "startup-archived",
                                    "warm-up")
                            .contains(program.name()),
                    lambdas,
                    program.name());
        }
    }

    @Test
    void whatUsesACommonPoolHasAVirtualMachineForEachSize() {
        BenchPlan plan = plan("streams", "--");
        for (Measurement each : plan.measurements(plan.programs().get(0), Budget.full())) {
            assertEquals(1, each.workers().size(), each.title());
        }
    }

    @Test
    void whatShowsACostIsMeasuredWhenAskedForWithEveryProgramOfCleave() {
        assertFalse(plan("overhead", "--").peers().contains(Peer.CLEAVE_JFR));
        BenchPlan asked =
                BenchPlan.of(
                        new PaperCatalogue(),
                        options(
                                "overhead",
                                List.of(),
                                List.of("cleave", "cleave-jfr", "cleave-untimed", "elision")));
        for (Catalogue.Program program : asked.programs()) {
            assertEquals(
                    List.of(Peer.CLEAVE, Peer.CLEAVE_JFR, Peer.CLEAVE_UNTIMED, Peer.ELISION),
                    asked.measurements(program, Budget.full()).stream()
                            .map(Measurement::peer)
                            .toList(),
                    program.name());
        }
    }

    @Test
    void onlyOneWorkerBesideOneThatIsKeptAway() {
        BenchPlan plan = plan("overhead", "--");
        Catalogue.Program fib = plan.programs().get(0);
        for (Measurement each : plan.measurements(fib, Budget.full())) {
            assertEquals(
                    each.peer() == Peer.FUTURE_FORKING ? List.of(1) : plan.workers(),
                    each.workers(),
                    each.title());
        }
    }

    @Test
    void theSuitesHaveThePapersPrograms() {
        assertEquals(
                List.of("fib", "integrate", "micro", "sort", "mm", "lu", "jacobi"),
                plan("fjtask", "--").programs().stream()
                        .map(Catalogue.Program::name)
                        .filter(name -> !name.contains("-"))
                        .toList());
        assertEquals(
                List.of("mm", "lu", "lu-4", "primes", "fib", "quicksort"),
                plan("fjava", "--").programs().stream().map(Catalogue.Program::name).toList());
        assertEquals(
                List.of("series", "crypt", "sor", "lufact", "sparse", "montecarlo", "raytracer"),
                plan("javagrande", "--").programs().stream().map(Catalogue.Program::name).toList());
    }

    @Test
    void aRepairIsMeasuredWhereThereIsOne() {
        BenchPlan plan = plan("bottlenecks", "--");
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            for (Catalogue.Program program : plan.programs()) {
                assertEquals(
                        RepairedPrograms.in(pool, program.quick().get()).isPresent(),
                        program.peers().contains(Peer.REPAIRED),
                        program.name());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aQuickSuiteStaysWithinTwoMinutes() {
        for (String suite :
                List.of(
                        "fjtask",
                        "fjava",
                        "dblfutures",
                        "javagrande",
                        "futures",
                        "bottlenecks",
                        "overhead")) {
            BenchPlan plan = plan(suite, "--");
            int machines = plan.machines(plan.programs());
            Budget budget = Budget.quick(machines, 0);
            double seconds = machines * (budget.warmUpNanos() + budget.measureNanos()) / 1e9;
            assertTrue(seconds < 100, suite + ": " + seconds + " s in " + machines + " machines");
            assertTrue(machines <= Budget.QUICK_MACHINES, suite + ": " + machines + " machines");
        }
    }

    @Test
    void aQuickSuiteHasTheMachinesThatWereAskedFor() {
        assertEquals(1, plan("overhead", "--").forks());
        assertEquals(
                2,
                BenchPlan.of(
                                new PaperCatalogue(),
                                options("overhead", List.of(), List.of("cleave")))
                        .forks());
        assertEquals(
                7,
                BenchPlan.of(new PaperCatalogue(), options("overhead", List.of(), List.of(), 7))
                        .forks());
    }

    @Test
    void aQuickSuiteThatIsLateSpendsLessOnTheRest() {
        Budget inTime = Budget.quick(50, 0);
        Budget late = Budget.quick(50, 40_000_000_000L);
        Budget tooLate = Budget.quick(50, 1_000_000_000_000L);
        assertTrue(late.measureNanos() < inTime.measureNanos());
        assertTrue(tooLate.measureNanos() > 0);
    }

    @Test
    void peersThatASuiteLacksAreRefused() {
        UsageException refused =
                assertThrows(
                        UsageException.class,
                        () ->
                                BenchPlan.of(
                                        new PaperCatalogue(),
                                        options("fjtask", List.of(), List.of("cleave-lambda"))));
        assertEquals(
                "'cleave-lambda' is no peer in suite fjtask; peers: juc cleave future cleave-jfr"
                        + " cleave-untimed elision",
                refused.getMessage());
    }

    @Test
    void aJdkThatIsTooOldIsRefused() throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        assertTrue(Files.createFile(java).toFile().setExecutable(true));
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        UsageException refused =
                assertThrows(
                        UsageException.class,
                        () ->
                                BenchPlan.of(
                                        new PaperCatalogue(),
                                        new BenchOptions(
                                                "fjtask", true, null, folder, List.of(), List.of(),
                                                List.of(), List.of(), null, null, null,
                                                List.of())));
        assertEquals(
                "--jdk " + folder + " is Java 11; give the home of a JDK 17 or later",
                refused.getMessage());
    }

    @Test
    void whatIsSoIfItIsLeftOutMayBeSaid() {
        BenchPlan plan =
                BenchPlan.of(
                        new PaperCatalogue(),
                        new BenchOptions(
                                "fjtask", true, null, null, List.of(), List.of(), List.of(),
                                List.of(), null, null, 0, List.of()));
        assertEquals(0, plan.busyThreads());
    }

    @Test
    void virtualThreadsOnlyWhereThereAreSome() throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        assertTrue(Files.createFile(java).toFile().setExecutable(true));
        for (int version : new int[] {17, 21}) {
            Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
            assertEquals(version == 21, futures(List.of()).peers().contains(Peer.VIRTUAL_THREAD));
        }
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17\"\n");
        UsageException refused =
                assertThrows(
                        UsageException.class, () -> futures(List.of("thread", "virtual-thread")));
        assertEquals(
                "peer virtual-thread needs Java 21, and "
                        + folder
                        + " is Java 17;"
                        + " choose another --jdk",
                refused.getMessage());
    }

    private BenchPlan futures(List<String> peers) {
        return BenchPlan.of(
                new PaperCatalogue(),
                new BenchOptions(
                        "dblfutures",
                        true,
                        null,
                        folder,
                        peers,
                        List.of(),
                        List.of(),
                        List.of(),
                        null,
                        null,
                        null,
                        List.of()));
    }

    @Test
    void releasesOfAllAges() throws IOException {
        assertEquals(Integer.MAX_VALUE, JdkRelease.feature(folder));
        for (String[] release :
                new String[][] {{"1.8.0_412", "8"}, {"17.0.15", "17"}, {"25", "25"}}) {
            Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + release[0] + "\"\n");
            assertEquals(Integer.parseInt(release[1]), JdkRelease.feature(folder));
        }
    }

    @Test
    void theDefaultSizesOfPoolBeginWithOne() {
        assertEquals(1, plan("fjtask", "--").workers().get(0));
        assertFalse(plan("fjtask", "--").workers().isEmpty());
    }

    @Test
    void twoWorkersWhereThereAreAimsForTwo() {
        assertEquals(List.of(1, 2, 8), BenchPlan.workers("futures", 8));
        assertEquals(List.of(1, 2), BenchPlan.workers("futures", 2));
        assertEquals(List.of(1), BenchPlan.workers("futures", 1));
        assertEquals(List.of(1, 8), BenchPlan.workers("fjtask", 8));
    }

    @Test
    void suiteFuturesHasTheProgramsOfSuiteOverheadAtTheirSizes() {
        List<Catalogue.Program> overhead = plan("overhead", "--").programs();
        for (Catalogue.Program program : plan("futures", "--").programs()) {
            overhead.stream()
                    .filter(other -> other.name().equals(program.name()))
                    .filter(other -> !other.name().equals("fib")) // fib(42) here
                    .forEach(other -> assertEquals(other.size(), program.size()));
        }
        assertEquals(14, plan("futures", "--").programs().size());
    }

    /** The plan for a suite in quick mode; "--" leaves the scheduling out. */
    private static BenchPlan plan(String suite, String scheduling) {
        return BenchPlan.of(
                new PaperCatalogue(),
                options(
                        suite,
                        scheduling.equals("--") ? List.of() : List.of(scheduling),
                        List.of()));
    }

    private static BenchOptions options(String suite, List<String> scheduling, List<String> peers) {
        return options(suite, scheduling, peers, null);
    }

    private static BenchOptions options(
            String suite, List<String> scheduling, List<String> peers, Integer forks) {
        return new BenchOptions(
                suite,
                true,
                null,
                null,
                peers,
                List.of(),
                scheduling,
                List.of(),
                forks,
                null,
                null,
                List.of());
    }
}
