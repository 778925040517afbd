package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.Arguments;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one virtual machine measures, in this one. */
class HarnessTest {
    private static final Budget SHORT = new Budget(20_000_000, 20_000_000, 20);
    private static final int LEVELS = 9;
    private static final int TIMES = 1;

    /**
     * On a busy machine nearly every run lasts long enough for somebody to ask. To hand one over
     * takes 48 bytes at least, and 24 more where the caller comes to wait: once or not at all, for
     * a thousand calls. Whoever is asked in vain still looks for class initialisers, in a stack
     * trace of some 2 KB.
     */
    @Test
    void callsThatNobodyAskedForAllocateNothingAndHandingARunOverIsNotCounted() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 100 && least >= 48; round++) {
            for (Event run : runs(Peer.FUTURE_FORKING)) {
                if (run.tasks() == 0) {
                    least = Math.min(least, Math.abs(run.bytes()));
                }
            }
        }
        long bytes = least;
        assertTrue(bytes < 48, () -> bytes + " bytes");
    }

    @Test
    void whatAProgramAllocatesIsCounted() {
        Samples samples = new Samples(Peer.CLEAVE, 1);
        samples.add(runs(Peer.CLEAVE));
        double bytes = samples.bytes() / forks();
        assertTrue(bytes >= 40, "a task keeps 40 bytes of arguments, and has " + bytes);
    }

    private static long forks() {
        return new Arguments(LEVELS, TIMES).forks();
    }

    private static List<Event> runs(Peer peer) {
        List<Event> events = new ArrayList<>();
        new Harness(
                        new Measurement(
                                "none", "none", "none", peer, null, List.of(1), true, SHORT),
                        events::add)
                .measure(() -> new Arguments(LEVELS, TIMES), () -> new Arguments(LEVELS, TIMES));
        return events.stream().filter(event -> event.kind() == Event.Kind.RUN).toList();
    }
}
