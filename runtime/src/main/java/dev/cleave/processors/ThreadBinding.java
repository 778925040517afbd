package dev.cleave.processors;

import java.io.IOException;
import java.util.BitSet;

/**
 * Binds threads to processors, which Java alone cannot. The runtime has no such thing of its own;
 * it takes the first that {@link java.util.ServiceLoader} finds, such as that of the library {@code
 * cleave-binding}. One that cannot work on this system throws from its constructor, with a message
 * that says why.
 */
public interface ThreadBinding {
    /**
     * From now on a thread runs on the given processors only. Called by any thread, one at a time;
     * must not block for long.
     *
     * @param thread the system's number of a living thread of this process
     * @param processors their numbers, at least one
     * @throws IOException if the system refuses; the message says why
     */
    void bind(int thread, BitSet processors) throws IOException;
}
