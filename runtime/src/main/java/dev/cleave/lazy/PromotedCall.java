package dev.cleave.lazy;

import dev.cleave.metrics.events.Described;
import dev.cleave.scheduling.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A pending call that somebody asked for: its arguments, and in the end its result. */
@SuppressWarnings("exports") // woven code only reads and writes values
public final class PromotedCall extends Task implements Described {
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED =
                    MethodHandles.lookup()
                            .findVarHandle(PromotedCall.class, "claimed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Site site;
    private final long[] primitives;
    private final Object[] references;

    /** Where its callee's frame would begin on the stack that it comes from: how deep it is. */
    private final int top;

    /** Its place among the tasks that its owner has shared. */
    final long place;

    /** Whoever sets it makes the call. */
    @SuppressWarnings("unused")
    private boolean claimed;

    private long primitive;
    private Object reference;

    /** How long it took, if somebody else than the owner made it; once it is done. */
    private long nanos;

    PromotedCall(Site site, long[] primitives, Object[] references, int top, long place) {
        this.site = site;
        this.primitives = primitives;
        this.references = references;
        this.top = top;
        this.place = place;
    }

    /** Initialises this class, and what it extends. */
    static void initialize() {}

    @Override
    public String description() {
        return site.place != null ? site.place : ((Described) references[0]).description();
    }

    /** Whether the calling thread, and no other, is to make the call. */
    boolean claim() {
        // ORDER P2: full. The owner, which would make the call in place, and a thief both come
        // here.
        return CLAIMED.compareAndSet(this, false, true);
    }

    /** Makes the call, on the caller's stack. */
    void make(FutureStack stack) throws Throwable {
        site.call(this, stack, stack.top());
    }

    @Override
    protected boolean exec() throws Throwable {
        if (!claim()) {
            return false; // its owner was faster, and tells nobody
        }
        FutureStack stack = FutureStack.always();
        long begun = System.nanoTime();
        long saved = stack.beginStolen(top);
        boolean thrown = true;
        try {
            makeStolen(stack);
            thrown = false;
        } finally {
            stack.endStolen(saved, thrown);
            nanos = System.nanoTime() - begun;
        }
        return true;
    }

    /** What {@link ClassInitialization} looks for: begun, as far as the stack is concerned. */
    private void makeStolen(FutureStack stack) throws Throwable {
        make(stack);
    }

    /** How long it took its thief. */
    long nanos() {
        return nanos;
    }

    /**
     * Dispatcher: a saved argument.
     *
     * @param i which of the primitive ones
     * @return its bits
     */
    public long primitive(int i) {
        return primitives[i];
    }

    /**
     * Dispatcher: a saved argument.
     *
     * @param i which of the references
     * @return it
     */
    public Object reference(int i) {
        return references[i];
    }

    /**
     * Dispatcher: the call's result.
     *
     * @param bits of a primitive
     */
    public void result(long bits) {
        primitive = bits;
    }

    /**
     * Dispatcher: the call's result.
     *
     * @param value a reference
     */
    public void result(Object value) {
        reference = value;
    }

    /**
     * At the touch: the result of a completed call.
     *
     * @return the bits of a primitive
     */
    public long primitiveResult() {
        return primitive;
    }

    /**
     * At the touch: the result of a completed call.
     *
     * @return a reference
     */
    public Object referenceResult() {
        return reference;
    }
}
