package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the runtime's operations take on one machine, in nanoseconds. {@link Calibration} measures
 * them.
 *
 * @param forkAndJoin a fork and the join that takes its task back, by discipline
 * @param look a look at one queue that has nothing
 * @param scan what one round of looks at all queues takes beside the looks
 * @param stealTried an attempt in vain
 * @param stealWon from an attempt that succeeds to the stolen task's first instruction
 * @param promotion what answering a request costs the owner
 * @param joinStolen from the end of a stolen task to its joiner's next instruction
 * @param wake what waking a sleeper costs who wakes it
 * @param wakeLatency from there until the sleeper looks for work
 * @param lock how long an operation on the queue of {@code SHARED} holds its lock
 */
public record Costs(
        Map<Scheduling, Double> forkAndJoin,
        double look,
        double scan,
        double stealTried,
        double stealWon,
        double promotion,
        double joinStolen,
        double wake,
        double wakeLatency,
        double lock) {
    /** Nothing costs anything: what a scheduler could do at best. */
    public static final Costs NONE = new Costs(Map.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** An hour: more is a mistake. */
    private static final double MOST = 3.6e12;

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if a cost is negative, no number, or more than an hour
     */
    public Costs {
        Map<Scheduling, Double> inOrder = new EnumMap<>(Scheduling.class);
        inOrder.putAll(forkAndJoin);
        forkAndJoin = Collections.unmodifiableMap(inOrder);
        forkAndJoin.forEach((scheduling, cost) -> check("forkAndJoin of " + scheduling, cost));
        check("look", look);
        check("scan", scan);
        check("stealTried", stealTried);
        check("stealWon", stealWon);
        check("promotion", promotion);
        check("joinStolen", joinStolen);
        check("wake", wake);
        check("wakeLatency", wakeLatency);
        check("lock", lock);
    }

    private static void check(String name, double cost) {
        if (!(cost >= 0 && cost <= MOST)) {
            throw new IllegalArgumentException(
                    "a cost " + name + " of " + cost + " ns: it is from 0 to an hour");
        }
    }

    /**
     * Those of the machine of {@code docs/simulator.md}, where no file gives others.
     *
     * @return its costs
     */
    public static Costs ofReference() {
        Map<Scheduling, Double> forkAndJoin = new EnumMap<>(Scheduling.class);
        forkAndJoin.put(Scheduling.SPLIT, 8.0);
        forkAndJoin.put(Scheduling.CHASE_LEV, 16.0);
        forkAndJoin.put(Scheduling.THE, 17.0);
        forkAndJoin.put(Scheduling.RECEIVER_INITIATED, 8.0);
        forkAndJoin.put(Scheduling.SENDER_INITIATED, 9.0);
        forkAndJoin.put(Scheduling.LINKED, 45.0);
        forkAndJoin.put(Scheduling.SHARED, 70.0);
        return new Costs(forkAndJoin, 5, 40, 100, 400, 100, 200, 3_000, 50_000, 20);
    }

    /**
     * The same, with one of the costs that do not depend on the discipline multiplied: those of a
     * task that changes workers.
     *
     * @param factor by how much stealing costs more
     * @return new costs
     */
    public Costs withStealsTimes(double factor) {
        return new Costs(
                forkAndJoin,
                look,
                scan,
                stealTried * factor,
                stealWon * factor,
                promotion * factor,
                joinStolen * factor,
                wake,
                wakeLatency,
                lock);
    }

    /**
     * What changing workers costs a task on its path.
     *
     * @return nanoseconds
     */
    public double burden() {
        return promotion + stealWon + joinStolen;
    }
}
