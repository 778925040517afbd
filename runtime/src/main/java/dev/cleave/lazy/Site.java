package dev.cleave.lazy;

import java.lang.invoke.MethodHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * One place in a woven class where a future is declared: how to make its call from saved arguments.
 */
public final class Site {
    private static final Object LOCK = new Object();

    /** By {@link #id}; weak, so that a woven class can be unloaded. Changed under LOCK. */
    private static volatile WeakReference<?>[] all = new WeakReference<?>[64];

    private static int last;

    /** What a future stack notes; never 0. */
    final int id;

    final int ordinal;
    final int primitives;
    final int references;

    /** Slots from the entry to the end of its method's frame. */
    final int toFrameEnd;

    private final MethodHandle dispatcher;

    /** {@code Class.method:line}, for events; null if the call's first reference tells. */
    final String place;

    private Site(
            int id,
            int ordinal,
            int primitives,
            int references,
            int toFrameEnd,
            MethodHandle dispatcher,
            String place) {
        this.id = id;
        this.ordinal = ordinal;
        this.primitives = primitives;
        this.references = references;
        this.toFrameEnd = toFrameEnd;
        this.dispatcher = dispatcher;
        this.place = place;
    }

    static Site create(
            int ordinal,
            int primitives,
            int references,
            int toFrameEnd,
            MethodHandle dispatcher,
            String place) {
        synchronized (LOCK) {
            Site site =
                    new Site(
                            ++last, ordinal, primitives, references, toFrameEnd, dispatcher, place);
            WeakReference<?>[] sites = all;
            if (last == sites.length) {
                sites = Arrays.copyOf(sites, 2 * last);
            }
            sites[last] = new WeakReference<>(site);
            all = sites;
            return site;
        }
    }

    /** The site of an entry: alive, as the frame that made the entry is. */
    static Site of(int id) {
        return (Site) all[id].get();
    }

    /** Makes the call and keeps its result in the argument. */
    void call(PromotedCall call, FutureStack stack, int top) throws Throwable {
        dispatcher.invokeExact(ordinal, call, stack, top);
    }
}
