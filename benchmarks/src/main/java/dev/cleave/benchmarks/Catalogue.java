package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.Problem;
import java.util.List;
import java.util.function.Supplier;

/**
 * The suites there are. A catalogue is named by its class, which must have a public constructor
 * without parameters: the virtual machines that measure make their own.
 */
public interface Catalogue {

    /** The suites, in the order in which to list them. */
    List<Suite> suites();

    /**
     * Programs that are measured together.
     *
     * @param disciplines whether every scheduling discipline is measured where none is named; else
     *     only the default one
     */
    record Suite(String name, boolean disciplines, List<Program> programs) {}

    /**
     * A program at its two sizes.
     *
     * @param size says how large the full size is, in words
     * @param full makes the problem at full size
     * @param quick makes it at a size that runs for a few hundredths of a second
     * @param peers who has a version of it, in the order to measure them
     */
    record Program(
            String name,
            String size,
            Supplier<Problem> full,
            Supplier<Problem> quick,
            List<Peer> peers) {}
}
