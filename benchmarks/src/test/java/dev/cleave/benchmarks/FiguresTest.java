package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.peers.WorkerTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** From runs to rows: statistics, what is said for a fork, and the words for it. */
class FiguresTest {
    private static final Event.Facts FACTS = new Event.Facts(1_000, 1, 0);

    @Test
    void anOddNumberOfMeasurements() {
        Statistics statistics = Statistics.of(DoubleStream.of(3, 1, 8));
        assertEquals(new Statistics(1, 3, 8), statistics);
        assertEquals(7.0 / 3, statistics.spread());
    }

    @Test
    void anEvenNumberOfMeasurements() {
        assertEquals(new Statistics(1, 2.5, 4), Statistics.of(DoubleStream.of(4, 1, 3, 2)));
    }

    @Test
    void noMeasurements() {
        assertThrows(IllegalArgumentException.class, () -> Statistics.of(DoubleStream.empty()));
    }

    @Test
    void theGeometricMeanOfARatioAndItsInverseIsOne() {
        assertEquals(1, Statistics.geometricMean(DoubleStream.of(0.25, 4)), 1e-15);
    }

    @Test
    void timesSettleWhenTheLastFiveAreWithinATwentieth() {
        Settling settling = new Settling(() -> 0);
        for (long nanos : new long[] {900, 100, 101, 102, 104}) {
            settling.add(nanos);
            assertFalse(settling.settled());
        }
        settling.add(105);
        assertTrue(settling.settled());
        settling.add(106);
        assertTrue(settling.settled());
        settling.add(50);
        assertFalse(settling.settled());
    }

    @Test
    void timesHaveNotSettledWhileSomethingIsCompiled() {
        AtomicLong compilation = new AtomicLong();
        Settling settling = new Settling(compilation::get);
        for (int run = 0; run < 8; run++) {
            compilation.set(run < 4 ? run : 3);
            settling.add(100);
            assertEquals(run >= 7, settling.settled(), "after run " + run);
        }
    }

    @Test
    void whatARowSaysForAFork() {
        Row row = row(1, 5_000_000, 40_000, FACTS);
        assertEquals(2.0, row.serialMs());
        assertEquals(5.0, row.medianMs());
        assertEquals(2.5, row.ratioToSerial());
        assertEquals(3_000.0, row.nsPerFork());
        assertEquals(32.0, row.bytesPerFork());
        assertEquals(1_001, row.tasks(), "as the program forks and submits them");
        assertEquals(3, row.steals());
    }

    @Test
    void severalWorkersHaveNoTimePerFork() {
        assertEquals(null, row(2, 5_000_000, 40_000, FACTS).nsPerFork());
    }

    @Test
    void noForksHaveNoFiguresPerFork() {
        Row row = row(1, 5_000_000, 40_000, new Event.Facts(0, 1, 0));
        assertEquals(null, row.nsPerFork());
        assertEquals(null, row.bytesPerFork());
    }

    @Test
    void runsInWhichNothingBecameATaskSayWhatIsAllocated() {
        Samples samples = new Samples(Peer.FUTURE, 1);
        samples.add(List.of(Event.start("17", "-"), future(1, 5_000), future(1, 6_000)));
        assertEquals(5_500, samples.bytes());
        samples.add(List.of(future(0, 8)));
        assertEquals(8, samples.bytes());
    }

    private static Event future(long tasks, long bytes) {
        return Event.run(1, 100, bytes, tasks, 0, List.of(), "answer");
    }

    @Test
    void theSpreadIsOverTheRunsOfAllVirtualMachines() {
        Samples samples = new Samples(Peer.JUC, 1);
        samples.add(List.of(Event.start("17", "-"), run(1, 100, 0), run(1, 110, 0)));
        samples.add(List.of(Event.start("17", "-"), run(1, 90, 0), run(2, 1, 0)));
        assertEquals(new Statistics(90, 100, 110), samples.nanos());
        assertEquals(0.2, samples.nanos().spread(), 1e-15);
    }

    @Test
    void whereAWorkersTimeWentIsAddedUpOverRuns() {
        List<WorkerTime> start = List.of(new WorkerTime(0, 10, 20, 30, 40));
        List<WorkerTime> end =
                List.of(new WorkerTime(0, 11, 22, 33, 44), new WorkerTime(1, 5, 5, 5, 5));
        List<WorkerTime> run = WorkerTime.since(start, end);
        assertEquals(List.of(new WorkerTime(0, 1, 2, 3, 4), new WorkerTime(1, 5, 5, 5, 5)), run);
        assertEquals(
                List.of(new WorkerTime(0, 2, 4, 6, 8), new WorkerTime(1, 10, 10, 10, 10)),
                WorkerTime.sums(List.of(run, run)));
    }

    @Test
    void aRowInJsonHasTheNamesThatWerePromised() {
        JsonObject row =
                JsonParser.parseString(Row.json(List.of(row(2, 5_000_000, 40_000, FACTS))))
                        .getAsJsonArray()
                        .get(0)
                        .getAsJsonObject();
        assertEquals(
                List.of(
                        "suite",
                        "program",
                        "peer",
                        "scheduling",
                        "jdk",
                        "workers",
                        "serial_ms",
                        "best_ms",
                        "median_ms",
                        "spread",
                        "ratio_to_serial",
                        "ns_per_fork",
                        "bytes_per_fork",
                        "tasks",
                        "steals"),
                List.copyOf(row.keySet()));
        assertTrue(row.get("ns_per_fork").isJsonNull());
        assertEquals(5, row.get("median_ms").getAsDouble());
    }

    @Test
    void noRowsAreAnEmptyArray() {
        assertEquals("[]", Row.json(List.of()));
    }

    @Test
    void anEventSurvivesItsLine() {
        Event run =
                Event.run(
                        2,
                        1_234_567_890_123L,
                        56,
                        null,
                        7,
                        List.of(new WorkerTime(0, 1, 2, 3, 4)),
                        "42 \"nodes\"\n");
        assertEquals(run, Event.parse(run.line()).orElseThrow());
        Event end = Event.end(FACTS);
        assertEquals(end, Event.parse(end.line()).orElseThrow());
        assertFalse(run.line().contains("\n"));
    }

    @Test
    void whatIsNoEvent() {
        for (String line : List.of("", "hello", "{", "[]", "{}", "{\"kind\":\"PARTY\"}", "7")) {
            assertTrue(Event.parse(line).isEmpty(), line);
        }
    }

    @Test
    void aMeasurementSurvivesACommandLine() {
        Measurement measurement =
                new Measurement(
                        "dev.Catalogue",
                        "fjava",
                        "lu-4",
                        Peer.CLEAVE,
                        "SPLIT",
                        List.of(1, 2),
                        true,
                        Budget.quick(10, 0));
        assertEquals(measurement, Measurement.parse(measurement.argument()));
        assertEquals("fjava lu-4, cleave SPLIT", measurement.title());
    }

    private static Row row(int workers, long nanos, long bytes, Event.Facts facts) {
        Samples serial = new Samples(Peer.SERIAL, 1);
        serial.add(List.of(Event.start("17", "-"), run(1, 2_000_000, 8_000)));
        Samples samples = new Samples(Peer.JUC, workers);
        samples.add(List.of(Event.start("17", "-"), run(workers, nanos, bytes)));
        return Row.of("suite", "program", samples, serial, facts);
    }

    private static Event run(int workers, long nanos, long bytes) {
        return Event.run(workers, nanos, bytes, null, 3, List.of(), "answer");
    }
}
