package dev.cleave.stress.futures;

/**
 * What comes out of a call: a value, or an exception's class and, if it is one of the program's,
 * its message. The messages of the virtual machine's own name variables, and differ.
 *
 * @param value if nothing was thrown
 * @param thrown else what was; null if nothing
 */
record Outcome(long value, String thrown) {
    static Outcome of(Program program, Call call) {
        try {
            return new Outcome(program.run(call.entry(), call.fuel(), call.argument()), null);
        } catch (Throwable t) {
            return of(t);
        }
    }

    private static Outcome of(Throwable t) {
        boolean tells = t instanceof Failures.Own || t instanceof LinkageError;
        return new Outcome(0, t.getClass().getName() + (tells ? ": " + t.getMessage() : ""));
    }

    /**
     * One way to call a program.
     *
     * @param entry which of its entries
     * @param fuel how many calls it leads to, roughly
     * @param argument what it computes with
     */
    record Call(int entry, int fuel, long argument) {}

    @Override
    public String toString() {
        return thrown == null ? Long.toString(value) : thrown;
    }
}
