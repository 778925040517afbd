package dev.cleave.manager;

import dev.cleave.processors.manager.ManagerTable;
import dev.cleave.processors.manager.Speedup;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A program with a slot in the table, as the manager's thread sees it. */
final class ManagedProgram {
    /** How long what went badly on many processors outweighs what goes well on fewer. */
    static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    final int slot;
    final int generation;
    final long process;
    final ProcessFile file;
    final String name;
    final int minimum;
    final int weight;

    /** The processors that it may use, by their indices; one at least. */
    BitSet allowed;

    int wanted;
    boolean owned;
    boolean stopped;
    Speedup speedup;
    private long measuredAt;

    /** Null until the first grant. */
    BitSet granted;

    /** Whether what is granted is not its own: it waits, and computes beside another. */
    boolean shares;

    /** The index of the first processor that was granted last; at first, nobody's. */
    int home = Placement.NOBODY;

    ManagedProgram(
            int slot, int generation, ProcessFile file, BitSet allowed, Registration registration) {
        this.allowed = allowed;
        this.slot = slot;
        this.generation = generation;
        this.file = file;
        process = registration.process();
        name = registration.name();
        minimum = registration.minimum();
        weight = registration.weight();
    }

    /** Whether the process lives, also if its file has been closed. */
    boolean lives() {
        try (ProcessFile now = ProcessFile.open(process)) {
            return now.start() == file.start() && now.look() != Liveness.GONE;
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * Reads what the program wrote.
     *
     * @param processors to which its request is cut
     * @param nanos when, as {@link System#nanoTime} says
     * @return whether anything changed
     */
    boolean read(ManagerTable table, int processors, long nanos) {
        int nowWanted = Manager.clamp(table.requested(slot, generation), 0, processors);
        boolean measured = measure(Speedup.decoded(table.speedup(slot, generation)), nanos);
        boolean nowOwned = table.ownership(slot, generation) == ManagerTable.OWNED;
        boolean changed = measured || nowWanted != wanted || nowOwned != owned;
        wanted = nowWanted;
        owned = nowOwned;
        return changed;
    }

    /**
     * Takes a speedup for the program's. On fewer processors most programs do well: one that has
     * fewer because it used more badly is not to get those back at once, and lose them again, and
     * so on. (Corbalán et al. have it stay in a state STABLE.)
     *
     * @return whether it is another than before
     */
    boolean measure(Speedup told, long nanos) {
        if (Objects.equals(told, speedup)) {
            return false;
        }
        if (told != null
                && speedup != null
                && told.processors() < speedup.processors()
                && Policy.justified(told) > Policy.justified(speedup)
                && nanos - measuredAt < TRIAL_NANOS) {
            return false;
        }
        speedup = told;
        measuredAt = nanos;
        return true;
    }

    /** What counts when processors are divided: nothing of one that could not use them. */
    Demand demand() {
        return new Demand(owned && !stopped ? usable() : 0, minimum, weight, speedup);
    }

    /** What it wants, of what it may use. */
    private int usable() {
        return Math.min(wanted, allowed.cardinality());
    }

    ManagerState.ProgramState state() {
        BitSet set = granted == null ? new BitSet() : granted;
        return new ManagerState.ProgramState(
                process,
                name,
                usable(),
                shares ? 0 : set.cardinality(),
                minimum,
                weight,
                ProcessorList.format(set),
                speedup == null ? null : speedup.times(),
                stopped,
                shares);
    }

    /** For the log. */
    @Override
    public String toString() {
        return name + " " + process;
    }
}
