package dev.cleave.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTimeTest {
    private static final WorkerTime EARLIER = new WorkerTime(2, 10, 3, 0, 100);

    private static List<WorkerTime> since(WorkerTime later) {
        return WorkerTime.since(List.of(new WorkerTime(0, 500, 0, 0, 0), EARLIER), List.of(later));
    }

    @Test
    void aWorkerThatGoesOnCountsFromWhatItHadDone() {
        assertEquals(
                List.of(new WorkerTime(2, 40, 1, 0, 20)), since(new WorkerTime(2, 50, 4, 0, 120)));
    }

    @Test
    void oneThatHasBegunSinceCountsFromNothingAlsoInThePlaceOfAnother() {
        WorkerTime first = new WorkerTime(1, 7, 1, 0, 2);
        WorkerTime successor = new WorkerTime(2, 27, 2, 0, 36);
        assertEquals(List.of(first), since(first));
        assertEquals(List.of(successor), since(successor));
    }
}
