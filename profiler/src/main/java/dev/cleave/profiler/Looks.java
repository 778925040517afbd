package dev.cleave.profiler;

/**
 * When the virtual machine looked at the processor time of its threads. An event says what part of
 * the time since the look before a thread has computed; there is none of a thread that has computed
 * for less than a millisecond, so that the event before it may be much older. Moments are in order,
 * but for those of one look. Not for concurrent use.
 */
final class Looks {
    private long last;
    private long before;

    /** Before the first look. */
    Looks(long start) {
        last = start;
        before = start;
    }

    /**
     * Since when an event counts: the look before, or, where nothing is known of that, what the
     * time between two may have been.
     */
    long since(long moment, long period) {
        if (moment - last > period / 2) {
            before = last;
            last = moment;
        }
        return Math.max(before, moment - 2 * period);
    }
}
