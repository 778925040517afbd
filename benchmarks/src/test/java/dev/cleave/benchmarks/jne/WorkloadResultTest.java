package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.MeasurementException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** From what was seen of a workload to the figures of a table. */
class WorkloadResultTest {
    private static final double MILLI = 1e6;

    private static Window window(double seconds, Long migrations, List<List<Double>> runs) {
        return new Window(seconds, runs, new ThreadFigures.Counts(migrations, migrations, 30L, 0L));
    }

    private static WorkloadResult result(List<Window> windows) {
        return WorkloadResult.of(
                Workload.TWO,
                WorkloadPeer.JUC,
                List.of(2, 2),
                windows,
                List.of(
                        new WorkloadResult.Standalone(100 * MILLI, 50 * MILLI),
                        new WorkloadResult.Standalone(400 * MILLI, 300 * MILLI)));
    }

    /** The first takes 200 ms on average, the second 400 ms. */
    private static final List<List<Double>> RUNS =
            List.of(List.of(100 * MILLI, 300 * MILLI), List.of(400 * MILLI));

    @Test
    void performanceIsTheBestStandaloneTimeByTheMean() {
        List<WorkloadResult.Program> programs = result(List.of(window(2, 10L, RUNS))).programs();
        assertEquals(200, programs.get(0).meanMillis(), 1e-9);
        assertEquals(0.25, programs.get(0).performance(), 1e-9);
        assertEquals(0.75, programs.get(1).performance(), 1e-9);
        assertEquals(2, programs.get(0).runs());
        assertEquals(Kernel.LUFACT, programs.get(0).kernel());
    }

    @Test
    void throughputIsSerialWorkDoneInTheTime() {
        assertEquals(0.5 + 1.0, result(List.of(window(2, 10L, RUNS))).throughput(), 1e-9);
    }

    @Test
    void fairnessIsTheLeastSlowdownByTheLargest() {
        // 1/0.75 by 1/0.25
        assertEquals(1.0 / 3, result(List.of(window(2, 10L, RUNS))).fairness(), 1e-9);
    }

    @Test
    void runsAndCountsOfAllWindowsGoTogether() {
        List<List<Double>> faster = List.of(List.of(50 * MILLI, 150 * MILLI), List.of(200 * MILLI));
        WorkloadResult both = result(List.of(window(2, 10L, RUNS), window(8, 40L, faster)));
        assertEquals(150, both.programs().get(0).meanMillis(), 1e-9);
        assertEquals(300, both.programs().get(1).meanMillis(), 1e-9);
        assertEquals(5.0, both.migrationsPerSecond(), 1e-9);
        assertEquals(5.0, both.workerMigrationsPerSecond(), 1e-9);
        assertEquals(6.0, both.switchesPerSecond(), 1e-9);
    }

    @Test
    void whatTheSystemDoesNotSayIsNotGuessed() {
        WorkloadResult some = result(List.of(window(2, 10L, RUNS), window(2, null, RUNS)));
        assertNull(some.migrationsPerSecond());
        assertEquals(15.0, some.switchesPerSecond(), 1e-9);
    }

    @Test
    void theBestStandaloneRunHasNoMoreWorkersThanAreWanted() {
        Standalones standalones = new Standalones();
        add(standalones, WorkloadPeer.SERIAL, 1, 90, 100, 200);
        add(standalones, WorkloadPeer.FIXED, 1, 80);
        add(standalones, WorkloadPeer.JUC, 2, 40);
        assertEquals(
                new WorkloadResult.Standalone(100, 80),
                standalones.of(Kernel.SOR, Kernel.Size.FINE, 1));
        assertEquals(
                new WorkloadResult.Standalone(100, 40),
                standalones.of(Kernel.SOR, Kernel.Size.FINE, 2));
    }

    private static void add(
            Standalones standalones, WorkloadPeer peer, int workers, double... nanos) {
        standalones.add(
                new Standalones.Key(Kernel.SOR, Kernel.Size.FINE, peer, workers),
                Arrays.stream(nanos).boxed().toList());
    }

    @Test
    void countsAreThoseOfThreadsThatAreStillThereAndOfNewOnes() {
        ThreadFigures before =
                new ThreadFigures(
                        Map.of(
                                "1", new ThreadFigures.Counts(5L, 0L, 50L, 500L),
                                "2", new ThreadFigures.Counts(9L, 9L, 90L, 900L)));
        ThreadFigures after =
                new ThreadFigures(
                        Map.of(
                                "1", new ThreadFigures.Counts(7L, 0L, 55L, 501L),
                                "3", new ThreadFigures.Counts(1L, 1L, 10L, 100L)));
        assertEquals(new ThreadFigures.Counts(3L, 1L, 15L, 101L), after.since(before));
    }

    @Test
    void aProcessThatIsNotThereHasNoCounts() {
        assertEquals(
                new ThreadFigures.Counts(null, null, null, null),
                ThreadFigures.of(-1).since(ThreadFigures.of(-1)));
    }

    @Test
    void anAnswerOtherThanTheFirstIsWrong() throws Exception {
        Answers answers = new Answers();
        answers.check(Kernel.SOR, Kernel.Size.FINE, "serial", "hash 1");
        answers.check(Kernel.SOR, Kernel.Size.FINE, "juc", "hash 1");
        answers.check(Kernel.SOR, Kernel.Size.PAPER, "serial", "hash 2");
        MeasurementException wrong =
                assertThrows(
                        MeasurementException.class,
                        () -> answers.check(Kernel.SOR, Kernel.Size.FINE, "fixed", "hash 2"));
        assertEquals(
                "fixed: wrong result: hash 2, but the serial version found hash 1",
                wrong.getMessage());
    }

    @Test
    void aimsAreReachedMissedOrNotMeasured() {
        JneResults results = new JneResults();
        results.workloads.add(fine(WorkloadPeer.JUC, 1.0, 0.5, 100.0));
        results.workloads.add(fine(WorkloadPeer.DYNAMIC, 1.5, 0.7, 5.0));
        results.changes.add(change(WorkloadPeer.CONTAINER, "quota 2.0 to 0.5", 700.0, 900.0));
        results.changes.add(change(WorkloadPeer.CONTAINER, "affinity 0-1 to 0", 700.0, null));
        results.losses.add(Loss.of("a failure", List.of(1.0, 1_001.0, 3.0)));
        results.losses.add(Loss.of("another", List.of(5.0)));
        List<String> verdicts =
                JneAims.of(results).stream()
                        .map(aim -> aim.what().split(",")[0] + " " + aim.verdict())
                        .toList();
        assertTrue(verdicts.contains("overloaded reached"), verdicts::toString);
        assertTrue(verdicts.contains("its fairness missed"), verdicts::toString);
        assertTrue(verdicts.contains("migrations of workers not measured"), verdicts::toString);
        assertTrue(verdicts.contains("pool follows a changed quota reached"), verdicts::toString);
        assertTrue(verdicts.contains("pool follows a changed affinity missed"), verdicts::toString);
        assertTrue(verdicts.contains("processor lost after a failure missed"), verdicts::toString);
        assertTrue(
                verdicts.contains("pool follows a changed grant not measured"), verdicts::toString);
    }

    private static WorkloadResult fine(
            WorkloadPeer peer, double throughput, double fairness, double migrations) {
        return new WorkloadResult(
                Workload.TWO_FINE,
                peer,
                List.of(new WorkloadResult.Program(Kernel.SOR, 2, 3, 10, 0.5)),
                throughput,
                fairness,
                migrations,
                migrations,
                null);
    }

    private static Change change(WorkloadPeer peer, String what, Double shrink, Double grow) {
        return new Change(what, peer, shrink, grow, new double[] {2, 1, 2}, null);
    }

    @Test
    void thePlotHasABarForEachProgramAndIsWellFormed() throws Exception {
        JneResults results = new JneResults();
        results.workloads.add(fine(WorkloadPeer.JUC, 1.0, 0.5, 100.0));
        results.workloads.add(fine(WorkloadPeer.DYNAMIC, 1.5, 0.7, 5.0));
        String svg = WorkloadPlot.svg(results);
        var document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertEquals(2, document.getElementsByTagName("title").getLength());
        assertTrue(svg.contains(">1.50</text>"), svg);
    }

    @Test
    void rowsInJsonNameWhatTheyAreAboutInWordsOfTheCommandLine() {
        JneResults results = new JneResults();
        results.workloads.add(fine(WorkloadPeer.ROUND_ROBIN, 1.0, 0.5, 100.0));
        results.costs = new CostsExperiment.Costs(10, 1.5, null, 40.0);
        String json = results.json();
        assertTrue(json.contains("\"program\": \"workload-2-fine\""), json);
        assertTrue(json.contains("\"peer\": \"round-robin\""), json);
        assertTrue(json.contains("\"manager_percent\": null"), json);
    }
}
