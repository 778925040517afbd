package dev.cleave.manager;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which processors programs may use: {@code taskset} and cpusets keep some from them. Granted one
 * of those, a program could not use it, and nobody else would get it.
 *
 * @param allowed of each program its processors, by their indices among those that are managed
 */
record Affinities(List<BitSet> allowed) {
    /** Whether a program may use a processor. */
    boolean allow(int program, int processor) {
        return allowed.get(program).get(processor);
    }

    /** Whether each may use all processors. */
    boolean allowAll(int processors) {
        return allowed.stream().allMatch(its -> its.cardinality() == processors);
    }

    /**
     * Gives a program one more processor, for which others may have to take others instead. (It is
     * Kuhn's way to match: whoever can be given one is, without anybody else having fewer.)
     *
     * @param owners of each processor a program, or {@link Placement#NOBODY}; changed
     * @return false if that is not possible
     */
    boolean give(int program, int[] owners) {
        return give(program, owners, new BitSet());
    }

    private boolean give(int program, int[] owners, BitSet tried) {
        for (int p = 0; p < owners.length; p++) {
            if (allow(program, p) && owners[p] == Placement.NOBODY) {
                owners[p] = program;
                return true;
            }
        }
        for (int p = 0; p < owners.length; p++) {
            if (allow(program, p) && owners[p] != program && !tried.get(p)) {
                tried.set(p);
                if (give(owners[p], owners, tried)) {
                    owners[p] = program;
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Changes a policy's shares into ones for which there are processors that the programs may use.
     * What a program cannot have, others get, if they want it and may use it.
     *
     * @param shares by the policy; changed
     * @param policy whose they are
     * @param demands of the same programs
     * @param processors how many there are
     * @param turn any number of at least 0: where there is not enough for all, another program's
     *     each time
     */
    void fit(int[] shares, Policy policy, List<Demand> demands, int processors, long turn) {
        int[] owners = new int[processors];
        Arrays.fill(owners, Placement.NOBODY);
        int left = 0;
        for (int i = 0; i < shares.length; i++) {
            int program = (int) ((i + turn) % shares.length);
            int wanted = shares[program];
            int has = give(program, wanted, owners);
            if (has < Math.min(wanted, demands.get(program).least(processors))) {
                for (int p = 0; p < processors; p++) {
                    owners[p] = owners[p] == program ? Placement.NOBODY : owners[p];
                }
                has = 0;
            }
            shares[program] = has;
            left += wanted - has;
        }
        for (int i = 0; i < shares.length && left > 0; i++) {
            int program = (int) ((i + turn) % shares.length);
            if (shares[program] > 0 || demands.get(program).least(processors) == 1) {
                int more = Math.min(left, policy.most(demands.get(program)) - shares[program]);
                int had = give(program, more, owners);
                shares[program] += had;
                left -= had;
            }
        }
    }

    /** Gives a program up to so many processors; says how many. */
    private int give(int program, int most, int[] owners) {
        int given = 0;
        while (given < most && give(program, owners)) {
            given++;
        }
        return given;
    }
}
