package dev.cleave.stress.futures;

import java.util.List;

/**
 * Something a generated program can call.
 *
 * @param before what stands before the arguments; a {@code #} in it is replaced by an expression
 * @param result the type of the call
 * @param extra the types of the arguments behind fuel and value
 * @param varargs whether any number of longs may follow
 * @param fails whether it declares a checked exception
 * @param needsReceiver whether it can be called only where there is a {@code this}
 */
record Signature(
        String before,
        ValueType result,
        List<ValueType> extra,
        boolean varargs,
        boolean fails,
        boolean needsReceiver) {}
