package dev.cleave.processors;

/** Where a pool learns how many processors it may use. */
public interface ProcessorSource {
    /**
     * Processors that may be used now. Any thread; does not block; a few nanoseconds, but for what
     * an implementation says of itself.
     *
     * @return the number, at least 1
     */
    int current();

    /**
     * Says how many could be used: a hint that a source may ignore. Any thread; does not block for
     * long.
     *
     * @param wanted the number, at least 1
     */
    default void request(int wanted) {}

    /**
     * The CPU manager that has a say in this: workers of pools that follow this source are bound to
     * what it grants, and the speedup that is measured of them is reported to it. A source that
     * passes on what others say passes this on, too. Any thread; does not block.
     *
     * @return the manager's source, always the same; null without one
     */
    default ManagedProcessors manager() {
        return null;
    }
}
