package dev.cleave.manager;

import java.util.Arrays;

/**
 * Which processors programs get, so that what they have in caches stays of use: a program keeps
 * what it has, as far as its share allows; gets what it was the last to have, if that is free; then
 * what is near to its others. So no processor moves that need not.
 *
 * <p>Where cores have several hardware threads, there are as many cores for a program as its share
 * is worth: if there are enough, each of its processors is a core of its own; else it fills its
 * cores before it shares any with another program. Of what is alike in that, it gets what shares
 * the smallest cache or memory with its others; of that, what is nearest by number.
 */
final class Placement {
    /** The owner of a processor that nobody has. */
    static final int NOBODY = -1;

    /** Who holds a core: several programs. */
    private static final int SEVERAL = -2;

    /** How little a core suits a program, at worst: another has it. */
    private static final int WORST = 2;

    private final Topology topology;
    private final Affinities affinities;
    private final int[] neighbours;
    private final int[] owners;
    private final int[] missing;

    /** Of each core, by the lowest of its processors: a program, {@link #NOBODY} or several. */
    private final int[] holders;

    /** How many cores each program may still begin with. */
    private final int[] cores;

    private Placement(Topology topology, int[] shares, Affinities affinities) {
        this.topology = topology;
        this.affinities = affinities;
        neighbours = topology.neighbours();
        owners = new int[topology.cores().length];
        holders = new int[owners.length];
        Arrays.fill(owners, NOBODY);
        Arrays.fill(holders, NOBODY);
        missing = shares.clone();
        cores =
                HighestAverages.divide(
                        new int[shares.length],
                        shares,
                        Arrays.stream(shares).asLongStream().toArray(),
                        Topology.count(topology.cores()));
    }

    /**
     * The new owner of each processor.
     *
     * @param topology what they share
     * @param owners of each processor, a program's number or {@link #NOBODY}
     * @param last who was the last owner of each
     * @param shares how many processors each program gets, by its number; such that there are as
     *     many that it may use
     * @param affinities which ones each program may use
     */
    static int[] place(
            Topology topology, int[] owners, int[] last, int[] shares, Affinities affinities) {
        Placement placement = new Placement(topology, shares, affinities);
        placement.keep(owners);
        placement.keep(last);
        for (int program = 0; program < shares.length; program++) {
            while (placement.missing[program] > 0) {
                placement.take(program);
            }
        }
        return placement.owners;
    }

    /** Gives a program the processor that suits it best; if need be, another's. */
    private void take(int program) {
        int best = best(program);
        if (best != NOBODY) {
            take(program, best);
            return;
        }
        if (!affinities.give(program, owners)) {
            throw new IllegalArgumentException("no processor is left for program " + program);
        }
        missing[program]--;
        Arrays.fill(holders, NOBODY);
        for (int p = 0; p < owners.length; p++) {
            if (owners[p] != NOBODY) {
                hold(owners[p], topology.cores()[p]);
            }
        }
    }

    private void take(int program, int p) {
        owners[p] = program;
        missing[program]--;
        int core = topology.cores()[p];
        cores[program] -= holders[core] == NOBODY ? 1 : 0;
        hold(program, core);
    }

    private void hold(int program, int core) {
        holders[core] = holders[core] == NOBODY || holders[core] == program ? program : SEVERAL;
    }

    /** How little the core of a processor suits a program, from 0. */
    private int unfitness(int program, int p) {
        int holder = holders[topology.cores()[p]];
        boolean mayBegin = cores[program] > 0;
        return holder == NOBODY
                ? (mayBegin ? 0 : 1)
                : holder == program ? (mayBegin ? 1 : 0) : WORST;
    }

    /** Gives processors that are still nobody's to those who had them; what suits best, first. */
    private void keep(int[] had) {
        for (int worst = 0; worst <= WORST; worst++) {
            for (int p : neighbours) {
                int program = had[p];
                if (owners[p] == NOBODY
                        && program != NOBODY
                        && missing[program] > 0
                        && affinities.allow(program, p)
                        && unfitness(program, p) <= worst) {
                    take(program, p);
                }
            }
        }
    }

    /** The processor of nobody that suits a program best; {@link #NOBODY} if it may use none. */
    private int best(int program) {
        int least = WORST;
        for (int p = 0; p < owners.length; p++) {
            least = isFree(program, p) ? Math.min(least, unfitness(program, p)) : least;
        }
        boolean[] candidates = new boolean[owners.length];
        for (int p = 0; p < owners.length; p++) {
            candidates[p] = isFree(program, p) && unfitness(program, p) == least;
        }
        int[] levels = levels(program, candidates);
        int[] distances = distances(program);
        int best = NOBODY;
        for (int p = 0; p < owners.length; p++) {
            if (candidates[p]
                    && (best == NOBODY
                            || levels[p] < levels[best]
                            || levels[p] == levels[best] && distances[p] < distances[best])) {
                best = p;
            }
        }
        return best;
    }

    private boolean isFree(int program, int p) {
        return owners[p] == NOBODY && affinities.allow(program, p);
    }

    /**
     * Of each processor, the first of its domains in which the program is; or, if it is nowhere, in
     * which it had best begin.
     */
    private int[] levels(int program, boolean[] candidates) {
        boolean[] own = new boolean[owners.length];
        for (int p = 0; p < owners.length; p++) {
            own[p] = owners[p] == program;
        }
        boolean begins = Arrays.stream(owners).noneMatch(owner -> owner == program);
        if (begins) {
            System.arraycopy(candidates, 0, own, 0, own.length);
        }
        int[] levels = new int[owners.length];
        for (int level = topology.domains().size() - 1; level >= 0; level--) {
            int[] domains = topology.domains().get(level);
            if (begins) {
                narrow(own, domains, cores[program] > 0 ? cores[program] : missing[program]);
            }
            boolean[] near = new boolean[owners.length];
            for (int p = 0; p < owners.length; p++) {
                near[domains[p]] |= own[p];
            }
            for (int p = 0; p < owners.length; p++) {
                levels[p] = near[domains[p]] ? level : levels[p];
            }
        }
        return levels;
    }

    /** Leaves those of the domain that has room for so many cores, and hardly more; or the most. */
    private void narrow(boolean[] chosen, int[] domains, int needed) {
        int[] room = new int[owners.length];
        boolean[] seen = new boolean[owners.length];
        for (int p = 0; p < owners.length; p++) {
            int core = topology.cores()[p];
            if (chosen[p] && !seen[core]) {
                seen[core] = true;
                room[domains[p]]++;
            }
        }
        int best = 0;
        for (int domain = 1; domain < room.length; domain++) {
            boolean fits = room[domain] >= needed;
            boolean bestFits = room[best] >= needed;
            if (fits
                    ? !bestFits || room[domain] < room[best]
                    : !bestFits && room[domain] > room[best]) {
                best = domain;
            }
        }
        for (int p = 0; p < owners.length; p++) {
            chosen[p] &= domains[p] == best;
        }
    }

    /**
     * How far it is from each processor to the program's nearest by number; the same without one.
     */
    private int[] distances(int program) {
        int[] distances = new int[owners.length];
        int distance = owners.length;
        for (int p = 0; p < owners.length; p++) {
            distance = owners[p] == program ? 0 : Math.min(distance + 1, owners.length);
            distances[p] = distance;
        }
        distance = owners.length;
        for (int p = owners.length - 1; p >= 0; p--) {
            distance = owners[p] == program ? 0 : Math.min(distance + 1, owners.length);
            distances[p] = Math.min(distances[p], distance);
        }
        return distances;
    }
}
