package dev.cleave.lazy;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the constants of woven classes: one {@link Site} a future, one {@link Cut} a method, one
 * {@link LoopSite} a loop.
 */
public final class Bootstrap {
    /** The name of the method in a woven class that makes its calls from saved arguments. */
    public static final String DISPATCHER = "cleave$call";

    private static final MethodType DISPATCHER_TYPE =
            MethodType.methodType(
                    void.class, int.class, PromotedCall.class, FutureStack.class, int.class);

    private static final ClassValue<Map<Integer, Site>> SITES =
            new ClassValue<>() {
                @Override
                protected Map<Integer, Site> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private static final ClassValue<Map<Integer, Cut>> CUTS =
            new ClassValue<>() {
                @Override
                protected Map<Integer, Cut> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private static final ClassValue<Map<Integer, LoopSite>> LOOPS =
            new ClassValue<>() {
                @Override
                protected Map<Integer, LoopSite> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private Bootstrap() {}

    /**
     * A site.
     *
     * @param lookup of the woven class
     * @param name not used
     * @param type returns a {@link Site}
     * @param ordinal which of the class's
     * @param primitives saved arguments that are primitive
     * @param references saved arguments that are not
     * @param toFrameEnd slots from its first to the end of its method's frame
     * @return the constant
     * @throws ReflectiveOperationException if the class was not woven by this version
     */
    public static CallSite site(
            MethodHandles.Lookup lookup,
            String name,
            MethodType type,
            int ordinal,
            int primitives,
            int references,
            int toFrameEnd)
            throws ReflectiveOperationException {
        MethodHandle dispatcher =
                lookup.findStatic(lookup.lookupClass(), DISPATCHER, DISPATCHER_TYPE);
        Site site =
                SITES.get(lookup.lookupClass())
                        .computeIfAbsent(
                                ordinal,
                                o ->
                                        Site.create(
                                                o, primitives, references, toFrameEnd, dispatcher));
        return new ConstantCallSite(MethodHandles.constant(Site.class, site));
    }

    /**
     * A method's cut.
     *
     * @param lookup of the woven class
     * @param name not used
     * @param type returns a {@link Cut}
     * @param ordinal which of the class's
     * @param frame slots of the method's frame
     * @return the constant
     */
    public static CallSite cut(
            MethodHandles.Lookup lookup, String name, MethodType type, int ordinal, int frame) {
        Cut cut = CUTS.get(lookup.lookupClass()).computeIfAbsent(ordinal, o -> new Cut(frame));
        return new ConstantCallSite(MethodHandles.constant(Cut.class, cut));
    }

    /**
     * A parallel loop.
     *
     * @param lookup of the woven class
     * @param name not used
     * @param type returns a {@link LoopSite}
     * @param ordinal which of the class's
     * @param reductions names of the {@link Reduction}s of what it accumulates, with blanks between
     * @return the constant
     */
    public static CallSite loop(
            MethodHandles.Lookup lookup,
            String name,
            MethodType type,
            int ordinal,
            String reductions) {
        LoopSite loop =
                LOOPS.get(lookup.lookupClass())
                        .computeIfAbsent(ordinal, o -> LoopSite.create(reductions));
        return new ConstantCallSite(MethodHandles.constant(LoopSite.class, loop));
    }
}
