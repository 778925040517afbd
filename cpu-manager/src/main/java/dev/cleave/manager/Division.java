package dev.cleave.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Who has which processor: {@link Policy} says how many each program gets, {@link Placement} which
 * ones, and {@link Sharing} beside whom those compute that have to wait. For the manager's thread.
 */
final class Division {
    private final Policy policy;
    private final int[] processors;
    private final Topology topology;

    /** Of each processor, a program's slot, or {@link Placement#NOBODY}. */
    private int[] owners;

    private final int[] lastOwners;
    private long count;
    private long turn;
    private boolean somebodyWaits;

    /** Divides so many processors, ascending numbers, in such a way. */
    Division(Policy policy, int[] processors, Topology topology) {
        this.policy = policy;
        this.processors = processors;
        this.topology = topology;
        owners = new int[processors.length];
        lastOwners = new int[processors.length];
        clear();
    }

    /** How often it has divided. */
    long count() {
        return count;
    }

    /** How many turns there have been. */
    long turn() {
        return turn;
    }

    /** Whether the next turn may give somebody processors who has to wait for them. */
    boolean somebodyWaits() {
        return somebodyWaits;
    }

    /** The next division is that of another turn. */
    void nextTurn() {
        turn++;
    }

    /** Nobody has, or had, anything. */
    void clear() {
        Arrays.fill(owners, Placement.NOBODY);
        Arrays.fill(lastOwners, Placement.NOBODY);
    }

    /** What a slot has, or had, is nobody's. */
    void forget(int slot) {
        for (int p = 0; p < owners.length; p++) {
            owners[p] = owners[p] == slot ? Placement.NOBODY : owners[p];
            lastOwners[p] = lastOwners[p] == slot ? Placement.NOBODY : lastOwners[p];
        }
    }

    /**
     * Divides anew.
     *
     * @param programs all there are, in the order of their arrival
     * @return the processors of each
     */
    Map<ManagedProgram, BitSet> divide(List<ManagedProgram> programs) {
        count++;
        List<Demand> demands = programs.stream().map(ManagedProgram::demand).toList();
        int[] shares = policy.divide(demands, processors.length, turn);
        Affinities affinities = affinities(programs);
        if (!affinities.allowAll(processors.length)) {
            affinities.fit(shares, policy, demands, processors.length, turn);
        }
        somebodyWaits = policy.takesTurns(demands, shares);
        // No longer than need be: slots are given out from the first.
        int[] bySlot = new int[programs.stream().mapToInt(p -> p.slot + 1).max().orElse(0)];
        BitSet[] allowedBySlot = new BitSet[bySlot.length];
        for (int i = 0; i < shares.length; i++) {
            bySlot[programs.get(i).slot] = shares[i];
            allowedBySlot[programs.get(i).slot] = programs.get(i).allowed;
        }
        owners =
                Placement.place(
                        topology,
                        owners,
                        lastOwners,
                        bySlot,
                        new Affinities(Arrays.asList(allowedBySlot)));
        for (int p = 0; p < owners.length; p++) {
            lastOwners[p] = owners[p] == Placement.NOBODY ? lastOwners[p] : owners[p];
        }
        Map<ManagedProgram, BitSet> sets =
                programs.stream().collect(Collectors.toMap(program -> program, this::owned));
        share(programs, demands, shares, sets);
        return sets;
    }

    private static Affinities affinities(List<ManagedProgram> programs) {
        return new Affinities(programs.stream().map(program -> program.allowed).toList());
    }

    private BitSet owned(ManagedProgram program) {
        BitSet set = new BitSet();
        for (int p = 0; p < owners.length; p++) {
            if (owners[p] == program.slot) {
                set.set(processors[p]);
            }
        }
        return set;
    }

    /** Gives programs that wait a processor beside its owner. */
    private void share(
            List<ManagedProgram> programs,
            List<Demand> demands,
            int[] shares,
            Map<ManagedProgram, BitSet> sets) {
        List<ManagedProgram> waiting = new ArrayList<>();
        boolean content = policy != Policy.ROUND_ROBIN; // there, a turn is all that is wanted
        for (int i = 0; i < shares.length; i++) {
            ManagedProgram program = programs.get(i);
            program.shares = shares[i] == 0 && demands.get(i).wanted() > 0;
            if (program.shares) {
                waiting.add(program);
                content &= demands.get(i).least(processors.length) == 1;
            }
        }
        int[] homes = waiting.stream().mapToInt(program -> program.home).toArray();
        int[] places = Sharing.place(owners, homes, turn, affinities(waiting));
        for (int i = 0; i < places.length; i++) {
            sets.get(waiting.get(i)).set(processors[places[i]]);
        }
        List<BitSet> masks =
                programs.stream().filter(p -> !sets.get(p).isEmpty()).map(p -> p.allowed).toList();
        if (content && Sharing.isEven(owners, places, masks)) {
            somebodyWaits = false;
        }
        for (ManagedProgram program : programs) {
            int first = sets.get(program).nextSetBit(0);
            program.home = first < 0 ? program.home : Arrays.binarySearch(processors, first);
        }
    }
}
