package dev.cleave.benchmarks.costs;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How often a version went wrong, where it computes something else than the right one. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Faults {
    /** How often something was lost or unfinished. */
    public long faults;

    /** How often it could have been. */
    public long chances;

    /** For JMH. */
    public Faults() {}

    /** Counts, for one run. */
    void add(long faults, long chances) {
        this.faults += faults;
        this.chances += chances;
    }
}
