package dev.cleave.manager;

import com.google.gson.annotations.SerializedName;
import dev.cleave.processors.manager.Speedup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * How processors are divided. Pure functions of demands, of which the first came first, and of a
 * turn, which counts up while some program has to wait.
 *
 * <p>The set is that of Guitart et al., Application/Kernel Cooperation Towards the Efficient
 * Execution of Shared-memory Parallel Java Codes, section 4.3.
 */
public enum Policy {
    /**
     * Batch: each program in the order of arrival gets what it wants of what is left. One that
     * would get less than its minimum waits, and all behind it.
     */
    @SerializedName("fcfs")
    FCFS {
        @Override
        int[] divide(List<Demand> programs, int processors, long turn) {
            int[] shares = new int[programs.size()];
            int left = processors;
            for (int i = 0; i < shares.length; i++) {
                Demand program = programs.get(i);
                if (left < program.least(processors)) {
                    break;
                }
                shares[i] = Math.min(program.wanted(), left);
                left -= shares[i];
            }
            return shares;
        }

        @Override
        boolean takesTurns(List<Demand> programs, int[] shares) {
            return false;
        }
    },

    /**
     * Each turn another program gets all it wants, and those behind it, in a ring, what is left. Of
     * the turns, a program is the first in as many as its weight says.
     */
    @SerializedName("round-robin")
    ROUND_ROBIN {
        @Override
        int[] divide(List<Demand> programs, int processors, long turn) {
            int[] shares = new int[programs.size()];
            int left = processors;
            for (int i : ring(programs, turn)) {
                if (left >= programs.get(i).least(processors)) {
                    shares[i] = Math.min(programs.get(i).wanted(), left);
                    left -= shares[i];
                }
            }
            return shares;
        }

        @Override
        boolean takesTurns(List<Demand> programs, int[] shares) {
            return Arrays.stream(shares).sum() < programs.stream().mapToInt(Demand::wanted).sum();
        }
    },

    /**
     * Equal shares, or as the weights say; what a program does not want goes to the others alike.
     */
    @SerializedName("equipartition")
    EQUIPARTITION {
        @Override
        int[] divide(List<Demand> programs, int processors, long turn) {
            return share(programs, processors, turn, Demand::wanted, Demand::weight);
        }
    },

    /**
     * Dynamic space sharing: shares proportional to what is wanted, times the weight, and inversely
     * to the total of it. After Polychronopoulos et al., PDCS 1999.
     */
    @SerializedName("dynamic")
    DYNAMIC {
        @Override
        int[] divide(List<Demand> programs, int processors, long turn) {
            return share(
                    programs,
                    processors,
                    turn,
                    Demand::wanted,
                    program -> (long) program.weight() * program.wanted());
        }
    },

    /**
     * Performance-driven: equipartition among programs that want no more than their measured
     * speedup justifies. After Corbalán, Martorell, Labarta: Performance-Driven Processor
     * Allocation, OSDI 2000. One that has measured nothing has what it wants.
     */
    @SerializedName("performance")
    PERFORMANCE {
        @Override
        int[] divide(List<Demand> programs, int processors, long turn) {
            return share(programs, processors, turn, this::most, Demand::weight);
        }

        @Override
        int most(Demand program) {
            return justified(program);
        }
    };

    /** Speedup per processor from which a program may try more processors. */
    static final double GOOD_EFFICIENCY = 0.9;

    /** Speedup per processor below which a program has too many. */
    static final double LEAST_EFFICIENCY = 0.7;

    /**
     * How many processors each program gets: no more than it wants, none or at least its minimum,
     * and together no more than there are.
     *
     * @param programs in the order of arrival
     * @param processors how many there are, at least 1
     * @param turn any number of at least 0
     */
    abstract int[] divide(List<Demand> programs, int processors, long turn);

    /** Whether another turn would divide otherwise: some program that wants processors has none. */
    boolean takesTurns(List<Demand> programs, int[] shares) {
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] == 0 && programs.get(i).wanted() > 0) {
                return true;
            }
        }
        return false;
    }

    /** The most processors that a program is given. */
    int most(Demand program) {
        return program.wanted();
    }

    /** What its speedup justifies, of what a program wants. */
    static int justified(Demand program) {
        return program.speedup() == null
                ? program.wanted()
                : Math.min(
                        program.wanted(),
                        Math.max(justified(program.speedup()), program.minimum()));
    }

    /** How many processors a speedup justifies; 0 for one that is hardly any. */
    static int justified(Speedup speedup) {
        int measured = speedup.processors();
        double efficiency = speedup.times() / measured;
        if (efficiency >= GOOD_EFFICIENCY) {
            return measured + Math.max(1, measured / 2);
        }
        return efficiency < LEAST_EFFICIENCY
                ? (int) (speedup.times() / LEAST_EFFICIENCY)
                : measured;
    }

    /**
     * Shares in proportion to weights, of those for whose minima there is room in this turn; for
     * each no more than its most.
     */
    private static int[] share(
            List<Demand> programs,
            int processors,
            long turn,
            ToIntFunction<Demand> most,
            ToLongFunction<Demand> weight) {
        int[] least = new int[programs.size()];
        int[] admitted = new int[programs.size()];
        int left = processors;
        for (int i : ring(programs, turn)) {
            int needed = programs.get(i).least(processors);
            if (needed <= left) {
                left -= needed;
                least[i] = needed;
                admitted[i] = most.applyAsInt(programs.get(i));
            }
        }
        long[] weights = programs.stream().mapToLong(weight).toArray();
        return HighestAverages.divide(least, admitted, weights, left);
    }

    /**
     * The programs that want something, from the one whose turn it is: as often as its weight says.
     */
    private static List<Integer> ring(List<Demand> programs, long turn) {
        List<Integer> ring = new ArrayList<>();
        long turns = 0;
        for (int i = 0; i < programs.size(); i++) {
            if (programs.get(i).wanted() > 0) {
                ring.add(i);
                turns += programs.get(i).weight();
            }
        }
        if (ring.isEmpty()) {
            return ring;
        }
        long rest = turn % turns;
        int first = 0;
        while (rest >= programs.get(ring.get(first)).weight()) {
            rest -= programs.get(ring.get(first)).weight();
            first++;
        }
        Collections.rotate(ring, -first);
        return ring;
    }

    /** As on the command line, in the log and in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
