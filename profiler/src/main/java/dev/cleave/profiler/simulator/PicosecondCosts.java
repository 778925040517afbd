package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.scheduling.Tuning;

/** {@link Costs} as a simulation counts them: one discipline's, in whole picoseconds. */
final class PicosecondCosts {
    final long fork;
    final long join;
    final long look;
    final long scan;
    final long stealTried;
    final long stealWon;
    final long promotion;
    final long joinStolen;
    final long wake;
    final long wakeLatency;
    final long lock;

    /** One round of an idle worker's looks. */
    final long round;

    /** How long a joiner looks before it sleeps. */
    final long joinSpin;

    PicosecondCosts(Costs costs, Scheduling scheduling, int workers) {
        double both = costs.forkAndJoin().getOrDefault(scheduling, 0.0);
        fork = picos(both / 2);
        join = picos(both) - fork;
        look = picos(costs.look());
        scan = picos(costs.scan());
        stealTried = picos(costs.stealTried());
        stealWon = picos(costs.stealWon());
        promotion = picos(costs.promotion());
        joinStolen = picos(costs.joinStolen());
        wake = picos(costs.wake());
        wakeLatency = picos(costs.wakeLatency());
        lock = picos(costs.lock());
        round = scan + workers * look;
        joinSpin = Tuning.JOIN_SPINS * scan;
    }

    private static long picos(double nanos) {
        return Math.round(nanos * Machine.PICOS_PER_NANO);
    }
}
