package dev.cleave.detector.program;

import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** What can be divided among tasks by ranges of indices, and how it is written. */
public enum DataKind {
    ARRAY(".length"),
    STRING(".length()"),
    LIST(".size()");

    /** How the length is written. */
    public final String length;

    DataKind(String length) {
        this.length = length;
    }

    /** The kind of a type; null if it is none of these. */
    public static DataKind of(Program program, String type) {
        if (type == null) {
            return null;
        }
        if (type.endsWith("[]")) {
            return ARRAY;
        }
        return type.equals("java.lang.String")
                ? STRING
                : program.types.isA(type, "java.util.List") ? LIST : null;
    }

    /** If this use of the data asks for its length, the whole question; else null. */
    public Expression length(J around, Expression use) {
        if (this == ARRAY) {
            return around instanceof J.FieldAccess access
                            && access.getTarget() == use
                            && access.getSimpleName().equals("length")
                    ? access
                    : null;
        }
        return isCall(around, use, this == STRING ? "length" : "size", 0)
                ? (Expression) around
                : null;
    }

    /** If this use of the data reads one element, the index; else null. */
    public Expression index(J around, Expression use) {
        if (this == ARRAY) {
            return around instanceof J.ArrayAccess access && access.getIndexed() == use
                    ? access.getDimension().getIndex()
                    : null;
        }
        return isCall(around, use, this == STRING ? "charAt" : "get", 1)
                ? ((J.MethodInvocation) around).getArguments().get(0)
                : null;
    }

    /** Whether a call is made on the data, with a name and a number of arguments. */
    public static boolean isCall(J around, Expression select, String name, int arguments) {
        return around instanceof J.MethodInvocation call
                && call.getSelect() == select
                && call.getSimpleName().equals(name)
                && Trees.arguments(call.getArguments()).size() == arguments;
    }

    /** Whether a call of {@code Arrays} or {@code System} gets the data as its first argument. */
    public static boolean isCallWith(J around, Expression data, String name, int arguments) {
        if (!(around instanceof J.MethodInvocation call) || !call.getSimpleName().equals(name)) {
            return false;
        }
        List<Expression> given = Trees.arguments(call.getArguments());
        String owner = Reach.owner(call);
        return given.size() == arguments
                && given.get(0) == data
                && ("java.util.Arrays".equals(owner) || "java.lang.System".equals(owner));
    }
}
