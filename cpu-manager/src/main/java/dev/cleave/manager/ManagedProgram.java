package dev.cleave.manager;

import dev.cleave.processors.manager.ManagerTable;
import dev.cleave.processors.manager.Speedup;
import java.util.BitSet;

/** A program with a slot in the table, as the manager's thread sees it. */
final class ManagedProgram {
    final int slot;
    final int generation;
    final long process;
    final ProcessFile file;
    final long start;
    final String name;
    final int minimum;
    final int weight;

    int wanted;
    boolean owned;
    boolean stopped;
    Speedup speedup;

    /** Null until the first grant. */
    BitSet granted;

    ManagedProgram(
            int slot,
            int generation,
            long process,
            ProcessFile file,
            long start,
            String name,
            int minimum,
            int weight) {
        this.slot = slot;
        this.generation = generation;
        this.process = process;
        this.file = file;
        this.start = start;
        this.name = name;
        this.minimum = minimum;
        this.weight = weight;
    }

    /**
     * Reads what the program wrote.
     *
     * @param processors to which its request is cut
     * @return whether anything changed
     */
    boolean read(ManagerTable table, int processors) {
        int nowWanted = Math.max(0, Math.min(processors, table.requested(slot, generation)));
        Speedup nowSpeedup = Speedup.decoded(table.speedup(slot, generation));
        boolean nowOwned = table.ownership(slot, generation) == ManagerTable.OWNED;
        boolean changed =
                nowWanted != wanted
                        || nowOwned != owned
                        || (speedup == null ? nowSpeedup != null : !speedup.equals(nowSpeedup));
        wanted = nowWanted;
        speedup = nowSpeedup;
        owned = nowOwned;
        return changed;
    }

    /** What counts when processors are divided: nothing of one that could not use them. */
    Demand demand() {
        return new Demand(owned && !stopped ? wanted : 0, minimum, weight, speedup);
    }

    ManagerState.ProgramState state() {
        BitSet set = granted == null ? new BitSet() : granted;
        return new ManagerState.ProgramState(
                process,
                name,
                wanted,
                set.cardinality(),
                minimum,
                weight,
                ProcessorList.format(set),
                speedup == null ? null : speedup.times(),
                stopped);
    }
}
