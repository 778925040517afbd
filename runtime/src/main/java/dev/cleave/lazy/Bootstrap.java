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

    private static final String SEPARATOR = ":";

    private static final Constants<Site> SITES = new Constants<>();
    private static final Constants<Cut> CUTS = new Constants<>();
    private static final Constants<LoopSite> LOOPS = new Constants<>();

    private Bootstrap() {}

    /**
     * A site, {@code site:ordinal:primitives:references:toFrameEnd}.
     *
     * @param lookup of the woven class
     * @param name which of the class's; how many saved arguments are primitive, and how many are
     *     not; slots from its first to the end of its method's frame
     * @param type returns a {@link Site}
     * @param place its method's name and its line, {@code method:line}
     * @return the constant
     * @throws ReflectiveOperationException if the class was not woven by this version
     */
    public static CallSite site(
            MethodHandles.Lookup lookup, String name, MethodType type, String place)
            throws ReflectiveOperationException {
        MethodHandle dispatcher =
                lookup.findStatic(lookup.lookupClass(), DISPATCHER, DISPATCHER_TYPE);
        String[] parts = name.split(SEPARATOR);
        return constant(
                SITES,
                lookup,
                Site.class,
                number(parts, 1),
                Site.create(
                        number(parts, 1),
                        number(parts, 2),
                        number(parts, 3),
                        number(parts, 4),
                        dispatcher,
                        lookup.lookupClass().getName() + "." + place));
    }

    /** The only site of a class of this package, whose instances come first and tell the place. */
    static Site site(MethodHandles.Lookup lookup, int primitives, int references, int toFrameEnd) {
        try {
            MethodHandle dispatcher =
                    lookup.findStatic(lookup.lookupClass(), DISPATCHER, DISPATCHER_TYPE);
            return Site.create(0, primitives, references, toFrameEnd, dispatcher, null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * A method's cut, {@code cut:ordinal:frame}.
     *
     * @param lookup of the woven class
     * @param name which of the class's; slots of the method's frame
     * @param type returns a {@link Cut}
     * @return the constant
     */
    public static CallSite cut(MethodHandles.Lookup lookup, String name, MethodType type) {
        String[] parts = name.split(SEPARATOR);
        return constant(CUTS, lookup, Cut.class, number(parts, 1), Cut.ofCalls(number(parts, 2)));
    }

    /**
     * A parallel loop, {@code loop:ordinal} and a {@link Reduction} for each thing that it
     * accumulates.
     *
     * @param lookup of the woven class
     * @param name which of the class's; the reductions
     * @param type returns a {@link LoopSite}
     * @param place its method's name and its line, {@code method:line}
     * @return the constant
     */
    public static CallSite loop(
            MethodHandles.Lookup lookup, String name, MethodType type, String place) {
        String[] parts = name.split(SEPARATOR);
        Reduction[] reductions = new Reduction[parts.length - 2];
        for (int i = 0; i < reductions.length; i++) {
            reductions[i] = Reduction.valueOf(parts[i + 2]);
        }
        return constant(
                LOOPS,
                lookup,
                LoopSite.class,
                number(parts, 1),
                new LoopSite(reductions, lookup.lookupClass().getName() + "." + place));
    }

    private static int number(String[] parts, int i) {
        return Integer.parseInt(parts[i]);
    }

    /** The first constant made for that ordinal: two threads, or two bodies, may ask for it. */
    private static <C> CallSite constant(
            Constants<C> constants,
            MethodHandles.Lookup lookup,
            Class<C> type,
            int ordinal,
            C made) {
        C earlier = constants.get(lookup.lookupClass()).putIfAbsent(ordinal, made);
        return new ConstantCallSite(MethodHandles.constant(type, earlier == null ? made : earlier));
    }

    /** The constants of a kind, by their ordinals, of each class. */
    private static final class Constants<C> extends ClassValue<Map<Integer, C>> {
        @Override
        protected Map<Integer, C> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    }
}
