package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.FaultySort;
import dev.cleave.benchmarks.programs.FaultySort.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A suite of programs that are right only if they run serially, each named after its fault. */
public final class FaultyCatalogue implements Catalogue {

    /** Made by name in every virtual machine that measures. */
    public FaultyCatalogue() {}

    @Override
    public List<Suite> suites() {
        return List.of(
                new Suite(
                        "faulty",
                        false,
                        Arrays.stream(Fault.values()).map(FaultyCatalogue::program).toList()));
    }

    private static Program program(Fault fault) {
        return new Program(
                fault.name().toLowerCase(Locale.ROOT),
                "10,000 numbers",
                () -> new FaultySort(fault),
                () -> new FaultySort(fault),
                List.of(Peer.JUC, Peer.CLEAVE));
    }
}
