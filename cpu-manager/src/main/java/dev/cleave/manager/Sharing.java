package dev.cleave.manager;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Where programs compute that have to wait: each on one processor, if need be beside the program
 * that has it, to both of which the system gives it in turns. There are as many on each processor
 * as can be; where that does not come out even, other processors have one more each turn, so that
 * everyone gets the same in the end. Nobody moves who need not.
 */
final class Sharing {
    private Sharing() {}

    /**
     * The processor of each program that waits.
     *
     * @param owners of each processor, who has it, or {@link Placement#NOBODY}
     * @param homes of each program that waits, the processor where it was, or {@link
     *     Placement#NOBODY}
     * @param turn any number of at least 0
     * @param affinities which processors each program may use; one at least
     */
    static int[] place(int[] owners, int[] homes, long turn, Affinities affinities) {
        int[] load = Arrays.stream(owners).map(o -> o == Placement.NOBODY ? 0 : 1).toArray();
        int[] places = new int[homes.length];
        Arrays.fill(places, Placement.NOBODY);
        // First those that cannot be anywhere: the others even out what comes of it.
        for (int i = 0; i < homes.length; i++) {
            if (affinities.allowed().get(i).cardinality() < owners.length) {
                int home = homes[i];
                places[i] =
                        affinities.allowed().get(i).stream()
                                .boxed()
                                .min(
                                        Comparator.<Integer>comparingInt(p -> load[p])
                                                .thenComparing(p -> p != home)
                                                .thenComparing(p -> (p + turn) % owners.length))
                                .orElseThrow();
                load[places[i]]++;
            }
        }
        int free = (int) Arrays.stream(places).filter(p -> p == Placement.NOBODY).count();
        int[] room = room(load, free, turn);
        for (int i = 0; i < homes.length; i++) {
            if (places[i] == Placement.NOBODY && homes[i] >= 0 && room[homes[i]] > 0) {
                places[i] = homes[i];
                room[homes[i]]--;
            }
        }
        int next = 0;
        for (int i = 0; i < homes.length; i++) {
            while (places[i] == Placement.NOBODY) {
                if (room[next] > 0) {
                    room[next]--;
                    places[i] = next;
                } else {
                    next++;
                }
            }
        }
        return places;
    }

    /**
     * Whether a turn would give nobody more: of the processors between which programs might change
     * places, each has an owner of its own, and all are shared with equally many.
     *
     * @param owners of each processor, who has it, or {@link Placement#NOBODY}
     * @param places of each program that waits, its processor
     * @param masks which processors may be used by those who have some or wait
     */
    static boolean isEven(int[] owners, int[] places, List<BitSet> masks) {
        int[] waiting = new int[owners.length];
        Arrays.stream(places).forEach(p -> waiting[p]++);
        BitSet left = Arrays.stream(places).collect(BitSet::new, BitSet::set, BitSet::or);
        while (!left.isEmpty()) {
            int first = left.nextSetBit(0);
            BitSet group = group(first, masks);
            long itsOwners =
                    group.stream()
                            .map(p -> owners[p])
                            .filter(owner -> owner != Placement.NOBODY)
                            .distinct()
                            .count();
            if (itsOwners < group.cardinality()
                    || group.stream().anyMatch(p -> waiting[p] != waiting[first])) {
                return false;
            }
            left.andNot(group);
        }
        return true;
    }

    /** The processors between which programs might change places, this one among them. */
    private static BitSet group(int processor, List<BitSet> masks) {
        BitSet group = new BitSet();
        group.set(processor);
        int before;
        do {
            before = group.cardinality();
            masks.stream().filter(group::intersects).forEach(group::or);
        } while (group.cardinality() > before);
        return group;
    }

    /** How many of those that wait each processor has, beside the load that there is; changed. */
    private static int[] room(int[] load, int waiting, long turn) {
        int processors = load.length;
        int[] room = new int[processors];
        PriorityQueue<Integer> leastLoaded =
                new PriorityQueue<>(
                        Comparator.<Integer>comparingInt(p -> load[p])
                                .thenComparing(p -> (p + turn) % processors));
        for (int p = 0; p < processors; p++) {
            leastLoaded.add(p);
        }
        for (int left = waiting; left > 0; left--) {
            int p = leastLoaded.remove();
            room[p]++;
            load[p]++;
            leastLoaded.add(p);
        }
        return room;
    }
}
