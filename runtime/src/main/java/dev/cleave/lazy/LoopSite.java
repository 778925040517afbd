package dev.cleave.lazy;

/**
 * What a parallel loop has of its own, whichever threads run it: how its parts are combined, and
 * what its runs have shown. Threads write the latter without synchronisation, as what is lost is
 * found out again.
 */
public final class LoopSite {
    final Reduction[] reductions;

    /** {@code Class.method:line}, or the class alone: for events. */
    final String place;

    /** How deep a run is to be nested before it counts as small: calls within it do not fork. */
    final Cut cut = new Cut(ParallelLoop.FRAME);

    /** Iterations that a small run may take for a stretch. */
    long stretch = 1;

    /** Whether the last run that was to be divided lasted long. */
    boolean isLong;

    LoopSite(Reduction[] reductions, String place) {
        this.reductions = reductions;
        this.place = place;
    }

    /** Where a lambda that is not woven was written, as far as its class tells. */
    static String placeOf(Class<?> lambda) {
        String name = lambda.getName();
        int own = name.indexOf("$$Lambda");
        return own < 0 ? name : name.substring(0, own);
    }

    /** Combines what two adjacent parts have accumulated, in the earlier one's array. */
    long[] combine(Object earlier, Object later) {
        long[] combined = (long[]) earlier;
        for (int i = 0; i < combined.length; i++) {
            combined[i] = reductions[i].combine(combined[i], ((long[]) later)[i]);
        }
        return combined;
    }
}
