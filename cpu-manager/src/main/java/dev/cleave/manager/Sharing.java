package dev.cleave.manager;

import java.util.Arrays;
import java.util.Comparator;
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
     */
    static int[] place(int[] owners, int[] homes, long turn) {
        int[] room = room(owners, homes.length, turn);
        int[] places = new int[homes.length];
        for (int i = 0; i < homes.length; i++) {
            boolean stays = homes[i] >= 0 && room[homes[i]] > 0;
            places[i] = stays ? homes[i] : Placement.NOBODY;
            if (stays) {
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

    /** Whether each processor has an owner of its own, and all are shared with equally many. */
    static boolean isEven(int[] owners, int waiting) {
        return waiting % owners.length == 0
                && Arrays.stream(owners)
                                .filter(owner -> owner != Placement.NOBODY)
                                .distinct()
                                .count()
                        == owners.length;
    }

    /** How many of those that wait each processor has. */
    private static int[] room(int[] owners, int waiting, long turn) {
        int processors = owners.length;
        int[] room = new int[processors];
        int[] load = Arrays.stream(owners).map(o -> o == Placement.NOBODY ? 0 : 1).toArray();
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
