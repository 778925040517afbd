package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.peers.WorkerTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * All runs of one program by one peer, with one discipline and one size of pool, from however many
 * virtual machines.
 */
final class Samples {
    private final Peer peer;
    private final int workers;
    private final List<Event> runs = new ArrayList<>();
    private String jdk;
    private String scheduling;

    Samples(Peer peer, int workers) {
        this.peer = peer;
        this.workers = workers;
    }

    /** Takes what one virtual machine has said, as far as it is about this size of pool. */
    void add(List<Event> events) {
        for (Event event : events) {
            if (event.kind() == Event.Kind.START) {
                jdk = event.jdk();
                scheduling = event.scheduling();
            } else if (event.kind() == Event.Kind.RUN && event.workers() == workers) {
                runs.add(event);
            }
        }
    }

    Peer peer() {
        return peer;
    }

    int workers() {
        return workers;
    }

    String jdk() {
        return jdk;
    }

    String scheduling() {
        return scheduling;
    }

    /** How long the runs took, in nanoseconds. */
    Statistics nanos() {
        return Statistics.of(runs.stream().mapToDouble(Event::nanos));
    }

    /**
     * What a run allocates, in bytes: one in which nothing became a task, if there is such a run.
     */
    double bytes() {
        List<Event> without =
                runs.stream().filter(run -> run.tasks() != null && run.tasks() == 0).toList();
        return Statistics.of(
                        (without.isEmpty() ? runs : without).stream().mapToDouble(Event::bytes))
                .median();
    }

    /** How many tasks a run runs; null where the pool does not count them. */
    Long tasks() {
        return runs.stream().map(Event::tasks).allMatch(Objects::nonNull)
                ? Math.round(Statistics.of(runs.stream().mapToDouble(Event::tasks)).median())
                : null;
    }

    /** Where each worker's time went in all runs; empty where the pool does not tell. */
    List<WorkerTime> times() {
        return WorkerTime.sums(runs.stream().map(Event::times).toList());
    }

    /** How many tasks are stolen in a run. */
    long steals() {
        return Math.round(Statistics.of(runs.stream().mapToDouble(Event::steals)).median());
    }
}
