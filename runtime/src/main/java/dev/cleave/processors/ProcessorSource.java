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
}
