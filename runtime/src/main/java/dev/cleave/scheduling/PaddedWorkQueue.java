package dev.cleave.scheduling;

/**
 * Keeps what thieves write ({@link WorkQueue#limit}) and what the owner writes at every fork
 * (fields of subclasses) on different cache lines: two 64-byte lines, since processors prefetch
 * pairs.
 */
abstract class PaddedWorkQueue extends WorkQueue {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    PaddedWorkQueue(Scheduler scheduler) {
        super(scheduler);
    }
}
