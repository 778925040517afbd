package dev.cleave.lazy;

import java.util.Arrays;

/**
 * What a parallel loop has of its own, whichever threads run it: how its parts are combined, and
 * what its runs have shown. Threads write the latter without synchronisation, as what is lost is
 * found out again.
 */
public final class LoopSite {
    final Reduction[] reductions;

    /** How deep a run is to be nested before it counts as small: calls within it do not fork. */
    final Cut cut = new Cut(ParallelLoop.FRAME);

    /** Iterations that a small run may take for a stretch. */
    long stretch = 1;

    private LoopSite(Reduction[] reductions) {
        this.reductions = reductions;
    }

    static LoopSite create(String reductions) {
        return new LoopSite(
                reductions.isEmpty()
                        ? new Reduction[0]
                        : Arrays.stream(reductions.split(" "))
                                .map(Reduction::valueOf)
                                .toArray(Reduction[]::new));
    }
}
